/**
 * Takes TypeScript out of a tree, in place: types vanish, wrappers give way to the expression inside, and what would
 * have to be compiled rather than erased is refused. Offsets of the nodes that stay do not change.
 */
import type { Program } from "./ast.ts"
import { SyntaxFailure } from "./failure.ts"
import { refusedTypeScript } from "./refusal.ts"

/** A node of the plugin: acorn's, or one of its own; it has no types for them. */
export interface LooseNode {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

const isNode = (value: unknown): value is LooseNode =>
  typeof value === "object" && value !== null && typeof (value as LooseNode).type === "string"

/** Properties that hold only types, modifiers or bookkeeping of the plugin. */
const TYPE_KEYS: ReadonlySet<string> = new Set([
  "typeAnnotation",
  "typeParameters",
  "typeArguments",
  "superTypeParameters",
  "returnType",
  "implements",
  "accessibility",
  "abstract",
  "declare",
  "definite",
  "override",
  "readonly",
  "importKind",
  "exportKind",
  "predicate",
  "extra",
  "loc"
])

/** Statements and class members that exist for the type checker only. */
const isErased = (node: LooseNode): boolean => {
  switch (node.type) {
    case "TSTypeAliasDeclaration":
    case "TSInterfaceDeclaration":
    case "TSDeclareFunction":
    case "TSDeclareMethod":
    case "TSIndexSignature":
    case "TSAbstractMethodDefinition":
    case "TSAbstractPropertyDefinition":
      return true
    case "VariableDeclaration":
    case "ClassDeclaration":
    case "FunctionDeclaration":
    case "TSEnumDeclaration":
      return node.declare === true
    case "PropertyDefinition":
      return node.declare === true || node.abstract === true
    case "MethodDefinition":
      return node.abstract === true || (isNode(node.value) && node.value.type === "TSDeclareMethod")
    case "TSModuleDeclaration":
      return node.declare === true || holdsTypesOnly(node)
    default:
      return false
  }
}

/** A namespace without anything to run is erased by TypeScript itself. */
const holdsTypesOnly = (namespace: LooseNode): boolean => {
  const body = namespace.body
  if (!isNode(body)) return true
  if (body.type === "TSModuleDeclaration") return holdsTypesOnly(body)
  return (body.body as LooseNode[]).every((statement) => {
    if (statement.type !== "ExportNamedDeclaration") return isErased(statement)
    return isNode(statement.declaration) ? isErased(statement.declaration) : statement.exportKind === "type"
  })
}

const isWrapper = (node: LooseNode): boolean => {
  switch (node.type) {
    case "TSAsExpression":
    case "TSSatisfiesExpression":
    case "TSNonNullExpression":
    case "TSInstantiationExpression":
    case "TSTypeAssertion":
      return true
    default:
      return false
  }
}

const isThis = (node: LooseNode): boolean => node.type === "Identifier" && node.name === "this"

/** Where an identifier is a name rather than a variable. */
const NAME_KEYS: ReadonlySet<string> = new Set(["key", "property", "label", "meta"])

const strayThis = (node: LooseNode): SyntaxFailure =>
  new SyntaxFailure({ kind: "ParseError", message: "Unexpected keyword 'this'.", position: node.start })

class Eraser {
  /** Something of TypeScript was met. Without it a text that acorn refused stays refused. */
  found = false
  /** Ranges that are gone, with whatever the parser noted inside. */
  readonly erased: LooseNode[] = []
  private readonly source: string

  constructor(source: string) {
    this.source = source
  }

  /** Takes the types out of a node and everything below it; answers what stands in its place. */
  node(first: LooseNode): LooseNode {
    let node = first
    while (isWrapper(node)) {
      this.found = true
      node = node.expression as LooseNode
    }
    this.refuse(node)
    if (node.type.startsWith("TS")) throw this.refusal(node)
    for (const key of Object.keys(node)) {
      const value = node[key]
      if (TYPE_KEYS.has(key)) {
        if (value && value !== "value" && key !== "loc" && key !== "extra") this.found = true
        delete node[key]
      } else if (Array.isArray(value)) {
        if (value.some((item) => isNode(item))) node[key] = this.list(node, key, value as (LooseNode | null)[])
      } else if (isNode(value)) {
        if (isThis(value) && !NAME_KEYS.has(key)) throw strayThis(value)
        node[key] = isErased(value) ? this.empty(value) : this.node(value)
      }
    }
    if (node.type === "CallExpression" || node.type === "MemberExpression") {
      // The plugin forgets the flag on `f<T>()`.
      node.optional ??= false
    } else if ("optional" in node) {
      // `(a?: string) => …`
      if (node.optional === true) this.found = true
      delete node.optional
    }
    return node
  }

  private list(parent: LooseNode, key: string, items: readonly (LooseNode | null)[]): (LooseNode | null)[] {
    const kept: (LooseNode | null)[] = []
    for (const item of items) {
      if (item === null) kept.push(null)
      else if (isErased(item)) this.drop(item)
      else if (isThis(item)) {
        // A function may type its `this` as a first parameter; the plugin reads the word as a name everywhere.
        const isParameter = key === "params" && item === items[0] && parent.type !== "ArrowFunctionExpression"
        if (!isParameter) throw strayThis(item)
        this.drop(item)
      } else kept.push(this.node(item))
    }
    return kept
  }

  private drop(node: LooseNode): void {
    this.found = true
    this.erased.push(node)
  }

  /** `if (x) type T = 1` is no TypeScript either, but a tree needs a statement there. */
  private empty(node: LooseNode): LooseNode {
    this.drop(node)
    return { type: "EmptyStatement", start: node.start, end: node.end }
  }

  private refuse(node: LooseNode): void {
    const decorators = node.decorators
    if (Array.isArray(decorators) && decorators.length > 0) throw this.refusal(decorators[0] as LooseNode)
    if ("decorators" in node) delete node.decorators
    if (node.type === "AccessorProperty" || node.accessor === true) throw this.refusal(node)
  }

  private refusal(node: LooseNode): SyntaxFailure {
    return refusedTypeScript(node, this.source)
  }
}

/** What erasing did. */
export interface Erasure {
  /** Whether there was any TypeScript. */
  readonly found: boolean
  /** Whether a place lies in something that is gone. */
  readonly covers: (offset: number) => boolean
}

/**
 * Erases the TypeScript of a program.
 *
 * Throws a `SyntaxFailure` (`UnsupportedSyntax`) for enums, namespaces with values, parameter properties, decorators
 * and the module forms of TypeScript.
 */
export const eraseTypeScript = (program: Program, source: string): Erasure => {
  const eraser = new Eraser(source)
  eraser.node(program as unknown as LooseNode)
  const { found, erased } = eraser
  return { found, covers: (offset) => erased.some((node) => offset >= node.start && offset < node.end) }
}
