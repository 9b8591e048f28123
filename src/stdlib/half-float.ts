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
