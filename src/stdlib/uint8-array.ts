/** What only `Uint8Array` has: base64 and hexadecimal text (https://tc39.es/ecma262/#sec-additional-properties-of-the-uint8array-constructor). */
import { agent } from "../interpreter/kernel/agent.ts"
import { steps } from "../interpreter/kernel/builtin.ts"
import { getOf } from "../interpreter/kernel/convert.ts"
import { engineFailure, throwError, throwTypeError } from "../interpreter/kernel/errors.ts"
import { describeValue } from "../interpreter/kernel/function.ts"
import { ObjectValue, PlainObject } from "../interpreter/kernel/object.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import type { Value } from "../interpreter/kernel/values.ts"
import { allocateBuffer, refuseImmutable } from "./array-buffer-value.ts"
import { base64ToBytes, bytesToBase64, bytesToHex, hexToBytes } from "./byte-text.ts"
import type { Alphabet, Decoded, LastChunkHandling } from "./byte-text.ts"
import { elementTypes } from "./element-type.ts"
import { refuseOutOfBounds } from "./typed-array-create.ts"
import { TypedArrayValue } from "./typed-array-value.ts"

function bytesArray(value: Value, method: string): TypedArrayValue {
  if (value instanceof TypedArrayValue && value.type === elementTypes.Uint8) return value
  return throwTypeError(`${method} was called on ${describeValue(value)}, which is not a Uint8Array.`)
}

function textOf(value: Value, method: string): string {
  if (typeof value === "string") return value
  return throwTypeError(`${method}: the first argument must be a string, not ${describeValue(value)}.`)
}

/** `GetOptionsObject` (https://tc39.es/ecma262/#sec-getoptionsobject). */
function optionsOf(value: Value, method: string): ObjectValue {
  if (value === undefined) return new PlainObject(agent.realm.rootShape(null, 0))
  if (value instanceof ObjectValue) return value
  return throwTypeError(`${method}: the options must be an object, not ${describeValue(value)}.`)
}

/** One option of a few texts. */
function* choiceOf<T extends string>(
  options: ObjectValue,
  key: string,
  choices: readonly T[],
  method: string
): Steps<T> {
  const value = yield* getOf(options, key)
  if (value === undefined) return choices[0]
  const choice = choices.find((one) => one === value)
  if (choice !== undefined) return choice
  const list = choices.map((one) => JSON.stringify(one)).join(", ")
  return throwTypeError(`${method}: ${key} must be one of ${list}, not ${describeValue(value)}.`)
}

const ALPHABETS: readonly Alphabet[] = ["base64", "base64url"]
const HANDLINGS: readonly LastChunkHandling[] = ["loose", "strict", "stop-before-partial"]

const throwNotText = (method: string, what: string, error: string): never =>
  throwError("SyntaxError", `${method}: the text is not ${what}: ${error}.`, engineFailure())

/** The bytes of an array within bounds, for the host's eyes only. */
function bytesOf(array: TypedArrayValue, method: string): Uint8Array {
  refuseOutOfBounds(array, method)
  return new Uint8Array(array.buffer.data, array.byteOffsetAtCreation, array.length)
}

function newBytes(bytes: Uint8Array): TypedArrayValue {
  const buffer = allocateBuffer(bytes.length)
  new Uint8Array(buffer.data).set(bytes)
  const shape = agent.realm.shapeOf("%Uint8Array.prototype%")
  return new TypedArrayValue(shape, elementTypes.Uint8, buffer, 0, bytes.length)
}

/** What `setFromBase64` and `setFromHex` do with what was decoded: the bytes before a fault are written, too. */
function store(array: TypedArrayValue, { read, bytes, error }: Decoded, method: string, what: string): Value {
  ;(array.view as unknown as Uint8Array).set(bytes, 0)
  if (error !== undefined) throwNotText(method, what, error)
  const result = agent.realm.newObject()
  result.store("read", read, 7)
  result.store("written", bytes.length, 7)
  return result
}

/** https://tc39.es/ecma262/#sec-uint8array.frombase64 */
function* uint8ArrayFromBase64(_: Value, args: readonly Value[]): Steps<Value> {
  const method = "Uint8Array.fromBase64"
  const text = textOf(args[0], method)
  const options = optionsOf(args[1], method)
  const alphabet = yield* choiceOf(options, "alphabet", ALPHABETS, method)
  const handling = yield* choiceOf(options, "lastChunkHandling", HANDLINGS, method)
  const { bytes, error } = yield* base64ToBytes(text, alphabet, handling, Number.MAX_SAFE_INTEGER)
  if (error !== undefined) throwNotText(method, alphabet, error)
  return newBytes(bytes)
}

/** https://tc39.es/ecma262/#sec-uint8array.fromhex */
function* uint8ArrayFromHex(_: Value, args: readonly Value[]): Steps<Value> {
  const text = textOf(args[0], "Uint8Array.fromHex")
  const { bytes, error } = yield* hexToBytes(text, Number.MAX_SAFE_INTEGER)
  if (error !== undefined) throwNotText("Uint8Array.fromHex", "hexadecimal", error)
  return newBytes(bytes)
}

/** https://tc39.es/ecma262/#sec-uint8array.prototype.setfrombase64 */
function* uint8ArraySetFromBase64(thisValue: Value, args: readonly Value[]): Steps<Value> {
  const method = "Uint8Array.prototype.setFromBase64"
  const array = bytesArray(thisValue, method)
  refuseImmutable(array.buffer, method)
  const text = textOf(args[0], method)
  const options = optionsOf(args[1], method)
  const alphabet = yield* choiceOf(options, "alphabet", ALPHABETS, method)
  const handling = yield* choiceOf(options, "lastChunkHandling", HANDLINGS, method)
  refuseOutOfBounds(array, method)
  return store(array, yield* base64ToBytes(text, alphabet, handling, array.length), method, alphabet)
}

/** https://tc39.es/ecma262/#sec-uint8array.prototype.setfromhex */
function* uint8ArraySetFromHex(thisValue: Value, args: readonly Value[]): Steps<Value> {
  const method = "Uint8Array.prototype.setFromHex"
  const array = bytesArray(thisValue, method)
  refuseImmutable(array.buffer, method)
  const text = textOf(args[0], method)
  refuseOutOfBounds(array, method)
  return store(array, yield* hexToBytes(text, array.length), method, "hexadecimal")
}

/** https://tc39.es/ecma262/#sec-uint8array.prototype.tobase64 */
function* uint8ArrayToBase64(thisValue: Value, args: readonly Value[]): Steps<Value> {
  const method = "Uint8Array.prototype.toBase64"
  const array = bytesArray(thisValue, method)
  const options = optionsOf(args[0], method)
  const alphabet = yield* choiceOf(options, "alphabet", ALPHABETS, method)
  const omitPadding = Boolean(yield* getOf(options, "omitPadding"))
  return yield* bytesToBase64(bytesOf(array, method), alphabet, omitPadding)
}

/** https://tc39.es/ecma262/#sec-uint8array.prototype.tohex */
function* uint8ArrayToHex(thisValue: Value): Steps<Value> {
  const array = bytesArray(thisValue, "Uint8Array.prototype.toHex")
  return yield* bytesToHex(bytesOf(array, "Uint8Array.prototype.toHex"))
}

export const uint8ArrayRows = {
  constructor: [steps("fromBase64", 1, uint8ArrayFromBase64), steps("fromHex", 1, uint8ArrayFromHex)],
  prototype: [
    steps("setFromBase64", 1, uint8ArraySetFromBase64),
    steps("setFromHex", 1, uint8ArraySetFromHex),
    steps("toBase64", 0, uint8ArrayToBase64),
    steps("toHex", 0, uint8ArrayToHex)
  ]
}
