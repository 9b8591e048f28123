/**
 * How a tool's input is decoded. Arguments cross as JSON, and a signature shows the JSON form of a schema: text for a
 * `Date`, `null` for `undefined`. So it is that form which is decoded, and not the host objects that the schema itself
 * may name.
 */
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"

const codecs = new WeakMap<Schema.Top, Schema.Top>()

/** What decodes an argument of a tool with this input: the schema's JSON codec; the schema itself where it has none. */
export const inputCodec = (schema: Schema.Top): Schema.Top => {
  const known = codecs.get(schema)
  if (known !== undefined) return known
  const codec = jsonCodec(schema)
  codecs.set(schema, codec)
  return codec
}

/** What decodes this argument. `undefined`, which JSON lacks, is for the schema itself to take or refuse. */
export const decoderOf = (schema: Schema.Top, value: unknown): Schema.Top =>
  value === undefined ? schema : inputCodec(schema)

const jsonCodec = (schema: Schema.Top): Schema.Top => {
  try {
    const encoded = SchemaAST.toEncoded(schema.ast)
    // Whatever is passed to a tool that wants nothing is nothing, `{}` included, which a call without argument passes.
    if (SchemaAST.isVoid(encoded)) return schema
    // A symbol among a struct's keys has no JSON; below a suspended part that would be found only while decoding.
    if (hasSymbolKey(encoded, new Set())) return schema
    return Schema.toCodecJson(Schema.make(finite(schema.ast)))
  } catch {
    // What has no JSON for another reason.
    return schema
  }
}

type AST = SchemaAST.AST

const hasSymbolKey = (ast: AST, seen: Set<AST>): boolean => {
  if (seen.has(ast)) return false
  seen.add(ast)
  const has = (part: AST): boolean => hasSymbolKey(part, seen)
  switch (ast._tag) {
    case "Objects":
      return (
        ast.propertySignatures.some(({ name, type }) => typeof name === "symbol" || has(type)) ||
        ast.indexSignatures.some(({ type }) => has(type))
      )
    case "Arrays":
      return ast.elements.some(has) || ast.rest.some(has)
    case "Union":
      return ast.types.some(has)
    case "Declaration":
      return ast.typeParameters.some((type) => has(SchemaAST.toEncoded(type)))
    case "Suspend":
      return has(ast.thunk())
    default:
      return false
  }
}

const copy = <A extends object>(from: A, changes: Partial<A>): A =>
  Object.assign(Object.create(Object.getPrototypeOf(from) as object) as A, from, changes)

const known = new WeakMap<AST, AST>()

/**
 * The schema with every number bounded to finite ones where it is decoded from. The library's codec writes other numbers
 * as texts, "NaN" and "Infinity", which no signature shows; a program that passes one has made a mistake.
 */
const finite = (ast: AST): AST => {
  const found = known.get(ast)
  if (found !== undefined) return found
  const made = ast.encoding === undefined ? finitePart(ast) : finiteEncoding(ast, ast.encoding)
  known.set(ast, made)
  return made
}

const finiteEncoding = (ast: AST, encoding: NonNullable<AST["encoding"]>): AST => {
  const last = encoding[encoding.length - 1]!
  const to = finite(last.to)
  if (to === last.to) return ast
  const [first, ...rest] = [...encoding.slice(0, -1), copy(last, { to })]
  return copy(ast, { encoding: [first!, ...rest] })
}

const finitePart = (ast: AST): AST => {
  switch (ast._tag) {
    case "Number":
      return Schema.make<Schema.Finite>(ast).check(Schema.isFinite()).ast
    case "Objects": {
      const propertySignatures = SchemaAST.mapOrSame(ast.propertySignatures, (property) => {
        const type = finite(property.type)
        return type === property.type ? property : copy(property, { type })
      })
      const indexSignatures = SchemaAST.mapOrSame(ast.indexSignatures, (index) => {
        const type = finite(index.type)
        return type === index.type ? index : copy(index, { type })
      })
      const isSame = propertySignatures === ast.propertySignatures && indexSignatures === ast.indexSignatures
      return isSame ? ast : copy(ast, { propertySignatures, indexSignatures })
    }
    case "Arrays": {
      const elements = SchemaAST.mapOrSame(ast.elements, finite)
      const rest = SchemaAST.mapOrSame(ast.rest, finite)
      return elements === ast.elements && rest === ast.rest ? ast : copy(ast, { elements, rest })
    }
    case "Union": {
      const types = SchemaAST.mapOrSame(ast.types, finite)
      return types === ast.types ? ast : copy(ast, { types })
    }
    case "Declaration": {
      const typeParameters = SchemaAST.mapOrSame(ast.typeParameters, finite)
      return typeParameters === ast.typeParameters ? ast : copy(ast, { typeParameters })
    }
    case "Suspend":
      // What is suspended may be its own part.
      return new SchemaAST.Suspend(() => finite(ast.thunk()), ast.annotations, undefined, undefined, ast.context)
    default:
      return ast
  }
}
