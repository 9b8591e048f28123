/** The mutable side of `scope.ts`: bindings, scopes and functions while the analysis fills them in. */
import type { ClassBody, FunctionDeclaration, FunctionNode } from "./ast.ts"
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

// Scopes without names share these; they are replaced, never written, when a name comes.
const NO_BINDINGS: Map<string, Name> = new Map()
const NO_FUNCTIONS: FunctionDeclaration[] = []
export const NO_NAMES: Name[] = []
const NO_CAPTURES: Capture[] = []
export const NO_COPIES: CopiedParameter[] = []

/** One declared name. */
export class Name implements Binding {
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

/** One static scope. */
export class Region implements Scope {
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

/** One function, or what runs like one. */
export class Unit implements FunctionScope {
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
