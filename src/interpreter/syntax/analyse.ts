/**
 * Works out the scopes of a program in one walk: what every name means, which bindings closures share, what a frame
 * holds. Declarations are collected when a scope is entered, so every reference is final when it is met.
 *
 * Left spines (`a + b + c`, `a.b.c()`, `else if`) are walked in loops and everything else is bounded by
 * {@link MAX_DEPTH}, so no text can overflow the host's stack here.
 */
import type { AnyNode, Class, ESTree, Expression, FunctionNode, Identifier, Pattern, Statement } from "./ast.ts"
import {
  declareBody,
  declareHead,
  declareLexical,
  declarePattern,
  declareVariables,
  eachName,
  expectedLength,
  hasParameterExpressions,
  isLexical
} from "./declarations.ts"
import { isStackOverflow, SyntaxFailure, tooDeep } from "./failure.ts"
import { NO_COPIES, NO_NAMES, Region, Unit } from "./names.ts"
import type { ParsedProgram } from "./parse.ts"
import { Resolver } from "./resolver.ts"
import type { BindingKind, FunctionKind, FunctionScope, Reference } from "./scope.ts"

/**
 * How deep syntax may nest, counting each operand of a left spine as a level. Later stages recurse over the tree (or over
 * what they make of it), so this bounds their use of the host's stack on every machine alike.
 */
export const MAX_DEPTH = 1_500

class Analyser extends Resolver {
  /** Where the scope at hand starts: hoisted functions are made there. */
  private scopeStart = 0
  /** No `var` in the text: the walk that collects them is not needed. */
  private readonly hasVar: boolean

  constructor(source: string) {
    super(new Unit(null, "program", null, 0, 0, true, false))
    this.hasVar = source.includes("var")
  }

  program(program: ESTree.Program): FunctionScope {
    const unit = this.unit
    const body = program.body as Statement[]
    declareBody(unit.scope, body, this.hasVar)
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
      if (!isLexical(statement)) continue
      scope ??= new Region("block", outer, this.unit)
      declareLexical(scope, statement)
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
          declareVariables(scope, init)
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
      // A loop writes its head again and again.
      eachName(left.declarations[0].id, markAssigned)
    } else {
      const head = (this.scope = new Region("for", outer, this.unit))
      declareHead(head, left.declarations[0].id)
      this.expression(node.right, depth + 1)
      for (const [name, binding] of head.bindings) if (!binding.referenced) head.bindings.delete(name)
      if (head.bindings.size > 0) node.headScope = head
      const scope = (this.scope = new Region("for", outer, this.unit))
      declarePattern(scope, left.declarations[0].id, leftKind(left), left.end)
      if (scope.bindings.size > 0) node.scope = scope
      this.bindingTarget(left.declarations[0].id, depth + 1)
    }
    this.statement(node.body, depth + 1)
    this.scope = outer
  }

  private tryStatement(node: ESTree.TryStatement, depth: number): void {
    this.block(node.block, depth + 1)
    const handler = node.handler
    if (handler) {
      const outer = this.scope
      if (handler.param) {
        const scope = new Region("catch", outer, this.unit)
        declarePattern(scope, handler.param, "catch", handler.param.end)
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
        if (!isLexical(statement)) continue
        scope ??= new Region("switch", outer, this.unit)
        declareLexical(scope, statement, one.end)
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
      for (const param of params) declarePattern(scope, param, "parameter", param.end)
    }
    const body = node.body
    if (!unit.simpleParameters && params.some(hasParameterExpressions)) {
      if (body.type === "BlockStatement") this.separateBody(unit, body.body)
      for (const param of params) this.bindingTarget(param, 1)
      this.scope = unit.bodyScope
    } else {
      if (body.type === "BlockStatement") declareBody(scope, body.body, this.hasVar)
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
    declareBody(scope, statements, this.hasVar)
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
      declareBody(scope, node.body, this.hasVar)
      if (scope.bindings.size > 0) node.scope = scope
      this.scope = scope
      this.scopeStart = node.start
      this.statements(node.body, 1)
    })
    this.scopeStart = outerStart
  }
}

const markAssigned = (name: Identifier): void => {
  if (name.reference && name.reference.kind !== "global") name.reference.binding.assigned = true
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
