/**
 * What is wrong with a program, told from its text. Nothing runs. Where a path or a value is not fixed by the text, nothing
 * is said of it: what is reported as an error is certain to fail when it is reached.
 */
import { Effect } from "effect"
import type { AnyNode, ESTree } from "../interpreter/syntax/ast.ts"
import type { Binding, ParsedProgram } from "../interpreter/syntax/index.ts"
import { analyse, locator, parseProgram, parseTypeScript, SyntaxFailure } from "../interpreter/syntax/index.ts"
import type { SchemaType } from "../tool.ts"
import { isEffectSchema } from "../tool.ts"
import type { Catalog } from "./catalog.ts"
import { toolExpression } from "./expression.ts"
import { Findings } from "./findings.ts"
import { closedDocument, contradictions, decodeFailure } from "./input-check.ts"
import { nameText } from "./name-text.ts"
import type { Diagnostic, DiagnosticKind } from "./result.ts"
import { diagnostic } from "./result.ts"
import { SearchInput } from "./search-contract.ts"
import type { Constants, Known } from "./static-primitive.ts"
import { isFunction, staticKey, staticPrimitive } from "./static-primitive.ts"
import type { StaticValue } from "./static-value.ts"
import { firstRefused, staticValue } from "./static-value.ts"
import { toolSchema } from "./tool-schema.ts"
import { canonicalSegments } from "./tool-tree.ts"

/** What a look at a program's text finds, in the order of the text; a hundred of each at most, then how many more there are. */
export interface CheckResult {
  /** Certain to fail: the program is refused, or the place fails whenever it is reached. */
  readonly errors: ReadonlyArray<Diagnostic>
  /** Runs, but contradicts a declared schema or drops a promise. */
  readonly hints: ReadonlyArray<Diagnostic>
}

/** Checks a program that may also be TypeScript or wrapped in Markdown, as an execution would read it. */
export const checkProgram = (source: string, catalog: Catalog): Effect.Effect<CheckResult> =>
  Effect.suspend(() => {
    if (typeof source !== "string") {
      return Effect.succeed({ errors: [diagnostic("ParseError", "The code must be a string.")], hints: [] })
    }
    try {
      return Effect.succeed(checkParsed(parseProgram(source), catalog))
    } catch (error) {
      if (!(error instanceof SyntaxFailure)) return Effect.die(error)
      if (error.error.kind !== "ParseError") return Effect.succeed(refused(source, error))
      return checkOtherwise(source, catalog, error)
    }
  })

/** TypeScript, fences, prose. Where the plugin cannot be loaded, the JavaScript parser's word stands. */
const checkOtherwise = (source: string, catalog: Catalog, first: SyntaxFailure): Effect.Effect<CheckResult> =>
  Effect.tryPromise({ try: () => parseTypeScript(source), catch: (error) => error }).pipe(
    Effect.map((parsed) => checkParsed(parsed, catalog)),
    Effect.catch((error) => Effect.succeed(refused(source, error instanceof SyntaxFailure ? error : first)))
  )

const refused = (source: string, { error }: SyntaxFailure): CheckResult => {
  const { kind, message, position, suggestions } = error
  if (position === null) return { errors: [diagnostic(kind, message, { suggestions })], hints: [] }
  const location = locator(source)(position)
  const placed = `${message} (line ${location.line}, col ${location.column})`
  return { errors: [diagnostic(kind, placed, { location, suggestions })], hints: [] }
}

/** Checks a program that has been parsed. */
export const checkParsed = (parsed: ParsedProgram, catalog: Catalog): CheckResult => {
  try {
    analyse(parsed)
  } catch (error) {
    if (error instanceof SyntaxFailure) return refused(parsed.source, error)
    throw error
  }
  const nodes = nodesOf(parsed)
  // A program that replaces `tools` or `Object`, or may do so unseen, decides itself what they mean.
  if (nodes.some(replacesGlobals)) return { errors: [], hints: [] }
  return new Checker(parsed, nodes, catalog).result()
}

/** All nodes, in the order of the text, parents first. */
const nodesOf = ({ program }: ParsedProgram): ReadonlyArray<AnyNode> => {
  const nodes: Array<AnyNode> = []
  const stack: Array<AnyNode> = [program]
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    nodes.push(node)
    const children: Array<AnyNode> = []
    for (const [key, value] of Object.entries(node) as ReadonlyArray<readonly [string, unknown]>) {
      if (isAttached(key)) continue
      for (const child of Array.isArray(value) ? (value as ReadonlyArray<unknown>) : [value])
        if (isNode(child)) children.push(child)
    }
    for (const child of children.reverse()) stack.push(child)
  }
  return nodes
}

const isNode = (value: unknown): value is AnyNode =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string" && "start" in value

/** What the front end attaches to nodes is no part of the tree. */
const isAttached = (key: string): boolean => /(?:^r|R)eference$|(?:^s|S)cope$|^keyRead$/.test(key)

const REPLACEABLE = new Set(["tools", "search", "Object"])

const replacesGlobals = (node: AnyNode): boolean => {
  if (node.type === "Identifier") return node.name === "globalThis" && node.reference?.kind === "global"
  const targets =
    node.type === "AssignmentExpression"
      ? [node.left]
      : node.type === "UpdateExpression"
        ? [node.argument]
        : node.type === "ForInStatement" || node.type === "ForOfStatement"
          ? [node.left]
          : []
  return targets.some((target) => writesGlobal(target))
}

const writesGlobal = (target: AnyNode): boolean => {
  switch (target.type) {
    case "Identifier":
      return REPLACEABLE.has(target.name) && target.reference?.kind === "global"
    case "MemberExpression":
      return target.object.type === "Identifier" && target.object.name === "Object" && writesGlobal(target.object)
    case "ObjectPattern":
      return target.properties.some((property) =>
        writesGlobal(property.type === "Property" ? property.value : property.argument)
      )
    case "ArrayPattern":
      return target.elements.some((element) => element !== null && writesGlobal(element))
    case "AssignmentPattern":
      return writesGlobal(target.left)
    case "RestElement":
      return writesGlobal(target.argument)
    default:
      return false
  }
}

/** A path into `tools`, and the names that it is known by. */
type Path = ReadonlyArray<string>

class Checker {
  /** The statement whose value is the program's result, if it is an expression. */
  readonly #last: AnyNode | undefined
  readonly #nodes: ReadonlyArray<AnyNode>
  readonly #catalog: Catalog
  readonly #locate: ReturnType<typeof locator>
  /** Whether values may cross as something else than their literals say. */
  readonly #reshapes: boolean
  /** Whether `Object.keys` is surely the language's own. */
  readonly #keepsObject: boolean
  /** Names that always hold one reference into `tools`. */
  readonly #aliases = new Map<Binding, Path>()
  /** Names that always hold one primitive. */
  readonly #constants = new Map<Binding, Known>()
  /** Names that always hold one function. */
  readonly #functions = new Set<Binding>()
  readonly #errors = new Findings()
  readonly #hints = new Findings()

  constructor(parsed: ParsedProgram, nodes: ReadonlyArray<AnyNode>, catalog: Catalog) {
    const readonly = new Set(nodes.flatMap(readOf))
    this.#last = parsed.body.filter(({ type }) => type !== "EmptyStatement").at(-1)
    this.#nodes = nodes
    this.#catalog = catalog
    this.#locate = locator(parsed.source)
    this.#reshapes = parsed.source.includes("toJSON")
    this.#keepsObject = !nodes.some((node) => isGlobalObject(node) && !readonly.has(node))
  }

  result(): CheckResult {
    for (const node of this.#nodes) {
      if (node.type === "VariableDeclaration" && (node.kind === "const" || node.kind === "let")) this.#declared(node)
    }
    for (const node of this.#nodes) {
      if (node.type === "CallExpression") this.#call(node)
      else if (node.type === "NewExpression") this.#construction(node)
      else if (node.type === "ForInStatement") this.#enumeration(node.right)
      else if (node.type === "ExpressionStatement") this.#dropped(node)
    }
    return { errors: this.#errors.list(), hints: this.#hints.list() }
  }

  #declared(declaration: ESTree.VariableDeclaration): void {
    for (const { id, init } of declaration.declarations) {
      if (init == null) continue
      const path = this.#pathOf(init)
      if (path !== undefined) this.#alias(id, path)
      else if (id.type === "Identifier") {
        const binding = constantOf(id)
        if (binding === undefined) continue
        const value = staticPrimitive(init, this.#constant)
        if (value !== undefined) this.#constants.set(binding, value)
        else if (isFunction(init)) this.#functions.add(binding)
      }
    }
  }

  /** A reference into `tools` has every property, so a pattern's defaults are never needed. */
  #alias(target: AnyNode, path: Path): void {
    if (target.type === "AssignmentPattern") this.#alias(target.left, path)
    else if (target.type === "Identifier") {
      const binding = constantOf(target)
      if (binding !== undefined) this.#aliases.set(binding, path)
    } else if (target.type === "ObjectPattern") {
      for (const property of target.properties) {
        const key =
          property.type === "Property" ? staticKey(property.key, property.computed, this.#constant) : undefined
        if (property.type === "Property" && key !== undefined) this.#alias(property.value, [...path, key])
      }
    }
  }

  readonly #constant: Constants = ({ reference }) =>
    reference === undefined || reference.kind === "global" ? undefined : this.#constants.get(reference.binding)

  #valueOf(expression: AnyNode): StaticValue {
    return staticValue(expression, this.#constant, (node) => this.#refused(node))
  }

  /** What a name, a member or a call always is that no tool can be passed. */
  #refused(node: AnyNode): string | undefined {
    if (node.type === "CallExpression") {
      const path = this.#pathOf(node.callee)
      return path !== undefined && this.#catalog.lookup(path)?.tool !== undefined ? "an un-awaited Promise" : undefined
    }
    if (node.type === "Identifier" && node.reference !== undefined && node.reference.kind !== "global") {
      if (this.#functions.has(node.reference.binding)) return "a function"
    }
    return this.#pathOf(node) === undefined ? undefined : "a tool reference"
  }

  /** The path that an expression reaches, unless a part of it is computed. */
  #pathOf(expression: AnyNode): Path | undefined {
    const keys: Array<string> = []
    let node = expression
    for (;;) {
      if (node.type === "ChainExpression" || node.type === "ParenthesizedExpression") node = node.expression
      else if (node.type === "MemberExpression") {
        const key = staticKey(node.property, node.computed, this.#constant)
        if (key === undefined) return undefined
        keys.push(key)
        node = node.object
      } else break
    }
    if (node.type !== "Identifier" || node.reference === undefined) return undefined
    const start =
      node.reference.kind === "global"
        ? node.name === "tools"
          ? []
          : undefined
        : this.#aliases.get(node.reference.binding)
    return start === undefined ? undefined : [...start, ...keys.reverse()]
  }

  #error(kind: DiagnosticKind, message: string, position: number, suggestions: ReadonlyArray<string> = []): void {
    this.#errors.add(diagnostic(kind, message, { location: this.#locate(position), suggestions }))
  }

  #hint(kind: DiagnosticKind, message: string, position: number, suggestions: ReadonlyArray<string> = []): void {
    this.#hints.add(diagnostic(kind, message, { location: this.#locate(position), suggestions }))
  }

  #call(node: ESTree.CallExpression): void {
    const { callee } = node
    if (callee.type === "Identifier" && callee.name === "search" && callee.reference?.kind === "global") {
      this.#arguments(node, "search", SearchInput)
      return
    }
    const path = this.#pathOf(callee)
    if (path !== undefined) {
      if (path.length > 0) this.#toolCall(node, path)
      else this.#error("ExecutionFailure", this.#catalog.rootCalled(), callee.start)
      return
    }
    const [first] = node.arguments
    if (first === undefined || first.type === "SpreadElement" || !this.#keepsObject) return
    const method = objectMethod(callee)
    if (method === "keys") this.#enumeration(first)
    else if ((method === "values" || method === "entries") && this.#pathOf(first) !== undefined) {
      const message = `Object.${method}(...) cannot read tool references.`
      this.#error("InvalidDataValue", message, first.start, ["Object.keys(tools) lists names."])
    }
  }

  #construction({ callee }: ESTree.NewExpression): void {
    const path = this.#pathOf(callee)
    if (path === undefined) return
    const expression = nameText(toolExpression(canonicalSegments(path).join(".")))
    const advice = this.#catalog.notATool(path) ?? `Call it: \`await ${expression}({ ... })\`.`
    this.#error("InvalidDataValue", `${expression} is not a constructor. ${advice}`, callee.start)
  }

  #toolCall(node: ESTree.CallExpression, path: Path): void {
    const tool = this.#catalog.lookup(path)?.tool
    const name = canonicalSegments(path).join(".")
    if (tool !== undefined) this.#arguments(node, name, toolSchema(tool, "input"))
    else if ((name === "search" || name === "$codemode.search") && this.#catalog.lookup(path) === undefined) {
      this.#arguments(node, "search", SearchInput)
    } else {
      const { message, suggestions } = this.#catalog.unknownTool(path)
      this.#error("UnknownTool", message, node.callee.start, suggestions)
    }
  }

  #enumeration(expression: AnyNode): void {
    const path = this.#pathOf(expression)
    if (path === undefined || this.#catalog.lookup(path) !== undefined) return
    const { message, suggestions } = this.#catalog.unknownNamespace(path)
    this.#error("UnknownTool", message, expression.start, suggestions)
  }

  #arguments(node: ESTree.CallExpression, name: string, schema: SchemaType | undefined): void {
    if (node.arguments.some((argument) => argument.type === "SpreadElement")) return
    if (node.arguments.length > 1) {
      const message = `Tool '${nameText(name)}' takes exactly one argument, an object; ${node.arguments.length} are passed.`
      this.#error("InvalidToolInput", message, node.arguments[1]!.start)
      return
    }
    if (this.#reshapes) return
    const [argument] = node.arguments
    const nothing: StaticValue = { kind: "object", position: node.start, fields: new Map(), isComplete: true }
    const value = argument === undefined ? nothing : this.#valueOf(argument)
    const refused = firstRefused(value, "input")
    if (refused !== undefined) {
      const { what, path, position } = refused
      const [end, suggestions] = REFUSALS[what] ?? [" cannot be passed as data.", []]
      this.#error(
        "InvalidDataValue",
        `Arguments for tool '${nameText(name)}': ${what} at ${path}${end}`,
        position,
        suggestions
      )
      return
    }
    if (isEffectSchema(schema)) {
      const failure = decodeFailure(schema, value)
      if (failure !== undefined) {
        this.#error("InvalidToolInput", `Invalid input for tool '${nameText(name)}': ${failure}`, value.position)
      }
      const excess = contradictions(closedDocument(schema), value).filter(({ what }) => what === "excess")
      for (const { message, position } of excess)
        this.#hint("InvalidToolInput", `Tool '${nameText(name)}': ${message}`, position)
      return
    }
    for (const { message, position } of contradictions(schema, value)) {
      this.#hint("InvalidToolInput", `Tool '${nameText(name)}': ${message}`, position)
    }
  }

  /** A call whose promise nobody can await. The last statement's value is the program's result. */
  #dropped(statement: ESTree.ExpressionStatement): void {
    const { expression } = statement
    const call = expression.type === "ChainExpression" ? expression.expression : expression
    if (call.type !== "CallExpression" || this.#last === statement) return
    const path = this.#pathOf(call.callee)
    if (path === undefined || this.#catalog.lookup(path)?.tool === undefined) return
    const name = canonicalSegments(path).join(".")
    this.#hint(
      "ExecutionFailure",
      `The promise of tool '${nameText(name)}' is dropped: the call is interrupted if it is still running when the program returns.`,
      statement.start,
      ["Await the call, or collect its promise for Promise.all."]
    )
  }
}

/** How a refusal goes on, and what it suggests, where that is more than that it is one. */
const REFUSALS: Readonly<Record<string, readonly [end: string, suggestions: ReadonlyArray<string>]>> = {
  "a BigInt": [" cannot be passed as data.", ["Convert it with `String(value)` or `Number(value)`."]],
  "an un-awaited Promise": [
    ". Await it first.",
    ["Await every promise before using its value, for example `const value = await tools.ns.tool(...)`."]
  ]
}

const isGlobalObject = (node: AnyNode): boolean =>
  node.type === "Identifier" && node.name === "Object" && node.reference?.kind === "global"

/** What a node only reads from: nobody gets hold of it there to change it. */
const readOf = (node: AnyNode): ReadonlyArray<AnyNode> => {
  if (node.type === "MemberExpression") return [node.object]
  return node.type === "BinaryExpression" && node.operator === "instanceof" ? [node.right] : []
}

/** The name of the method of `Object` that is called. */
const objectMethod = (callee: AnyNode): string | undefined =>
  callee.type === "MemberExpression" && isGlobalObject(callee.object)
    ? staticKey(callee.property, callee.computed, () => undefined)
    : undefined

/** The binding of a name that nothing but its declaration writes. */
const constantOf = ({ reference }: ESTree.Identifier): Binding | undefined =>
  reference === undefined || reference.kind === "global" || reference.binding.assigned ? undefined : reference.binding
