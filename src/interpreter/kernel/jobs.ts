/** The job queue (https://tc39.es/ecma262/#sec-jobs): first in, first out. */
import type { Continuation } from "./agent.ts"
import type { PromiseValue } from "./promise.ts"

/** The realm's job queue and what it has to remember about promises. */
export class Jobs {
  private queue: Continuation[] = []
  private head = 0
  private serial = 0
  /** The promise of the program itself. */
  main: PromiseValue | null = null
  /** Promises that rejected while nobody observed them. */
  readonly rejected: PromiseValue[] = []

  nextSerial(): number {
    return this.serial++
  }

  enqueue(job: Continuation): void {
    this.queue.push(job)
  }

  next(): Continuation | undefined {
    if (this.head === this.queue.length) return undefined
    const job = this.queue[this.head++]
    if (this.head > 1024 && this.head * 2 > this.queue.length) {
      this.queue = this.queue.slice(this.head)
      this.head = 0
    }
    return job
  }

  get isEmpty(): boolean {
    return this.head === this.queue.length
  }

  /** The jobs that wait, for the heap census. */
  get waiting(): readonly Continuation[] {
    return this.queue.slice(this.head)
  }
}
