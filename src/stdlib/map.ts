/** `Map` (https://tc39.es/ecma262/#sec-map-objects). */
import type { Crossing } from "../interpreter/kernel/object.ts"
import { agent, charge, pause, SUSP } from "../interpreter/kernel/agent.ts"
import type { Susp } from "../interpreter/kernel/agent.ts"
import { ArrayValue } from "../interpreter/kernel/array.ts"
import { alias, constant, constructor_, getter, link, method, nativeOf, steps } from "../interpreter/kernel/builtin.ts"
import { callOf, getOf } from "../interpreter/kernel/convert.ts"
import { throwTypeError } from "../interpreter/kernel/errors.ts"
import { call3, describeValue, isCallable, shapeFromConstructor } from "../interpreter/kernel/function.ts"
import { forEachValue } from "../interpreter/kernel/iterate.ts"
import { ObjectValue } from "../interpreter/kernel/object.ts"
import { OrderedMapCursor } from "../interpreter/kernel/ordered-map.ts"
import type { IntrinsicDefinitions } from "../interpreter/kernel/realm.ts"
import { CONFIGURABLE } from "../interpreter/kernel/shape.ts"
import type { Shape } from "../interpreter/kernel/shape.ts"
import { hold } from "../interpreter/kernel/steps.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import { HOLE, wellKnown } from "../interpreter/kernel/values.ts"
import type { Value } from "../interpreter/kernel/values.ts"
import { CallbackLoop, callbackOf } from "./callback-loop.ts"
import { MapIterator } from "./collection-iterator.ts"
import { groupBy } from "./group-by.ts"
import { OrderedTable, TableCursor } from "./ordered-table.ts"

export class MapValue extends ObjectValue {
  readonly table = new OrderedTable()
  override crossing(): Crossing {
    return { as: "empty", what: "a Map", instead: "write `Object.fromEntries(map)`" }
  }

  override get builtinTag(): string {
    return "Map"
  }
}

/** The table of a Map, or a `TypeError` that names the method. */
function tableOf(value: Value, method: string): OrderedTable {
  if (value instanceof MapValue) return value.table
  return throwTypeError(`${method} was called on ${describeValue(value)}, which is not a Map.`)
}

/** https://tc39.es/ecma262/#sec-map-iterable */
function* mapConstructor(_: Value, args: readonly Value[], newTarget: ObjectValue | undefined): Steps<Value> {
  const realm = agent.realm
  if (newTarget === undefined) return throwTypeError("Map must be called with `new`: new Map(...).")
  let shape: Shape | Susp =
    newTarget === realm.intrinsic("%Map%")
      ? realm.shapeOf("%Map.prototype%")
      : shapeFromConstructor(newTarget, "%Map.prototype%", 4)
  if (shape === SUSP) shape = (yield) as Shape
  const map = hold(new MapValue(shape))
  const entries = args[0]
  if (entries === undefined || entries === null) return map
  const adder = yield* getOf(map, "set")
  if (!isCallable(adder)) return throwTypeError("The `set` of this Map is not a function.")
  const isBuiltIn = adder === realm.original(realm.intrinsic("%Map.prototype%"), "set")
  yield* forEachValue(
    entries,
    (item) => {
      if (isBuiltIn && item instanceof ArrayValue && item.elements.length >= 2) {
        const [key, value] = item.elements
        if (key !== HOLE && value !== HOLE) {
          map.table.set(key, value)
          return undefined
        }
      }
      return addEntry(map, adder, item, "Map")
    },
    "The argument of new Map(...)"
  )
  return map
}

/** One turn of `AddEntriesFromIterable` (https://tc39.es/ecma262/#sec-add-entries-from-iterable). */
export function* addEntry(target: ObjectValue, adder: ObjectValue, item: Value, what: string): Steps<void> {
  if (!(item instanceof ObjectValue)) {
    return throwTypeError(
      `new ${what}(...) takes pairs of key and value, and ${describeValue(item)} is none: write [[key, value], ...].`
    )
  }
  const key = yield* getOf(item, 0)
  const value = yield* getOf(item, 1)
  yield* callOf(adder, target, [key, value])
}

/** https://tc39.es/ecma262/#sec-map.groupby */
function* mapGroupBy(_: Value, args: readonly Value[]): Steps<Value> {
  const groups = yield* groupBy(args[0], args[1], "collection", "Map.groupBy")
  const realm = agent.realm
  const map = hold(new MapValue(realm.shapeOf("%Map.prototype%")))
  for (const cursor = new OrderedMapCursor(groups); cursor.advance();) {
    map.table.set(cursor.key, realm.newArray(cursor.value))
    if (charge(1)) {
      pause()
      yield
    }
  }
  return map
}

/** https://tc39.es/ecma262/#sec-map.prototype.get */
const mapGet = (thisValue: Value, args: readonly Value[]): Value => tableOf(thisValue, "Map.prototype.get").get(args[0])

/** https://tc39.es/ecma262/#sec-map.prototype.set */
function mapSet(thisValue: Value, args: readonly Value[]): Value {
  tableOf(thisValue, "Map.prototype.set").set(args[0], args[1])
  return thisValue
}

/** https://tc39.es/ecma262/#sec-map.prototype.has */
const mapHas = (thisValue: Value, args: readonly Value[]): Value => tableOf(thisValue, "Map.prototype.has").has(args[0])

/** https://tc39.es/ecma262/#sec-map.prototype.delete */
const mapDelete = (thisValue: Value, args: readonly Value[]): Value =>
  tableOf(thisValue, "Map.prototype.delete").delete(args[0])

/** https://tc39.es/ecma262/#sec-map.prototype.clear */
function mapClear(thisValue: Value): Value {
  tableOf(thisValue, "Map.prototype.clear").clear()
  return undefined
}

/** https://tc39.es/ecma262/#sec-get-map.prototype.size */
const mapSize = (thisValue: Value): Value => tableOf(thisValue, "get Map.prototype.size").size

/** https://tc39.es/ecma262/#sec-map.prototype.getorinsert */
function mapGetOrInsert(thisValue: Value, args: readonly Value[]): Value {
  const table = tableOf(thisValue, "Map.prototype.getOrInsert")
  if (table.has(args[0])) return table.get(args[0])
  table.set(args[0], args[1])
  return args[1]
}

/** https://tc39.es/ecma262/#sec-map.prototype.getorinsertcomputed */
function* mapGetOrInsertComputed(thisValue: Value, args: readonly Value[]): Steps<Value> {
  const table = tableOf(thisValue, "Map.prototype.getOrInsertComputed")
  const callback = callbackOf(args[1], "Map.prototype.getOrInsertComputed")
  const key = args[0] === 0 ? 0 : args[0]
  if (table.has(key)) return table.get(key)
  const value = yield* callOf(callback, undefined, [key])
  // The callback may have made the entry itself.
  table.set(key, value)
  return value
}

/** The loop of `Map.prototype.forEach` and `Set.prototype.forEach`. */
export class TableLoop extends CallbackLoop {
  private readonly cursor: TableCursor
  private readonly collection: ObjectValue
  private readonly callback: ObjectValue
  private readonly thisArg: Value
  private readonly isSet: boolean
  constructor(table: OrderedTable, collection: ObjectValue, callback: ObjectValue, thisArg: Value, isSet: boolean) {
    super()
    this.cursor = new TableCursor(table)
    this.collection = collection
    this.callback = callback
    this.thisArg = thisArg
    this.isSet = isSet
  }

  override run(): Value | Susp {
    const { cursor, collection, callback, thisArg, isSet } = this
    for (;;) {
      if (agent.budget < 0) return this.pause()
      if (!cursor.advance()) return undefined
      const value = isSet ? cursor.key : cursor.value
      if (call3(callback, thisArg, value, cursor.key, collection) === SUSP) return this.wait()
    }
  }
  override resume(): unknown {
    return this.run()
  }
}

/** https://tc39.es/ecma262/#sec-map.prototype.foreach */
function mapForEach(thisValue: Value, args: readonly Value[]): Value | Susp {
  const table = tableOf(thisValue, "Map.prototype.forEach")
  const callback = callbackOf(args[0], "Map.prototype.forEach")
  return new TableLoop(table, thisValue as MapValue, callback, args[1], false).run()
}

const iteration =
  (name: string, kind: "key" | "value" | "entry") =>
  (thisValue: Value): Value =>
    new MapIterator(new TableCursor(tableOf(thisValue, `Map.prototype.${name}`)), kind)

export const mapIntrinsics = {
  "%Map%": constructor_({
    name: "Map",
    length: 0,
    prototype: "%Map.prototype%",
    native: nativeOf(mapConstructor),
    rows: [steps("groupBy", 2, mapGroupBy), getter(wellKnown.species, (thisValue) => thisValue)]
  }),
  "%Map.prototype%": {
    prototype: "%Object.prototype%",
    rows: [
      method("clear", 0, mapClear),
      link("constructor", "%Map%"),
      method("delete", 1, mapDelete),
      method("entries", 0, iteration("entries", "entry")),
      method("forEach", 1, mapForEach),
      method("get", 1, mapGet),
      method("getOrInsert", 2, mapGetOrInsert),
      steps("getOrInsertComputed", 2, mapGetOrInsertComputed),
      method("has", 1, mapHas),
      method("keys", 0, iteration("keys", "key")),
      method("set", 2, mapSet),
      getter("size", mapSize),
      method("values", 0, iteration("values", "value")),
      alias(wellKnown.iterator, "entries"),
      constant(wellKnown.toStringTag, "Map", CONFIGURABLE)
    ]
  }
} satisfies IntrinsicDefinitions
