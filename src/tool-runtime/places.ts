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
        if (!lane.admit()) continue
        someEntered = true
        break
      }
    }
  }
}

/** Somebody who waits for a place of each kind, or has them. */
class Visitor {
  hasEntered = false
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

/** Those who need a place of each of the same kinds, in order of arrival. Nobody holds one place while waiting for another. */
export class Lane {
  private readonly needed: readonly Places[]
  private readonly waiting = new Set<Visitor>()

  constructor(needed: readonly Places[]) {
    this.needed = needed
  }

  /** Runs an effect when there is a place of each kind for it. Waiting can be interrupted. */
  withPlace<A, E, R>(run: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> {
    return Effect.uninterruptibleMask((restore) =>
      Effect.withFiber((fiber) => {
        if (this.waiting.size === 0 && !this.isFull) {
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

  /** Lets in who came first, if there is a place of each kind. */
  admit(): boolean {
    const [first] = this.waiting
    if (first === undefined || this.isFull) return false
    this.quit(first)
    // Others have their turn before the next of these.
    if (this.waiting.size > 0) {
      for (const places of this.needed) {
        places.lanes.delete(this)
        places.lanes.add(this)
      }
    }
    this.take()
    first.enter()
    return true
  }

  private get isFull(): boolean {
    return this.needed.some((places) => places.isFull)
  }

  private take(): void {
    for (const places of this.needed) places.taken++
  }

  private leave(): void {
    for (const places of this.needed) places.taken--
    for (const places of this.needed) places.fill()
  }

  private join(visitor: Visitor): void {
    this.waiting.add(visitor)
    for (const places of this.needed) places.lanes.add(this)
  }

  private quit(visitor: Visitor): void {
    this.waiting.delete(visitor)
    if (this.waiting.size === 0) for (const places of this.needed) places.lanes.delete(this)
  }
}
