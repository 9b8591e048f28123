/** What a program logs, kept up to a cap: a program that logs in a loop must not fill the host's memory. */

/** UTF-16 units kept when the host sets no output limit. */
const RETAINED = 4 * 2 ** 20

export class LogBuffer {
  private readonly lines: string[] = []
  private readonly cap: number
  private retained = 0
  private total = 0
  private full = false

  /** `limit`: the host's `maxOutputBytes`, if it set one. */
  constructor(limit: number | undefined) {
    this.cap = limit === undefined ? RETAINED : Math.max(RETAINED, limit)
  }

  append(line: string): void {
    this.total++
    if (this.full) return
    if (this.retained + line.length > this.cap) {
      this.full = true
      return
    }
    this.retained += line.length + 1
    this.lines.push(line)
  }

  /** The lines so far, with a marker in place of those that were not kept; undefined when there are none. */
  snapshot(): readonly string[] | undefined {
    if (this.total === 0) return undefined
    if (!this.full) return [...this.lines]
    return [...this.lines, `[logs truncated: showing ${this.lines.length} of ${this.total} lines]`]
  }

  get isTruncated(): boolean {
    return this.full
  }
}
