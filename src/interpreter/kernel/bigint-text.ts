/** Writing large BigInts in bounded steps: the host's own conversion of the largest takes 15 ms. */
import { agent, charge, pause } from "./agent.ts"
import { bitsOf } from "./bigint-size.ts"
import type { Steps } from "./steps.ts"

/** Digits that the host writes in one go. */
const LEAF_DIGITS = 2048

/** Fewer bits than {@link LEAF_DIGITS} decimal digits have. */
const LEAF_BITS = 6144

/** Whether the text of an integer is long enough to be written in several steps. */
export const isLargeBigInt = (n: bigint): boolean => bitsOf(n) > LEAF_BITS

/** The text of an integer that is not. The host takes time by the square of its digits. */
export function shortBigIntText(n: bigint, radix = 10): string {
  agent.budget -= (bitsOf(n) ** 2) >> 14
  return n.toString(radix)
}

/** `BigInt::toString` (https://tc39.es/ecma262/#sec-numeric-types-bigint-tostring). */
export function* bigintText(n: bigint, radix: number): Steps<string> {
  if (!isLargeBigInt(n)) return shortBigIntText(n, radix)
  const leaf = BigInt(radix) ** BigInt(LEAF_DIGITS)
  if (n < leaf && n > -leaf) return shortBigIntText(n, radix)
  return n < 0n ? `-${yield* positiveText(-n, radix, leaf)}` : yield* positiveText(n, radix, leaf)
}

function* positiveText(n: bigint, radix: number, leaf: bigint): Steps<string> {
  // powers[i] is radix^(LEAF_DIGITS * 2^i); the last one has at least half of n's digits.
  const powers = [leaf]
  for (;;) {
    const square = powers[powers.length - 1] ** 2n
    if (square > n) break
    powers.push(square)
  }
  return (yield* halves(n, radix, powers, powers.length - 1)).replace(/^0+/, "")
}

/** The digits of a number below `powers[level] ** 2`, with leading zeros. */
function* halves(n: bigint, radix: number, powers: readonly bigint[], level: number): Steps<string> {
  if (level < 0) {
    if (charge(4000)) {
      pause()
      yield
    }
    return n.toString(radix).padStart(LEAF_DIGITS, "0")
  }
  const power = powers[level]
  const high = n / power
  const low = n - high * power
  if (charge(2 ** level * 100)) {
    pause()
    yield
  }
  return (yield* halves(high, radix, powers, level - 1)) + (yield* halves(low, radix, powers, level - 1))
}
