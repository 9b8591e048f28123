/** Data as it is at this moment: what a tool or a host does with it later changes nothing here. */
import { bytesOf, isBytes, isPlain, isSchemaInstance, isWrapping, kindOf } from "./kind.ts"

/**
 * A copy of a value: of arrays, records, maps, sets, dates, bytes, `Option`s and instances of schema classes, at any depth; cycles and shared parts stay what
 * they are. Instances of other classes and functions have no copy and stand for themselves. No getter is called.
 */
export function snapshot<A>(value: A): A {
  const copies = new Map<object, object>()
  const open: (() => void)[] = []
  const copy = (one: unknown): unknown => {
    if (typeof one !== "object" || one === null) return one
    const known = copies.get(one)
    if (known !== undefined) return known
    const { shell, fill } = begin(one, copy)
    copies.set(one, shell)
    if (fill !== undefined) open.push(fill)
    return shell
  }
  try {
    const result = copy(value)
    for (let fill = open.pop(); fill !== undefined; fill = open.pop()) fill()
    return result as A
  } catch {
    // A proxy that lets itself be looked at, but not in full.
    return value
  }
}

interface Begun {
  readonly shell: object
  /** What is still to do, where the value holds others. */
  readonly fill?: () => void
}

function begin(value: object, copy: (value: unknown) => unknown): Begun {
  try {
    return beginKnown(value, copy)
  } catch {
    // A proxy that does not let itself be looked at.
    return { shell: value }
  }
}

function beginKnown(value: object, copy: (value: unknown) => unknown): Begun {
  const kind = kindOf(value)
  if (kind === "Array") {
    const shell: unknown[] = new Array<unknown>((value as unknown[]).length)
    return { shell, fill: () => copyProperties(value, shell, copy) }
  }
  if (isBytes(value)) return { shell: copyOfBytes(value) }
  const prototype: unknown = Object.getPrototypeOf(value)
  if (kind === "Date" && prototype === Date.prototype) return { shell: new Date((value as Date).getTime()) }
  if (kind === "Map" && prototype === Map.prototype) {
    const shell = new Map<unknown, unknown>()
    const fill = (): void =>
      (value as Map<unknown, unknown>).forEach((member, key) => void shell.set(copy(key), copy(member)))
    return { shell, fill }
  }
  if (kind === "Set" && prototype === Set.prototype) {
    const shell = new Set<unknown>()
    return { shell, fill: () => (value as Set<unknown>).forEach((member) => void shell.add(copy(member))) }
  }
  if (!isPlain(value) && !isSchemaInstance(value) && !isWrapping(value)) return { shell: value }
  const shell = Object.create(prototype as object | null) as object
  return { shell, fill: () => copyProperties(value, shell, copy) }
}

function copyProperties(from: object, to: object, copy: (value: unknown) => unknown): void {
  const isArray = Array.isArray(from)
  for (const key of Reflect.ownKeys(from)) {
    if (isArray && key === "length") continue
    const property = Object.getOwnPropertyDescriptor(from, key)
    if (property === undefined) continue
    Object.defineProperty(to, key, "value" in property ? { ...property, value: copy(property.value) } : property)
  }
}

function copyOfBytes(value: object): object {
  const bytes = bytesOf(value)
  // `slice` of a Buffer is no copy.
  if (!ArrayBuffer.isView(value)) return new Uint8Array(bytes).buffer
  if (value instanceof DataView) return new DataView(new Uint8Array(bytes).buffer)
  return Uint8Array.prototype.slice.call(value as Uint8Array)
}
