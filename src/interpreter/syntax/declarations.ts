/** Collects what a statement, a body or a pattern declares into a scope, before anything inside is looked at. */
import type { ESTree, Identifier, Pattern, Statement } from "./ast.ts"
import type { Region } from "./names.ts"
import type { BindingKind } from "./scope.ts"

/** Whether a parameter holds an expression: a default, or a computed key. */
export const hasParameterExpressions = (pattern: Pattern): boolean => {
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

/** The `length` of a function: its parameters before the first default or rest. */
export const expectedLength = (params: readonly Pattern[]): number => {
  const optional = params.findIndex((param) => param.type === "AssignmentPattern" || param.type === "RestElement")
  return optional === -1 ? params.length : optional
}

/** Visits the names that a pattern binds, in order. */
export const eachName = (pattern: Pattern, visit: (name: Identifier) => void): void => {
  switch (pattern.type) {
    case "Identifier":
      return visit(pattern)
    case "AssignmentPattern":
      return eachName(pattern.left, visit)
    case "RestElement":
      return eachName(pattern.argument, visit)
    case "ArrayPattern":
      for (const element of pattern.elements) if (element !== null) eachName(element, visit)
      return
    case "ObjectPattern":
      for (const property of pattern.properties) {
        eachName(property.type === "RestElement" ? property.argument : property.value, visit)
      }
  }
}

/** Declares the names of a pattern, which are initialised at `declaredEnd`. */
export const declarePattern = (
  scope: Region,
  pattern: Pattern,
  kind: BindingKind,
  declaredEnd: number,
  caseEnd = Infinity
): void => {
  eachName(pattern, (name) => {
    scope.declare(name.name, kind, name.start, declaredEnd).caseEnd = caseEnd
  })
}

const declareVarPattern = (scope: Region, pattern: Pattern): void => {
  eachName(pattern, ({ name, start }) => {
    if (!scope.bindings.has(name)) scope.declare(name, "var", start, 0)
  })
}

/** Collects the `var` names of a body, through nested statements but not nested functions. */
const declareVars = (scope: Region, statements: readonly Statement[]): void => {
  for (const statement of statements) declareVarsOf(scope, statement)
}

const declareVarsOf = (scope: Region, first: Statement): void => {
  let statement = first
  for (;;) {
    switch (statement.type) {
      case "VariableDeclaration":
        declareVarDeclaration(scope, statement)
        return
      case "BlockStatement":
        return declareVars(scope, statement.body)
      case "IfStatement":
        declareVarsOf(scope, statement.consequent)
        if (!statement.alternate) return
        statement = statement.alternate
        continue
      case "ForStatement":
        if (statement.init?.type === "VariableDeclaration") declareVarDeclaration(scope, statement.init)
        statement = statement.body
        continue
      case "ForInStatement":
      case "ForOfStatement":
        if (statement.left.type === "VariableDeclaration") declareVarDeclaration(scope, statement.left)
        statement = statement.body
        continue
      case "WhileStatement":
      case "DoWhileStatement":
      case "LabeledStatement":
        statement = statement.body
        continue
      case "SwitchStatement":
        for (const one of statement.cases) declareVars(scope, one.consequent)
        return
      case "TryStatement":
        declareVars(scope, statement.block.body)
        if (statement.handler) declareVars(scope, statement.handler.body.body)
        if (statement.finalizer) declareVars(scope, statement.finalizer.body)
        return
      default:
        return
    }
  }
}

const declareVarDeclaration = (scope: Region, declaration: ESTree.VariableDeclaration): void => {
  if (declaration.kind !== "var") return
  for (const declarator of declaration.declarations) declareVarPattern(scope, declarator.id)
}

/** Declares what a statement declares in its block. */
export const declareLexical = (scope: Region, statement: Statement, caseEnd = Infinity): void => {
  switch (statement.type) {
    case "VariableDeclaration":
      if (statement.kind === "var") return
      declareVariables(scope, statement, caseEnd)
      return
    case "ClassDeclaration":
      scope.declare(statement.id.name, "class", statement.id.start, statement.end).caseEnd = caseEnd
      return
    case "FunctionDeclaration":
      scope.hoist(statement)
      scope.declare(statement.id.name, "function", statement.id.start, 0)
  }
}

/** Declares the names of a `let`, `const` or `using`. */
export const declareVariables = (scope: Region, declaration: ESTree.VariableDeclaration, caseEnd = Infinity): void => {
  const kind = declaration.kind === "await using" ? "using" : declaration.kind
  for (const declarator of declaration.declarations) {
    declarePattern(scope, declarator.id, kind, declarator.end, caseEnd)
  }
}

/** Declares what the body of a function, of the program or of a static block declares. */
export const declareBody = (scope: Region, statements: readonly Statement[], hasVar: boolean): void => {
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
        declareLexical(scope, statement)
    }
  }
  if (hasVar) declareVars(scope, statements)
}

/** Whether a statement of a block declares something in it. */
export const isLexical = (statement: Statement): boolean => {
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

/** The uninitialised names that the right side of a lexical for-in or for-of sees; slots only when one is used. */
export const declareHead = (scope: Region, pattern: Pattern): void => {
  eachName(pattern, ({ name, start }) => scope.declareAt(-1, name, "let", start, Infinity))
}
