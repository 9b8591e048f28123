/**
 * What a name means: scopes, bindings, frame slots and the captures of closures, worked out once per program.
 *
 * A frame is one array per call: `[0]` the cells of the closure, `[1]` `this`, `[2]` the position of the running node,
 * `[3]` the active function object, then the parameters and locals. A binding that an inner function uses lives in a
 * cell, so that both share it.
 */
import type { ClassBody, FunctionDeclaration, FunctionNode } from "./ast.ts"

/** The number of frame entries before the first parameter. */
export const FRAME_HEADER = 4

export type BindingKind =
  | "var"
  | "function"
  | "parameter"
  | "let"
  | "const"
  | "using"
  | "class"
  | "className"
  | "catch"
  | "functionName"
  | "privateName"
  | "implicit"

/** One declared name. */
export interface Binding {
  readonly name: string
  readonly kind: BindingKind
  readonly scope: Scope
  /** Its index in the frame of `scope.function`. */
  slot: number
  /** An inner function references it, so its slot holds a cell. */
  captured: boolean
  /** Written by something else than its own declaration or initialiser. */
  assigned: boolean
  referenced: boolean
  /** Some reference in its own function may run before it is initialised. */
  readonly mayBeReadEarly: boolean
  /** The offset after which, in straight code, it is initialised; 0 when it is so from the entry of its scope on. */
  declaredEnd: number
  /** Where it is declared. */
  readonly declaredStart: number
}

export type ScopeKind = "function" | "functionBody" | "block" | "for" | "switch" | "catch" | "class" | "staticBlock"

/** One static scope. */
export interface Scope {
  readonly kind: ScopeKind
  readonly parent: Scope | null
  readonly function: FunctionScope
  readonly bindings: Map<string, Binding>
  /** Hoisted declarations to instantiate on entry, in source order; the last of a name wins. */
  readonly functions: FunctionDeclaration[]
  /** On a `for (let …;;)` scope: its captured `let` bindings, whose cells each turn renews. */
  perIteration: Binding[]
}

export type FunctionKind =
  | "program"
  | "function"
  | "arrow"
  | "method"
  | "getter"
  | "setter"
  | "constructor"
  | "derivedConstructor"
  | "fieldInitializer"
  | "staticInitializer"

/** Where a closure takes one of its cells from when it is made: a slot or a cell of the enclosing function. */
export type Capture = { readonly fromSlot: number } | { readonly fromCapture: number }

/** A `var` of the body scope that starts with the value of the parameter of the same name. */
export interface CopiedParameter {
  readonly variable: Binding
  readonly parameter: Binding
}

/** One function, or what runs like one: the program, the initialisers of a class's fields, its static parts. */
export interface FunctionScope {
  /** The function; the class body of synthesised initialisers; null for the program. */
  readonly node: FunctionNode | ClassBody | null
  readonly kind: FunctionKind
  readonly isAsync: boolean
  readonly isGenerator: boolean
  readonly parent: FunctionScope | null
  /** Parameters, and the body's names too unless parameters contain expressions. */
  readonly scope: Scope
  readonly bodyScope: Scope
  /** The length of its frame, header included. */
  slotCount: number
  /** Every parameter is a plain identifier: parameter i has slot `FRAME_HEADER + i`. */
  readonly simpleParameters: boolean
  readonly parameterCount: number
  readonly captures: Capture[]
  usesArguments: boolean
  usesThis: boolean
  usesNewTarget: boolean
  usesSuper: boolean
  /** Own slot of `arguments`, when used by this function or by arrows inside it. */
  argumentsBinding: Binding | null
  /** Own slot of `new.target`, likewise. */
  newTargetBinding: Binding | null
  /** `this` (slot 1), likewise; a cell when captured by an arrow. */
  thisBinding: Binding | null
  /** The active function (slot 3), likewise. */
  functionBinding: Binding | null
  /** The own-name binding of a named function expression, when it is referenced. */
  nameBinding: Binding | null
  /** The deepest nesting of syntax nodes in the body. */
  astDepth: number
  /** The `length` property of the function object. */
  readonly length: number
  readonly copiedParameters: CopiedParameter[]
}

/** What an identifier means at one place. */
export type Reference =
  /** `frame[slot]`, or the cell there when `binding.captured`; `check`: it may be uninitialised here. */
  | { readonly kind: "local"; readonly binding: Binding; readonly check: boolean }
  /** `frame[0][index].v`. */
  | { readonly kind: "captured"; readonly binding: Binding; readonly index: number; readonly check: boolean }
  | { readonly kind: "global"; readonly name: string }
