/** The `arguments` object of strict code (https://tc39.es/ecma262/#sec-createunmappedargumentsobject). */
import { charge, pause } from "./agent.ts"
import type { Susp } from "./agent.ts"
import { IndexTable } from "./index-table.ts"
import { LongList } from "./long-list.ts"
import { Accessor, found, ObjectValue } from "./object.ts"
import type { Slot } from "./object.ts"
import type { Realm } from "./realm.ts"
import { ACCESSOR, bumpPrototypeEpoch, CONFIGURABLE, DEFAULT_FLAGS, Shape, WRITABLE } from "./shape.ts"
import { hold, runSteps } from "./steps.ts"
import type { Steps } from "./steps.ts"
import { HOLE, wellKnown } from "./values.ts"
import type { PropertyKey, Value } from "./values.ts"
import { weigh } from "./weight.ts"

/** Like an array it keeps its elements in a list, and in a table once one of them is more than a value in its place. */
class ArgumentsValue extends ObjectValue {
  elements: Value[]
  private table: IndexTable | null = null

  constructor(shape: Shape, elements: Value[]) {
    super(shape)
    this.elements = elements
  }

  override get builtinTag(): string {
    return "Arguments"
  }

  override lookup(key: PropertyKey): boolean {
    if (typeof key !== "number") return super.lookup(key)
    if (this.table !== null) return this.table.find(key)
    const value = key < this.elements.length ? this.elements[key] : HOLE
    if (value === HOLE) return false
    found.value = value
    found.flags = DEFAULT_FLAGS
    return true
  }

  override store(key: PropertyKey, value: Slot, flags: number): void {
    if (typeof key !== "number") {
      super.store(key, value, flags)
      return
    }
    if (this.shape.usedAsPrototype) bumpPrototypeEpoch()
    if (this.table === null && key < this.elements.length && flags === DEFAULT_FLAGS) {
      this.elements[key] = value as Value
      return
    }
    if (this.table === null) {
      this.table = new IndexTable(new LongList(this.elements))
      this.elements = []
    }
    this.table.set(key, value, flags)
  }

  override remove(key: PropertyKey): void {
    if (typeof key !== "number") {
      super.remove(key)
      return
    }
    if (this.shape.usedAsPrototype) bumpPrototypeEpoch()
    if (this.table !== null) this.table.delete(key)
    else if (key < this.elements.length) this.elements[key] = HOLE
  }

  override ownKeys(): PropertyKey[] | Susp {
    return runSteps(this.keys())
  }

  private *keys(): Steps<PropertyKey[]> {
    const keys: PropertyKey[] = hold([])
    const indices = (this.table ?? new IndexTable(new LongList(this.elements))).keys()
    for (const index of indices) {
      keys.push(index)
      if (charge(1)) {
        pause()
        yield
      }
    }
    for (const key of this.shapeKeys()) keys.push(key)
    return keys
  }
}

const KEYS: readonly PropertyKey[] = ["length", wellKnown.iterator, "callee"]
const FLAGS: readonly number[] = [WRITABLE | CONFIGURABLE, WRITABLE | CONFIGURABLE, ACCESSOR]

/** One shape per realm: it says that there are elements, which are not among its keys. */
const shapes = new WeakMap<Realm, Shape>()

function shapeOf(realm: Realm): Shape {
  let shape = shapes.get(realm)
  if (shape === undefined) {
    shape = Shape.of(realm.rootShape(realm.intrinsic("%Object.prototype%"), 4).proto, 4, KEYS, FLAGS)
    shape.hasIndexKeys = true
    shapes.set(realm, shape)
  }
  return shape
}

export function makeArguments(realm: Realm, args: readonly Value[]): ObjectValue {
  weigh(args.length * 8)
  const object = new ArgumentsValue(shapeOf(realm), args.slice())
  const values = realm.intrinsic("%Array.prototype%").get("values", undefined)
  const thrower = realm.intrinsic("%ThrowTypeError%")
  object.slots = [args.length, typeof values === "symbol" ? undefined : values, new Accessor(thrower, thrower)]
  return object
}
