/** The `arguments` object of strict code (https://tc39.es/ecma262/#sec-createunmappedargumentsobject). */
import { Accessor, ObjectValue } from "./object.ts"
import type { Realm } from "./realm.ts"
import { ACCESSOR, CONFIGURABLE, DEFAULT_FLAGS, WRITABLE } from "./shape.ts"
import { wellKnown } from "./values.ts"
import type { Value } from "./values.ts"

class ArgumentsValue extends ObjectValue {
  override get builtinTag(): string {
    return "Arguments"
  }
}

export function makeArguments(realm: Realm, args: readonly Value[]): ObjectValue {
  const object = new ArgumentsValue(realm.rootShape(realm.intrinsic("%Object.prototype%"), 4))
  object.store("length", args.length, WRITABLE | CONFIGURABLE)
  args.forEach((value, i) => object.store(i, value, DEFAULT_FLAGS))
  const values = realm.intrinsic("%Array.prototype%").get("values", undefined)
  object.store(wellKnown.iterator, typeof values === "symbol" ? undefined : values, WRITABLE | CONFIGURABLE)
  const thrower = realm.intrinsic("%ThrowTypeError%")
  object.store("callee", new Accessor(thrower, thrower), ACCESSOR)
  return object
}
