/** Programs that only define: whatever they are meant to do, nothing of it has run. */
import type { AnyNode, ESTree, FunctionNode, Statement } from "./ast.ts"
import type { ParsedProgram } from "./parse.ts"

/** A function that a program defines and never calls. */
export interface Uncalled {
  readonly name: string
  readonly takesArguments: boolean
}

/** Longer programs are not searched for which of their functions use each other. */
const MAX_SEARCHED = 1 << 18

const isFunction = (node: AnyNode): node is FunctionNode =>
  node.type === "FunctionDeclaration" || node.type === "FunctionExpression" || node.type === "ArrowFunctionExpression"

/** Whether evaluating it has no effect that anybody could have wanted: constants, functions, and lists of them. */
const isInert = (node: AnyNode, depth: number): boolean => {
  switch (node.type) {
    case "Literal":
    case "Identifier":
      return true
    case "TemplateLiteral":
      return node.expressions.length === 0
    case "UnaryExpression":
      return isInert(node.argument, depth + 1)
    case "ArrayExpression":
      return depth < 5 && node.elements.every((element) => element === null || isInert(element, depth + 1))
    case "ObjectExpression":
      return (
        depth < 5 &&
        node.properties.every(
          (property) => property.type === "Property" && !property.computed && isInert(property.value, depth + 1)
        )
      )
    default:
      return isFunction(node)
  }
}

/** A class that runs nothing when it is made. */
const isInertClass = ({ superClass, body }: ESTree.ClassDeclaration): boolean =>
  (superClass === null || superClass === undefined || superClass.type === "Identifier") &&
  body.body.every(
    (element) =>
      element.type !== "StaticBlock" &&
      !element.computed &&
      (element.type === "MethodDefinition" || !element.static || !element.value || isInert(element.value, 0))
  )

const uncalled = (name: string, { params }: FunctionNode): Uncalled => ({ name, takesArguments: params.length > 0 })

/** Adds the functions that a statement defines; false when it does something. */
const addDefinitions = (statement: Statement, found: Uncalled[]): boolean => {
  switch (statement.type) {
    case "EmptyStatement":
      return true
    case "ClassDeclaration":
      return isInertClass(statement)
    case "ExpressionStatement":
      return statement.directive !== undefined
    case "FunctionDeclaration":
      found.push(uncalled(statement.id.name, statement))
      return true
    case "VariableDeclaration":
      return statement.declarations.every((one) => addDeclarator(one, found))
    default:
      return false
  }
}

const addDeclarator = ({ id, init }: ESTree.VariableDeclarator, found: Uncalled[]): boolean => {
  if (id.type !== "Identifier") return false
  if (init === null || init === undefined) return true
  if (isFunction(init)) found.push(uncalled(id.name, init))
  return isInert(init, 0)
}

/**
 * The functions of a program that does nothing but define; those that no other text mentions, where there are any. Empty for every program that does
 * something.
 */
export const uncalledFunctions = ({ program, source, entry }: ParsedProgram): readonly Uncalled[] => {
  const found: Uncalled[] = []
  if (entry === "call") return found
  for (const statement of program.body as readonly Statement[]) if (!addDefinitions(statement, found)) return []
  if (found.length < 2 || source.length > MAX_SEARCHED) return found.slice(-1)
  const mentions = new Map<string, number>()
  for (const [name] of source.matchAll(/[\p{ID_Start}$_][\p{ID_Continue}$]*/gu)) {
    mentions.set(name, (mentions.get(name) ?? 0) + 1)
  }
  const alone = found.filter(({ name }) => mentions.get(name) === 1)
  return alone.length === 0 ? found.slice(-1) : alone
}
