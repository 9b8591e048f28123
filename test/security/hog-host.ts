/**
 * A process that runs hostile programs one after the other and tells what each did to it. Lines of JSON on the standard output; they are written at
 * once, so that whoever watches knows which program was at work when the process hangs or dies.
 */
import { readFileSync, writeSync } from "node:fs"
import { Effect, Exit, Fiber } from "effect"
import { CodeMode } from "../../src/index.ts"
import { hogTools } from "./hog-tools.ts"

/** `timeout`: the limit `timeoutMs`. `interruption`: the host interrupts the fiber. */
export type Ending = "timeout" | "interruption"

export interface Order {
  readonly name: string
  readonly source: string
  readonly ending: Ending
  readonly milliseconds: number
}

export interface Report {
  readonly name: string
  readonly ending: Ending
  /** `value`, the kind of the diagnostic, `interrupted`, or `defect`. */
  readonly end: string
  readonly message: string
  /** From the start to the result, without what other processes took after the time was up. */
  readonly elapsed: number
  /** The longest time for which the event loop had no turn, without what other processes took. */
  readonly block: number
  /** The most memory that the process held, in MB. */
  readonly memory: number
  /** Whether the runtime runs an ordinary program afterwards. */
  readonly works: boolean
}

export type Line = { readonly started: string } | { readonly report: Report }

const say = (line: Line): void => void writeSync(1, `${JSON.stringify(line)}\n`)

/**
 * Milliseconds for which this thread would have run, had other processes not been running, where the system tells; 0 elsewhere. Taken off what the
 * clock says, it leaves what the program itself caused.
 */
const timeInQueue = (): number => {
  try {
    return Number(readFileSync("/proc/thread-self/schedstat", "utf8").split(" ")[1]) / 1e6
  } catch {
    return 0
  }
}

interface Watched {
  readonly elapsed: number
  readonly block: number
  readonly memory: number
}

/** Watches the time, the event loop and the memory until told to stop; `due` is when the program should have ended. */
function watch(due: number): () => Watched {
  const startedAt = performance.now()
  let block = 0
  let memory = 0
  let last = startedAt
  let lastQueued = timeInQueue()
  let queuedWhenDue = lastQueued
  const tick = (): void => {
    const now = performance.now()
    const queued = timeInQueue()
    block = Math.max(block, now - last - (queued - lastQueued))
    last = now
    lastQueued = queued
    if (now - startedAt < due) queuedWhenDue = queued
    memory = Math.max(memory, process.memoryUsage.rss())
  }
  const timer = setInterval(tick, 5)
  return () => {
    tick()
    clearInterval(timer)
    const elapsed = Math.max(Math.min(last - startedAt, due), last - startedAt - (lastQueued - queuedWhenDue))
    return { elapsed, block, memory: memory / 2 ** 20 }
  }
}

const runtimes = new Map<number, CodeMode.Runtime>()
const limited = (timeoutMs: number): CodeMode.Runtime => {
  const known = runtimes.get(timeoutMs)
  if (known !== undefined) return known
  const made = CodeMode.make({ tools: hogTools, limits: { timeoutMs } })
  runtimes.set(timeoutMs, made)
  return made
}
const unlimited = CodeMode.make({ tools: hogTools })

const sleep = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

type End = Pick<Report, "end" | "message">

const endOf = (exit: Exit.Exit<CodeMode.Result>): End => {
  if (Exit.isSuccess(exit)) {
    const { value: result } = exit
    return result.ok ? { end: "value", message: "" } : { end: result.error.kind, message: result.error.message }
  }
  return Exit.hasInterrupts(exit) ? { end: "interrupted", message: "" } : { end: "defect", message: String(exit.cause) }
}

async function run({ source, ending, milliseconds }: Order): Promise<End> {
  if (ending === "timeout") return endOf(await Effect.runPromiseExit(limited(milliseconds).execute(source)))
  const fiber = Effect.runFork(unlimited.execute(source))
  const interruption = setTimeout(() => Effect.runFork(Fiber.interrupt(fiber)), milliseconds)
  const exit = await Effect.runPromise(Fiber.await(fiber))
  clearTimeout(interruption)
  return endOf(exit)
}

async function measure(order: Order): Promise<Report> {
  await sleep(5)
  const stop = watch(order.milliseconds)
  const end = await run(order)
  const watched = stop()
  const after = await Effect.runPromise(
    unlimited.execute("let s = 0; for (const x of [1, 2, 3]) s += x; return [s, await tools.echo({ s })]")
  )
  const works = after.ok && JSON.stringify(after.value) === '[6,{"s":6}]'
  return { name: order.name, ending: order.ending, ...end, ...watched, works }
}

process.on("unhandledRejection", (reason) => {
  process.stderr.write(`unhandled rejection: ${String(reason)}\n`)
  process.exit(3)
})

// Code that is warm, as in a process that has run programs before.
for (let i = 0; i < 5; i++) {
  await Effect.runPromise(
    limited(30).execute("return JSON.parse(JSON.stringify([1, 2, 3].map((x) => /a/.test('a' + x))))")
  )
}

let text = ""
for await (const chunk of process.stdin) text += String(chunk)
for (const order of JSON.parse(text) as readonly Order[]) {
  say({ started: order.name })
  say({ report: await measure(order) })
  if (globalThis.gc !== undefined) globalThis.gc()
}
