/** How large BigInts are, and may be. The host tells no length, but it compares two of different lengths at once. */
import { throwRangeError } from "./errors.ts"

/** The largest BigInt, in bits. */
export const MAX_BIGINT_BITS = 1 << 18

export const throwBigIntTooBig = (): never =>
  throwRangeError("Maximum BigInt size exceeded: a BigInt can hold at most 262,144 bits here.")

/** 2^8, 1.5 · 2^8, 2^9 … up to the cap. */
const SIZES: number[] = []
for (let bits = 1 << 8; bits < MAX_BIGINT_BITS; bits *= 2) SIZES.push(bits, bits * 1.5)
SIZES.push(MAX_BIGINT_BITS)

const LIMITS = SIZES.map((bits) => 1n << BigInt(bits))
const FLOORS = LIMITS.map((limit) => -limit)
const LAST = SIZES.length - 1

/** The bits of an integer, rounded up by half at most; 256 for all smaller ones. */
export function bitsOf(n: bigint): number {
  if (n < LIMITS[0] && n > FLOORS[0]) return SIZES[0]
  let low = 0
  let high = LAST
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (n < LIMITS[middle] && n > FLOORS[middle]) high = middle
    else low = middle
  }
  return SIZES[high]
}

/** Refuses a BigInt above the cap. */
export function checkBigInt(n: bigint): bigint {
  if (n >= LIMITS[LAST] || n <= FLOORS[LAST]) throwBigIntTooBig()
  return n
}
