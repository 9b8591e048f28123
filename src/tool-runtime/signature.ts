/** A tool's signature: the text from which a model learns how to call it. */
import type { SchemaType } from "../tool.ts"
import { isEffectSchema } from "../tool.ts"
import { asksForContent } from "./empty-input.ts"
import { toolExpression } from "./expression.ts"
import { nameText } from "./name-text.ts"
import type { Side } from "./schema-document.ts"
import { isChecked, schemaDocument } from "./schema-document.ts"
import type { Loss, TypeText, TypeTextOptions } from "./type-text.ts"
import { isEmptyStruct, MAX_DEPTH, TooLong, typeText } from "./type-text.ts"

/**
 * `standard` names the parameter and gives every tag of a comment its own line. `compact` leaves the name out, calls a
 * tool without input with `()`, joins comments into as few lines as they fit and tells bounds, patterns and what is said
 * of items. A tool without an output schema answers with whatever it answers: `Promise<unknown>` in both, for `void` would
 * say that there is nothing to read.
 */
export type SignatureStyle = "standard" | "compact"

/** The longest signature, in UTF-16 units. */
export const MAX_SIGNATURE = 16_000

/** The longest expression that a signature shows in full; the path beside it is always whole. */
const LONGEST_EXPRESSION = 2000

/** What had to go for a signature to fit {@link MAX_SIGNATURE}. */
export type Cut = "comments" | "levels" | "path"

export interface Signature {
  readonly text: string
  /** The text without the expression: parameter and result. */
  readonly call: string
  readonly losses: ReadonlySet<Loss>
  readonly cuts: ReadonlySet<Cut>
}

/** What a signature is made of. */
export interface Signed {
  readonly path: string
  readonly input: SchemaType | undefined
  readonly output: SchemaType | undefined
}

const NOTHING: TypeText = { text: "unknown", losses: new Set() }

/** The type of one side, in the given layout. `unknown` for whatever cannot be rendered; never throws. */
export const renderType = (
  schema: SchemaType | undefined,
  side: Side,
  options: Omit<TypeTextOptions, "fromEffect" | "limit"> = { layout: "compact" }
): string => {
  if (schema === undefined) return NOTHING.text
  try {
    return typeText(schemaDocument(schema, side), { ...options, fromEffect: isEffectSchema(schema) }).text
  } catch {
    return NOTHING.text
  }
}

/**
 * One side of a signature at growing degrees of reduction: 0 in full, 1 without comments, from 2 on with one level fewer
 * each until nothing is left. Each is made when it is first asked for; `undefined` where it would not fit by itself.
 */
class Reductions {
  readonly #schema: SchemaType | undefined
  readonly #document: unknown
  readonly #options: TypeTextOptions
  readonly #made: Array<TypeText | undefined> = []

  constructor(schema: SchemaType | undefined, side: Side, style: SignatureStyle) {
    this.#schema = schema
    this.#document = schema === undefined ? undefined : schemaDocument(schema, side)
    this.#options = {
      layout: "pretty",
      commentStyle: style === "compact" ? "joined" : "block",
      fromEffect: schema !== undefined && isEffectSchema(schema),
      limit: MAX_SIGNATURE
    }
  }

  /** Whether the compact style has nothing to show for an input: no field can be passed. */
  get isNothing(): boolean {
    if (this.#options.commentStyle !== "joined" || this.at(0)?.text !== "{}") return false
    if (asksForContent(this.#document)) return false
    return !isEffectSchema(this.#schema) || (isEmptyStruct(this.#document) && !isChecked(this.#schema))
  }

  at(degree: number): TypeText | undefined {
    if (!(degree in this.#made)) this.#made[degree] = this.#make(degree)
    return this.#made[degree]
  }

  #make(degree: number): TypeText | undefined {
    if (degree === LEAST) return { text: "unknown", losses: new Set(["depth"]) }
    try {
      return typeText(this.#document, {
        ...this.#options,
        comments: degree === 0,
        ...(degree > 1 ? { depth: MAX_DEPTH + 1 - degree } : {})
      })
    } catch (error) {
      return error instanceof TooLong ? undefined : NOTHING
    }
  }
}

/** The degree that leaves a root with `unknown` fields, and the last one, which leaves nothing. */
const ROOT = MAX_DEPTH + 1
const LEAST = ROOT + 1

/**
 * The signature of a tool: `tools.path(input: I): Promise<O>`, at most {@link MAX_SIGNATURE} long. To fit, output
 * comments go first, then input comments, then the deepest levels of the output, then those of the input; room that this
 * leaves is the output's again.
 */
export const makeSignature = (tool: Signed, style: SignatureStyle = "standard"): Signature => {
  const whole = toolExpression(tool.path)
  const expression = nameText(whole, LONGEST_EXPRESSION)
  const input = new Reductions(tool.input, "input", style)
  const output = new Reductions(tool.output, "output", style)

  const attempt = (inputDegree: number, outputDegree: number): Signature | undefined => {
    const taken = input.at(inputDegree)
    const given = output.at(outputDegree)
    if (taken === undefined || given === undefined) return undefined
    const call = callText(input.isNothing ? "" : taken.text, given.text, style)
    const text = expression + call
    if (text.length > MAX_SIGNATURE) return undefined
    const cuts = new Set<Cut>()
    if (expression !== whole) cuts.add("path")
    if (inputDegree > 0 || outputDegree > 0) cuts.add("comments")
    if (inputDegree > 1 || outputDegree > 1) cuts.add("levels")
    return { text, call, losses: new Set([...taken.losses, ...given.losses]), cuts }
  }

  /** The least reduction up to `most` that fits. Looked for from the shortest text on: what is too long is never made in full. */
  const leastOf = (most: number, at: (degree: number) => Signature | undefined): number | undefined => {
    let found: number | undefined
    for (let degree = most; degree > 0 && at(degree) !== undefined; degree--) found = degree
    return found
  }

  /** The input at its least reduction beside this output, and then as much of the output as still fits beside it. */
  const shortened = (outputDegree: number): Signature | undefined => {
    const inputDegree = leastOf(LEAST, (degree) => attempt(degree, outputDegree))
    if (inputDegree === undefined) return undefined
    return attempt(inputDegree, leastOf(outputDegree, (degree) => attempt(inputDegree, degree)) ?? outputDegree)
  }

  return (
    attempt(0, 0) ?? attempt(0, 1) ?? attempt(1, 1) ?? shortened(ROOT) ?? shortened(LEAST) ?? attempt(LEAST, LEAST)!
  )
}

const callText = (input: string, output: string, style: SignatureStyle): string =>
  style === "standard" ? `(input: ${input}): Promise<${output}>` : `(${input}): Promise<${output}>`
