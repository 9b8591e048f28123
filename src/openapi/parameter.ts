/** Parameter Objects as our own model, or the reason why an operation with this one is no tool. */
import type { JsonRecord } from "./document.ts"
import { isRecord, own, ownRecord, ownText } from "./document.ts"
import { essenceOf, isJson, isUrlEncoded } from "./media-type.ts"
import type { References } from "./reference.ts"
import { Skip } from "./skip.ts"
import type { Style, Writing } from "./style.ts"

export type Location = "cookie" | "header" | "path" | "query"

export interface Parameter {
  readonly location: Location
  readonly name: string
  readonly required: boolean
  /** The document's schema, unconverted. */
  readonly schema: unknown
  readonly description: string | undefined
  readonly deprecated: boolean
  readonly writing: Writing
  /** Declared by `content`: how the value becomes one text. */
  readonly content: "form" | "json" | "text" | undefined
}

/** The styles of each location; the first is its default. */
const STYLES: Readonly<Record<Location, ReadonlyArray<Style>>> = {
  path: ["simple", "label", "matrix"],
  query: ["form", "deepObject", "spaceDelimited", "pipeDelimited"],
  header: ["simple"],
  cookie: ["form", "cookie"]
}

const isLocation = (value: string): value is Location => Object.hasOwn(STYLES, value)

/** Headers that are the request's own business: the body's type, the wanted answer, the credentials. */
const IGNORED_HEADERS: ReadonlySet<string> = new Set(["accept", "authorization", "content-type"])

interface Declaration {
  readonly record: JsonRecord
  /** Beside the reference, where it wins over the declaration's own. */
  readonly description: string | undefined
  /** Other operations may have the same declaration. */
  readonly shared: boolean
  readonly name: string
  readonly location: string
}

const declare = (entry: unknown, references: References, shared: boolean): Declaration | Skip => {
  const record = references.resolve(entry)
  if (!isRecord(record)) return new Skip("invalid-parameter", "parameter declaration is invalid or unresolved")
  const name = ownText(record, "name")
  const location = ownText(record, "in")
  if (name === undefined || location === undefined) {
    return new Skip("invalid-parameter", "parameter declaration is missing name or location")
  }
  const referred = record !== entry
  const description = referred && isRecord(entry) ? ownText(entry, "description") : undefined
  return { record, shared: description === undefined && (shared || referred), name, location, description }
}

const contentKind = (mediaType: string): "form" | "json" | "text" => {
  const essence = essenceOf(mediaType)
  return isJson(essence) ? "json" : isUrlEncoded(essence) ? "form" : "text"
}

const read = ({ description, location, name, record }: Declaration, references: References): Parameter | Skip => {
  const label = `parameter '${name}'`
  if (!isLocation(location)) return new Skip("parameter-location", `${label} uses unsupported location '${location}'`)
  const subject = `${location} ${label}`
  const mediaType = Object.keys(ownRecord(record, "content"))[0]
  const viaContent = !Object.hasOwn(record, "schema")
  if (viaContent && !Object.hasOwn(record, "content")) {
    return new Skip("parameter-schema", `${label} declares neither schema nor content`)
  }
  if (viaContent && mediaType === undefined) {
    return new Skip("parameter-content", `${label} uses unsupported content encoding`)
  }

  const declaredStyle = own(record, "style")
  if (declaredStyle !== undefined && (typeof declaredStyle !== "string" || declaredStyle === "")) {
    return new Skip("parameter-style", `${label} has an invalid style`)
  }
  const style = declaredStyle ?? STYLES[location][0]!
  const declaredExplode = own(record, "explode")
  if (declaredExplode !== undefined && typeof declaredExplode !== "boolean") {
    return new Skip("parameter-explode", `${label} has an invalid explode value`)
  }
  const allowReserved = own(record, "allowReserved") ?? false
  if (typeof allowReserved !== "boolean") {
    return new Skip("parameter-allow-reserved", `${label} has an invalid allowReserved value`)
  }
  if (!STYLES[location].includes(style as Style)) {
    return new Skip("parameter-style", `${subject} uses unsupported style '${style}'`)
  }
  if (style === "deepObject" && declaredExplode === false) {
    return new Skip("parameter-deep-object", `${subject} uses deepObject with explode=false`)
  }

  const schema = viaContent ? own(ownRecord(ownRecord(record, "content"), mediaType!), "schema") : record["schema"]
  const resolved = references.resolve(schema)
  return {
    location,
    name,
    required: location === "path" || own(record, "required") === true,
    schema,
    description: description ?? ownText(record, "description"),
    deprecated: own(record, "deprecated") === true,
    writing: {
      subject,
      style: style as Style,
      explode: declaredExplode ?? (style === "form" || style === "deepObject" || style === "cookie"),
      allowReserved: allowReserved && location === "query",
      structured: isRecord(resolved) && own(resolved, "type") === "object"
    },
    content: viaContent ? contentKind(mediaType!) : undefined
  }
}

/** The parameters of an operation, or why it cannot have them. */
export type ParameterReader = (
  shared: ReadonlyArray<unknown>,
  own: ReadonlyArray<unknown>
) => ReadonlyArray<Parameter> | Skip

/**
 * Reads the parameters of a path item and of an operation: one per location and name, the last declaration at the
 * place of the first. Header names have no case. A declaration that many operations share is read once.
 */
export const makeParameterReader = (references: References): ParameterReader => {
  const known = new Map<JsonRecord, Parameter | Skip>()
  const readOnce = (declaration: Declaration): Parameter | Skip => {
    if (!declaration.shared) return read(declaration, references)
    const before = known.get(declaration.record)
    if (before !== undefined) return before
    const parameter = read(declaration, references)
    known.set(declaration.record, parameter)
    return parameter
  }
  return (shared, own) => {
    const byKey = new Map<string, Declaration>()
    for (const list of [shared, own]) {
      for (const entry of list) {
        const declaration = declare(entry, references, list === shared)
        if (declaration instanceof Skip) return declaration
        const { location } = declaration
        const name = location === "header" ? declaration.name.toLowerCase() : declaration.name
        if (location === "header" && IGNORED_HEADERS.has(name)) continue
        byKey.set(`${location} ${name}`, declaration)
      }
    }
    const parameters: Array<Parameter> = []
    for (const declaration of byKey.values()) {
      const parameter = readOnce(declaration)
      if (parameter instanceof Skip) return parameter
      parameters.push(parameter)
    }
    return parameters
  }
}
