/** `crypto`: the two functions of https://w3c.github.io/webcrypto/#Crypto-interface that need no keys, drawing from the run's own source of chance. */
import { agent, charge, pause } from "../interpreter/kernel/agent.ts"
import { constant } from "../interpreter/kernel/builtin.ts"
import type { NativeSteps } from "../interpreter/kernel/builtin.ts"
import { throwTypeError } from "../interpreter/kernel/errors.ts"
import { describeValue } from "../interpreter/kernel/function.ts"
import type { IntrinsicDefinitions } from "../interpreter/kernel/realm.ts"
import { CONFIGURABLE } from "../interpreter/kernel/shape.ts"
import { wellKnown } from "../interpreter/kernel/values.ts"
import { bytesUnder } from "./byte-source.ts"
import { throwDomError } from "./dom-error.ts"
import { TypedArrayValue } from "./typed-array-value.ts"
import { operation } from "./web-idl.ts"

/** Bytes that one call may ask for. */
const MAX_BYTES = 65_536

const randomByte = (): number => Math.floor(agent.realm.host.random() * 256) & 255

const getRandomValues: NativeSteps = function* (_thisValue, args) {
  const array = args[0]
  if (!(array instanceof TypedArrayValue) || array.type.name.startsWith("Float")) {
    return throwTypeError(`crypto.getRandomValues fills a typed array of integers, not ${describeValue(array)}.`)
  }
  const bytes = bytesUnder(array, "crypto.getRandomValues")
  if (bytes.length > MAX_BYTES) {
    throwDomError(
      "QuotaExceededError",
      `crypto.getRandomValues: ${bytes.length} bytes asked for, at most 65,536 are possible at a time.`
    )
  }
  for (let i = 0; i < bytes.length; i++) {
    bytes[i] = randomByte()
    if ((i & 63) === 63 && charge(64)) {
      pause()
      yield
    }
  }
  return array
}

/** A version 4 UUID (https://w3c.github.io/webcrypto/#Crypto-method-randomUUID). */
const randomUuid: NativeSteps = function* () {
  const bytes = Array.from({ length: 16 }, randomByte)
  bytes[6] = (bytes[6] & 15) | 64
  bytes[8] = (bytes[8] & 63) | 128
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("")
  charge(16)
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-")
}

export const cryptoIntrinsics = {
  "%crypto%": {
    prototype: "%Object.prototype%",
    rows: [
      operation("getRandomValues", 1, getRandomValues),
      operation("randomUUID", 0, randomUuid),
      constant(wellKnown.toStringTag, "Crypto", CONFIGURABLE)
    ]
  }
} satisfies IntrinsicDefinitions
