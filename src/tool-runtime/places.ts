/**
 * Work of which only so much may run at once: calls of a tool in all executions, calls of an execution, slices of the process. Entering, leaving and
 * giving up cost the same however many wait; Effect's `Semaphore` looks at all of them each time (stopping 16,000 queued calls: 4 s).
 */
import { Effect } from "effect"
import type { Fiber } from "effect"

export class Places {
  readonly count: number
  taken = 0
  /** Where somebody waits for one of these; the first is next. */
  readonly lanes = new Set<Lane>()

  constructor(count: number) {
    this.count = count
  }

  get isFull(): boolean {
    return this.taken >= this.count
  }

  /** Lets in who waits, from each lane in turn: nobody's many calls keep out the one of somebody else. */
  fill(): void {
    for (let someEntered = true; someEntered && !this.isFull;) {
      someEntered = false
      for (const lane of this.lanes) {
        if (!lane.admit()) {
          lane.passedOver(this)
          if (this.isFull) return
          continue
        }
        someEntered = true
        break
      }
    }
  }
}

/** Somebody who waits for a place of each kind, or has them. */
class Visitor {
  hasEntered = false
  /** No longer in the queue: it has a place, or does not want one. */
  hasLeft = false
  private resume: (() => void) | undefined
  private readonly fiber: Fiber.Fiber<unknown, unknown>

  constructor(fiber: Fiber.Fiber<unknown, unknown>) {
    this.fiber = fiber
  }

  /** Goes on, but not at once: whoever leaves would run all that comes after it on its own stack. */
  enter(): void {
    this.hasEntered = true
    this.fiber.currentDispatcher.scheduleTask(() => this.resume?.(), 0)
  }

  readonly entered: Effect.Effect<void> = Effect.callback<void>((resume) => {
    if (this.hasEntered) return resume(Effect.void)
    this.resume = () => resume(Effect.void)
  })
}

/** A lane takes a place of its own ahead after it was passed over so often: it would wait for ever where both kinds are never free at once. */
const PATIENCE = 32

/**
 * Those who need the same places, in order of arrival: one that everybody shares, one of their own, or both. Nobody holds a shared place while waiting for
 * another.
 */
export class Lane {
  private readonly shared: Places | undefined
  private readonly own: Places | undefined
  /** In order of arrival, with those who have left in between; the first is at `head`. (Taking the first of a `Set` again and again is quadratic.) */
  private queue: Visitor[] = []
  private head = 0
  private waiting = 0
  private timesPassed = 0
  private hasOwn = false
  private isClosed = false

  constructor(shared: Places | undefined, own: Places | undefined) {
    this.shared = shared
    this.own = own
  }

  /** Runs an effect when there is a place of each kind for it. Waiting can be interrupted. */
  withPlace<A, E, R>(run: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> {
    return Effect.uninterruptibleMask((restore) =>
      Effect.withFiber((fiber) => {
        if (this.waiting === 0 && this.isOpen) {
          this.take()
          return Effect.onExit(restore(run), () => Effect.sync(() => this.leave()))
        }
        const visitor = new Visitor(fiber)
        this.join(visitor)
        // One finaliser for both: the fiber may be interrupted when it has its place and does not know yet.
        return Effect.onExit(
          Effect.flatMap(restore(visitor.entered), () => restore(run)),
          () => Effect.sync(() => (visitor.hasEntered ? this.leave() : this.quit(visitor)))
        )
      })
    )
  }

  /** Lets nobody in any more: who waits does so until it is interrupted. */
  close(): void {
    this.isClosed = true
    this.dissolve()
  }

  /** Lets in who came first, if there is a place of each kind. */
  admit(): boolean {
    if (this.waiting === 0 || !this.isOpen) return false
    while (this.queue[this.head].hasLeft) this.head++
    const first = this.queue[this.head]
    this.take()
    this.quit(first)
    // Others have their turn before the next of these.
    if (this.waiting > 0) {
      for (const { lanes } of this.needed) {
        lanes.delete(this)
        lanes.add(this)
      }
    }
    first.enter()
    return true
  }

  /** A place of a kind is free, and of the other kind there is none. */
  passedOver(places: Places): void {
    if (places !== this.own || this.hasOwn || this.isClosed || ++this.timesPassed < PATIENCE) return
    this.hasOwn = true
    places.taken++
  }

  private get needed(): Places[] {
    return [this.shared, this.own].filter((places) => places !== undefined)
  }

  private get isOpen(): boolean {
    return !this.isClosed && this.shared?.isFull !== true && (this.hasOwn || this.own?.isFull !== true)
  }

  private take(): void {
    if (this.shared !== undefined) this.shared.taken++
    if (this.own !== undefined && !this.hasOwn) this.own.taken++
    this.hasOwn = false
    this.timesPassed = 0
  }

  private leave(): void {
    for (const places of this.needed) places.taken--
    for (const places of this.needed) places.fill()
  }

  private join(visitor: Visitor): void {
    this.queue.push(visitor)
    this.waiting++
    if (!this.isClosed) for (const places of this.needed) places.lanes.add(this)
  }

  private quit(visitor: Visitor): void {
    visitor.hasLeft = true
    this.waiting--
    if (this.waiting === 0) {
      this.queue = []
      this.head = 0
      this.dissolve()
    } else if (this.head > 1024 && this.head > this.queue.length >> 1) {
      this.queue = this.queue.slice(this.head)
      this.head = 0
    }
  }

  /** Nobody waits here that could be let in. */
  private dissolve(): void {
    for (const places of this.needed) places.lanes.delete(this)
    if (!this.hasOwn || this.own === undefined) return
    this.hasOwn = false
    this.own.taken--
    this.own.fill()
  }
}
