/**
 * What is wrong with an argument, judged by as much of its value as the text says. Two judges: the decoder of an Effect
 * Schema, whose word is final, and the keywords of a JSON Schema, which nothing enforces.
 */
import { Cause, Exit } from "effect"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import { inputCodec } from "./input-codec.ts"
import type { SchemaObject, Scope } from "./json-schema.ts"
import {
  attempt,
  enterScope,
  isSchemaObject,
  keyword,
  listOf,
  propertiesOf,
  requiredOf,
  resolveReference
} from "./json-schema.ts"
import { nameText } from "./name-text.ts"
import type { StaticValue } from "./static-value.ts"
import { knownValue } from "./static-value.ts"

type AST = SchemaAST.AST

// ---- Effect Schemas.

/**
 * Why decoding is certain to fail, in the decoder's own words; `undefined` where it may succeed. Nothing of the host's is
 * run but checks of the encoded side: no transformation, no service.
 */
export const decodeFailure = (schema: Schema.Top, value: StaticValue): string | undefined => {
  try {
    const { ast } = value.kind === "undefined" ? schema : inputCodec(schema)
    if (mayRecover(ast, new Set())) return undefined
    const found = smallestFailure(SchemaAST.toEncoded(ast), value)
    return found && failureOf(found.ast, found.value)
  } catch {
    // A check or a schema that throws is the host's; what it would say of the whole value is not known.
    return undefined
  }
}

/** A middleware may turn a failure into a value. */
const mayRecover = (ast: AST, seen: Set<AST>): boolean => {
  if (seen.has(ast)) return false
  seen.add(ast)
  for (const link of ast.encoding ?? []) {
    if (link.transformation._tag === "Middleware" || mayRecover(link.to, seen)) return true
  }
  switch (ast._tag) {
    case "Objects":
      return [...ast.propertySignatures, ...ast.indexSignatures].some(({ type }) => mayRecover(type, seen))
    case "Arrays":
      return [...ast.elements, ...ast.rest].some((type) => mayRecover(type, seen))
    case "Union":
      return ast.types.some((type) => mayRecover(type, seen))
    case "Declaration":
      return ast.typeParameters.some((type) => mayRecover(type, seen))
    case "Suspend":
      return mayRecover(ast.thunk(), seen)
    default:
      return false
  }
}

const failureOf = (ast: AST, value: unknown): string | undefined => {
  const exit = Schema.decodeUnknownExit(Schema.make<Schema.Codec<unknown>>(ast))(value)
  if (Exit.isSuccess(exit)) return undefined
  const error = Cause.squash(exit.cause)
  return Schema.isSchemaError(error) ? error.message : undefined
}

interface Failing {
  readonly ast: AST
  readonly value: unknown
}

/** A part of the schema and a known value that it refuses: the whole, or one field of a struct, within its path. */
const smallestFailure = (ast: AST, value: StaticValue): Failing | undefined => {
  const known = knownValue(value)
  if (known !== undefined) {
    return failureOf(ast, known.value) === undefined ? undefined : { ast, value: known.value }
  }
  if (SchemaAST.isSuspend(ast)) return smallestFailure(ast.thunk(), value)
  if (!SchemaAST.isObjects(ast) || value.kind !== "object") return undefined
  for (const property of ast.propertySignatures) {
    if (typeof property.name !== "string") continue
    const field = value.fields.get(property.name)
    const isAbsent = field === undefined || field.kind === "undefined"
    if (isAbsent) {
      if (!value.isComplete && field === undefined) continue
      const alone = new SchemaAST.Objects([property], [])
      if (failureOf(alone, {}) !== undefined) return { ast: alone, value: {} }
      continue
    }
    const inner = smallestFailure(property.type, field)
    if (inner === undefined) continue
    const alone = new SchemaAST.Objects([new SchemaAST.PropertySignature(property.name, inner.ast)], [])
    return { ast: alone, value: { [property.name]: inner.value } }
  }
  return undefined
}

/** The document by which fields that a struct does not know are seen. */
export const closedDocument = (schema: Schema.Top): unknown => {
  try {
    const encoded = Schema.make(SchemaAST.toEncoded(schema.ast))
    const { schema: root, definitions } = Schema.toJsonSchemaDocument(encoded, { onExcessProperty: "error" })
    return { ...root, $defs: definitions }
  } catch {
    return undefined
  }
}

// ---- JSON Schemas.

/** A contradiction between a value and a schema. */
export interface Finding {
  readonly what: "missing" | "excess" | "mismatch"
  readonly message: string
  readonly position: number
}

/** How many references and levels are followed. */
const DEPTH = 24
/** How many judgements one argument may take: alternatives inside alternatives multiply. */
const JUDGEMENTS = 100_000

/** Every contradiction that is certain; none where there is too much to judge. */
export const contradictions = (document: unknown, value: StaticValue): ReadonlyArray<Finding> => {
  const effort: Effort = { left: JUDGEMENTS, open: new Map() }
  const found = judge(document, value, undefined, "", DEPTH, effort)
  return effort.left < 0 ? [] : found
}

const shownPath = (path: string): string => (path === "" ? "The input" : `'${nameText(path)}'`)

/** The longest value or name of a list that a message repeats in full. */
const LISTED = 80

interface Effort {
  left: number
  /** The schemas being judged around the one at hand, by value: one that is its own part says nothing more by that. */
  readonly open: Map<StaticValue, Set<unknown>>
}

/** What is not known, not passed, or refused for another reason. */
const isUnjudged = ({ kind }: StaticValue): boolean => kind === "unknown" || kind === "undefined" || kind === "refused"

/** A part that throws when it is read contradicts nothing. */
const judge = (...judgement: Parameters<typeof judgePart>): ReadonlyArray<Finding> => {
  const [schema, value, , , , { open }] = judgement
  const around = open.get(value) ?? new Set()
  if (around.has(schema)) return []
  open.set(value, around.add(schema))
  const found = attempt(() => judgePart(...judgement)) ?? []
  around.delete(schema)
  return found
}

const judgePart = (
  schema: unknown,
  value: StaticValue,
  scope: Scope | undefined,
  path: string,
  depth: number,
  effort: Effort
): ReadonlyArray<Finding> => {
  if (--effort.left < 0) return []
  if (depth === 0 || isUnjudged(value) || !isSchemaObject(schema)) return []
  if (keyword(schema, "nullable") === true && value.kind === "scalar" && value.value === null) return []
  const inner = enterScope(scope, schema)
  const found: Array<Finding> = []
  const reference = keyword(schema, "$ref")
  const target = typeof reference === "string" ? resolveReference(reference, inner) : undefined
  if (target !== undefined) found.push(...judge(target.schema, value, target.scope, path, depth - 1, effort))
  for (const part of listOf(schema, "allOf")) found.push(...judge(part, value, inner, path, depth - 1, effort))
  for (const name of ["anyOf", "oneOf"]) {
    const members = listOf(schema, name)
    const verdicts = members.map((member) => judge(member, value, inner, path, depth - 1, effort))
    // A field that no alternative knows may be a slip or the sign of another; only plain contradictions rule one out.
    if (members.length > 0 && verdicts.every((verdict) => verdict.some(({ what }) => what !== "excess"))) {
      found.push(
        members.length === 1
          ? verdicts[0]![0]!
          : {
              what: "mismatch",
              message: `${shownPath(path)} fits none of the ${members.length} alternatives.`,
              position: value.position
            }
      )
    }
  }
  found.push(...judgeOwn(schema, value, inner, path, depth, effort))
  return found
}

const judgeOwn = (
  schema: SchemaObject,
  value: StaticValue,
  scope: Scope | undefined,
  path: string,
  depth: number,
  effort: Effort
): ReadonlyArray<Finding> => {
  const mismatch = (expected: string): ReadonlyArray<Finding> => [
    { what: "mismatch", message: `${shownPath(path)} must be ${expected}.`, position: value.position }
  ]
  const types = typesOf(schema)
  if (types.length > 0 && !types.some((type) => isOfType(value, type))) return mismatch(types.join(" or "))
  const allowed = keyword(schema, "const") === undefined ? listOf(schema, "enum") : [keyword(schema, "const")]
  if (allowed.length > 0 && value.kind === "scalar" && !allowed.includes(value.value)) {
    if (allowed.every((one) => typeof one !== "object" || one === null)) {
      const shown = allowed.slice(0, 8).map((one) => nameText(JSON.stringify(one), LISTED))
      return mismatch(`${allowed.length > 1 ? "one of " : ""}${shown.join(", ")}${allowed.length > 8 ? ", …" : ""}`)
    }
  }
  if (value.kind === "object") return judgeFields(schema, value, scope, path, depth, effort)
  const items = keyword(schema, "items")
  if (value.kind !== "array" || Array.isArray(items) || listOf(schema, "prefixItems").length > 0) return []
  return value.items.flatMap((item, at) => judge(items, item, scope, `${path}[${at}]`, depth - 1, effort))
}

const COMPOSED = [
  "$ref",
  "allOf",
  "anyOf",
  "oneOf",
  "patternProperties",
  "propertyNames",
  "if",
  "unevaluatedProperties"
]

const judgeFields = (
  schema: SchemaObject,
  value: Extract<StaticValue, { readonly kind: "object" }>,
  scope: Scope | undefined,
  path: string,
  depth: number,
  effort: Effort
): ReadonlyArray<Finding> => {
  const found: Array<Finding> = []
  const properties = new Map(propertiesOf(schema))
  const at = (name: string): string => (path === "" ? name : `${path}.${name}`)
  for (const name of requiredOf(schema)) {
    const field = value.fields.get(name)
    if (field?.kind === "undefined" || (field === undefined && value.isComplete)) {
      found.push({ what: "missing", message: `'${nameText(at(name))}' is required.`, position: value.position })
    }
  }
  const isClosed =
    keyword(schema, "additionalProperties") === false && COMPOSED.every((name) => keyword(schema, name) === undefined)
  for (const [name, field] of value.fields) {
    if (properties.has(name)) found.push(...judge(properties.get(name), field, scope, at(name), depth - 1, effort))
    else if (isClosed && field.kind !== "undefined") {
      const known = [...properties.keys()]
      const listed =
        known.length === 0
          ? "it takes none"
          : `it takes ${known
              .slice(0, 12)
              .map((one) => nameText(one, LISTED))
              .join(", ")}${known.length > 12 ? ", …" : ""}`
      found.push({
        what: "excess",
        message: `There is no field '${nameText(at(name))}'; ${listed}.`,
        position: field.position
      })
    }
  }
  return found
}

const typesOf = (schema: SchemaObject): ReadonlyArray<string> => {
  const type = keyword(schema, "type")
  const types = Array.isArray(type) ? (type as ReadonlyArray<unknown>) : [type]
  const known = types.filter((name): name is string => typeof name === "string" && TYPES.has(name))
  return known.length === types.length ? known : []
}

const TYPES = new Set(["string", "number", "integer", "boolean", "null", "object", "array"])

const isOfType = (value: StaticValue, type: string): boolean => {
  if (value.kind !== "scalar") return value.kind === type
  if (type === "null") return value.value === null
  if (type === "integer") return Number.isInteger(value.value)
  return typeof value.value === type
}
