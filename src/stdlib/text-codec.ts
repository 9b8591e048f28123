/** `TextEncoder` and `TextDecoder` (https://encoding.spec.whatwg.org/#api): the host's codecs, a window at a time. */
import { agent, charge, pause, SUSP } from "../interpreter/kernel/agent.ts"
import { constant, constructor_, link, nativeOf } from "../interpreter/kernel/builtin.ts"
import type { NativeSteps } from "../interpreter/kernel/builtin.ts"
import { getOf, stringOf } from "../interpreter/kernel/convert.ts"
import { throwRangeError, throwTypeError } from "../interpreter/kernel/errors.ts"
import { describeValue, shapeFromConstructor } from "../interpreter/kernel/function.ts"
import { ObjectValue, putOwn } from "../interpreter/kernel/object.ts"
import type { Crossing } from "../interpreter/kernel/object.ts"
import type { IntrinsicDefinitions } from "../interpreter/kernel/realm.ts"
import { CONFIGURABLE } from "../interpreter/kernel/shape.ts"
import type { Shape } from "../interpreter/kernel/shape.ts"
import { hold } from "../interpreter/kernel/steps.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import { wellKnown } from "../interpreter/kernel/values.ts"
import type { Value } from "../interpreter/kernel/values.ts"
import { bytesUnder } from "./byte-source.ts"
import { splitsPair, TextBuilder } from "./text-builder.ts"
import { newUint8Array } from "./typed-array-create.ts"
import { TypedArrayValue } from "./typed-array-value.ts"
import { attribute, operation, requireNew, scalarText, throwReceiver } from "./web-idl.ts"

/** Units or bytes that the host encodes or decodes in a tenth of a millisecond. */
const WINDOW = 1 << 15
const WINDOW_STEPS = 2048

// ---- TextEncoder

class TextEncoderValue extends ObjectValue {
  override crossing(): Crossing {
    return { as: "empty", what: "a TextEncoder", instead: "return what it makes as numbers, `[...bytes]`" }
  }
}

const thisEncoder = (thisValue: Value, member: string): TextEncoderValue =>
  thisValue instanceof TextEncoderValue
    ? thisValue
    : throwReceiver(thisValue, `TextEncoder.prototype.${member}`, "a TextEncoder")

const constructEncoder: NativeSteps = function* (_thisValue, _args, newTarget) {
  let shape = shapeFromConstructor(requireNew(newTarget, "TextEncoder"), "%TextEncoder.prototype%", 4)
  if (shape === SUSP) shape = (yield) as Shape
  return new TextEncoderValue(shape)
}

/** The windows of a text, none of which ends within a surrogate pair. */
function windowEnd(text: string, at: number): number {
  const end = Math.min(at + WINDOW, text.length)
  return splitsPair(text, end) ? end - 1 : end
}

/** https://encoding.spec.whatwg.org/#dom-textencoder-encode */
const encode: NativeSteps = function* (thisValue, args) {
  thisEncoder(thisValue, "encode")
  const text = args[0] === undefined ? "" : yield* scalarText(args[0])
  const encoder = new TextEncoder()
  const pieces: Uint8Array[] = hold([])
  let length = 0
  for (let at = 0; at < text.length;) {
    const end = windowEnd(text, at)
    const piece = encoder.encode(text.substring(at, end))
    pieces.push(piece)
    length += piece.length
    at = end
    if (charge(1 + (piece.length >> 5))) {
      pause()
      yield
    }
  }
  const bytes = hold(new Uint8Array(length))
  let to = 0
  for (const piece of pieces) {
    bytes.set(piece, to)
    to += piece.length
    if (charge(piece.length >> 8)) {
      pause()
      yield
    }
  }
  return newUint8Array(bytes.buffer)
}

/** https://encoding.spec.whatwg.org/#dom-textencoder-encodeinto */
const encodeInto: NativeSteps = function* (thisValue, args) {
  thisEncoder(thisValue, "encodeInto")
  const text = yield* scalarText(args[0])
  const target = args[1]
  if (!(target instanceof TypedArrayValue) || target.type.name !== "Uint8") {
    return throwTypeError(`TextEncoder.encodeInto writes into a Uint8Array, not into ${describeValue(target)}.`)
  }
  const bytes = bytesUnder(target, "TextEncoder.encodeInto")
  const encoder = new TextEncoder()
  let read = 0
  let written = 0
  while (read < text.length) {
    const end = windowEnd(text, read)
    const done = encoder.encodeInto(text.substring(read, end), bytes.subarray(written))
    written += done.written
    if (charge(1 + (done.written >> 5))) {
      pause()
      yield
    }
    const isFull = done.read < end - read
    read += done.read
    if (isFull) break
  }
  const result = hold(agent.realm.newObject())
  putOwn(result, "read", read)
  putOwn(result, "written", written)
  return result
}

// ---- TextDecoder

class TextDecoderValue extends ObjectValue {
  readonly fatal: boolean
  readonly ignoreBOM: boolean
  readonly encoding: string
  /** The host's decoder of the stream that is being decoded, or null between two. */
  stream: TextDecoder | null = null
  constructor(shape: Shape, encoding: string, fatal: boolean, ignoreBOM: boolean) {
    super(shape)
    this.encoding = encoding
    this.fatal = fatal
    this.ignoreBOM = ignoreBOM
  }

  override crossing(): Crossing {
    return { as: "empty", what: "a TextDecoder", instead: "return the text that it makes" }
  }
}

const thisDecoder = (thisValue: Value, member: string): TextDecoderValue =>
  thisValue instanceof TextDecoderValue
    ? thisValue
    : throwReceiver(thisValue, `TextDecoder.prototype.${member}`, "a TextDecoder")

function* readFlag(options: Value, name: string): Steps<boolean> {
  if (options === undefined || options === null) return false
  if (!(options instanceof ObjectValue)) {
    return throwTypeError(`TextDecoder: options must be an object, not ${describeValue(options)}.`)
  }
  return Boolean(yield* getOf(options, name))
}

/** https://encoding.spec.whatwg.org/#dom-textdecoder */
const constructDecoder: NativeSteps = function* (_thisValue, args, newTarget) {
  const target = requireNew(newTarget, "TextDecoder")
  const label = args[0] === undefined ? "utf-8" : yield* stringOf(args[0])
  const fatal = yield* readFlag(args[1], "fatal")
  const ignoreBOM = yield* readFlag(args[1], "ignoreBOM")
  let shape = shapeFromConstructor(target, "%TextDecoder.prototype%", 4)
  if (shape === SUSP) shape = (yield) as Shape
  return new TextDecoderValue(shape, encodingOf(label), fatal, ignoreBOM)
}

/** The name of an encoding that the host knows; a `RangeError` otherwise. */
function encodingOf(label: string): string {
  if (label.length <= 100) {
    try {
      return new TextDecoder(label).encoding
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
    }
  }
  return throwRangeError(`TextDecoder: ${describeValue(label)} is no known encoding. Use "utf-8".`)
}

/** https://encoding.spec.whatwg.org/#dom-textdecoder-decode */
const decode: NativeSteps = function* (thisValue, args) {
  const decoder = thisDecoder(thisValue, "decode")
  const bytes = args[0] === undefined ? new Uint8Array(0) : bytesUnder(args[0], "TextDecoder.decode")
  const isStream = yield* readFlag(args[1], "stream")
  const { encoding, fatal, ignoreBOM } = decoder
  const host = decoder.stream ?? new TextDecoder(encoding, { fatal, ignoreBOM })
  decoder.stream = isStream ? host : null
  const out = new TextBuilder()
  const add = (window: Uint8Array, more: boolean): void => {
    try {
      out.add(host.decode(window, { stream: more }))
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
      decoder.stream = null
      throwTypeError(`TextDecoder: the bytes are not valid ${encoding}.`)
    }
  }
  for (let at = 0; at < bytes.length; at += WINDOW) {
    add(bytes.subarray(at, at + WINDOW), true)
    if (charge(WINDOW_STEPS)) {
      pause()
      yield
    }
  }
  if (!isStream) add(bytes.subarray(bytes.length), false)
  return out.finish()
}

export const textCodecIntrinsics = {
  "%TextDecoder%": constructor_({
    name: "TextDecoder",
    length: 0,
    prototype: "%TextDecoder.prototype%",
    native: nativeOf(constructDecoder)
  }),
  "%TextDecoder.prototype%": {
    prototype: "%Object.prototype%",
    rows: [
      link("constructor", "%TextDecoder%"),
      attribute("encoding", (thisValue) => thisDecoder(thisValue, "encoding").encoding),
      attribute("fatal", (thisValue) => thisDecoder(thisValue, "fatal").fatal),
      attribute("ignoreBOM", (thisValue) => thisDecoder(thisValue, "ignoreBOM").ignoreBOM),
      operation("decode", 0, decode),
      constant(wellKnown.toStringTag, "TextDecoder", CONFIGURABLE)
    ]
  },
  "%TextEncoder%": constructor_({
    name: "TextEncoder",
    length: 0,
    prototype: "%TextEncoder.prototype%",
    native: nativeOf(constructEncoder)
  }),
  "%TextEncoder.prototype%": {
    prototype: "%Object.prototype%",
    rows: [
      link("constructor", "%TextEncoder%"),
      attribute("encoding", (thisValue) => {
        thisEncoder(thisValue, "encoding")
        return "utf-8"
      }),
      operation("encode", 0, encode),
      operation("encodeInto", 2, encodeInto),
      constant(wellKnown.toStringTag, "TextEncoder", CONFIGURABLE)
    ]
  }
} satisfies IntrinsicDefinitions
