/** The exact sum of doubles, rounded once. */

/**
 * A fixed-point number wide enough for every double: `cells[i]` counts units of 2^(32 i - 1074). A double's 53 bits fall into at most three
 * cells, so adding one is three additions; a cell takes 2^20 of them before carries must be spread.
 */
export class ExactSum {
  private readonly cells = new Float64Array(68)
  private added = 0
  private readonly view = new DataView(new ArrayBuffer(8))

  /** Adds a finite number. */
  add(n: number): void {
    const { view, cells } = this
    view.setFloat64(0, n)
    const high = view.getUint32(0)
    const low = view.getUint32(4)
    const biased = (high >>> 20) & 0x7ff
    const sign = n < 0 ? -1 : 1
    const mantissaHigh = (high & 0xfffff) + (biased === 0 ? 0 : 0x100000)
    // The number is (mantissaHigh * 2^32 + low) * 2^(shift - 1074).
    const shift = biased === 0 ? 0 : biased - 1
    const cell = shift >>> 5
    const bits = shift & 31
    const scale = 2 ** bits
    const first = low * scale
    const firstCarry = Math.floor(first / 4294967296)
    const second = mantissaHigh * scale + firstCarry
    const secondCarry = Math.floor(second / 4294967296)
    cells[cell] += sign * (first - firstCarry * 4294967296)
    cells[cell + 1] += sign * (second - secondCarry * 4294967296)
    cells[cell + 2] += sign * secondCarry
    if (++this.added === 1 << 20) {
      this.added = 0
      this.spread()
    }
  }

  private spread(): void {
    const { cells } = this
    for (let i = 0; i + 1 < cells.length; i++) {
      const carry = Math.floor(cells[i] / 4294967296)
      cells[i] -= carry * 4294967296
      cells[i + 1] += carry
    }
  }

  /** The sum, rounded to the nearest double, ties to even; 0 when it is zero. */
  get value(): number {
    let total = 0n
    for (let i = this.cells.length - 1; i >= 0; i--) total = (total << 32n) + BigInt(this.cells[i])
    const magnitude = total < 0n ? -total : total
    // Keep 64 bits and whether any were dropped, so that the conversion to a double rounds once and the scaling is exact.
    const excess = magnitude.toString(2).length - 64
    if (excess <= 0) return scale(Number(total), -1074)
    const shift = BigInt(excess)
    let kept = magnitude >> shift
    if (kept << shift !== magnitude) kept |= 1n
    return scale(Number(total < 0n ? -kept : kept), excess - 1074)
  }
}

/** `n * 2^exponent` without rounding in between. */
const scale = (n: number, exponent: number): number =>
  exponent < -1022 ? n * 2 ** -1022 * 2 ** (exponent + 1022) : n * 2 ** exponent
