/**
 * The syntax tree that the rest of the interpreter reads: acorn's ESTree, with what the front end attaches to it.
 *
 * Nodes carry UTF-16 offsets (`start`, `end`) into the submitted text and no line numbers; `position.ts` turns an
 * offset into a line and a column when somebody asks. TypeScript nodes never reach a reader: `typescript.ts` rewrites
 * the tree in place.
 */
import type * as ESTree from "acorn"
import type { FunctionScope, Reference, Scope } from "./scope.ts"

declare module "acorn" {
  interface Identifier {
    /** Set on every identifier that is read, written or declared as a variable; absent on labels and property names. */
    reference?: Reference
  }
  interface ThisExpression {
    reference?: Reference
    /** Inside a `super`-calling function, `this` may be read before it is bound; such a slot holds nothing yet. */
  }
  interface Super {
    /** The function object that `super` resolves from (`%function`). */
    reference?: Reference
    /** The `this` that goes with it. */
    thisReference?: Reference
    /** Only on the callee of `super(…)`: the `new.target` that goes with it. */
    newTargetReference?: Reference
  }
  interface MetaProperty {
    reference?: Reference
  }
  interface PrivateIdentifier {
    reference?: Reference
  }
  interface BlockStatement {
    scope?: Scope
  }
  interface ForStatement {
    scope?: Scope
  }
  interface ForInStatement {
    scope?: Scope
    /** The names of a lexical head while the expression on the right is evaluated: all uninitialised. */
    headScope?: Scope
  }
  interface ForOfStatement {
    scope?: Scope
    /** The names of a lexical head while the expression on the right is evaluated: all uninitialised. */
    headScope?: Scope
  }
  interface SwitchStatement {
    scope?: Scope
  }
  interface CatchClause {
    scope?: Scope
  }
  interface Class {
    scope?: Scope
  }
  interface ClassBody {
    /** The synthesised function that defines all instance fields; null when there are none. */
    instanceScope?: FunctionScope | null
    /** The synthesised function that runs static fields and static blocks in order; null when there are none. */
    staticScope?: FunctionScope | null
  }
  interface PropertyDefinition {
    /** Where the class definition leaves a computed key for the initialiser: written by the outer function. */
    keyReference?: Reference
    /** The same key as the initialiser reads it. */
    keyRead?: Reference
  }
  interface StaticBlock {
    scope?: Scope
  }
  interface Function {
    functionScope?: FunctionScope
  }
  interface Program {
    functionScope?: FunctionScope
  }
}

export type Node = ESTree.Node
export type AnyNode = ESTree.AnyNode
export type Identifier = ESTree.Identifier
export type Literal = ESTree.Literal
export type Program = ESTree.Program
export type Statement = ESTree.Statement
export type Expression = ESTree.Expression
export type Pattern = ESTree.Pattern
export type Class = ESTree.ClassDeclaration | ESTree.ClassExpression | ESTree.AnonymousClassDeclaration
export type ClassBody = ESTree.ClassBody
export type FunctionDeclaration = ESTree.FunctionDeclaration | ESTree.AnonymousFunctionDeclaration
export type FunctionExpression = ESTree.FunctionExpression
export type ArrowFunction = ESTree.ArrowFunctionExpression
export type FunctionNode = FunctionDeclaration | FunctionExpression | ArrowFunction
export type { ESTree }
