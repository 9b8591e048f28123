/**
 * Programs that are meant to do harm: they loop, grow, recurse, replace built-ins, trap, throw and reject wherever a grammar lets them, around calls of
 * tools and at the result. Whatever they do, a run ends within its budget, the host is what it was, its text stays its own, and the next run is fine.
 */
import { Effect, Exit, Fiber } from "effect"
import fc from "fast-check"
import { CodeMode } from "../../src/index.ts"
import { confinementTools } from "../security/confinement-tools.ts"
import { HOST_TEXT, hostDifference, hostSnapshot } from "../security/host-snapshot.ts"

const one = (...texts: readonly string[]): fc.Arbitrary<string> => fc.constantFrom(...texts)

const join = (parts: readonly (string | fc.Arbitrary<string>)[]): fc.Arbitrary<string> =>
  fc.tuple(...parts.map((part) => (typeof part === "string" ? fc.constant(part) : part))).map((texts) => texts.join(""))

const globalName = one(
  ..."Object Array Function Promise Map Set WeakMap RegExp Error String Number BigInt Symbol Date JSON Math Reflect Intl URL Headers ArrayBuffer Uint8Array console tools search globalThis crypto Iterator".split(
    " "
  )
)

const key = one(
  ..."constructor prototype __proto__ then toString valueOf toJSON length name stack message cause caller callee next return done value get set apply call bind map 0 size index lastIndex exec flags".split(
    " "
  )
)

const symbol = one(
  "Symbol.iterator",
  "Symbol.asyncIterator",
  "Symbol.toPrimitive",
  "Symbol.species",
  "Symbol.hasInstance",
  "Symbol.toStringTag",
  "Symbol.isConcatSpreadable",
  "Symbol.replace",
  "Symbol.dispose",
  "Symbol.for('x')"
)

const access = fc.oneof(
  key.map((name) => (name === "0" ? "[0]" : `.${name}`)),
  symbol.map((name) => `[${name}]`)
)

const variable = one("a", "b", "c", "d")

/** Work that does not end by itself, or grows. */
const hog = one(
  "for (;;) ;",
  "for (;;) { try { throw 1 } catch { continue } finally { a = [a] } }",
  "while (true) { b = [b, b]; try { String(b) } catch {} }",
  "for (let s = 'x';; ) { try { s += s } catch { s = 'x' } }",
  "for (let n = 3n;; ) { try { n *= n } catch { n = 3n } }",
  "for (;;) new Uint8Array(1e6)",
  "for (let i = 0;; i++) c['k' + i] = i",
  "for (;;) { try { (function f() { f() })() } catch {} }",
  "/^(a+)+$/.test('a'.repeat(5000) + 'b')",
  "for (;;) tools.echo({})",
  "for (;;) console.log('x'.repeat(1000))",
  "(function again() { queueMicrotask(again) })()",
  "(async () => { for (;;) await null })()",
  "for (;;) Promise.reject(new Error('x'))",
  "Array.from({ length: 1e7 })",
  "[].concat({ length: 2 ** 53 - 2, [Symbol.isConcatSpreadable]: true })",
  "new Array(2 ** 32 - 1).join('x')",
  "Array(1e6).fill(1).sort(() => Math.random() - 0.5)",
  "structuredClone(Array(1e5).fill({}))",
  "'a'.repeat(2 ** 24 - 1).replaceAll('a', 'b')"
)

const { expression, statement } = fc.letrec<{ expression: string; statement: string; lambda: string; object: string }>(
  (tie) => ({
    lambda: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      tie("expression").map((body) => `((x, ...rest) => (${body}))`),
      tie("statement").map((body) => `(function (x) { ${body} return x })`),
      tie("statement").map((body) => `(async (x) => { ${body} })`),
      tie("statement").map((body) => `(function* () { ${body} yield this })`)
    ),
    object: fc.oneof(
      { maxDepth: 4 },
      join(["{ ", key.map((name) => `"${name}": `), tie("expression"), " }"]),
      join(["{ get ", key, "() { ", tie("statement"), " } }"]),
      join(["{ [", symbol, "]() { ", tie("statement"), " return ", tie("expression"), " } }"]),
      join(["{ __proto__: ", tie("expression"), " }"]),
      join(["{ then(resolve, reject) { ", tie("statement"), " resolve(this) } }"]),
      join(["{ toJSON() { ", tie("statement"), " return ", tie("expression"), " } }"])
    ),
    expression: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      { weight: 6, arbitrary: fc.oneof(variable, globalName) },
      {
        weight: 2,
        arbitrary: one("0", "-1", "1e9", "'x'", "null", "undefined", "this", "1n", "/(a|a)*b/g", "Symbol()")
      },
      { weight: 4, arbitrary: join([tie("expression"), access]) },
      { weight: 3, arbitrary: join([tie("expression"), "(", tie("expression"), ")"]) },
      { weight: 3, arbitrary: join([tie("expression"), access, "(", tie("lambda"), ")"]) },
      { weight: 1, arbitrary: join(["new (", tie("expression"), ")(", tie("expression"), ")"]) },
      { weight: 2, arbitrary: join(["(", tie("object"), ")"]) },
      { weight: 2, arbitrary: tie("lambda") },
      { weight: 1, arbitrary: join(["[", tie("expression"), ", ...[", tie("expression"), "]]"]) },
      { weight: 1, arbitrary: join(["`${", tie("expression"), "}`"]) },
      { weight: 1, arbitrary: join(["(", tie("expression"), " + ", tie("expression"), ")"]) },
      { weight: 1, arbitrary: join(["new Proxy(", tie("expression"), ", ", tie("object"), ")"]) },
      { weight: 1, arbitrary: join(["Reflect.construct(", tie("expression"), ", [", tie("expression"), "])"]) },
      { weight: 1, arbitrary: join(["(", tie("expression"), ").constructor('return process')()"]) },
      {
        weight: 2,
        arbitrary: join([
          "tools.",
          one(
            "echo",
            "refuse",
            "die",
            "keep",
            "kept",
            "data",
            "odd.getters",
            "odd.map",
            "decodedInput",
            "nothing",
            "throws"
          ),
          "(",
          tie("expression"),
          ")"
        ])
      },
      { weight: 1, arbitrary: join(["Object.getOwnPropertyDescriptors(", tie("expression"), ")"]) },
      { weight: 1, arbitrary: join(["Object.getPrototypeOf(", tie("expression"), ")"]) }
    ),
    statement: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      { weight: 4, arbitrary: join([variable, " = ", tie("expression"), ";"]) },
      {
        weight: 3,
        arbitrary: join(["try { ", tie("statement"), " } catch (e) { a = e; } finally { ", tie("statement"), " }"])
      },
      {
        weight: 3,
        arbitrary: join(["try { ", tie("expression"), access, " = ", tie("expression"), " } catch (e) { b = e }"])
      },
      { weight: 1, arbitrary: join(["try { delete ", tie("expression"), access, " } catch {}"]) },
      { weight: 1, arbitrary: join(["for (const k of ", tie("expression"), ") { ", tie("statement"), " }"]) },
      { weight: 1, arbitrary: join(["for (const k in ", tie("expression"), ") { ", tie("statement"), " }"]) },
      {
        weight: 1,
        arbitrary: join([
          "Object.defineProperty(",
          tie("expression"),
          ", '",
          key,
          "', { get: ",
          tie("lambda"),
          ", configurable: true });"
        ])
      },
      {
        weight: 1,
        arbitrary: join(["class A extends (", tie("expression"), ") { static { ", tie("statement"), " } }"])
      },
      { weight: 1, arbitrary: join(["console.log(", tie("expression"), ");"]) },
      { weight: 1, arbitrary: join(["throw ", tie("expression"), ";"]) },
      { weight: 1, arbitrary: join(["{ using r = ", tie("expression"), "; ", tie("statement"), " }"]) },
      { weight: 1, arbitrary: hog.map((text) => `${text};`) }
    )
  })
)

/** A hostile program: statements, each caught or not, then something to return. */
export const hostileProgram: fc.Arbitrary<string> = fc
  .tuple(
    fc.array(
      fc.oneof(
        { weight: 4, arbitrary: statement.map((text) => `try { ${text} } catch (e) { d = e }`) },
        { weight: 1, arbitrary: statement },
        { weight: 1, arbitrary: expression.map((text) => `try { c = await ${text} } catch (e) { d = e }`) }
      ),
      { minLength: 1, maxLength: 6 }
    ),
    expression
  )
  .map(
    ([statements, answer]) =>
      `let a = {}, b = [], c = () => 0, d;\n${statements.join("\n")}\ntry { console.log(a, b, c, d, d && d.stack) } catch {}\nreturn ${answer}`
  )

export interface HostileTally {
  programs: number
  values: number
  failures: number
  timeouts: number
  interruptions: number
}

/** How long a run may take beyond its time before it counts as one that does not end. Generous: machines are busy. */
const PATIENCE = 20_000
const TIME = 25
const SNAPSHOT_EVERY = 8

const waiting = (milliseconds: number): { readonly late: Promise<"late">; readonly stop: () => void } => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<"late">((resolve) => {
    timer = setTimeout(() => resolve("late"), milliseconds)
  })
  return { late, stop: () => clearTimeout(timer) }
}

const before = hostSnapshot()

/** What is wrong with a run of a program, if anything is. `interrupts`: the host interrupts it, instead of a timeout. */
export async function harm(code: string, interrupts: boolean, tally: HostileTally): Promise<string | undefined> {
  const startedAt = performance.now()
  const runtime = CodeMode.make({ tools: confinementTools(), limits: interrupts ? {} : { timeoutMs: TIME } })
  const fiber = Effect.runFork(runtime.execute(code))
  const interruption = interrupts ? setTimeout(() => Effect.runFork(Fiber.interrupt(fiber)), TIME) : undefined
  const { late, stop } = waiting(PATIENCE)
  const exit = await Promise.race([Effect.runPromise(Fiber.await(fiber)), late])
  stop()
  clearTimeout(interruption)
  tally.programs++
  if (exit === "late" || performance.now() - startedAt > PATIENCE) return "it does not end"
  if (Exit.isFailure(exit)) {
    if (!interrupts || !Exit.hasInterrupts(exit)) return `it ended as no result: ${String(exit.cause)}`
    tally.interruptions++
  } else {
    const result = exit.value
    if (result.ok) tally.values++
    else if (result.error.kind === "TimeoutExceeded") tally.timeouts++
    else tally.failures++
    const text = JSON.stringify(result)
    const leak = HOST_TEXT.exec(text)
    if (leak !== null) return `text of the host: ${text.slice(Math.max(0, leak.index - 200), leak.index + 200)}`
    if (!result.ok && /The interpreter failed|too deeply for this host/.test(result.error.message))
      return result.error.message
  }
  // It costs more than most programs do, and what one changed stays changed.
  const changed = tally.programs % SNAPSHOT_EVERY === 0 ? hostDifference(before, hostSnapshot()) : undefined
  if (changed !== undefined) return `the host is not what it was: ${changed}`
  const after = await Effect.runPromise(CodeMode.execute({ code: "return [3, 1, 2].sort().map((x) => `${x}`).join()" }))
  return after.ok && after.value === "1,2,3" ? undefined : `the next run is wrong: ${JSON.stringify(after)}`
}

export interface HostileFinding {
  readonly seed: number
  readonly program: string
  readonly message: string
}

/** Runs `count` programs from one seed; the first that does harm is made small and returned. */
export async function checkHostile(
  seed: number,
  count: number,
  tally: HostileTally
): Promise<HostileFinding | undefined> {
  const result = await fc.check(
    fc.asyncProperty(hostileProgram, fc.boolean(), async (code, interrupts) => {
      const message = await harm(code, interrupts, tally)
      if (message !== undefined) throw new Error(message)
    }),
    { seed, numRuns: count, interruptAfterTimeLimit: 600_000 }
  )
  if (!result.failed || result.counterexample === null) return undefined
  const [program] = result.counterexample
  const error: unknown = result.errorInstance
  return { seed, program, message: error instanceof Error ? error.message : String(error) }
}
