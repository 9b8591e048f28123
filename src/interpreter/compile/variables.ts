/** Reading, writing and initialising variables: frame slots, cells and globals. */
import { agent, suspend, SUSP } from "../kernel/agent.ts"
import type { Frame, Susp } from "../kernel/agent.ts"
import { throwReferenceError, throwTypeError } from "../kernel/errors.ts"
import { FRAME_CELLS, FRAME_POSITION } from "../kernel/function.ts"
import { Accessor, readSlot } from "../kernel/object.ts"
import type { ObjectValue } from "../kernel/object.ts"
import type { Shape } from "../kernel/shape.ts"
import { canonicalKey, Cell, LAZY, TDZ } from "../kernel/values.ts"
import type { PropertyKey, Value } from "../kernel/values.ts"
import type { Binding, Reference, Scope } from "../syntax/scope.ts"
import type { Context } from "./context.ts"
import type { Run } from "./run.ts"

type Write = (frame: Frame, value: Value) => void

const throwUninitialised = (binding: Binding, position: number): never =>
  binding.name === "this"
    ? throwReferenceError(
        "Must call super() in a derived class before using 'this' or returning from its constructor.",
        position
      )
    : throwReferenceError(`Cannot access '${binding.name}' before initialization.`, position)

/** The slot of a variable that is in the frame itself and always initialised, or -1. The fused fast paths ask. */
export const plainSlot = (reference: Reference | undefined): number =>
  reference !== undefined && reference.kind === "local" && !reference.check && !reference.binding.captured
    ? reference.binding.slot
    : -1

/** The index of a captured variable that is always initialised, or -1. */
export const plainCapture = (reference: Reference | undefined): number =>
  reference !== undefined && reference.kind === "captured" && !reference.check ? reference.index : -1

export function readVariable(context: Context, reference: Reference, position: number): Run {
  if (reference.kind === "global") return readGlobal(context, reference.name, position)
  const binding = reference.binding
  if (reference.kind === "captured") {
    const index = reference.index
    if (!reference.check) return (f) => f[FRAME_CELLS][index].v
    return (f) => {
      const value = f[FRAME_CELLS][index].v
      return value === TDZ ? throwUninitialised(binding, position) : value
    }
  }
  const slot = binding.slot
  if (binding.captured) {
    if (!reference.check) return (f) => f[slot].v
    return (f) => {
      const value = f[slot].v
      return value === TDZ ? throwUninitialised(binding, position) : value
    }
  }
  if (!reference.check) return (f) => f[slot]
  return (f) => {
    const value = f[slot]
    return value === TDZ ? throwUninitialised(binding, position) : value
  }
}

const isImmutable = (binding: Binding): boolean =>
  binding.kind === "const" ||
  binding.kind === "using" ||
  binding.kind === "className" ||
  binding.kind === "functionName"

/** The slot of a variable that may be read and written without any check, or -1. */
export const assignableSlot = (reference: Reference | undefined): number =>
  reference?.kind === "local" && isImmutable(reference.binding) ? -1 : plainSlot(reference)

/** Assignment: checks for the dead zone and for constants. Globals may suspend (setters), so it answers a value. */
export function assignVariable(
  context: Context,
  reference: Reference,
  position: number
): (frame: Frame, value: Value) => Value | Susp {
  if (reference.kind === "global") return assignGlobal(context, reference.name, position)
  const binding = reference.binding
  const write = rawWrite(reference)
  if (isImmutable(binding)) {
    const read = reference.check ? readVariable(context, reference, position) : null
    return (f) => {
      if (read !== null) read(f)
      return throwTypeError(
        `Assignment to constant variable '${binding.name}'. Declare it with \`let\` to change it.`,
        position
      )
    }
  }
  if (reference.check) {
    const read = readVariable(context, reference, position)
    return (f, value) => {
      read(f)
      write(f, value)
      return value
    }
  }
  return (f, value) => {
    write(f, value)
    return value
  }
}

/** Initialisation by the declaration itself. */
export function rawWrite(reference: Reference): Write {
  if (reference.kind === "global") throw new Error("a declaration is never global")
  if (reference.kind === "captured") {
    const index = reference.index
    return (f, value) => {
      f[FRAME_CELLS][index].v = value
    }
  }
  const slot = reference.binding.slot
  if (reference.binding.captured) {
    return (f, value) => {
      f[slot].v = value
    }
  }
  return (f, value) => {
    f[slot] = value
  }
}

// ---- Scope entry.

const isLexical = (binding: Binding): boolean => {
  switch (binding.kind) {
    case "let":
    case "const":
    case "using":
    case "class":
    case "className":
      return true
    default:
      return false
  }
}

/**
 * Makes the cells and dead zones of a scope's bindings, or null when it has nothing to do. Slots of a function's own scope that hold parameters
 * and `var`s were wrapped when the call began.
 */
export function enterScope(scope: Scope): ((frame: Frame) => void) | null {
  const cells: number[] = []
  const emptyCells: number[] = []
  const dead: number[] = []
  const emptyVars: number[] = []
  for (const binding of scope.bindings.values()) {
    if (isLexical(binding)) {
      if (binding.captured) cells.push(binding.slot)
      else if (binding.mayBeReadEarly) dead.push(binding.slot)
    } else if (binding.captured && scope.kind !== "function") {
      // Catch parameters, functions of blocks, private names, computed keys, variables of a separate body.
      emptyCells.push(binding.slot)
    } else if (scope.kind === "staticBlock" && binding.kind === "var") {
      emptyVars.push(binding.slot)
    }
  }
  const others = emptyCells.length + emptyVars.length + dead.length
  if (cells.length === 0 && others === 0) return null
  if (cells.length === 1 && others === 0) {
    const slot = cells[0]
    return (f) => {
      f[slot] = new Cell(TDZ)
    }
  }
  return (f) => {
    for (const slot of cells) f[slot] = new Cell(TDZ)
    for (const slot of emptyCells) f[slot] = new Cell(undefined)
    for (const slot of dead) f[slot] = TDZ
    for (const slot of emptyVars) f[slot] = undefined
  }
}

// ---- Globals.

class GlobalCache {
  private readonly global: ObjectValue
  private readonly key: PropertyKey
  private shape: Shape | null = null
  private index = -1

  constructor(context: Context, name: string) {
    this.global = context.realm.intrinsic("%globalThis%")
    this.key = canonicalKey(name)
  }

  lookup(): boolean {
    const shape = this.global.shape
    if (shape === this.shape) return true
    if (shape.dictionary !== null) return false
    const index = shape.indexOf(this.key)
    if (index < 0) return false
    let value = readSlot(this.global, index)
    if (value === LAZY) value = this.global.materialize(index, this.key)
    if (value instanceof Accessor) return false
    this.shape = shape
    this.index = index
    return true
  }

  read(): Value {
    return readSlot(this.global, this.index) as Value
  }

  has(): boolean | Susp {
    return this.global.has(this.key)
  }

  get(): Value | Susp {
    return this.global.get(this.key, this.global)
  }

  set(value: Value): boolean | Susp {
    return this.global.set(this.key, value, this.global)
  }
}

/** Locals that a name is compared with. */
const MAX_LOCALS = 500
/** What comparing a name costs: a hundred microseconds. */
const HINT_STEPS = 4096

/** Names that exist where the code stands: locals, innermost first, then globals. */
function* visibleNames(context: Context): Iterable<string> {
  yield* localNames(context)
  yield* context.realm.globalNames()
}

function* localNames(context: Context): Iterable<string> {
  let left = MAX_LOCALS
  for (let scope: Scope | null = context.scope.bodyScope; scope !== null; scope = scope.parent) {
    for (const binding of scope.bindings.values()) {
      if (binding.kind === "privateName") continue
      if (left-- === 0) return
      yield binding.name
    }
  }
}

const throwNotDefined = (context: Context, name: string, position: number): never => {
  const { realm } = context
  let hint: string | undefined
  if (realm.hintsLeft > 0) {
    realm.hintsLeft--
    agent.budget -= HINT_STEPS
    hint = realm.host.hintForName(name, visibleNames(context))
  }
  return throwReferenceError(`${name} is not defined.${hint === undefined ? "" : ` ${hint}`}`, position)
}

function readGlobal(context: Context, name: string, position: number): Run {
  const cache = new GlobalCache(context, name)
  return (f) => {
    if (cache.lookup()) return cache.read()
    f[FRAME_POSITION] = position
    const has = cache.has()
    if (has === SUSP) return suspend(afterHas, f)
    return has ? cache.get() : throwNotDefined(context, name, position)
  }
  function afterHas(_: Frame, has: boolean): Value | Susp {
    return has ? cache.get() : throwNotDefined(context, name, position)
  }
}

/** `typeof name` where the name may not exist. */
export function readGlobalForTypeof(context: Context, name: string): Run {
  const cache = new GlobalCache(context, name)
  return () => (cache.lookup() ? cache.read() : cache.get())
}

function assignGlobal(context: Context, name: string, position: number): (f: Frame, value: Value) => Value | Susp {
  const cache = new GlobalCache(context, name)
  const finish = (value: Value, has: boolean): Value | Susp => {
    if (!has) {
      return throwReferenceError(`${name} is not defined. Declare it with \`let\` before assigning to it.`, position)
    }
    const done = cache.set(value)
    if (done === SUSP) return suspend(afterSet, [], value)
    return afterSet([], done, value)
  }
  const afterSet = (_: Frame, done: boolean, value: Value): Value =>
    done ? value : throwTypeError(`Cannot assign to read only property '${name}' of the global object.`, position)
  const afterHas = (_: Frame, has: boolean, value: Value): Value | Susp => finish(value, has)
  return (f, value) => {
    f[FRAME_POSITION] = position
    const has = cache.has()
    return has === SUSP ? suspend(afterHas, f, value) : finish(value, has)
  }
}
