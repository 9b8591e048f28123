/** Writing large BigInts in bounded steps: the host's own conversion of the largest takes 15 ms. */
import { charge, pause } from "./agent.ts"
import type { Steps } from "./steps.ts"

/** Digits that the host writes in one go. */
const LEAF_DIGITS = 2048

const LARGE = 10n ** BigInt(LEAF_DIGITS)

/** Whether the text of an integer is long enough to be written in several steps. */
export const isLargeBigInt = (n: bigint): boolean => n >= LARGE || n <= -LARGE

/** `BigInt::toString` (https://tc39.es/ecma262/#sec-numeric-types-bigint-tostring). */
export function* bigintText(n: bigint, radix: number): Steps<string> {
  const leaf = BigInt(radix) ** BigInt(LEAF_DIGITS)
  if (n < leaf && n > -leaf) return n.toString(radix)
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
