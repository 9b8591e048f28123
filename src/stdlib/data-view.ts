/** `DataView` (https://tc39.es/ecma262/#sec-dataview-objects). */
import { agent, SUSP } from "../interpreter/kernel/agent.ts"
import type { Susp } from "../interpreter/kernel/agent.ts"
import { constant, constructor_, getter, link, nativeOf, steps } from "../interpreter/kernel/builtin.ts"
import type { Row } from "../interpreter/kernel/builtin.ts"
import { numberOf } from "../interpreter/kernel/convert.ts"
import { throwRangeError, throwTypeError } from "../interpreter/kernel/errors.ts"
import { describeValue, shapeFromConstructor } from "../interpreter/kernel/function.ts"
import type { ObjectValue } from "../interpreter/kernel/object.ts"
import type { IntrinsicDefinitions } from "../interpreter/kernel/realm.ts"
import { CONFIGURABLE } from "../interpreter/kernel/shape.ts"
import type { Shape } from "../interpreter/kernel/shape.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import { wellKnown } from "../interpreter/kernel/values.ts"
import type { Value } from "../interpreter/kernel/values.ts"
import { ArrayBufferValue, refuseDetached, refuseImmutable } from "./array-buffer-value.ts"
import { indexOf } from "./array-buffer.ts"
import { DataViewValue } from "./data-view-value.ts"
import { elementTypes } from "./element-type.ts"
import type { ElementType } from "./element-type.ts"
import { bigintOf } from "./to-bigint.ts"

/** https://tc39.es/ecma262/#sec-dataview-buffer-byteoffset-bytelength */
function* dataViewConstructor(_: Value, args: readonly Value[], newTarget: ObjectValue | undefined): Steps<Value> {
  if (newTarget === undefined) return throwTypeError("DataView must be called with `new`: new DataView(buffer).")
  const buffer = args[0]
  if (!(buffer instanceof ArrayBufferValue)) {
    return throwTypeError(`new DataView: the first argument must be an ArrayBuffer, not ${describeValue(buffer)}.`)
  }
  const offset = yield* indexOf(args[1])
  refuseDetached(buffer, "new DataView")
  checkOffset(buffer, offset)
  let length: number | undefined
  if (args[2] !== undefined) {
    length = yield* indexOf(args[2])
    checkEnd(buffer, offset, length)
  } else if (!buffer.isResizable) {
    length = buffer.byteLength - offset
  }
  let shape: Shape | Susp =
    newTarget === agent.realm.intrinsic("%DataView%")
      ? agent.realm.shapeOf("%DataView.prototype%")
      : shapeFromConstructor(newTarget, "%DataView.prototype%", 4)
  if (shape === SUSP) shape = (yield) as Shape
  // Looking up the prototype may have run guest code.
  refuseDetached(buffer, "new DataView")
  checkOffset(buffer, offset)
  if (args[2] !== undefined) checkEnd(buffer, offset, length!)
  return new DataViewValue(shape, buffer, offset, length)
}

function checkOffset(buffer: ArrayBufferValue, offset: number): void {
  if (offset > buffer.byteLength) {
    throwRangeError(`new DataView: the offset ${offset} is outside the buffer, which has ${buffer.byteLength} bytes.`)
  }
}

function checkEnd(buffer: ArrayBufferValue, offset: number, length: number): void {
  if (offset + length > buffer.byteLength) {
    throwRangeError(
      `new DataView: ${length} bytes at ${offset} are outside the buffer, which has ${buffer.byteLength} bytes.`
    )
  }
}

function viewFrom(value: Value, method: string): DataViewValue {
  if (value instanceof DataViewValue) return value
  return throwTypeError(`${method} was called on ${describeValue(value)}, which is not a DataView.`)
}

function refuseViewOutOfBounds(view: DataViewValue, method: string): void {
  if (view.isOutOfBounds) throwTypeError(`${method}: the view's ArrayBuffer is detached or too short.`)
}

/** https://tc39.es/ecma262/#sec-get-dataview.prototype.buffer */
const dataViewBuffer = (thisValue: Value): Value => viewFrom(thisValue, "get DataView.prototype.buffer").buffer

/** https://tc39.es/ecma262/#sec-get-dataview.prototype.bytelength */
function dataViewByteLength(thisValue: Value): Value {
  const view = viewFrom(thisValue, "get DataView.prototype.byteLength")
  refuseViewOutOfBounds(view, "get DataView.prototype.byteLength")
  return view.byteLength
}

/** https://tc39.es/ecma262/#sec-get-dataview.prototype.byteoffset */
function dataViewByteOffset(thisValue: Value): Value {
  const view = viewFrom(thisValue, "get DataView.prototype.byteOffset")
  refuseViewOutOfBounds(view, "get DataView.prototype.byteOffset")
  return view.byteOffset
}

/** The place of a value in the buffer, when it is within the view. */
function placeOf(view: DataViewValue, index: number, type: ElementType, method: string): number {
  refuseViewOutOfBounds(view, method)
  if (index + type.size > view.byteLength) {
    throwRangeError(`${method}: ${type.size} bytes at ${index} are outside the view, which has ${view.byteLength}.`)
  }
  return index + view.byteOffset
}

/** `GetViewValue` (https://tc39.es/ecma262/#sec-getviewvalue). */
const getMethodOf = (type: ElementType): Row => {
  const method = `DataView.prototype.get${type.name}`
  return steps(`get${type.name}`, 1, function* (thisValue, args) {
    const view = viewFrom(thisValue, method)
    const index = yield* indexOf(args[0])
    return type.read(view.view, placeOf(view, index, type, method), Boolean(args[1]))
  })
}

/** `SetViewValue` (https://tc39.es/ecma262/#sec-setviewvalue). */
const setMethodOf = (type: ElementType): Row => {
  const method = `DataView.prototype.set${type.name}`
  return steps(`set${type.name}`, 2, function* (thisValue, args) {
    const view = viewFrom(thisValue, method)
    refuseImmutable(view.buffer, method)
    const index = yield* indexOf(args[0])
    const value = type.isBigInt ? yield* bigintOf(args[1]) : yield* numberOf(args[1])
    const place = placeOf(view, index, type, method)
    type.write(view.view, place, (value !== value ? NaN : value) as never, Boolean(args[2]))
    return undefined
  })
}

const types = Object.values(elementTypes).filter((type) => type.name !== "Uint8Clamped")

export const dataViewIntrinsics = {
  "%DataView%": constructor_({
    name: "DataView",
    length: 1,
    prototype: "%DataView.prototype%",
    native: nativeOf(dataViewConstructor)
  }),
  "%DataView.prototype%": {
    prototype: "%Object.prototype%",
    rows: [
      getter("buffer", dataViewBuffer),
      getter("byteLength", dataViewByteLength),
      getter("byteOffset", dataViewByteOffset),
      link("constructor", "%DataView%"),
      ...types.map(getMethodOf),
      ...types.map(setMethodOf),
      constant(wellKnown.toStringTag, "DataView", CONFIGURABLE)
    ]
  }
} satisfies IntrinsicDefinitions
