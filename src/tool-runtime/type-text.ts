/**
 * JSON Schema → TypeScript type text. Nothing is validated, nothing throws but {@link TooLong}: what cannot be read is
 * `unknown`.
 */
import type { CommentStyle } from "./comment.ts"
import { fieldComment, noteComment } from "./comment.ts"
import { isIdentifier } from "./expression.ts"
import type { SchemaObject, Scope } from "./json-schema.ts"
import {
  attempt,
  countOf,
  enterScope,
  followReferences,
  isSchemaObject,
  keyword,
  listOf,
  propertiesOf,
  requiredOf,
  resolveReference
} from "./json-schema.ts"
import { once } from "./once.ts"

/** Levels of nesting that are written out; the root is 0. */
export const MAX_DEPTH = 8

export interface TypeTextOptions {
  /** One line, or a line per field. */
  readonly layout: "compact" | "pretty"
  /** Levels below which everything is `unknown`; at most and by default {@link MAX_DEPTH}. */
  readonly depth?: number
  /** Whether fields are commented; in the pretty layout only. Default true. */
  readonly comments?: boolean
  readonly commentStyle?: CommentStyle
  /** Whether the schema was an Effect Schema, whose text lengths are not the document's. */
  readonly fromEffect?: boolean
  /** Ends the work with {@link TooLong} once about this many UTF-16 units were produced. Default: none. */
  readonly limit?: number
}

/** A place where the text says less than the schema. */
export type Loss =
  /** Below the depth limit. */
  | "depth"
  /** A definition inside itself. */
  | "recursion"
  /** A reference that names nothing. */
  | "reference"
  /** Keywords that this renderer has no type for. */
  | "keyword"

export interface TypeText {
  readonly text: string
  readonly losses: ReadonlySet<Loss>
}

/** The text would be longer than the limit asked for. */
export class TooLong {}

/** How many times the limit may be made and dropped again, as unions with an unknown member are. */
const WORK = 8
/** What looking at one schema counts for, in UTF-16 units: schemas that add no text must not multiply for free. */
const VISIT = 4

/** Union members as texts; never empty. */
type Members = ReadonlyArray<string>

interface Place {
  readonly depth: number
  readonly scope: Scope | undefined
  /** Definitions being expanded around this place. */
  readonly active: ReadonlyArray<unknown>
  /** Names that a schema around this one, for the same value, requires. */
  readonly required: ReadonlySet<string>
  /** Names that other schemas for the same value show, so that this one need not. */
  readonly shown: () => ReadonlySet<string>
}

const UNKNOWN: Members = ["unknown"]
/** `unknown` where the schema went on: below the last level, or a definition inside itself. */
const CUT: Members = ["unknown"]
const NONE: ReadonlySet<string> = new Set()
const noNames = (): ReadonlySet<string> => NONE

const isUnknown = (members: Members): boolean => members.length === 1 && members[0] === "unknown"
const textOf = (members: Members): string => members.join(" | ")

/** Keywords that say something about the value's type, as opposed to documenting or bounding it. */
const TYPED = [
  "$ref",
  "const",
  "enum",
  "anyOf",
  "oneOf",
  "allOf",
  "type",
  "items",
  "prefixItems",
  "properties",
  "additionalProperties",
  "patternProperties",
  "propertyNames",
  "not"
]

const saysType = (schema: SchemaObject): boolean => TYPED.some((name) => keyword(schema, name) !== undefined)

const SCALARS: ReadonlyMap<unknown, string> = new Map([
  ["string", "string"],
  ["number", "number"],
  ["integer", "number"],
  ["boolean", "boolean"],
  ["null", "null"]
])

/** The scalar types of a schema, by its own type or values and nothing looked up; `undefined` where it is anything else. */
const scalarOf = (schema: SchemaObject): Members | undefined => {
  if (["$ref", "anyOf", "oneOf", "allOf"].some((name) => keyword(schema, name) !== undefined)) return undefined
  const names = new Set(typeNames(schema).map((name) => SCALARS.get(name)))
  if (keyword(schema, "nullable") === true) names.add("null")
  const known = [...names].filter((name) => name !== undefined)
  return known.length === names.size && known.length > 0 ? known : undefined
}

const typeNames = (schema: SchemaObject): ReadonlyArray<unknown> => {
  const type = keyword(schema, "type")
  if (type !== undefined) return Array.isArray(type) ? (type as ReadonlyArray<unknown>) : [type]
  const value = keyword(schema, "const")
  const values = value === undefined ? listOf(schema, "enum") : [value]
  return values.map((one) => (one === null ? "null" : typeof one))
}

const hasValues = (schema: SchemaObject): boolean =>
  keyword(schema, "const") !== undefined || keyword(schema, "enum") !== undefined

const without = (schema: SchemaObject, ...names: ReadonlyArray<string>): SchemaObject => {
  const rest: Record<string, unknown> = {}
  for (const name of Object.keys(schema)) {
    // Definitions are in the scope already, and `nullable` is applied once, outside.
    if (names.includes(name) || name === "$defs" || name === "definitions" || name === "nullable") continue
    // A keyword that throws when it is read costs the type only where it says something of it.
    const value = TYPED.includes(name) ? schema[name] : attempt(() => schema[name])
    if (value !== undefined) rest[name] = value
  }
  return rest
}

/** The type text of a schema. */
export const typeText = (schema: unknown, options: TypeTextOptions): TypeText => {
  const writer = new Writer(options)
  const text = textOf(writer.type(schema, { depth: 0, scope: undefined, active: [], required: NONE, shown: noNames }))
  return { text, losses: writer.losses }
}

class Writer {
  readonly losses = new Set<Loss>()
  readonly #options: TypeTextOptions
  readonly #maxDepth: number
  readonly #comments: boolean
  /** Text that is in the result so far, less its indentation. */
  #spent = 0
  /** All text made, dropped or not. */
  #work = 0

  constructor(options: TypeTextOptions) {
    this.#options = options
    this.#maxDepth = Math.min(options.depth ?? MAX_DEPTH, MAX_DEPTH)
    this.#comments = options.layout === "pretty" && options.comments !== false
  }

  type(schema: unknown, place: Place): Members {
    this.#visit(VISIT)
    try {
      if (place.depth > this.#maxDepth) return this.#cut(schema)
      if (schema === false) return ["never"]
      if (!isSchemaObject(schema)) return UNKNOWN
      const inner = { ...place, scope: enterScope(place.scope, schema) }
      const members = this.#body(schema, inner)
      return keyword(schema, "nullable") === true ? this.#union([members, ["null"]]) : members
    } catch (error) {
      if (error instanceof TooLong) throw error
      // A part that throws when it is read is lost; what stands around it is not.
      return this.#lost("keyword")
    }
  }

  #lost(loss: Loss): Members {
    this.losses.add(loss)
    return loss === "depth" || loss === "recursion" ? CUT : UNKNOWN
  }

  /**
   * A schema below the last level. Where the level was lowered to make a text shorter, a scalar keeps its type, which is
   * as short as anything.
   */
  #cut(schema: unknown): Members {
    const isLowered = this.#options.depth !== undefined
    const scalar = isLowered && isSchemaObject(schema) ? scalarOf(schema) : undefined
    if (scalar === undefined) return this.#lost("depth")
    if (hasValues(schema as SchemaObject)) this.losses.add("depth")
    this.#spend(scalar.join(" | "))
    return scalar
  }

  #spend(text: string): string {
    this.#spent += text.length
    if (this.#options.limit !== undefined && this.#spent > this.#options.limit) throw new TooLong()
    this.#visit(text.length)
    return text
  }

  #visit(units: number): void {
    this.#work += units
    if (this.#options.limit !== undefined && this.#work > WORK * this.#options.limit) throw new TooLong()
  }

  #literal(value: unknown): string {
    let text: string | undefined
    try {
      text = JSON.stringify(value)
    } catch {
      // A bigint or a circular object: no JSON value is like it.
    }
    if (text === undefined) return this.#lost("keyword")[0]!
    return this.#spend(text)
  }

  #body(schema: SchemaObject, place: Place): Members {
    const reference = keyword(schema, "$ref")
    if (typeof reference === "string") return this.#reference(reference, schema, place)
    const value = keyword(schema, "const")
    if (value !== undefined) return [this.#literal(value)]
    const values = listOf(schema, "enum")
    if (values.length > 0) return this.#union(values.map((member) => [this.#literal(member)]))
    for (const name of ["anyOf", "oneOf"]) {
      const members = listOf(schema, name)
      if (members.length > 0) return this.#choice(members, without(schema, name), place)
    }
    const parts = listOf(schema, "allOf")
    if (parts.length > 0) return this.#all(parts, without(schema, "allOf"), place)
    return this.#plain(schema, place)
  }

  #reference(reference: string, schema: SchemaObject, place: Place): Members {
    const own = without(schema, "$ref")
    const required = withRequired(place.required, schema)
    const target = resolveReference(reference, place.scope)
    const parts: Array<Members> = []
    if (target === undefined) parts.push(this.#lost("reference"))
    else if (place.active.includes(target.schema)) parts.push(this.#lost("recursion"))
    else {
      const active = [...place.active, target.schema]
      const shown = this.#shownBy([own], place, saysType(own) ? requiredOf(own) : [])
      parts.push(this.type(target.schema, { depth: place.depth, scope: target.scope, active, required, shown }))
    }
    if (saysType(own)) {
      const shown = this.#shownBy([{ $ref: reference }], place)
      parts.push(this.type(own, { ...place, depth: place.depth + 1, required, shown }))
    }
    return this.#intersection(parts)
  }

  #choice(members: ReadonlyArray<unknown>, rest: SchemaObject, place: Place): Members {
    if (isAnyObject(members) && !saysType(rest)) return ["{}"]
    const inner = { ...place, depth: place.depth + 1, required: withRequired(place.required, rest) }
    if (!saysType(rest)) return this.#unionOf(withoutNonFinite(members), (member) => this.type(member, inner))
    const beside = { ...inner, shown: this.#shownBy([rest], place, requiredOf(rest)) }
    const union = this.#unionOf(withoutNonFinite(members), (member) => this.type(member, beside))
    return this.#intersection([union, this.type(rest, { ...inner, shown: this.#shownBy(members, place) })])
  }

  #all(members: ReadonlyArray<unknown>, rest: SchemaObject, place: Place): Members {
    if (members.some((member) => this.#isBroken(member, place.scope))) return this.#lost("reference")
    const required = new Set(withRequired(place.required, rest))
    const declared = new Set<string>()
    let isObject = isObjectSchema(rest)
    for (const { schema } of this.#reachable([rest, ...members], place.scope, ["allOf"])) {
      isObject ||= isObjectSchema(schema)
      for (const name of requiredOf(schema)) required.add(name)
      for (const [name] of propertiesOf(schema)) declared.add(name)
    }
    // Names that a part requires and no part declares are written once, beside the parts.
    const shown = this.#shownBy([rest, ...members], place)
    const isBare = (name: string): boolean => !declared.has(name) && !shown().has(name)
    const bare = isObject ? [...required].filter(isBare) : []
    const inner = { ...place, depth: place.depth + 1, required, shown: () => new Set([...shown(), ...required]) }
    const parts = members.map((member) => this.type(member, inner))
    if (saysType(rest)) parts.unshift(this.type(rest, inner))
    if (bare.length > 0) parts.push(this.#object({ required: bare }, { ...inner, shown: noNames }))
    return this.#intersection(parts)
  }

  /** The names that schemas for the same value as a place show, with those that its surroundings do. */
  #shownBy(
    schemas: ReadonlyArray<unknown>,
    { scope, shown: around }: Place,
    more: ReadonlyArray<string> = []
  ): () => ReadonlySet<string> {
    return once(() => {
      const names = new Set([...around(), ...more])
      for (const { schema } of this.#reachable(schemas, scope, ["allOf", "anyOf", "oneOf"])) {
        for (const [name] of propertiesOf(schema)) names.add(name)
        for (const name of namesOf(schema)) names.add(name)
      }
      return names
    })
  }

  /** Whether a part of a conjunction is, or is made of, a reference that names nothing. */
  #isBroken(schema: unknown, scope: Scope | undefined): boolean {
    for (const { schema: part, scope: inner } of this.#reachable([schema], scope, ["allOf", "anyOf", "oneOf"])) {
      const reference = keyword(part, "$ref")
      if (typeof reference === "string" && resolveReference(reference, inner) === undefined) return true
    }
    return false
  }

  /** The schemas that speak of the same value: `roots`, what they refer to, members of the lists named; each once. */
  *#reachable(
    roots: ReadonlyArray<unknown>,
    scope: Scope | undefined,
    lists: ReadonlyArray<string>
  ): Generator<{ readonly schema: SchemaObject; readonly scope: Scope | undefined }> {
    const seen = new Set<unknown>()
    const pending = roots.map((schema) => ({ schema, scope })).reverse()
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const { schema } = next
      if (!isSchemaObject(schema) || seen.has(schema)) continue
      seen.add(schema)
      this.#visit(VISIT)
      const inner = enterScope(next.scope, schema)
      yield { schema, scope: inner }
      const reference = keyword(schema, "$ref")
      const target = typeof reference === "string" ? resolveReference(reference, inner) : undefined
      if (target !== undefined) pending.push(target)
      for (const name of lists) for (const part of listOf(schema, name)) pending.push({ schema: part, scope: inner })
    }
  }

  /** The union of what `render` makes of each; `unknown` as soon as one is, for nothing made can be used then. */
  #unionOf<A>(all: ReadonlyArray<A>, render: (one: A) => Members): Members {
    const spent = this.#spent
    const parts: Array<Members> = []
    for (const one of all) {
      const part = render(one)
      if (isUnknown(part)) {
        this.#spent = spent
        return part
      }
      parts.push(part)
    }
    return this.#union(parts)
  }

  #union(parts: ReadonlyArray<Members>): Members {
    const members = new Set<string>()
    for (const part of parts) for (const member of part) members.add(member)
    if (members.has("unknown")) return parts.includes(CUT) ? CUT : UNKNOWN
    if (members.size > 1) members.delete("never")
    return members.size === 0 ? UNKNOWN : [...members]
  }

  /** `unknown` and, beside anything else, `{}` add nothing to an intersection. */
  #intersection(parts: ReadonlyArray<Members>): Members {
    const known = parts.filter((part) => !isUnknown(part))
    const telling = known.filter((part) => !(part.length === 1 && part[0] === "{}"))
    const kept = telling.length > 0 ? telling : known.slice(0, 1)
    if (kept.length === 0) return parts.includes(CUT) ? CUT : UNKNOWN
    if (kept.length === 1) return kept[0]!
    // A part that allows all that another one does says nothing beside it: `("a" | "b") & string`.
    const sharp = kept.filter((part) => !kept.some((other) => other !== part && isNarrower(other, part)))
    // The same part further in differs in its indentation alone.
    const texts = new Map(
      (sharp.length === 0 ? kept : sharp).map((part) => [textOf(part).replace(/\n +/g, "\n"), textOf(part)])
    )
    if (texts.size === 1) return sharp[0] ?? kept[0]!
    return [[...texts.values()].map((text) => (text.includes(" | ") ? `(${text})` : text)).join(" & ")]
  }

  #plain(schema: SchemaObject, place: Place): Members {
    const type = keyword(schema, "type")
    if (Array.isArray(type)) {
      const inner = { ...place, depth: place.depth + 1 }
      const rest = without(schema, "type")
      const types = (type as ReadonlyArray<unknown>).filter((name) => typeof name === "string")
      return types.length === 0 ? UNKNOWN : this.#unionOf(types, (name) => this.type({ ...rest, type: name }, inner))
    }
    switch (type) {
      case "string":
      case "number":
      case "boolean":
      case "null":
        return [this.#spend(type)]
      case "integer":
        return [this.#spend("number")]
      case "array":
        return this.#array(schema, place)
      case "object":
        return this.#object(schema, place)
    }
    if (isSchemaObject(keyword(schema, "properties"))) return this.#object(schema, place)
    if (type === undefined) {
      if (keyword(schema, "items") !== undefined || listOf(schema, "prefixItems").length > 0) {
        return this.#array(schema, place)
      }
      if (
        ["additionalProperties", "patternProperties", "propertyNames"].some((name) =>
          isSchemaObject(keyword(schema, name))
        )
      ) {
        return this.#object(schema, place)
      }
    }
    return isEmptyStruct(schema) ? ["{}"] : saysType(schema) && !isAnything(schema) ? this.#lost("keyword") : UNKNOWN
  }

  #array(schema: SchemaObject, place: Place): Members {
    const inner: Place = { ...place, depth: place.depth + 1, required: NONE, shown: noNames }
    const items = keyword(schema, "items")
    // Drafts before 2020-12 list a tuple's elements in `items` and its rest in `additionalItems`.
    const listed = Array.isArray(items)
    const elements = listed ? (items as ReadonlyArray<unknown>) : listOf(schema, "prefixItems")
    const rest = listed ? keyword(schema, "additionalItems") : items
    if (elements.length === 0) {
      return rest === false ? ["[]"] : [this.#spend(`Array<`) + textOf(this.type(rest, inner)) + ">"]
    }
    const needed = countOf(schema, "minItems") ?? 0
    const most = countOf(schema, "maxItems")
    const parts = elements.map((element, index) => {
      const text = textOf(this.type(element, inner))
      return index < needed ? text : `${/ [|&] /.test(text) ? `(${text})` : text}?`
    })
    const closed = rest === false || (most !== undefined && most <= elements.length)
    if (!closed) parts.push(`...Array<${textOf(this.type(rest, inner))}>`)
    return [this.#spend("[") + parts.join(", ") + "]"]
  }

  #object(schema: SchemaObject, place: Place): Members {
    const inner: Place = { ...place, depth: place.depth + 1, required: NONE, shown: noNames }
    const required = withRequired(place.required, schema)
    const pretty = this.#options.layout === "pretty"
    const pad = "  ".repeat(place.depth + 1)
    const fields: Array<string> = []
    const types: Array<{ readonly members: Members; readonly required: boolean }> = []
    for (const [name, field] of this.#fields(schema, place)) {
      const comment = this.#comments ? this.#comment(field, inner.scope, pad) : ""
      const label = `${isIdentifier(name) ? name : JSON.stringify(name)}${required.has(name) ? "" : "?"}: `
      this.#spend(comment)
      this.#spend(label)
      const members = this.type(field, inner)
      types.push({ members, required: required.has(name) })
      fields.push(pretty ? `${comment}${pad}${label}${textOf(members)},\n` : `${label}${textOf(members)}`)
    }
    const index = this.#indexType(schema, inner)
    const braces = (lines: ReadonlyArray<string>): string =>
      lines.length === 0 ? "{}" : pretty ? `{\n${lines.join("")}${pad.slice(2)}}` : `{ ${lines.join("; ")} }`
    if (index === undefined) return [braces(fields)]
    const note = this.#comments ? noteComment(keyNotes(schema), pad) : ""
    this.#spend(note)
    this.#spend("[key: string]: ")
    const line = pretty ? `${note}${pad}[key: string]: ${textOf(index)},\n` : `[key: string]: ${textOf(index)}`
    const fits = types.every((field) => isUnknown(index) || (field.required && isCovered(field.members, index)))
    return fits ? [braces([...fields, line])] : [`${braces(fields)} & ${braces([line])}`]
  }

  #comment(field: unknown, scope: Scope | undefined, pad: string): string {
    return fieldComment(field, scope, pad, this.#options.commentStyle ?? "block", this.#options.fromEffect !== true)
  }

  /**
   * Declared properties, then names that `propertyNames` lists and names that are required only, each with what any other
   * property must be.
   */
  #fields(schema: SchemaObject, place: Place): ReadonlyArray<readonly [string, unknown]> {
    const fields = [...propertiesOf(schema)]
    const others = keyword(schema, "additionalProperties")
    const known = new Set(fields.map(([name]) => name))
    const add = (name: string, type: unknown): void => {
      if (known.has(name)) return
      known.add(name)
      fields.push([name, type])
    }
    if (others !== false) for (const name of namesOf(schema)) add(name, others ?? true)
    const isOther = isSchemaObject(others) && keyword(schema, "patternProperties") === undefined
    for (const name of requiredOf(schema)) {
      if (!known.has(name) && !place.shown().has(name)) add(name, isOther ? others : true)
    }
    return fields
  }

  #indexType(schema: SchemaObject, inner: Place): Members | undefined {
    if (namesOf(schema).length > 0) return undefined
    const patterns = keyword(schema, "patternProperties")
    const others = keyword(schema, "additionalProperties")
    const values = isSchemaObject(patterns) ? Object.values(patterns).filter((value) => value !== false) : []
    if (isSchemaObject(others)) values.push(others)
    if (values.length > 0) return this.#unionOf(values, (value) => this.type(value, inner))
    return isSchemaObject(keyword(schema, "propertyNames")) && others !== false ? UNKNOWN : undefined
  }
}

/** What keys may be, where a schema says so by patterns. */
const keyNotes = (schema: SchemaObject): ReadonlyArray<string> => {
  const names = keyword(schema, "propertyNames")
  const pattern = isSchemaObject(names) ? keyword(names, "pattern") : undefined
  const patterns = keyword(schema, "patternProperties")
  const known = isSchemaObject(patterns) ? Object.entries(patterns).filter(([, value]) => value !== false) : []
  const told = known.map(([name, value]) => {
    const scalar = known.length > 1 && isSchemaObject(value) ? scalarOf(value) : undefined
    return scalar === undefined ? name : `${name} (${scalar.join(" | ")})`
  })
  if (typeof pattern === "string") told.push(pattern)
  const others = known.length > 0 && isSchemaObject(keyword(schema, "additionalProperties")) ? ", or are others" : ""
  return told.length === 0 ? [] : [`Keys match ${told.join(" or ")}${others}`]
}

const isObjectSchema = (schema: SchemaObject): boolean =>
  keyword(schema, "type") === "object" || isSchemaObject(keyword(schema, "properties"))

const namesOf = (schema: SchemaObject): ReadonlyArray<string> => {
  const names = keyword(schema, "propertyNames")
  if (!isSchemaObject(names)) return []
  const value = keyword(names, "const")
  return [...listOf(names, "enum"), value].filter((name): name is string => typeof name === "string")
}

const withRequired = (known: ReadonlySet<string>, schema: SchemaObject): ReadonlySet<string> => {
  const own = requiredOf(schema)
  return own.every((name) => known.has(name)) ? known : new Set([...known, ...own])
}

const NON_FINITE = new Set<unknown>(["NaN", "Infinity", "-Infinity"])

/** Beside a number, the texts that Effect writes for the numbers JSON lacks: no program has to think of them. */
const withoutNonFinite = (members: ReadonlyArray<unknown>): ReadonlyArray<unknown> => {
  const hasNumber = members.some(
    (member) => isSchemaObject(member) && keyword(member, "type") === "number" && listOf(member, "enum").length === 0
  )
  return hasNumber ? members.filter((member) => !isNonFinite(member)) : members
}

const isNonFinite = (member: unknown): boolean => {
  if (!isSchemaObject(member) || keyword(member, "type") !== "string") return false
  const values = listOf(member, "enum")
  return values.length > 0 && values.every((value) => NON_FINITE.has(value))
}

/** `anyOf: [object, array]`, the older form of an empty struct. */
const isAnyObject = (members: ReadonlyArray<unknown>): boolean =>
  members.length === 2 && ["object", "array"].every((type, index) => isBare(members[index], type))

const isBare = (schema: unknown, type: string): boolean =>
  isSchemaObject(schema) && Object.keys(schema).length === 1 && keyword(schema, "type") === type

/** Whether a root is `not: null`, the form of an empty struct, with nothing else that speaks of the type. */
export const isEmptyStruct = (document: unknown): boolean => {
  const root = followReferences(document, undefined)?.schema
  return isSchemaObject(root) && isBare(keyword(root, "not"), "null") && !saysType(without(root, "not"))
}

/** Schemas that say `unknown` themselves: nothing is lost by writing it. */
const isAnything = (schema: SchemaObject): boolean => keyword(schema, "type") === "any"

/** Whether every member of a field's type surely is one of an index type's, so that TypeScript accepts both in one object. */
const isCovered = (members: Members, index: Members): boolean =>
  members.every((member) => index.includes(member) || index.includes(baseOf(member)))

const isNarrower = (one: Members, other: Members): boolean => isCovered(one, other) && !isCovered(other, one)

const baseOf = (member: string): string => {
  if (member.startsWith('"')) return "string"
  if (member === "true" || member === "false") return "boolean"
  return /^-?\d/.test(member) ? "number" : member
}
