/**
 * What a tool is: a description, an input, perhaps an output, and what to run. Data and constructors only;
 * how a call is decoded, admitted and answered is `tool-runtime/`.
 */
import type { Effect } from "effect"
import { Schema } from "effect"

/**
 * A JSON Schema object, used to render a signature and never to validate.
 * Any dialect's keywords may stand in it; unknown ones are ignored.
 */
export interface JsonSchema {
  readonly [keyword: string]: unknown
}

/** An Effect Schema, which validates, or a {@link JsonSchema}, which only renders. */
export type SchemaType = Schema.Constraint | JsonSchema

/** What `run` receives: the decoded type of an Effect Schema, `unknown` for a JSON Schema. */
export type InputOf<S> = S extends Schema.Constraint ? S["Type"] : unknown

/** What `run` must answer with: the encoded type of an Effect Schema, `unknown` otherwise. */
export type OutputOf<S> = S extends Schema.Constraint ? S["Encoded"] : unknown

/** The services that decoding a schema needs. */
type DecodingServicesOf<S> = S extends Schema.Constraint ? S["DecodingServices"] : never

/** A tool as the tool tree holds it. */
export interface Definition<out R = never> {
  readonly _tag: "CodeModeTool"
  readonly description: string
  readonly input: SchemaType
  readonly output: SchemaType | undefined
  /** Receives decoded input only; see {@link make}. Declared as a method so that definitions of any input type fit one tree. */
  run(input: unknown): Effect.Effect<unknown, unknown, R>
  /** At most this many calls of the tool at once; further ones are admitted in order and wait. */
  readonly concurrency?: number
}

/** What {@link make} takes. */
export interface Options<I extends SchemaType, O extends SchemaType | undefined, R> {
  /** One or more lines for the model; the first is shown in the instructions. */
  readonly description: string
  readonly input: I
  readonly output?: O
  readonly run: (input: InputOf<I>) => Effect.Effect<OutputOf<O>, unknown, R>
  /** At most this many calls of the tool at once. Unlimited when absent. */
  readonly concurrency?: number
}

/**
 * Defines a tool. Nothing of what it is made of is validated here; `CodeMode.make` refuses misspelt names.
 *
 * With an Effect Schema as `input`, `run` is called only with decoded values, and a program that passes anything else
 * gets `InvalidToolInput`. Arguments are JSON, and so it is the schema's JSON form that is decoded
 * (`Schema.toCodecJson`): a text for a `Schema.Date`, `null` for an absent `Schema.optional`. With an Effect Schema as `output`, `run` answers with the *encoded* form and the program
 * sees the decoded one. A JSON Schema renders the signature and lets every value pass.
 *
 * `run` may fail with anything: only the message of a `ToolError` that it fails with reaches the program, and nothing of what it throws or dies of. A
 * `run` that interrupts itself ends the execution of a program that waits for it, as interruption.
 *
 * @example
 * ```ts
 * import { Effect, Schema } from "effect"
 * import { Tool } from "effect-codemode"
 *
 * const lookup = Tool.make({
 *   description: "Look up one order",
 *   input: Schema.Struct({ id: Schema.String }),
 *   output: Schema.Struct({ id: Schema.String, status: Schema.String }),
 *   run: ({ id }) => Effect.succeed({ id, status: "open" })
 * })
 * ```
 */
export const make = <const I extends SchemaType, const O extends SchemaType | undefined = undefined, R = never>(
  options: Options<I, O, R>
): Definition<R | DecodingServicesOf<I> | DecodingServicesOf<O>> => {
  if (typeof options !== "object" || options === null)
    throw new TypeError("The argument of Tool.make must be an object.")
  // `CodeMode.make` judges the names of the rest.
  const { description, input, output, run, concurrency, ...rest } = options
  return {
    ...rest,
    _tag: "CodeModeTool",
    description,
    input,
    output,
    run: run as (input: unknown) => Effect.Effect<unknown, unknown, R>,
    ...(concurrency === undefined ? {} : { concurrency })
  }
}

/** Whether `value` is a tool: it has an *own* `_tag` of `"CodeModeTool"`. An inherited tag does not count. */
export const isDefinition = (value: unknown): value is Definition<unknown> =>
  typeof value === "object" &&
  value !== null &&
  Object.hasOwn(value, "_tag") &&
  (value as { readonly _tag: unknown })._tag === "CodeModeTool"

/** The newer name of {@link isDefinition}. */
export const isTool = isDefinition

/** Whether a schema validates (Effect Schema) or only renders (JSON Schema). */
export const isEffectSchema = (schema: unknown): schema is Schema.Top => Schema.isSchema(schema)
