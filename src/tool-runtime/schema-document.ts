/**
 * Effect Schema → the JSON Schema that signatures and the search index are made of. The library's own document is the
 * base; before it is asked for, descriptions that it would lose are moved to where it keeps them, and an output's
 * classes and host objects are replaced by what a program gets of them.
 */
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import type { SchemaType } from "../tool.ts"
import { attempt, followReferences, isSchemaObject, propertiesOf, textOf } from "./json-schema.ts"

type AST = SchemaAST.AST

/** `input` is what a program writes (the encoded side), `output` what it reads (the decoded side). */
export type Side = "input" | "output"

/**
 * The JSON Schema of one side of a tool. A JSON Schema is given back as it is. `undefined` when the library cannot
 * describe the schema.
 */
export const schemaDocument = (schema: SchemaType, side: Side): unknown => {
  try {
    if (!Schema.isSchema(schema)) return schema
    try {
      return document(prepare(schema.ast, side))
    } catch {
      return document(side === "input" ? SchemaAST.toEncoded(schema.ast) : SchemaAST.toType(schema.ast))
    }
  } catch {
    return undefined
  }
}

/** Whether the encoded side of a schema has checks of its own at its root, which its document need not show. */
export const isChecked = (schema: Schema.Top): boolean =>
  attempt(() => SchemaAST.toEncoded(schema.ast).checks === undefined) !== true

/** A property of an input's root, as far as a search looks at it. */
export interface InputProperty {
  readonly name: string
  readonly description: string | undefined
}

/**
 * The properties at the root of an input, after references. For an Effect Schema they are read off the schema itself,
 * which costs a fraction of its document.
 */
export const inputProperties = (schema: SchemaType | undefined): ReadonlyArray<InputProperty> => {
  try {
    if (Schema.isSchema(schema)) return schemaProperties(schema.ast)
    const root = followReferences(schema, undefined)
    if (root === undefined || !isSchemaObject(root.schema)) return []
    return propertiesOf(root.schema).map(([name, property]) => ({
      name,
      description: textOf(property, "description", root.scope)
    }))
  } catch {
    // A schema that cannot be read has no words; its tool is found by its name.
    return []
  }
}

const schemaProperties = (ast: AST): ReadonlyArray<InputProperty> => {
  const root = ast.encoding === undefined ? ast : SchemaAST.toEncoded(ast)
  if (SchemaAST.isSuspend(root)) return schemaProperties(root.thunk())
  if (!SchemaAST.isObjects(root)) return []
  return root.propertySignatures.flatMap(({ name, type }) =>
    typeof name === "string" ? [{ name, description: propertyDescription(type) }] : []
  )
}

const propertyDescription = (ast: AST): string | undefined => {
  const ofKey = ast.context?.annotations?.description
  if (typeof ofKey === "string") return ofKey
  const own = descriptionOf(ast)
  if (own !== undefined) return own
  if (ast.encoding !== undefined) return descriptionOf(SchemaAST.toEncoded(ast))
  if (!SchemaAST.isUnion(ast)) return undefined
  const members = ast.types.filter((type) => !SchemaAST.isUndefined(type) && !SchemaAST.isNull(type))
  return members.length === 1 ? propertyDescription(members[0]!) : undefined
}

const document = (ast: AST): unknown => {
  const { schema, definitions } = Schema.toJsonSchemaDocument(Schema.make(ast))
  return Object.keys(definitions).length === 0 ? schema : { ...schema, $defs: definitions }
}

const prepare = (ast: AST, side: Side): AST => (side === "input" ? written(ast) : read(SchemaAST.toType(ast)))

const memoize = (map: (ast: AST) => AST): ((ast: AST) => AST) => {
  const known = new WeakMap<AST, AST>()
  return (ast) => {
    const found = known.get(ast)
    if (found !== undefined) return found
    const mapped = map(ast)
    known.set(ast, mapped)
    return mapped
  }
}

const descriptionOf = (ast: AST): string | undefined => SchemaAST.resolveDescription(ast)

/** The encoded side. A description on the decoded side of a transformation is kept when the encoded side has none. */
const written = memoize((ast: AST): AST => {
  if (ast.encoding === undefined) return rebuild(ast, written, writtenLeaf)
  const encoded = rebuild(SchemaAST.toEncoded(ast), written, writtenLeaf)
  const description = descriptionOf(ast)
  return description === undefined || descriptionOf(encoded) !== undefined
    ? encoded
    : described(encoded, { description })
})

const writtenLeaf = (ast: AST): AST => {
  const id = SchemaAST.isDeclaration(ast) ? declarationId(ast) : undefined
  return id !== undefined && TEXT.has(id) && descriptionOf(ast) !== undefined
    ? replaced(ast, SchemaAST.string)
    : number(ast)
}

/** The decoded side, as it crosses into a program. */
const read = memoize((ast: AST): AST => rebuild(ast, read, readLeaf))

const TEXT = new Set(["effect/schema/Date", "effect/schema/URL"])
const EMPTY_OBJECT = new Set([
  "effect/schema/ReadonlyMap",
  "effect/schema/ReadonlySet",
  "effect/schema/RegExp",
  "effect/schema/URLSearchParams"
])
const JSON_VALUE = new Set(["effect/schema/Json", "effect/schema/MutableJson"])
const ERROR = new Set(["effect/schema/Error", "effect/schema/ErrorInstance"])

const emptyObject: AST = new SchemaAST.Objects([], [])
const errorObject: AST = Schema.Struct({ name: Schema.String, message: Schema.String }).ast

const readLeaf = (ast: AST): AST => {
  if (SchemaAST.isDeclaration(ast)) {
    const id = declarationId(ast)
    if (id === undefined) {
      const fields = classFields(ast)
      return fields === undefined ? replaced(ast, SchemaAST.unknown) : replaced(ast, read(fields))
    }
    if (TEXT.has(id)) return replaced(ast, SchemaAST.string)
    if (EMPTY_OBJECT.has(id)) return replaced(ast, emptyObject)
    if (ERROR.has(id)) return replaced(ast, errorObject)
    return JSON_VALUE.has(id) ? ast : replaced(ast, SchemaAST.unknown)
  }
  // A bigint or a symbol cannot cross, so nothing is promised.
  if (SchemaAST.isBigInt(ast) || SchemaAST.isSymbol(ast) || SchemaAST.isUniqueSymbol(ast)) {
    return replaced(ast, SchemaAST.unknown)
  }
  if (SchemaAST.isLiteral(ast) && typeof ast.literal === "bigint") return replaced(ast, SchemaAST.unknown)
  return number(ast)
}

/** The library drops what is said of a number that may be infinite, and keeps it of a finite one. */
const number = (ast: AST): AST => {
  if (!SchemaAST.isNumber(ast) || (ast.checks === undefined && ast.annotations === undefined)) return ast
  return Schema.make<Schema.Finite>(ast).check(Schema.isFinite()).ast
}

const declarationId = (ast: SchemaAST.Declaration): string | undefined => {
  const representation: unknown = ast.annotations?.["representation"]
  if (typeof representation !== "object" || representation === null || !("id" in representation)) return undefined
  return typeof representation.id === "string" ? representation.id : undefined
}

/** The fields of a `Schema.Class` and its kin, which carry the struct that they were made from. */
const classFields = (ast: SchemaAST.Declaration): AST | undefined =>
  typeof ast.annotations?.["~constructor"] === "function" && ast.typeParameters.length === 1
    ? ast.typeParameters[0]
    : undefined

/** `to` in the place of `from`: with its description and its part in the struct around it. */
const replaced = (from: AST, to: AST): AST => {
  const description = descriptionOf(from)
  const target = description === undefined ? to : described(to, { description })
  return from.context === undefined ? target : withContext(target, from.context)
}

const described = (ast: AST, annotations: { readonly description: string }): AST => {
  const annotated: AST = Schema.make<Schema.Top>(ast).annotate(annotations).ast
  return annotated
}

const withContext = (ast: AST, context: SchemaAST.Context): AST => {
  const copy = Object.create(Object.getPrototypeOf(ast) as object) as AST
  return Object.assign(copy, ast, { context })
}

const rebuild = (ast: AST, map: (ast: AST) => AST, leaf: (ast: AST) => AST): AST => {
  switch (ast._tag) {
    case "Objects": {
      let changed = false
      const properties = ast.propertySignatures.map((property) => {
        const type = map(property.type)
        if (type === property.type) return property
        changed = true
        return new SchemaAST.PropertySignature(property.name, type)
      })
      const indexes = ast.indexSignatures.map((index) => {
        const type = map(index.type)
        if (type === index.type) return index
        changed = true
        return new SchemaAST.IndexSignature(index.parameter, type)
      })
      return changed
        ? new SchemaAST.Objects(properties, indexes, ast.annotations, ast.checks, undefined, ast.context)
        : ast
    }
    case "Arrays": {
      const elements = SchemaAST.mapOrSame(ast.elements, map)
      const rest = SchemaAST.mapOrSame(ast.rest, map)
      return elements === ast.elements && rest === ast.rest
        ? ast
        : new SchemaAST.Arrays(ast.isMutable, elements, rest, ast.annotations, ast.checks, undefined, ast.context)
    }
    case "Union": {
      const types = SchemaAST.mapOrSame(ast.types, map)
      return types === ast.types
        ? ast
        : new SchemaAST.Union(types, ast.options, ast.annotations, ast.checks, undefined, ast.context)
    }
    case "Suspend":
      // Whether anything below changes is known only by looking, which must wait: the schema may be its own part.
      return new SchemaAST.Suspend(() => map(ast.thunk()), ast.annotations, undefined, undefined, ast.context)
    default:
      return leaf(ast)
  }
}
