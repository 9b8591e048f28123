/** What a type says about a field in the comment above it: description and tags, in two layouts. */
import type { SchemaObject, Scope } from "./json-schema.ts"
import {
  annotationOf,
  attempt,
  enterScope,
  isCount,
  isSchemaObject,
  keyword,
  propertiesOf,
  textOf
} from "./json-schema.ts"

/** `block` puts every tag on a line of its own; `joined` writes them beside the text where they fit, and more of them. */
export type CommentStyle = "block" | "joined"

/** The longest line of the joined style, in UTF-16 units. */
const LINE = 120

/** The comment lines for one field, indented by `pad` and each ending in a newline; empty when there is nothing to say. */
export const fieldComment = (
  schema: unknown,
  scope: Scope | undefined,
  pad: string,
  style: CommentStyle,
  textual: boolean
): string => {
  const description = textLines(textOf(schema, "description", scope) ?? "")
  if (style === "block") return layout([...description, ...blockTags(schema, scope)], pad)
  return joined(
    description,
    joinedTags(schema, scope, textual),
    attempt(() => itemLines(schema, scope, textual)) ?? [],
    pad
  )
}

/** Comment lines of the renderer's own, laid out as those of a field are. */
export const noteComment = (lines: ReadonlyArray<string>, pad: string): string =>
  layout(
    lines.flatMap((line) => textLines(line)),
    pad
  )

/** Cuts trailing blanks per line and blank lines at either end, and keeps a comment from being closed by its text. */
const textLines = (text: string): ReadonlyArray<string> => {
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.replaceAll("*/", "* /").trimEnd())
  while (lines[0] === "") lines.shift()
  while (lines.at(-1) === "") lines.pop()
  return lines
}

const layout = (lines: ReadonlyArray<string>, pad: string): string => {
  if (lines.length === 0) return ""
  if (lines.length === 1) return `${pad}/** ${lines[0]!.trimStart()} */\n`
  return `${pad}/**\n${lines.map((line) => `${pad} *${line === "" ? "" : ` ${line}`}\n`).join("")}${pad} */\n`
}

const json = (value: unknown): string | undefined => {
  try {
    return JSON.stringify(value)
  } catch {
    // A default such as 1n or a circular object has no JSON, and so no tag.
    return undefined
  }
}

const defined = (value: unknown): boolean => value !== undefined
const isTrue = (value: unknown): boolean => value === true
const isNumber = (value: unknown): boolean => Number.isFinite(value)
const isPositive = (value: unknown): boolean => Number.isFinite(value) && Number(value) > 0
const isString = (value: unknown): boolean => typeof value === "string"

const safe = (text: string): string => text.replaceAll("*/", "* /")

const baseTags = (schema: unknown, scope: Scope | undefined): Array<string> => {
  const tags: Array<string> = []
  if (annotationOf(schema, "deprecated", scope, isTrue) === true) tags.push("@deprecated")
  const fallback = json(annotationOf(schema, "default", scope, defined))
  if (fallback !== undefined) tags.push(`@default ${safe(fallback)}`)
  const format = textOf(schema, "format", scope)
  if (format !== undefined && format.trim() !== "") tags.push(`@format ${safe(format.trim())}`)
  return tags
}

type Bound = readonly [name: string, accept: (value: unknown) => boolean]

const ITEMS: ReadonlyArray<Bound> = ["minItems", "maxItems"].map((name) => [name, isCount])
const LETTERS: ReadonlyArray<Bound> = ["minLength", "maxLength"].map((name) => [name, isCount])
const RANGE: ReadonlyArray<Bound> = [
  ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"].map((name): Bound => [name, isNumber]),
  ["multipleOf", isPositive]
]

/** A bound that no value can be measured by, such as a negative count, is not told. */
const bounds = (schema: unknown, scope: Scope | undefined, names: ReadonlyArray<Bound>): Array<string> =>
  names.flatMap(([name, accept]) => {
    const value = annotationOf(schema, name, scope, accept)
    return value === undefined || isSafeBound(name, value) ? [] : [`@${name} ${String(value)}`]
  })

/** `Schema.Int` states the range of safe integers, which tells a reader nothing. */
const isSafeBound = (name: string, value: unknown): boolean =>
  (name === "minimum" && value === Number.MIN_SAFE_INTEGER) || (name === "maximum" && value === Number.MAX_SAFE_INTEGER)

const blockTags = (schema: unknown, scope: Scope | undefined): ReadonlyArray<string> => [
  ...baseTags(schema, scope),
  ...bounds(schema, scope, ITEMS)
]

const joinedTags = (schema: unknown, scope: Scope | undefined, textual: boolean): ReadonlyArray<string> => {
  const tags = baseTags(schema, scope)
  if (annotationOf(schema, "type", scope, (type) => type === "integer") === "integer") tags.push("@integer")
  tags.push(...bounds(schema, scope, RANGE))
  // An Effect Schema's lengths count differently from the document's, so they would be wrong.
  if (textual) tags.push(...bounds(schema, scope, LETTERS))
  const pattern = annotationOf(schema, "pattern", scope, isString)
  if (typeof pattern === "string") tags.push(`@pattern ${safe(pattern)}`)
  tags.push(...bounds(schema, scope, ITEMS))
  if (annotationOf(schema, "uniqueItems", scope, isTrue) === true) tags.push("@uniqueItems true")
  return tags
}

const sentence = (line: string): string => (line.endsWith(".") ? line : `${line}.`)

/** A description and tags on one line where both fit, else the description's lines and the tags on one line below. */
const merged = (
  description: ReadonlyArray<string>,
  tags: ReadonlyArray<string>,
  room: number
): ReadonlyArray<string> => {
  if (tags.length === 0) return description
  const lines = tags.join(" ").split("\n")
  if (description.length === 0) return lines
  if (description.length === 1 && lines.length === 1) {
    const line = `${sentence(description[0]!)} ${lines[0]!}`
    if (line.length <= room) return [line]
  }
  return [...description, ...lines]
}

const joined = (
  description: ReadonlyArray<string>,
  tags: ReadonlyArray<string>,
  items: ReadonlyArray<string>,
  pad: string
): string => {
  // `/** ` and ` */` take seven units of the line.
  const lines = [...merged(description, tags, LINE - pad.length - 7), ...items]
  if (lines.length === 1 && pad.length + lines[0]!.length + 7 > LINE) {
    return `${pad}/**\n${pad} * ${lines[0]!}\n${pad} */\n`
  }
  return layout(lines, pad)
}

/** What is said of an array's items or a dictionary's values, one level down. */
const itemLines = (schema: unknown, scope: Scope | undefined, textual: boolean): ReadonlyArray<string> => {
  if (!isSchemaObject(schema)) return []
  const inner = enterScope(scope, schema)
  const [label, member] = memberOf(schema)
  if (member === undefined) return []
  const description = textLines(textOf(member, "description", inner) ?? "")
  const lines = merged(description, joinedTags(member, inner, textual), LINE - label.length - 2)
  return lines.map((line, index) => (index === 0 ? `${label}: ${line}` : line === "" ? "" : `  ${line}`))
}

const memberOf = (schema: SchemaObject): readonly [string, unknown] => {
  const items = keyword(schema, "items")
  if (isSchemaObject(items)) return ["Each item", items]
  const values = keyword(schema, "additionalProperties")
  if (isSchemaObject(values)) return [propertiesOf(schema).length > 0 ? "Each additional value" : "Each value", values]
  return ["", undefined]
}
