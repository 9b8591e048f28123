/** Objects around primitives: `new Number(1)`, `Object("text")` (https://tc39.es/ecma262/#sec-string-exotic-objects). */
import type { Crossing } from "./object.ts"
import type { Susp } from "./agent.ts"
import { MAX_ELEMENTS, throwTooManyElements } from "./array.ts"
import { indexedKeys, KEYS_AT_ONCE } from "./index-keys.ts"
import { found, isCompatible, ObjectValue, descriptorOf } from "./object.ts"
import type { PropertyDescriptor } from "./object.ts"
import { ENUMERABLE } from "./shape.ts"
import type { Shape } from "./shape.ts"
import { runSteps } from "./steps.ts"
import type { Primitive, PropertyKey } from "./values.ts"

export class PrimitiveWrapper extends ObjectValue {
  readonly primitive: Primitive
  constructor(shape: Shape, primitive: Primitive) {
    super(shape)
    this.primitive = primitive
  }
  override crossing(): Crossing {
    return { as: "value", value: this.primitive }
  }

  override get builtinTag(): string {
    return typeof this.primitive === "number" ? "Number" : typeof this.primitive === "boolean" ? "Boolean" : "Object"
  }
}

export class StringWrapper extends PrimitiveWrapper {
  declare readonly primitive: string

  override get builtinTag(): string {
    return "String"
  }

  override lookup(key: PropertyKey): boolean {
    if (typeof key === "number" && key < this.primitive.length) {
      found.value = this.primitive[key]
      found.flags = ENUMERABLE
      return true
    }
    if (key === "length") {
      found.value = this.primitive.length
      found.flags = 0
      return true
    }
    return super.lookup(key)
  }

  override defineOwnProperty(key: PropertyKey, desc: PropertyDescriptor): boolean | Susp {
    if (key === "length" || (typeof key === "number" && key < this.primitive.length)) {
      this.lookup(key)
      return isCompatible(descriptorOf(found.value, found.flags), desc)
    }
    return super.defineOwnProperty(key, desc)
  }

  override ownKeys(): PropertyKey[] | Susp {
    if (this.primitive.length > KEYS_AT_ONCE || this.shape.dictionary !== null) {
      // Strings that long exist; lists of their indices need not.
      if (this.primitive.length > MAX_ELEMENTS) throwTooManyElements()
      return runSteps(indexedKeys(this.primitive.length, super.ownKeys(), true))
    }
    const keys: PropertyKey[] = []
    for (let i = 0; i < this.primitive.length; i++) keys.push(i)
    const rest = this.shapeKeys()
    for (const key of rest) if (typeof key === "number") keys.push(key)
    // `length` was created before any other string key.
    keys.push("length")
    for (const key of rest) if (typeof key !== "number") keys.push(key)
    return keys
  }
}
