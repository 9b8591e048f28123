/**
 * Inline caches of property access with a fixed key: the shapes a site has met and where the property was. Four entries, because objects from two
 * or three places meet at one site all the time (2 entries: 34 ns at four shapes; 4 entries: 20 ns).
 */
import { SUSP } from "../kernel/agent.ts"
import type { Frame, Susp } from "../kernel/agent.ts"
import { ArrayValue } from "../kernel/array.ts"
import { getV, prototypeOfPrimitive, throwReadOnly } from "../kernel/convert.ts"
import { throwTypeError } from "../kernel/errors.ts"
import { call0, FRAME_POSITION } from "../kernel/function.ts"
import { Accessor, ObjectValue, PlainObject, readSlot, writeSlot } from "../kernel/object.ts"
import type { Slot } from "../kernel/object.ts"
import { reading } from "../kernel/rope.ts"
import { DEFAULT_FLAGS, prototypeEpoch, Shape, WRITABLE } from "../kernel/shape.ts"
import { suspend } from "../kernel/agent.ts"
import { LAZY, SymbolValue } from "../kernel/values.ts"
import type { PropertyKey, Value } from "../kernel/values.ts"

const NO_SHAPE = new Shape(null, 4)

/** Reads one key of any value. */
export class GetCache {
  readonly key: PropertyKey
  private readonly position: number
  private s0 = NO_SHAPE
  private s1 = NO_SHAPE
  private s2 = NO_SHAPE
  private s3 = NO_SHAPE
  // The slot index of an own property, or -1: then the value was inherited, and is good while the epoch lasts.
  private i0 = -1
  private i1 = -1
  private i2 = -1
  private i3 = -1
  private v0: Value = undefined
  private v1: Value = undefined
  private v2: Value = undefined
  private v3: Value = undefined
  private epoch = 0
  private stringValue: Value = undefined
  private stringEpoch = 0
  // An inherited getter: looked at after everything else, so that data does not pay for it (`p.v` of a class: 280 ns to 130 ns).
  private getterShape = NO_SHAPE
  private getterEpoch = 0
  private getter: Value = undefined

  constructor(key: PropertyKey, position: number) {
    this.key = key
    this.position = position
  }

  get(o: Value, frame: Frame): Value | Susp {
    // A class of its own: `o.shape` of any object is a megamorphic load of the host's (property: 0.54 to 0.45 of quickjs-wasi).
    if (o instanceof PlainObject && o.shape === this.s0) {
      switch (this.i0) {
        case 0:
          return o.p0 as Value
        case 1:
          return o.p1 as Value
        case 2:
          return o.p2 as Value
        case 3:
          return o.p3 as Value
      }
    }
    return this.getOther(o, frame)
  }

  /** {@link get} for calls: methods are inherited, most of all by arrays. */
  getMethod(o: Value, frame: Frame): Value | Susp {
    if (o instanceof ArrayValue && o.shape === this.s0 && this.i0 < 0 && this.epoch === prototypeEpoch) return this.v0
    return this.get(o, frame)
  }

  /** The other hits: objects of all classes, inherited properties, properties beyond the fourth. */
  private getOther(o: Value, frame: Frame): Value | Susp {
    if (typeof o === "object" && o !== null) {
      const shape = o.shape
      if (shape === this.s0) {
        if (this.i0 >= 0) {
          const value = readSlot(o as ObjectValue, this.i0)
          if (value !== LAZY) return value as Value
        } else if (this.epoch === prototypeEpoch) return this.v0
      } else if (shape === this.s1) {
        if (this.i1 >= 0) {
          const value = readSlot(o as ObjectValue, this.i1)
          if (value !== LAZY) return value as Value
        } else if (this.epoch === prototypeEpoch) return this.v1
      } else if (shape === this.s2) {
        if (this.i2 >= 0) {
          const value = readSlot(o as ObjectValue, this.i2)
          if (value !== LAZY) return value as Value
        } else if (this.epoch === prototypeEpoch) return this.v2
      } else if (shape === this.s3) {
        if (this.i3 >= 0) {
          const value = readSlot(o as ObjectValue, this.i3)
          if (value !== LAZY) return value as Value
        } else if (this.epoch === prototypeEpoch) return this.v3
      }
    } else if (typeof o === "string" && this.stringEpoch === prototypeEpoch) {
      return this.stringValue
    }
    return this.miss(o, frame)
  }

  private miss(o: Value, frame: Frame): Value | Susp {
    const key = this.key
    if (o === undefined || o === null) {
      frame[FRAME_POSITION] = this.position
      const name = typeof key === "object" ? `Symbol(${key.description})` : String(key)
      return throwTypeError(`Cannot read properties of ${o} (reading '${name}').`, this.position)
    }
    if (o instanceof ObjectValue) {
      if (o.shape !== this.getterShape || this.getterEpoch !== prototypeEpoch) return this.missObject(o, frame)
      frame[FRAME_POSITION] = this.position
      return call0(this.getter, o)
    }
    if (typeof o === "string") {
      if (key === "length") return o.length
      if (typeof key === "number" && key < o.length) {
        reading(o)
        return o[key]
      }
      const proto = prototypeOfPrimitive(o)
      const value = inheritedSlot(proto, key)
      if (value === UNKNOWN || value instanceof Accessor) {
        frame[FRAME_POSITION] = this.position
        return proto.get(key, o)
      }
      this.stringValue = value
      this.stringEpoch = prototypeEpoch
      return value
    }
    frame[FRAME_POSITION] = this.position
    return getV(o, key)
  }

  private missObject(o: ObjectValue, frame: Frame): Value | Susp {
    const key = this.key
    const shape = o.shape
    if (shape.dictionary === null && !o.isProxy && !o.overridesLookupChain(key) && !hasExoticLength(o, key)) {
      const index = shape.indexOf(key)
      if (index >= 0) {
        let value = readSlot(o, index)
        if (value === LAZY) value = o.materialize(index, key)
        if (!(value instanceof Accessor)) {
          this.remember(shape, index, undefined)
          return value
        }
      } else if (shape.proto !== null) {
        const value = inheritedSlot(shape.proto, key)
        if (value instanceof Accessor) {
          if (value.get !== undefined) {
            this.getterShape = shape
            this.getterEpoch = prototypeEpoch
            this.getter = value.get
          }
        } else if (value !== UNKNOWN) {
          this.remember(shape, -1, value)
          return value
        }
      }
    }
    frame[FRAME_POSITION] = this.position
    return o.get(key, o)
  }

  private remember(shape: Shape, index: number, value: Value): void {
    if (this.epoch !== prototypeEpoch) {
      this.epoch = prototypeEpoch
      if (this.i0 < 0) this.s0 = NO_SHAPE
      if (this.i1 < 0) this.s1 = NO_SHAPE
      if (this.i2 < 0) this.s2 = NO_SHAPE
      if (this.i3 < 0) this.s3 = NO_SHAPE
    }
    if (this.s0 !== NO_SHAPE) {
      this.s3 = this.s2
      this.i3 = this.i2
      this.v3 = this.v2
      this.s2 = this.s1
      this.i2 = this.i1
      this.v2 = this.v1
      this.s1 = this.s0
      this.i1 = this.i0
      this.v1 = this.v0
    }
    this.s0 = shape
    this.i0 = index
    this.v0 = value
  }
}

const hasExoticLength = (o: ObjectValue, key: PropertyKey): boolean =>
  typeof key === "number" || (key === "length" && (o instanceof ArrayValue || o.builtinTag === "String"))

const UNKNOWN: Value = new SymbolValue("unknown")

/** Prototypes that are looked at; the general way goes through longer chains and charges for it. */
const MOST_HOPS = 64

/** The slot of an inherited property, if a cache may keep it. */
function inheritedSlot(first: ObjectValue, key: PropertyKey): Slot {
  let o: ObjectValue | null = first
  let hops = 0
  do {
    if (o.isProxy || o.overridesLookupChain(key) || hasExoticLength(o, key)) return UNKNOWN
    const shape: Shape = o.shape
    if (shape.dictionary !== null) return UNKNOWN
    const index = shape.indexOf(key)
    if (index >= 0) {
      let value = readSlot(o, index)
      if (value === LAZY) value = o.materialize(index, key)
      return value
    }
    o = shape.proto
  } while (o !== null && ++hops < MOST_HOPS)
  return UNKNOWN
}

/** Reads `length`: arrays and strings before anything else. */
export class LengthCache {
  private readonly general: GetCache
  constructor(position: number) {
    this.general = new GetCache("length", position)
  }
  get(o: Value, frame: Frame): Value | Susp {
    if (typeof o === "string") return o.length
    if (o instanceof ArrayValue) return o.length
    return this.general.get(o, frame)
  }
}

/** Writes one key of any value. */
export class SetCache {
  readonly key: PropertyKey
  private readonly position: number
  private s0 = NO_SHAPE
  private s1 = NO_SHAPE
  private i0 = 0
  private i1 = 0
  // The shape after adding the key, or null when it was there. Adding depends on the prototypes, so it lasts one epoch.
  private t0: Shape | null = null
  private t1: Shape | null = null
  private epoch = 0

  constructor(key: PropertyKey, position: number) {
    this.key = key
    this.position = position
  }

  set(o: Value, value: Value, frame: Frame): Value | Susp {
    if (o instanceof PlainObject && o.shape === this.s0 && this.t0 === null) {
      switch (this.i0) {
        case 0:
          return (o.p0 = value)
        case 1:
          return (o.p1 = value)
        case 2:
          return (o.p2 = value)
        case 3:
          return (o.p3 = value)
      }
    }
    return this.setOther(o, value, frame)
  }

  private setOther(o: Value, value: Value, frame: Frame): Value | Susp {
    if (typeof o === "object" && o !== null) {
      const shape = o.shape
      if (shape === this.s0) {
        const next = this.t0
        if (next === null) {
          writeSlot(o as ObjectValue, this.i0, value)
          return value
        }
        if (this.epoch === prototypeEpoch) {
          ;(o as ObjectValue).shape = next
          writeSlot(o as ObjectValue, this.i0, value)
          return value
        }
      } else if (shape === this.s1) {
        const next = this.t1
        if (next === null) {
          writeSlot(o as ObjectValue, this.i1, value)
          return value
        }
        if (this.epoch === prototypeEpoch) {
          ;(o as ObjectValue).shape = next
          writeSlot(o as ObjectValue, this.i1, value)
          return value
        }
      }
    }
    return this.miss(o, value, frame)
  }

  private miss(o: Value, value: Value, frame: Frame): Value | Susp {
    const key = this.key
    frame[FRAME_POSITION] = this.position
    if (!(o instanceof ObjectValue)) return setOnPrimitive(o, key, value, this.position)
    const before = o.shape
    const cacheable =
      before.dictionary === null &&
      !before.usedAsPrototype &&
      !before.sharedLazy &&
      !o.isProxy &&
      typeof key !== "number" &&
      !(key === "length" && o instanceof ArrayValue) &&
      !o.overridesLookupChain(key)
    if (cacheable) {
      const index = before.indexOf(key)
      if (index >= 0) {
        if (before.flagsAt(index) === DEFAULT_FLAGS || (before.flagsAt(index) & (WRITABLE | 8)) === WRITABLE) {
          this.remember(before, null, index)
          writeSlot(o, index, value)
          return value
        }
      }
    }
    const done = o.set(key, value, o)
    if (done === SUSP) return suspend(afterSet, frame, { key, value })
    if (!done) throwReadOnly(key)
    const after = o.shape
    if (cacheable && after !== before && after.dictionary === null && after.keys.length === before.keys.length + 1) {
      if (after.keys[after.keys.length - 1] === key && before.with(key, DEFAULT_FLAGS) === after) {
        this.remember(before, after, before.keys.length + before.base)
      }
    }
    return value
  }

  private remember(shape: Shape, next: Shape | null, index: number): void {
    if (this.epoch !== prototypeEpoch) {
      this.epoch = prototypeEpoch
      if (this.t0 !== null) this.s0 = NO_SHAPE
      if (this.t1 !== null) this.s1 = NO_SHAPE
    }
    if (this.s0 !== NO_SHAPE) {
      this.s1 = this.s0
      this.t1 = this.t0
      this.i1 = this.i0
    }
    this.s0 = shape
    this.t0 = next
    this.i0 = index
  }
}

export const afterSet = (_: Frame, done: boolean, s: { key: PropertyKey; value: Value }): Value => {
  if (!done) throwReadOnly(s.key)
  return s.value
}

/** Assignment to a property of a primitive: a setter may take it, otherwise strict code throws. */
export function setOnPrimitive(o: Value, key: PropertyKey, value: Value, position: number): Value | Susp {
  const name = typeof key === "object" ? `Symbol(${key.description})` : String(key)
  if (o === undefined || o === null) {
    return throwTypeError(`Cannot set properties of ${o} (setting '${name}').`, position)
  }
  const done = prototypeOfPrimitive(o).set(key, value, o)
  if (done === SUSP) return suspend(afterSet, [], { key, value })
  if (!done) throwTypeError(`Cannot create property '${name}' on a ${typeof o}.`, position)
  return value
}
