/** Binary16 numbers (https://tc39.es/ecma262/#sec-math.f16round). */

/** The nearest half-precision number, ties to even, as a double. */
export function roundToHalf(n: number): number {
  const magnitude = Math.abs(n)
  if (!(magnitude < Infinity) || magnitude === 0) return n
  if (magnitude >= 65520) return n < 0 ? -Infinity : Infinity
  // Ten bits follow the leading one; below 2^-14 the last place stays 2^-24.
  const quantum = magnitude < 2 ** -14 ? 2 ** -24 : 2 ** (exponentOf(magnitude) - 10)
  // Adding 2^52 leaves no bits for a fraction, so the host rounds, ties to even.
  const rounded = (magnitude / quantum + 2 ** 52 - 2 ** 52) * quantum
  return n < 0 ? -rounded : rounded
}

const view = new DataView(new ArrayBuffer(8))

/** The binary exponent of a normal, positive double. */
function exponentOf(n: number): number {
  view.setFloat64(0, n)
  return (view.getUint16(0) >> 4) - 1023
}

const words = new Uint32Array(1)
const single = new Float32Array(words.buffer)

/** The bits of the nearest half-precision number. */
export function halfBits(n: number): number {
  if (n !== n) return 0x7e00
  const rounded = roundToHalf(n)
  const magnitude = Math.abs(rounded)
  const sign = rounded < 0 || Object.is(rounded, -0) ? 0x8000 : 0
  if (magnitude === Infinity) return sign | 0x7c00
  // Below 2^-14 the bits count steps of 2^-24.
  if (magnitude < 2 ** -14) return sign | (magnitude * 2 ** 24)
  single[0] = magnitude
  return sign | ((((words[0] >>> 23) - 112) << 10) | ((words[0] >>> 13) & 0x3ff))
}

/** The number that half-precision bits mean. */
export function halfFromBits(bits: number): number {
  const exponent = (bits >> 10) & 0x1f
  const fraction = bits & 0x3ff
  const sign = bits & 0x8000 ? -1 : 1
  if (exponent === 0x1f) return fraction === 0 ? sign * Infinity : NaN
  if (exponent === 0) return sign * fraction * 2 ** -24
  return sign * (fraction + 1024) * 2 ** (exponent - 25)
}
