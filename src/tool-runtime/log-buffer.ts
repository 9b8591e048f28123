/** What a program logs, kept up to a cap: a program that logs in a loop must not fill the host's memory. */

/** UTF-16 units kept when the host sets no output limit, or a smaller one. */
const RETAINED = 4 * 2 ** 20

export class LogBuffer {
  private readonly lines: string[] = []
  private readonly cap: number
  private retained = 0
  private isFull = false
  /** Lines logged, kept or not. */
  total = 0

  /** `limit`: the host's `maxOutputBytes`, if it set one. */
  constructor(limit: number | undefined) {
    this.cap = limit === undefined ? RETAINED : Math.max(RETAINED, limit)
  }

  append(line: string): void {
    this.total++
    if (this.isFull) return
    if (this.retained + line.length > this.cap) {
      this.isFull = true
      return
    }
    this.retained += line.length + 1
    this.lines.push(line)
  }

  /** The lines that were kept, so far. */
  get kept(): readonly string[] {
    return [...this.lines]
  }
}
