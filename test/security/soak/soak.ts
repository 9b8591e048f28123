/**
 * Many executions: all at once with interruption at random moments, and one after the other on a heap that must stay flat. Tells what it saw; the callers
 * judge.
 */
import { Cause, Effect, Exit, Fiber } from "effect"
import { Host, longPrograms, programs, randomOf } from "./programs.ts"

export interface AtOnce {
  readonly executions: number
  readonly interrupted: number
  readonly succeeded: number
  readonly failed: number
  /** Ends that are neither a result nor an interruption. */
  readonly broken: readonly string[]
  /** Tools still at work after the last execution has ended. */
  readonly live: number
  readonly ms: number
}

/** Starts so many executions in one go and interrupts each of them within `spanMs`. */
export async function atOnce(executions: number, seed: number, spanMs: number): Promise<AtOnce> {
  const random = randomOf(seed)
  const host = new Host()
  const began = performance.now()
  const counts = { interrupted: 0, succeeded: 0, failed: 0 }
  const broken: string[] = []
  const fibers = Array.from({ length: executions }, () => {
    const fiber = Effect.runFork(host.runtime.execute(longPrograms[Math.floor(random() * longPrograms.length)]))
    setTimeout(() => fiber.interruptUnsafe(), random() * spanMs)
    return fiber
  })
  for (const fiber of fibers) {
    const exit = await Effect.runPromise(Fiber.await(fiber))
    if (Exit.isSuccess(exit)) counts[exit.value.ok ? "succeeded" : "failed"]++
    else if (Cause.hasInterruptsOnly(exit.cause)) counts.interrupted++
    else broken.push(Cause.pretty(exit.cause))
  }
  const { live } = host
  // The same runtime goes on working.
  const after = await Effect.runPromise(host.runtime.execute("return await tools.add({ a: 1, b: 2 })"))
  if (!after.ok || after.value !== 3) broken.push(`afterwards: ${JSON.stringify(after)}`)
  return { executions, ...counts, broken, live, ms: Math.round(performance.now() - began) }
}

export interface Checkpoint {
  /** Executions so far. */
  readonly executions: number
  /** Bytes of the heap in use after a full collection. */
  readonly heapUsed: number
  readonly rss: number
  readonly ms: number
}

export interface InARow {
  readonly checkpoints: readonly Checkpoint[]
  readonly unexpected: readonly string[]
  readonly live: number
  readonly timers: number
}

/** Runs so many executions one after the other, every tenth of them interrupted on the way; measures the heap so many times. */
export async function inARow(
  executions: number,
  seed: number,
  measurements: number,
  collect: () => void,
  onCheckpoint: (checkpoint: Checkpoint) => void = () => {}
): Promise<InARow> {
  const random = randomOf(seed)
  const host = new Host()
  const checkpoints: Checkpoint[] = []
  const unexpected: string[] = []
  const began = performance.now()
  const every = Math.max(1, Math.floor(executions / measurements))
  for (let i = 1; i <= executions; i++) {
    const fiber = Effect.runFork(host.runtime.execute(programs[i % programs.length]))
    if (random() < 0.1) {
      for (let turns = Math.floor(random() * 4); turns > 0; turns--)
        await new Promise((resolve) => setImmediate(resolve))
      fiber.interruptUnsafe()
    }
    const exit = await Effect.runPromise(Fiber.await(fiber))
    if (Exit.isFailure(exit) && !Cause.hasInterruptsOnly(exit.cause)) unexpected.push(Cause.pretty(exit.cause))
    if (i % every === 0) {
      await new Promise((resolve) => setTimeout(resolve, 10))
      collect()
      const { heapUsed, rss } = process.memoryUsage()
      const checkpoint = { executions: i, heapUsed, rss, ms: Math.round(performance.now() - began) }
      checkpoints.push(checkpoint)
      onCheckpoint(checkpoint)
    }
  }
  const timers = process.getActiveResourcesInfo().filter((name) => name === "Timeout" || name === "Immediate").length
  return { checkpoints, unexpected, live: host.live, timers }
}

/**
 * How much the heap grew for each execution, in bytes: the slope of the line that fits the second half of the checkpoints best. The first half warms up
 * caches and the code of the host's own compiler.
 */
export function growth(checkpoints: readonly Checkpoint[]): number {
  const half = checkpoints.slice(Math.floor(checkpoints.length / 2))
  const mean = (of: (checkpoint: Checkpoint) => number): number =>
    half.reduce((sum, checkpoint) => sum + of(checkpoint), 0) / half.length
  const x = mean(({ executions }) => executions)
  const y = mean(({ heapUsed }) => heapUsed)
  let above = 0
  let below = 0
  for (const { executions, heapUsed } of half) {
    above += (executions - x) * (heapUsed - y)
    below += (executions - x) ** 2
  }
  return below === 0 ? 0 : above / below
}
