/**
 * Works out the scopes of a program in one walk: what every name means, which bindings closures share, what a frame
 * holds. Declarations are collected when a scope is entered, so every reference is final when it is met.
 *
 * Left spines (`a + b + c`, `a.b.c()`, `else if`) are walked in loops and everything else is bounded by
 * {@link MAX_DEPTH}, so no text can overflow the host's stack here.
 */
import type {
  AnyNode,
  Class,
  ClassBody,
  ESTree,
  Expression,
  FunctionDeclaration,
  FunctionNode,
  Identifier,
  Pattern,
  Statement
} from "./ast.ts"
import { isStackOverflow, SyntaxFailure, tooDeep } from "./failure.ts"
import type { ParsedProgram } from "./parse.ts"
import {
  FRAME_HEADER,
  type Binding,
  type BindingKind,
  type Capture,
  type CopiedParameter,
  type FunctionKind,
  type FunctionScope,
  type Reference,
  type Scope,
  type ScopeKind
} from "./scope.ts"

/**
 * How deep syntax may nest, counting each operand of a left spine as a level. Later stages recurse over the tree (or over
 * what they make of it), so this bounds their use of the host's stack on every machine alike.
 */
export const MAX_DEPTH = 1_500

const THIS_SLOT = 1
const FUNCTION_SLOT = 3

// Scopes without names share these; they are replaced, never written, when a name comes.
const NO_BINDINGS: Map<string, Name> = new Map()
const NO_FUNCTIONS: FunctionDeclaration[] = []
const NO_NAMES: Name[] = []
const NO_CAPTURES: Capture[] = []
const NO_COPIES: CopiedParameter[] = []

class Name implements Binding {
  readonly name: string
  readonly kind: BindingKind
  readonly scope: Region
  slot: number
  captured = false
  assigned = false
  referenced = false
  declaredEnd: number
  readonly declaredStart: number
  /** In a switch: the end of the case that declares it; other cases may run without having initialised it. */
  caseEnd = Infinity
  /** A `var` that has met one initialiser; a second one counts as an assignment. */
  initialised = false
  private safe: Reference | null = null
  private checked: Reference | null = null

  constructor(name: string, kind: BindingKind, scope: Region, slot: number, start: number, declaredEnd: number) {
    this.name = name
    this.kind = kind
    this.scope = scope
    this.slot = slot
    this.declaredStart = start
    this.declaredEnd = declaredEnd
  }

  /** Whether straight code of its own function at `position` runs after it was initialised. */
  isInitialisedAt(position: number): boolean {
    return position >= this.declaredEnd && position < this.caseEnd
  }

  get mayBeReadEarly(): boolean {
    return this.checked !== null
  }

  local(check: boolean): Reference {
    if (check) return (this.checked ??= { kind: "local", binding: this, check: true })
    return (this.safe ??= { kind: "local", binding: this, check: false })
  }
}

class Region implements Scope {
  readonly kind: ScopeKind
  readonly parent: Region | null
  readonly function: Unit
  bindings = NO_BINDINGS
  functions = NO_FUNCTIONS
  perIteration = NO_NAMES
  /** On the parameter scope of a named function expression: its own name, which everything declared inside shadows. */
  ownName: string | null = null
  /** On a class scope while its heritage is walked: its private names are not visible there. */
  privateHidden = false

  constructor(kind: ScopeKind, parent: Region | null, unit: Unit) {
    this.kind = kind
    this.parent = parent
    this.function = unit
  }

  declare(name: string, kind: BindingKind, start: number, declaredEnd: number): Name {
    return this.declareAt(this.function.slotCount++, name, kind, start, declaredEnd)
  }

  declareAt(slot: number, name: string, kind: BindingKind, start: number, declaredEnd: number): Name {
    if (this.bindings === NO_BINDINGS) this.bindings = new Map()
    const binding = new Name(name, kind, this, slot, start, declaredEnd)
    this.bindings.set(name, binding)
    return binding
  }

  hoist(declaration: FunctionDeclaration): void {
    if (this.functions === NO_FUNCTIONS) this.functions = []
    this.functions.push(declaration)
  }
}

class Unit implements FunctionScope {
  readonly node: FunctionNode | ClassBody | null
  readonly kind: FunctionKind
  readonly isAsync: boolean
  readonly isGenerator: boolean
  readonly parent: Unit | null
  readonly scope: Region
  bodyScope: Region
  slotCount = FRAME_HEADER
  simpleParameters = true
  parameterCount = 0
  captures = NO_CAPTURES
  usesArguments = false
  usesThis = false
  usesNewTarget = false
  usesSuper = false
  argumentsBinding: Name | null = null
  newTargetBinding: Name | null = null
  thisBinding: Name | null = null
  functionBinding: Name | null = null
  nameBinding: Name | null = null
  astDepth = 0
  length = 0
  copiedParameters = NO_COPIES
  /** Where the closure is made, in straight code of the enclosing function; a hoisted one is made where its scope starts. */
  readonly createdAt: number
  /** The nesting of the whole program at the start of this body. */
  readonly baseDepth: number
  private captureIndices: Map<Name, number> | null = null

  constructor(
    node: FunctionNode | ClassBody | null,
    kind: FunctionKind,
    outer: Region | null,
    createdAt: number,
    baseDepth: number,
    isAsync: boolean,
    isGenerator: boolean
  ) {
    this.node = node
    this.kind = kind
    this.isAsync = isAsync
    this.isGenerator = isGenerator
    this.parent = outer === null ? null : outer.function
    this.scope = this.bodyScope = new Region("function", outer, this)
    this.createdAt = createdAt
    this.baseDepth = baseDepth
  }

  captureIndex(binding: Name): number {
    const known = this.captureIndices?.get(binding)
    if (known !== undefined) return known
    const parent = this.parent!
    const capture =
      parent === binding.scope.function ? { fromSlot: binding.slot } : { fromCapture: parent.captureIndex(binding) }
    if (this.captureIndices === null) {
      this.captureIndices = new Map()
      this.captures = []
    }
    const index = this.captures.push(capture) - 1
    this.captureIndices.set(binding, index)
    return index
  }
}

const hasParameterExpressions = (pattern: Pattern): boolean => {
  switch (pattern.type) {
    case "AssignmentPattern":
      return true
    case "RestElement":
      return hasParameterExpressions(pattern.argument)
    case "ArrayPattern":
      return pattern.elements.some((element) => element !== null && hasParameterExpressions(element))
    case "ObjectPattern":
      return pattern.properties.some((property) =>
        property.type === "RestElement"
          ? hasParameterExpressions(property.argument)
          : property.computed || hasParameterExpressions(property.value)
      )
    default:
      return false
  }
}

const expectedLength = (params: readonly Pattern[]): number => {
  const optional = params.findIndex((param) => param.type === "AssignmentPattern" || param.type === "RestElement")
  return optional === -1 ? params.length : optional
}

class Analyser {
  private scope!: Region
  private unit!: Unit
  /** Where the scope at hand starts: hoisted functions are made there. */
  private scopeStart = 0
  /** No `var` in the text: the walk that collects them is not needed. */
  private readonly hasVar: boolean

  constructor(source: string) {
    this.hasVar = source.includes("var")
  }

  program(program: ESTree.Program): Unit {
    const unit = new Unit(null, "program", null, 0, 0, true, false)
    this.unit = unit
    this.scope = unit.scope
    const body = program.body as Statement[]
    this.declareBody(body, unit.scope)
    this.statements(body, 1)
    program.functionScope = unit
    return unit
  }

  // Depth

  private reach(depth: number, node: { readonly start: number }): void {
    const unit = this.unit
    if (depth > unit.astDepth) {
      unit.astDepth = depth
      if (depth + unit.baseDepth > MAX_DEPTH) throw tooDeep(node.start)
    }
  }

  // References

  private resolve(name: string, position: number): Reference {
    let scope: Region | null = this.scope
    do {
      const binding = scope.bindings.get(name)
      if (binding !== undefined) return this.refer(binding, position)
      if (scope.ownName === name) {
        const unit: Unit = scope.function
        unit.nameBinding ??= new Name(name, "functionName", scope, unit.slotCount++, unit.node!.start, 0)
        return this.refer(unit.nameBinding, position)
      }
      scope = scope.parent
    } while (scope !== null)
    if (name === "arguments") {
      const reference = this.argumentsReference(position)
      if (reference !== null) return reference
    }
    return { kind: "global", name }
  }

  private refer(binding: Name, position: number): Reference {
    const unit = this.unit
    const home = binding.scope.function
    binding.referenced = true
    if (binding.slot < 0) binding.slot = home.slotCount++
    if (home === unit) return binding.local(!binding.isInitialisedAt(position))
    binding.captured = true
    let inner = unit
    while (inner.parent !== home) inner = inner.parent!
    const check = !binding.isInitialisedAt(inner.createdAt)
    return { kind: "captured", binding, index: unit.captureIndex(binding), check }
  }

  private identifier(node: Identifier): void {
    node.reference = this.resolve(node.name, node.start)
  }

  private assign(node: Identifier): void {
    const reference = this.resolve(node.name, node.start)
    if (reference.kind !== "global") reference.binding.assigned = true
    node.reference = reference
  }

  private privateName(node: ESTree.PrivateIdentifier): Reference {
    const name = "#" + node.name
    let scope: Region | null = this.scope
    while (scope !== null) {
      const binding = scope.privateHidden ? undefined : scope.bindings.get(name)
      if (binding !== undefined) return (node.reference = this.refer(binding, node.start))
      scope = scope.parent
    }
    throw new SyntaxFailure({
      kind: "ParseError",
      message: `Private field '${name}' must be declared in an enclosing class`,
      position: node.start
    })
  }

  private argumentsReference(position: number): Reference | null {
    let owner = this.unit
    while (owner.kind === "arrow") owner = owner.parent!
    if (owner.node === null || owner.kind === "fieldInitializer" || owner.kind === "staticInitializer") return null
    for (let unit = this.unit; unit !== owner; unit = unit.parent!) unit.usesArguments = true
    owner.usesArguments = true
    owner.argumentsBinding ??= new Name("arguments", "implicit", owner.scope, owner.slotCount++, 0, 0)
    return this.refer(owner.argumentsBinding, position)
  }

  private thisReference(position: number): Reference {
    let owner = this.unit
    for (; owner.kind === "arrow"; owner = owner.parent!) owner.usesThis = true
    owner.usesThis = true
    owner.thisBinding ??= new Name(
      "this",
      "implicit",
      owner.scope,
      THIS_SLOT,
      0,
      // A derived constructor has no `this` until `super()` returns.
      owner.kind === "derivedConstructor" ? Infinity : 0
    )
    return this.refer(owner.thisBinding, position)
  }

  private functionReference(position: number): Reference {
    let owner = this.unit
    for (; owner.kind === "arrow"; owner = owner.parent!) owner.usesSuper = true
    owner.usesSuper = true
    owner.functionBinding ??= new Name("%function", "implicit", owner.scope, FUNCTION_SLOT, 0, 0)
    return this.refer(owner.functionBinding, position)
  }

  private newTargetReference(position: number): Reference {
    let owner = this.unit
    for (; owner.kind === "arrow"; owner = owner.parent!) owner.usesNewTarget = true
    owner.usesNewTarget = true
    owner.newTargetBinding ??= new Name("new.target", "implicit", owner.scope, owner.slotCount++, 0, 0)
    return this.refer(owner.newTargetBinding, position)
  }

  private superReference(node: ESTree.Super): void {
    node.reference = this.functionReference(node.start)
    node.thisReference = this.thisReference(node.start)
  }

  // Declarations

  private declarePattern(
    scope: Region,
    pattern: Pattern,
    kind: BindingKind,
    declaredEnd: number,
    caseEnd: number
  ): void {
    switch (pattern.type) {
      case "Identifier":
        scope.declare(pattern.name, kind, pattern.start, declaredEnd).caseEnd = caseEnd
        return
      case "AssignmentPattern":
        return this.declarePattern(scope, pattern.left, kind, declaredEnd, caseEnd)
      case "RestElement":
        return this.declarePattern(scope, pattern.argument, kind, declaredEnd, caseEnd)
      case "ArrayPattern":
        for (const element of pattern.elements) {
          if (element !== null) this.declarePattern(scope, element, kind, declaredEnd, caseEnd)
        }
        return
      case "ObjectPattern":
        for (const property of pattern.properties) {
          const value = property.type === "RestElement" ? property.argument : property.value
          this.declarePattern(scope, value, kind, declaredEnd, caseEnd)
        }
    }
  }

  private declareVarPattern(scope: Region, pattern: Pattern): void {
    switch (pattern.type) {
      case "Identifier":
        if (!scope.bindings.has(pattern.name)) scope.declare(pattern.name, "var", pattern.start, 0)
        return
      case "AssignmentPattern":
        return this.declareVarPattern(scope, pattern.left)
      case "RestElement":
        return this.declareVarPattern(scope, pattern.argument)
      case "ArrayPattern":
        for (const element of pattern.elements) if (element !== null) this.declareVarPattern(scope, element)
        return
      case "ObjectPattern":
        for (const property of pattern.properties) {
          this.declareVarPattern(scope, property.type === "RestElement" ? property.argument : property.value)
        }
    }
  }

  /** Collects the `var` names of a body, through nested statements but not nested functions. */
  private declareVars(scope: Region, statements: readonly Statement[]): void {
    for (const statement of statements) this.declareVarsOf(scope, statement)
  }

  private declareVarsOf(scope: Region, first: Statement): void {
    let statement = first
    for (;;) {
      switch (statement.type) {
        case "VariableDeclaration":
          this.declareVarDeclaration(scope, statement)
          return
        case "BlockStatement":
          return this.declareVars(scope, statement.body)
        case "IfStatement":
          this.declareVarsOf(scope, statement.consequent)
          if (!statement.alternate) return
          statement = statement.alternate
          continue
        case "ForStatement":
          if (statement.init?.type === "VariableDeclaration") this.declareVarDeclaration(scope, statement.init)
          statement = statement.body
          continue
        case "ForInStatement":
        case "ForOfStatement":
          if (statement.left.type === "VariableDeclaration") this.declareVarDeclaration(scope, statement.left)
          statement = statement.body
          continue
        case "WhileStatement":
        case "DoWhileStatement":
        case "LabeledStatement":
          statement = statement.body
          continue
        case "SwitchStatement":
          for (const one of statement.cases) this.declareVars(scope, one.consequent)
          return
        case "TryStatement":
          this.declareVars(scope, statement.block.body)
          if (statement.handler) this.declareVars(scope, statement.handler.body.body)
          if (statement.finalizer) this.declareVars(scope, statement.finalizer.body)
          return
        default:
          return
      }
    }
  }

  private declareVarDeclaration(scope: Region, declaration: ESTree.VariableDeclaration): void {
    if (declaration.kind !== "var") return
    for (const declarator of declaration.declarations) this.declareVarPattern(scope, declarator.id)
  }

  private declareLexical(scope: Region, statement: Statement, caseEnd: number): void {
    switch (statement.type) {
      case "VariableDeclaration":
        if (statement.kind === "var") return
        this.declareVariables(scope, statement, caseEnd)
        return
      case "ClassDeclaration":
        scope.declare(statement.id.name, "class", statement.id.start, statement.end).caseEnd = caseEnd
        return
      case "FunctionDeclaration":
        scope.hoist(statement)
        scope.declare(statement.id.name, "function", statement.id.start, 0)
    }
  }

  private declareVariables(scope: Region, declaration: ESTree.VariableDeclaration, caseEnd: number): void {
    const kind = declaration.kind === "await using" ? "using" : declaration.kind
    for (const declarator of declaration.declarations) {
      this.declarePattern(scope, declarator.id, kind, declarator.end, caseEnd)
    }
  }

  /** Declares what the body of a function, of the program or of a static block declares. */
  private declareBody(statements: readonly Statement[], scope: Region): void {
    for (const statement of statements) {
      switch (statement.type) {
        case "FunctionDeclaration": {
          scope.hoist(statement)
          const name = statement.id.name
          const known = scope.bindings.get(name)
          if (known === undefined) scope.declare(name, "function", statement.id.start, 0)
          else if (known.kind === "parameter") known.assigned = true
          break
        }
        case "VariableDeclaration":
        case "ClassDeclaration":
          this.declareLexical(scope, statement, Infinity)
      }
    }
    if (this.hasVar) this.declareVars(scope, statements)
  }

  private isLexical(statement: Statement): boolean {
    switch (statement.type) {
      case "VariableDeclaration":
        return statement.kind !== "var"
      case "ClassDeclaration":
      case "FunctionDeclaration":
        return true
      default:
        return false
    }
  }

  // Statements

  private statements(statements: readonly Statement[], depth: number): void {
    for (const statement of statements) this.statement(statement, depth)
  }

  private statement(first: Statement, startDepth: number): void {
    let node = first
    let depth = startDepth
    for (;;) {
      switch (node.type) {
        case "ExpressionStatement":
          return this.expression(node.expression, depth + 1)
        case "VariableDeclaration":
          return this.variableDeclaration(node, depth)
        case "ReturnStatement":
          if (node.argument) this.expression(node.argument, depth + 1)
          return
        case "IfStatement":
          this.expression(node.test, depth + 1)
          this.statement(node.consequent, ++depth)
          if (!node.alternate) return
          node = node.alternate
          continue
        case "BlockStatement":
          return this.block(node, depth)
        case "FunctionDeclaration":
          node.id.reference = this.declared(node.id)
          return this.function(node, "function", this.scopeStart, depth)
        case "ForOfStatement":
        case "ForInStatement":
          return this.forEach(node, depth)
        case "ForStatement":
          return this.forLoop(node, depth)
        case "TryStatement":
          return this.tryStatement(node, depth)
        case "ThrowStatement":
          return this.expression(node.argument, depth + 1)
        case "WhileStatement":
        case "DoWhileStatement":
          this.expression(node.test, depth + 1)
          node = node.body
          depth++
          continue
        case "SwitchStatement":
          return this.switchStatement(node, depth)
        case "ClassDeclaration":
          node.id.reference = this.declared(node.id)
          return this.class(node, depth)
        case "LabeledStatement":
          node = node.body
          depth++
          continue
        case "EmptyStatement":
        case "DebuggerStatement":
        case "BreakStatement":
        case "ContinueStatement":
          return this.reach(depth, node)
        default:
          throw unexpectedNode(node)
      }
    }
  }

  /** The reference of a declaring identifier: always the binding of the scope at hand, never checked. */
  private declared(id: Identifier): Reference {
    return this.scope.bindings.get(id.name)!.local(false)
  }

  private block(node: ESTree.BlockStatement, depth: number): void {
    let scope: Region | null = null
    const outer = this.scope
    for (const statement of node.body) {
      if (!this.isLexical(statement)) continue
      scope ??= new Region("block", outer, this.unit)
      this.declareLexical(scope, statement, Infinity)
    }
    this.reach(depth, node)
    if (scope === null) return this.statements(node.body, depth + 1)
    const outerStart = this.scopeStart
    node.scope = scope
    this.scope = scope
    this.scopeStart = node.start
    this.statements(node.body, depth + 1)
    this.scope = outer
    this.scopeStart = outerStart
  }

  private variableDeclaration(node: ESTree.VariableDeclaration, depth: number): void {
    const isVar = node.kind === "var"
    for (const declarator of node.declarations) {
      const init = declarator.init
      if (isVar) this.varTarget(declarator.id, init != null, depth + 1)
      else this.bindingTarget(declarator.id, depth + 1)
      if (init) this.expression(init, depth + 1)
    }
  }

  private forLoop(node: ESTree.ForStatement, depth: number): void {
    const outer = this.scope
    const init = node.init
    let scope: Region | null = null
    if (init) {
      if (init.type !== "VariableDeclaration") this.expression(init, depth + 1)
      else {
        if (init.kind !== "var") {
          scope = this.scope = new Region("for", outer, this.unit)
          this.declareVariables(scope, init, Infinity)
          if (scope.bindings.size > 0) node.scope = scope
        }
        this.variableDeclaration(init, depth + 1)
      }
    }
    if (node.test) this.expression(node.test, depth + 1)
    if (node.update) this.expression(node.update, depth + 1)
    this.statement(node.body, depth + 1)
    this.scope = outer
    if (scope === null) return
    for (const binding of scope.bindings.values()) {
      if (!binding.captured || binding.kind !== "let") continue
      if (scope.perIteration === NO_NAMES) scope.perIteration = []
      scope.perIteration.push(binding)
    }
  }

  private forEach(node: ESTree.ForInStatement | ESTree.ForOfStatement, depth: number): void {
    const outer = this.scope
    const left = node.left
    if (left.type !== "VariableDeclaration") {
      this.expression(node.right, depth + 1)
      this.assignmentTarget(left, depth + 1)
    } else if (left.kind === "var") {
      this.expression(node.right, depth + 1)
      this.varTarget(left.declarations[0].id, true, depth + 1)
      this.markAssigned(left.declarations[0].id)
    } else {
      const head = (this.scope = new Region("for", outer, this.unit))
      this.declareHead(head, left.declarations[0].id)
      this.expression(node.right, depth + 1)
      for (const [name, binding] of head.bindings) if (!binding.referenced) head.bindings.delete(name)
      if (head.bindings.size > 0) node.headScope = head
      const scope = (this.scope = new Region("for", outer, this.unit))
      this.declarePattern(scope, left.declarations[0].id, leftKind(left), left.end, Infinity)
      if (scope.bindings.size > 0) node.scope = scope
      this.bindingTarget(left.declarations[0].id, depth + 1)
    }
    this.statement(node.body, depth + 1)
    this.scope = outer
  }

  /** The uninitialised names that the right side of a lexical for-in or for-of sees; slots only when one is used. */
  private declareHead(scope: Region, pattern: Pattern): void {
    switch (pattern.type) {
      case "Identifier":
        scope.declareAt(-1, pattern.name, "let", pattern.start, Infinity)
        return
      case "AssignmentPattern":
        return this.declareHead(scope, pattern.left)
      case "RestElement":
        return this.declareHead(scope, pattern.argument)
      case "ArrayPattern":
        for (const element of pattern.elements) if (element !== null) this.declareHead(scope, element)
        return
      case "ObjectPattern":
        for (const property of pattern.properties) {
          this.declareHead(scope, property.type === "RestElement" ? property.argument : property.value)
        }
    }
  }

  private tryStatement(node: ESTree.TryStatement, depth: number): void {
    this.block(node.block, depth + 1)
    const handler = node.handler
    if (handler) {
      const outer = this.scope
      if (handler.param) {
        const scope = new Region("catch", outer, this.unit)
        this.declarePattern(scope, handler.param, "catch", handler.param.end, Infinity)
        this.scope = scope
        if (scope.bindings.size > 0) handler.scope = scope
        this.bindingTarget(handler.param, depth + 2)
      }
      this.block(handler.body, depth + 2)
      this.scope = outer
    }
    if (node.finalizer) this.block(node.finalizer, depth + 1)
  }

  private switchStatement(node: ESTree.SwitchStatement, depth: number): void {
    this.expression(node.discriminant, depth + 1)
    const outer = this.scope
    const outerStart = this.scopeStart
    let scope: Region | null = null
    for (const one of node.cases) {
      for (const statement of one.consequent) {
        if (!this.isLexical(statement)) continue
        scope ??= new Region("switch", outer, this.unit)
        this.declareLexical(scope, statement, one.end)
      }
    }
    if (scope !== null) {
      node.scope = scope
      this.scope = scope
      this.scopeStart = node.start
    }
    for (const one of node.cases) {
      if (one.test) this.expression(one.test, depth + 2)
      this.statements(one.consequent, depth + 2)
    }
    this.scope = outer
    this.scopeStart = outerStart
  }

  // Patterns

  /** Names that the scope at hand declares; expressions inside may use them. */
  private bindingTarget(pattern: Pattern, depth: number): void {
    switch (pattern.type) {
      case "Identifier":
        pattern.reference = this.declared(pattern)
        return this.reach(depth, pattern)
      case "AssignmentPattern":
        this.bindingTarget(pattern.left, depth + 1)
        return this.expression(pattern.right, depth + 1)
      case "RestElement":
        return this.bindingTarget(pattern.argument, depth + 1)
      case "ArrayPattern":
        for (const element of pattern.elements) if (element !== null) this.bindingTarget(element, depth + 1)
        return
      case "ObjectPattern":
        for (const property of pattern.properties) {
          if (property.type === "RestElement") this.bindingTarget(property.argument, depth + 1)
          else {
            if (property.computed) this.expression(property.key, depth + 1)
            this.bindingTarget(property.value, depth + 1)
          }
        }
    }
  }

  /**
   * The names of a `var`. They are looked up rather than taken from the function: inside `catch (e)`, `var e = 1`
   * writes the parameter (ECMA-262 B.3.4).
   */
  private varTarget(pattern: Pattern, hasValue: boolean, depth: number): void {
    switch (pattern.type) {
      case "Identifier": {
        let scope = this.scope
        while (!scope.bindings.has(pattern.name)) scope = scope.parent!
        const binding = scope.bindings.get(pattern.name)!
        if (hasValue) {
          if (binding.initialised || binding.kind !== "var") binding.assigned = true
          binding.initialised = true
        }
        pattern.reference = binding.local(false)
        return this.reach(depth, pattern)
      }
      case "AssignmentPattern":
        this.varTarget(pattern.left, hasValue, depth + 1)
        return this.expression(pattern.right, depth + 1)
      case "RestElement":
        return this.varTarget(pattern.argument, hasValue, depth + 1)
      case "ArrayPattern":
        for (const element of pattern.elements) if (element !== null) this.varTarget(element, hasValue, depth + 1)
        return
      case "ObjectPattern":
        for (const property of pattern.properties) {
          if (property.type === "RestElement") this.varTarget(property.argument, hasValue, depth + 1)
          else {
            if (property.computed) this.expression(property.key, depth + 1)
            this.varTarget(property.value, hasValue, depth + 1)
          }
        }
    }
  }

  /** A loop writes its `var` head again and again. */
  private markAssigned(pattern: Pattern): void {
    switch (pattern.type) {
      case "Identifier":
        if (pattern.reference && pattern.reference.kind !== "global") pattern.reference.binding.assigned = true
        return
      case "AssignmentPattern":
        return this.markAssigned(pattern.left)
      case "RestElement":
        return this.markAssigned(pattern.argument)
      case "ArrayPattern":
        for (const element of pattern.elements) if (element !== null) this.markAssigned(element)
        return
      case "ObjectPattern":
        for (const property of pattern.properties) {
          this.markAssigned(property.type === "RestElement" ? property.argument : property.value)
        }
    }
  }

  private assignmentTarget(pattern: Pattern, depth: number): void {
    switch (pattern.type) {
      case "Identifier":
        this.assign(pattern)
        return this.reach(depth, pattern)
      case "MemberExpression":
        return this.expression(pattern, depth)
      case "AssignmentPattern":
        this.assignmentTarget(pattern.left, depth + 1)
        return this.expression(pattern.right, depth + 1)
      case "RestElement":
        return this.assignmentTarget(pattern.argument, depth + 1)
      case "ArrayPattern":
        for (const element of pattern.elements) if (element !== null) this.assignmentTarget(element, depth + 1)
        return
      case "ObjectPattern":
        for (const property of pattern.properties) {
          if (property.type === "RestElement") this.assignmentTarget(property.argument, depth + 1)
          else {
            if (property.computed) this.expression(property.key, depth + 1)
            this.assignmentTarget(property.value, depth + 1)
          }
        }
        return
      default:
        throw unexpectedNode(pattern)
    }
  }

  // Expressions

  private expression(first: Expression | ESTree.SpreadElement, startDepth: number): void {
    let node: AnyNode = first
    let depth = startDepth
    for (;;) {
      switch (node.type) {
        case "Identifier":
          this.identifier(node)
          return this.reach(depth, node)
        case "Literal":
          return this.reach(depth, node)
        case "MemberExpression":
          if (node.computed) this.expression(node.property as Expression, depth + 1)
          else if (node.property.type === "PrivateIdentifier") this.privateName(node.property)
          node = node.object
          depth++
          continue
        case "CallExpression":
          for (const argument of node.arguments) this.expression(argument, depth + 1)
          if (node.callee.type === "Super") node.callee.newTargetReference = this.newTargetReference(node.start)
          node = node.callee
          depth++
          continue
        case "BinaryExpression":
          this.expression(node.right, depth + 1)
          if (node.left.type === "PrivateIdentifier") {
            this.privateName(node.left)
            return
          }
          node = node.left
          depth++
          continue
        case "LogicalExpression":
          this.expression(node.right, depth + 1)
          node = node.left
          depth++
          continue
        case "AwaitExpression":
        case "UnaryExpression":
        case "SpreadElement":
          node = node.argument
          depth++
          continue
        case "AssignmentExpression":
          this.assignmentTarget(node.left, depth + 1)
          node = node.right
          depth++
          continue
        case "ObjectExpression":
          return this.object(node, depth)
        case "ArrayExpression":
          this.reach(depth, node)
          for (const element of node.elements) if (element !== null) this.expression(element, depth + 1)
          return
        case "ArrowFunctionExpression":
          return this.function(node, "arrow", node.start, depth)
        case "TemplateLiteral":
          this.reach(depth, node)
          for (const one of node.expressions) this.expression(one, depth + 1)
          return
        case "ConditionalExpression":
          this.expression(node.test, depth + 1)
          this.expression(node.consequent, depth + 1)
          node = node.alternate
          depth++
          continue
        case "UpdateExpression":
          return this.assignmentTarget(node.argument as Pattern, depth + 1)
        case "FunctionExpression":
          return this.function(node, "function", node.start, depth)
        case "NewExpression":
          for (const argument of node.arguments) this.expression(argument, depth + 1)
          node = node.callee
          depth++
          continue
        case "ChainExpression":
          node = node.expression
          depth++
          continue
        case "SequenceExpression":
          for (const one of node.expressions) this.expression(one, depth + 1)
          return
        case "TaggedTemplateExpression":
          for (const one of node.quasi.expressions) this.expression(one, depth + 2)
          node = node.tag
          depth++
          continue
        case "ThisExpression":
          node.reference = this.thisReference(node.start)
          return this.reach(depth, node)
        case "ClassExpression":
          return this.class(node, depth)
        case "YieldExpression":
          if (!node.argument) return this.reach(depth, node)
          node = node.argument
          depth++
          continue
        case "Super":
          this.superReference(node)
          return this.reach(depth, node)
        case "MetaProperty":
          node.reference = this.newTargetReference(node.start)
          return this.reach(depth, node)
        case "ParenthesizedExpression":
          node = node.expression
          continue
        default:
          throw unexpectedNode(node)
      }
    }
  }

  private object(node: ESTree.ObjectExpression, depth: number): void {
    this.reach(depth, node)
    for (const property of node.properties) {
      if (property.type === "SpreadElement") {
        this.expression(property.argument, depth + 1)
        continue
      }
      if (property.computed) this.expression(property.key, depth + 1)
      const value = property.value
      if (property.kind !== "init") {
        this.function(value as ESTree.FunctionExpression, accessorKind(property.kind), value.start, depth + 1)
      } else if (property.method) {
        this.function(value as ESTree.FunctionExpression, "method", value.start, depth + 1)
      } else {
        this.expression(value, depth + 1)
      }
    }
  }

  // Functions and classes

  private function(node: FunctionNode, kind: FunctionKind, createdAt: number, depth: number): void {
    this.reach(depth, node)
    const outerScope = this.scope
    const outerUnit = this.unit
    const outerStart = this.scopeStart
    const baseDepth = outerUnit.baseDepth + depth
    const unit = new Unit(node, kind, outerScope, createdAt, baseDepth, node.async, node.generator)
    const scope = unit.scope
    const params = node.params
    node.functionScope = unit
    this.unit = unit
    this.scope = scope
    this.scopeStart = node.start
    if (node.type === "FunctionExpression" && node.id) scope.ownName = node.id.name
    unit.length = expectedLength(params)
    unit.simpleParameters = params.every((param) => param.type === "Identifier")
    if (unit.simpleParameters) {
      unit.parameterCount = params.length
      for (const param of params as Identifier[]) {
        param.reference = scope.declare(param.name, "parameter", param.start, 0).local(false)
      }
    } else {
      for (const param of params) this.declarePattern(scope, param, "parameter", param.end, Infinity)
    }
    const body = node.body
    if (!unit.simpleParameters && params.some(hasParameterExpressions)) {
      if (body.type === "BlockStatement") this.separateBody(unit, body.body)
      for (const param of params) this.bindingTarget(param, 1)
      this.scope = unit.bodyScope
    } else {
      if (body.type === "BlockStatement") this.declareBody(body.body, scope)
      if (!unit.simpleParameters) for (const param of params) this.bindingTarget(param, 1)
    }
    this.scopeStart = body.start
    if (body.type === "BlockStatement") this.statements(body.body, 1)
    else this.expression(body, 1)
    this.scope = outerScope
    this.unit = outerUnit
    this.scopeStart = outerStart
  }

  /**
   * Parameters with expressions keep closures of their own, so the body's names live apart
   * (ECMA-262 FunctionDeclarationInstantiation, step 28); a `var` named like a parameter starts with its value.
   */
  private separateBody(unit: Unit, statements: readonly Statement[]): void {
    const scope = new Region("functionBody", unit.scope, unit)
    this.declareBody(statements, scope)
    if (scope.bindings.size === 0) return
    unit.bodyScope = scope
    for (const variable of scope.bindings.values()) {
      if (variable.kind !== "var") continue
      const parameter = unit.scope.bindings.get(variable.name)
      if (parameter === undefined) continue
      if (unit.copiedParameters === NO_COPIES) unit.copiedParameters = []
      unit.copiedParameters.push({ variable, parameter })
      parameter.referenced = true
      variable.initialised = true
    }
  }

  private class(node: Class, depth: number): void {
    this.reach(depth, node)
    const outer = this.scope
    const scope = new Region("class", outer, this.unit)
    if (node.id) {
      const binding = scope.declare(node.id.name, "className", node.id.start, node.end)
      if (node.type === "ClassExpression") node.id.reference = binding.local(false)
    }
    for (const element of node.body.body) {
      if (element.type === "StaticBlock" || element.key.type !== "PrivateIdentifier") continue
      const name = "#" + element.key.name
      const binding = scope.bindings.get(name) ?? scope.declare(name, "privateName", element.key.start, 0)
      element.key.reference = binding.local(false)
    }
    this.scope = scope
    if (node.superClass) {
      scope.privateHidden = true
      this.expression(node.superClass, depth + 1)
      scope.privateHidden = false
    }
    this.classBody(node, scope, depth + 1)
    this.scope = outer
    if (scope.bindings.size > 0) node.scope = scope
  }

  private classBody(node: Class, scope: Region, depth: number): void {
    const body = node.body
    let instance: Unit | null = null
    let statics: Unit | null = null
    let keys = 0
    for (const element of body.body) {
      if (element.type === "StaticBlock") {
        statics ??= this.initializer(node, "staticInitializer", scope, depth)
        this.staticBlock(element, statics)
        continue
      }
      if (element.computed) this.expression(element.key as Expression, depth + 1)
      if (element.type === "MethodDefinition") {
        const method = element.value
        this.function(method, methodKind(element.kind, node.superClass != null), method.start, depth + 1)
        continue
      }
      const unit = element.static
        ? (statics ??= this.initializer(node, "staticInitializer", scope, depth))
        : (instance ??= this.initializer(node, "fieldInitializer", scope, depth))
      if (element.computed) {
        const key = scope.declare(`%key${keys++}`, "const", element.key.start, 0)
        element.keyReference = key.local(false)
        this.within(unit, () => (element.keyRead = this.refer(key, element.key.start)))
      }
      const field = element
      this.within(unit, () => {
        if (field.key.type === "PrivateIdentifier") {
          field.keyRead = this.refer(scope.bindings.get("#" + field.key.name)!, field.key.start)
        }
        if (field.value) this.expression(field.value, 1)
      })
    }
    body.instanceScope = instance
    body.staticScope = statics
  }

  private initializer(node: Class, kind: FunctionKind, scope: Region, depth: number): Unit {
    return new Unit(node.body, kind, scope, node.start, this.unit.baseDepth + depth, false, false)
  }

  private within(unit: Unit, visit: () => void): void {
    const outerScope = this.scope
    const outerUnit = this.unit
    this.scope = unit.scope
    this.unit = unit
    visit()
    this.scope = outerScope
    this.unit = outerUnit
  }

  private staticBlock(node: ESTree.StaticBlock, unit: Unit): void {
    const outerStart = this.scopeStart
    this.within(unit, () => {
      const scope = new Region("staticBlock", unit.scope, unit)
      this.declareBody(node.body, scope)
      if (scope.bindings.size > 0) node.scope = scope
      this.scope = scope
      this.scopeStart = node.start
      this.statements(node.body, 1)
    })
    this.scopeStart = outerStart
  }
}

const leftKind = (left: ESTree.VariableDeclaration): BindingKind =>
  left.kind === "await using" ? "using" : (left.kind as "let" | "const" | "using")

const accessorKind = (kind: "get" | "set"): FunctionKind => (kind === "get" ? "getter" : "setter")

const methodKind = (kind: "constructor" | "method" | "get" | "set", isDerived: boolean): FunctionKind => {
  if (kind === "constructor") return isDerived ? "derivedConstructor" : "constructor"
  return kind === "method" ? "method" : accessorKind(kind)
}

const unexpectedNode = (node: { readonly type: string; readonly start: number }): SyntaxFailure =>
  new SyntaxFailure({
    kind: "UnsupportedSyntax",
    message: `This syntax is not available here (${node.type}).`,
    position: node.start
  })

/**
 * Resolves every name of a program and attaches the results to its nodes (see `ast.ts`).
 *
 * Throws a {@link SyntaxFailure} (`ParseError`) when the program nests deeper than {@link MAX_DEPTH}.
 */
export const analyse = (parsed: ParsedProgram): FunctionScope => {
  try {
    return new Analyser(parsed.source).program(parsed.program)
  } catch (error) {
    throw isStackOverflow(error) ? tooDeep(null) : error
  }
}
