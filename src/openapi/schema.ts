/**
 * Schemas of the document as JSON Schema 2020-12 that a signature can be rendered from.
 *
 * Nothing is inlined: references into `components.schemas`, or into any other part of the document, become
 * `#/$defs/NAME`, and one `$defs` block per direction is shared by all tools. What needs no change is the document's
 * own object. Converting `components.schemas` waits until someone reads a tool's `$defs`.
 */
import type { JsonSchema } from "../tool.ts"
import type { Dialect, JsonRecord } from "./document.ts"
import { EMPTY, isRecord, own, ownRecord } from "./document.ts"
import type { Direction, Projection } from "./projection.ts"
import { makeProjection } from "./projection.ts"
import type { References } from "./reference.ts"
import { escapeToken, referenceOf } from "./reference.ts"

/** Schemas nested deeper than this are `{}`. A signature shows eight levels. */
const MAX_NESTING = 200

/** A JSON Schema, or `undefined` for the unknown. */
export interface Schemas {
  readonly projection: Projection
  /** A schema of the document, converted. Whatever is no schema is `{}`. */
  readonly convert: (schema: unknown) => JsonSchema
  /** A converted schema as the root of a tool's input or output, with the shared definitions. */
  readonly root: (schema: JsonSchema) => JsonSchema
}

type Kind = "schema" | "list" | "map"

/** Where schemas stand inside a schema. */
const POSITIONS: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ["additionalItems", "schema"],
  ["additionalProperties", "schema"],
  ["contains", "schema"],
  ["contentSchema", "schema"],
  ["else", "schema"],
  ["if", "schema"],
  ["items", "schema"],
  ["not", "schema"],
  ["propertyNames", "schema"],
  ["then", "schema"],
  ["unevaluatedItems", "schema"],
  ["unevaluatedProperties", "schema"],
  ["allOf", "list"],
  ["anyOf", "list"],
  ["oneOf", "list"],
  ["prefixItems", "list"],
  ["$defs", "map"],
  ["definitions", "map"],
  ["dependentSchemas", "map"],
  ["patternProperties", "map"],
  ["properties", "map"]
])

/** Subschemas that say what a value is *not*, or only ask: removing a property there would change the question. */
const UNPROJECTED: ReadonlySet<string> = new Set(["contains", "if", "not"])

/** What OpenAPI 3.0 lets a reader keep beside a `$ref`: texts, but nothing that constrains. */
const LEGACY_SIBLINGS: ReadonlySet<string> = new Set(["$ref", "deprecated", "description"])

const NONE: ReadonlySet<string> = new Set()

const COMPONENT = "#/components/schemas/"

export const makeSchemas = (
  document: JsonRecord,
  references: References,
  dialect: Dialect,
  direction: Direction
): Schemas => {
  const projection = makeProjection(references, direction)
  const components = ownRecord(ownRecord(document, "components"), "schemas")
  const componentNames = new Map<unknown, string>()
  for (const name of Object.keys(components)) {
    if (!componentNames.has(components[name])) componentNames.set(components[name], name)
  }
  // Schemas outside `components.schemas` that something refers to, by the name they get in `$defs`.
  const elsewhere: Array<readonly [name: string, schema: unknown]> = []
  const elsewhereNames = new Map<unknown, string>()
  const taken = new Set([...Object.keys(components), "__proto__"])
  const plain = new Map<JsonRecord, JsonRecord>()
  const projected = makeStrips()
  const whole = projected.memo(NONE)
  // Targets that are being written out without their hidden names; a circle keeps its reference.
  const writing = new Set<JsonRecord>()

  const nameElsewhere = (reference: string, target: unknown): string => {
    const known = elsewhereNames.get(target)
    if (known !== undefined) return known
    const stem = stemOf(reference)
    let name = stem
    for (let suffix = 2; taken.has(name); suffix++) name = `${stem}_${suffix}`
    taken.add(name)
    elsewhere.push([name, target])
    elsewhereNames.set(target, name)
    return name
  }

  const rewrite = (reference: string): string => {
    if (!reference.startsWith("#/")) return reference
    if (reference.startsWith(COMPONENT)) {
      const token = reference.slice(COMPONENT.length)
      if (Object.hasOwn(components, token)) return `#/$defs/${escapeToken(token)}`
    } else if (/^#\/(?:\$defs|definitions)\/[^/]*$/.test(reference)) {
      return reference
    }
    const target = references.target(reference)
    if (!isRecord(target)) return reference
    const name = componentNames.get(target) ?? nameElsewhere(reference, target)
    return `#/$defs/${escapeToken(name)}`
  }

  const convertList = (
    list: ReadonlyArray<unknown>,
    strip: ReadonlySet<string> | undefined,
    depth: number
  ): ReadonlyArray<unknown> => {
    let copy: Array<unknown> | undefined
    for (let index = 0; index < list.length; index++) {
      const converted = convertNested(list[index], strip, depth)
      if (converted !== list[index]) (copy ??= [...list])[index] = converted
    }
    return copy ?? list
  }

  const convertMap = (
    map: JsonRecord,
    dropped: ReadonlySet<string>,
    strip: ReadonlySet<string> | undefined,
    depth: number
  ): JsonRecord => {
    let copy: Record<string, unknown> | undefined
    for (const name of Object.keys(map)) {
      if (dropped.has(name)) {
        delete (copy ??= { ...map })[name]
        continue
      }
      const converted = convertNested(map[name], strip, depth)
      if (converted === map[name]) continue
      copy ??= { ...map }
      define(copy, name, converted)
    }
    return copy ?? map
  }

  /** The `nullable`, `exclusiveMinimum`, `exclusiveMaximum` and `example` of OpenAPI 3.0, in today's words. */
  const modernise = (schema: JsonRecord): JsonRecord => {
    const legacy = dialect.legacySchemas
    const nullable = legacy ? own(schema, "nullable") : undefined
    const lower = legacy && typeof own(schema, "exclusiveMinimum") === "boolean"
    const upper = legacy && typeof own(schema, "exclusiveMaximum") === "boolean"
    const examples = Object.hasOwn(schema, "example") ? (own(schema, "examples") ?? []) : undefined
    if (nullable === undefined && !lower && !upper && examples === undefined) return schema
    const result: Record<string, unknown> = { ...schema }
    if (Array.isArray(examples)) {
      result["examples"] = [schema["example"], ...(examples as ReadonlyArray<unknown>)]
      delete result["example"]
    }
    if (lower) excludeBound(result, "exclusiveMinimum", "minimum")
    if (upper) excludeBound(result, "exclusiveMaximum", "maximum")
    if (nullable === undefined) return result
    delete result["nullable"]
    return nullable === true ? orNull(result) : result
  }

  const convertReference = (schema: JsonRecord, reference: string): JsonRecord => {
    const rewritten = rewrite(reference)
    if (!dialect.legacySchemas) return rewritten === reference ? schema : { ...schema, $ref: rewritten }
    const extra = Object.keys(schema).some((key) => !LEGACY_SIBLINGS.has(key))
    if (rewritten === reference && !extra) return schema
    return Object.fromEntries(
      Object.entries(schema)
        .filter(([key]) => LEGACY_SIBLINGS.has(key))
        .map(([key, value]) => [key, key === "$ref" ? rewritten : value])
    )
  }

  /**
   * `strip` are names that the surrounding `allOf` hides and this member must lose too; `undefined` leaves every
   * property where it is.
   */
  const convertObject = (schema: JsonRecord, strip: ReadonlySet<string> | undefined, depth: number): JsonRecord => {
    const memo = strip === undefined ? plain : strip === NONE ? whole : projected.memo(strip)
    const known = memo.get(schema)
    if (known !== undefined) return known
    if (depth > MAX_NESTING) return EMPTY
    const hidden = strip === undefined ? NONE : projected.union(projection.hiddenNames(schema), strip)
    // Answers a cyclic host object; JSON has none.
    memo.set(schema, EMPTY)

    const reference = referenceOf(schema)
    const modern = modernise(reference === undefined ? schema : convertReference(schema, reference))
    let copy: Record<string, unknown> | undefined
    for (const key of Object.keys(modern)) {
      const value = modern[key]
      if (typeof value !== "object" || value === null) continue
      const kind = POSITIONS.get(key)
      let converted: unknown = value
      if (kind === undefined) {
        if (key === "required" && hidden.size > 0 && Array.isArray(value)) converted = without(value, hidden)
      } else {
        const inner = strip === undefined || UNPROJECTED.has(key) ? undefined : key === "allOf" ? hidden : NONE
        if (Array.isArray(value)) {
          if (kind !== "map") converted = convertList(value as ReadonlyArray<unknown>, inner, depth + 1)
        } else if (kind === "schema") {
          converted = convertObject(value as JsonRecord, inner, depth + 1)
        } else if (kind === "map") {
          converted = convertMap(value as JsonRecord, key === "properties" ? hidden : NONE, inner, depth + 1)
        }
      }
      if (converted !== value) (copy ??= { ...modern })[key] = converted
    }
    let result: JsonRecord = copy ?? modern
    if (reference !== undefined && hidden.size > 0) result = withoutHidden(result, reference, hidden, depth)
    memo.set(schema, result)
    return result
  }

  const convertNested = (schema: unknown, strip: ReadonlySet<string> | undefined, depth: number): unknown =>
    isRecord(schema) ? convertObject(schema, strip, depth) : schema

  /** A reference whose target still has names that its surroundings hide is written out without them. */
  const withoutHidden = (
    converted: JsonRecord,
    reference: string,
    hidden: ReadonlySet<string>,
    depth: number
  ): JsonRecord => {
    const target = references.target(reference)
    if (!isRecord(target) || writing.has(target)) return converted
    const others = new Set([...hidden].filter((name) => !projection.hiddenNames(target).has(name)))
    if (others.size === 0 || !projection.mentions(target, others)) return converted
    writing.add(target)
    const written = convertObject(target, hidden, depth + 1)
    writing.delete(target)
    const { $ref: _, ...siblings } = converted
    return Object.keys(siblings).length === 0 ? written : { allOf: [written], ...siblings }
  }

  const documentDefinitions = ownRecord(document, "$defs")
  const definitions: Record<string, unknown> = {}
  let begun = false
  let defined = 0

  /**
   * The one `$defs` block of this direction. What is found elsewhere in the document is added as tools are looked at,
   * always before the tool that refers to it can be read to its end.
   */
  const allDefinitions = (): JsonRecord => {
    if (!begun) {
      begun = true
      for (const source of [documentDefinitions, components]) {
        for (const [name, schema] of Object.entries(source)) define(definitions, name, convert(schema))
      }
    }
    // Converting one may find others.
    for (; defined < elsewhere.length; defined++) {
      const [name, schema] = elsewhere[defined]!
      define(definitions, name, convert(schema))
    }
    return definitions
  }

  const convert = (schema: unknown): JsonSchema => (isRecord(schema) ? convertObject(schema, NONE, 0) : EMPTY)

  return {
    projection,
    convert: (schema) => (schema === false ? { not: {} } : convert(schema)),
    root: (schema) => {
      if (componentNames.size === 0 && elsewhere.length === 0 && Object.keys(documentDefinitions).length === 0) {
        return schema
      }
      const local = ownRecord(schema, "$defs")
      const root: JsonSchema = { ...schema }
      Object.defineProperty(root, "$defs", {
        enumerable: true,
        configurable: true,
        get: () => (local === EMPTY ? allDefinitions() : { ...allDefinitions(), ...local })
      })
      return root
    }
  }
}

/** Sets an own property whatever it is called. */
const define = (record: Record<string, unknown>, name: string, value: unknown): void => {
  if (name !== "__proto__") record[name] = value
  else Object.defineProperty(record, name, { value, enumerable: true, configurable: true, writable: true })
}

/** A `required` list without some names; itself if it has none of them. */
const without = (names: ReadonlyArray<unknown>, hidden: ReadonlySet<string>): ReadonlyArray<unknown> => {
  const kept = names.filter((name) => typeof name !== "string" || !hidden.has(name))
  return kept.length === names.length ? names : kept
}

/** Sets of names by content, with what was converted under each, so that diamonds of `allOf` are converted once. */
const makeStrips = () => {
  const interned = new Map<string, ReadonlySet<string>>()
  const memos = new Map<ReadonlySet<string>, Map<JsonRecord, JsonRecord>>()
  const intern = (names: ReadonlySet<string>): ReadonlySet<string> => {
    if (names.size === 0) return NONE
    const key = JSON.stringify([...names].sort())
    const known = interned.get(key)
    if (known !== undefined) return known
    interned.set(key, names)
    return names
  }
  return {
    memo: (names: ReadonlySet<string>): Map<JsonRecord, JsonRecord> => {
      const known = memos.get(names)
      if (known !== undefined) return known
      const memo = new Map<JsonRecord, JsonRecord>()
      memos.set(names, memo)
      return memo
    },
    union: (left: ReadonlySet<string>, right: ReadonlySet<string>): ReadonlySet<string> => {
      if (left.size === 0) return right
      return intern(right.size === 0 ? left : new Set([...left, ...right]))
    }
  }
}

const STRUCTURE =
  /^(?:#|\d+|additionalProperties|allOf|anyOf|components|content|default|delete|get|head|headers|items|oneOf|options|parameters|patch|paths|post|properties|put|requestBody|responses|schema|schemas|trace)$/

/** A name for what a pointer names: its last token that is no keyword of the format, else words of its path. */
const stemOf = (reference: string): string => {
  const tokens = reference.split("/").filter((token) => !STRUCTURE.test(token))
  const token = tokens.filter((candidate) => !/[~%]/.test(candidate)).at(-1) ?? tokens[0] ?? ""
  const words = token.replace(/~[01]|%[0-9A-Fa-f]{2}|[^A-Za-z0-9_$]+/g, "_").replace(/^_+|_+$/g, "")
  return words === "" ? "schema" : words
}

/** The flag of 3.0 beside a bound as the bound that it makes. */
const excludeBound = (schema: Record<string, unknown>, exclusive: string, bound: string): void => {
  const value = schema[bound]
  if (schema[exclusive] === true && typeof value === "number") {
    schema[exclusive] = value
    delete schema[bound]
  } else {
    delete schema[exclusive]
  }
}

/** A 3.0 schema that also admits `null`. Without `type` or alternatives `nullable` says nothing. */
const orNull = (schema: JsonRecord): JsonRecord => {
  const type = own(schema, "type")
  if (typeof type === "string") return type === "null" ? schema : { ...schema, type: [type, "null"] }
  for (const key of ["anyOf", "oneOf"]) {
    const members = own(schema, key)
    if (Array.isArray(members)) return { ...schema, [key]: [...(members as ReadonlyArray<unknown>), { type: "null" }] }
  }
  const all = own(schema, "allOf")
  if (!Array.isArray(all)) return schema
  const { description, ...rest } = schema
  return { ...(description === undefined ? {} : { description }), anyOf: [rest, { type: "null" }] }
}

/** `schema` with a description, unless it has its own. */
export const describe = (schema: JsonSchema, description: string | undefined): JsonSchema =>
  description === undefined || own(schema, "description") !== undefined ? schema : { ...schema, description }

/** What an answer may be when several are declared; `undefined` (unknown) if any of them is. */
export const unionOf = (members: ReadonlyArray<JsonSchema | undefined>): JsonSchema | undefined => {
  const known = members.filter((member): member is JsonSchema => member !== undefined)
  if (known.length < members.length || known.length === 0) return undefined
  const seen = new Set<unknown>()
  const distinct = known.filter((member) => {
    const key = identity(member)
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
  return distinct.length === 1 ? distinct[0] : { anyOf: distinct }
}

/** What two schemas that say the same have in common: the text of a lone `$ref` or `type`, else the object itself. */
const identity = (schema: JsonSchema): unknown => {
  const [key, second] = Object.keys(schema)
  if ((key !== "$ref" && key !== "type") || second !== undefined) return schema
  return typeof schema[key] === "string" ? `${key} ${schema[key]}` : schema
}
