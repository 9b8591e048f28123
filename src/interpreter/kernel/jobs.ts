/** The job queue (https://tc39.es/ecma262/#sec-jobs): first in, first out. */
import { Continuation } from "./agent.ts"
import type { PromiseValue } from "./promise.ts"

/** Jobs that stand in the queue as one: a promise may have very many handlers, and they become jobs one at a time. */
export interface JobBatch {
  /** How many are left. */
  readonly left: number
  /** The next one. Only where one is left. */
  take(): Continuation
}

/** Rejected promises that are kept, each for a warning: a program may make millions of them. */
const MOST_REJECTED = 1000

/** The realm's job queue and what it has to remember about promises. */
export class Jobs {
  private queue: (Continuation | JobBatch)[] = []
  private head = 0
  private serial = 0
  /** The promise of the program itself. */
  main: PromiseValue | null = null
  /** The first promises that are rejected and that nobody observes. */
  readonly rejected = new Set<PromiseValue>()
  /** How many more there are. */
  rejectedBeyond = 0

  nextSerial(): number {
    return this.serial++
  }

  /** A promise that nobody observes has been rejected. */
  addRejected(promise: PromiseValue): void {
    if (this.rejected.size < MOST_REJECTED) this.rejected.add(promise)
    else this.rejectedBeyond++
  }

  /** It is observed after all. */
  removeRejected(promise: PromiseValue): void {
    if (!this.rejected.delete(promise)) this.rejectedBeyond--
  }

  enqueue(job: Continuation): void {
    this.queue.push(job)
  }

  /** Enqueues all jobs of a batch that has some. */
  enqueueBatch(batch: JobBatch): void {
    this.queue.push(batch)
  }

  next(): Continuation | undefined {
    if (this.head === this.queue.length) return undefined
    const next = this.queue[this.head]
    let job: Continuation
    if (next instanceof Continuation) {
      job = next
    } else {
      job = next.take()
      if (next.left > 0) return job
    }
    this.head++
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
  get waiting(): readonly (Continuation | JobBatch)[] {
    return this.queue.slice(this.head)
  }
}
