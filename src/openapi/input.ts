/** The inputs of a tool: one per parameter and body field, with names that do not clash. */
import type { JsonSchema } from "../tool.ts"
import type { Body } from "./body.ts"
import type { Location, Parameter } from "./parameter.ts"
import type { Schemas } from "./schema.ts"
import { describe } from "./schema.ts"

export interface Field {
  readonly location: Location | "body"
  /** The name on the wire; the flattened body's own property name. Unused for a whole body. */
  readonly wireName: string
  /** The name that a program uses. */
  readonly inputName: string
  readonly required: boolean
  readonly schema: JsonSchema
  readonly parameter: Parameter | undefined
}

const ORDER: ReadonlyArray<Location> = ["path", "query", "header", "cookie"]

const parameterSchema = (parameter: Parameter, schemas: Schemas): JsonSchema => {
  const schema = describe(schemas.convert(parameter.schema), parameter.description)
  return parameter.deprecated && schema["deprecated"] === undefined ? { ...schema, deprecated: true } : schema
}

/** `__proto__` is no name that a program can pass, so it counts as taken. */
const RESERVED = "__proto__"

const named = (fields: ReadonlyArray<Omit<Field, "inputName">>): ReadonlyArray<Field> => {
  const counts = new Map<string, number>()
  for (const { wireName } of fields) counts.set(wireName, (counts.get(wireName) ?? 0) + 1)
  const taken = new Set([RESERVED])
  return fields.map((field) => {
    const clashes = (counts.get(field.wireName) ?? 0) > 1
    const stem = clashes ? `${field.location}_${field.wireName}` : field.wireName
    let inputName = stem
    for (let suffix = 2; taken.has(inputName); suffix++) inputName = `${stem}_${suffix}`
    taken.add(inputName)
    return { ...field, inputName }
  })
}

/** All inputs: path, query, header and cookie parameters as declared, then the body. */
export const fieldsOf = (
  parameters: ReadonlyArray<Parameter>,
  body: Body | undefined,
  schemas: Schemas
): ReadonlyArray<Field> => {
  const fromParameters = ORDER.flatMap((location) =>
    parameters
      .filter((parameter) => parameter.location === location)
      .map((parameter) => ({
        location,
        wireName: parameter.name,
        required: parameter.required,
        schema: parameterSchema(parameter, schemas),
        parameter
      }))
  )
  const fromBody =
    body === undefined
      ? []
      : (body.flat() ?? [{ name: "body", required: body.required, schema: body.schema() }]).map((field) => ({
          location: "body" as const,
          wireName: field.name,
          required: field.required,
          schema: field.schema,
          parameter: undefined
        }))
  return named([...fromParameters, ...fromBody])
}

/** What the signature is rendered from. Inputs beyond these are ignored by a call, so the object is closed. */
export const inputSchema = (fields: ReadonlyArray<Field>, schemas: Schemas): JsonSchema => {
  const required = fields.filter((field) => field.required).map((field) => field.inputName)
  return schemas.root({
    type: "object",
    properties: Object.fromEntries(fields.map((field) => [field.inputName, field.schema])),
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false
  })
}
