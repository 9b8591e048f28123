/**
 * Attempts of programs to reach the host. `confinement/*.js` hold them in chunks that are separated by a line `---`; a chunk starts with `// its name`,
 * and a line `//! Kind` says that it must fail that way. Otherwise it must answer `false`: it has reached nothing. After every attempt the host is what
 * it was, and nothing of the host stands in the result.
 */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { Effect } from "effect"
import { afterAll, describe, expect, it } from "vitest"
import { CodeMode } from "../../src/index.ts"
import { confinementTools } from "./confinement-tools.ts"
import { HOST_TEXT, hostDifference, hostSnapshot } from "./host-snapshot.ts"

/** `reach(...values)` looks through everything that values lead to; `false`, or what it found of the host. */
const REACH = `const reach = (() => { const { getPrototypeOf, getOwnPropertyDescriptors, hasOwn } = Object, { ownKeys } = Reflect, S = Set, test = (s) => /secret of|node:[a-z]+\\/|file:\\/\\/\\/|node_modules|\\.(?:ts|mjs|cjs):\\d+|processTicks|\\/home\\/|vitest/.test(s), T = tools, Str = String, F = "constructor"; const host = ["process", "require", "Buffer", "setTimeout", "fetch", "WebAssembly", "SharedArrayBuffer", "Atomics", "performance", "__dirname", "gc", "pid", "mainModule", "binding", "_op", "effect"]; return (...roots) => { const seen = new S(), open = [...roots]; while (open.length > 0 && seen.size < 4000) { const v = open.pop(); if (typeof v === "string") { if (test(v)) return "text: " + v.slice(0, 200); if (v === "ESCAPED") return v; continue } if (v === null || typeof v !== "object" && typeof v !== "function" || v === T || seen.has(v)) continue; if (typeof v === "function" && getPrototypeOf(v) === null) continue; seen.add(v); if (typeof v === "function") { try { const made = v[F]("return globalThis")(); return "a function made code: " + typeof made } catch (e) { if (test(Str(e && e.stack))) return "stack: " + e.stack } } let all; try { all = getOwnPropertyDescriptors(v) } catch { continue } for (const key of ownKeys(all)) { if (host.includes(key) && v !== roots[0]?.nothing) return "a name of the host: " + Str(key); const d = all[key]; open.push(d.value, d.get, d.set); if (typeof key === "string" && test(key)) return "key: " + key } open.push(getPrototypeOf(v)) } return false } })();`

interface Attempt {
  readonly name: string
  readonly source: string
  readonly failure: readonly string[]
}

const folder = fileURLToPath(new URL("confinement", import.meta.url))
const files = readdirSync(folder)
  .sort()
  .map((file): readonly [string, readonly Attempt[]] => [
    file,
    readFileSync(join(folder, file), "utf8")
      .split(/^---\n/m)
      .map((chunk) => {
        const match = /^\/\/ (.+)\n(?:\/\/! (.+)\n)?/.exec(chunk)
        if (match === null) throw new Error(`${file}: a chunk starts with "// its name"`)
        return { name: match[1], source: chunk.slice(match[0].length), failure: match[2]?.split(" ") ?? [] }
      })
  ])

/** Source that must be refused is run as it is; `reach` stands in the first line of the rest. */
const programOf = ({ source, failure }: Attempt): string =>
  failure.some((kind) => kind === "ParseError" || kind === "UnsupportedSyntax") ? source : REACH + source

/** Only plain data of the host's own arrays and objects, all the way down. */
function impurity(value: unknown, path = "result"): string | undefined {
  if (value === null || ["string", "number", "boolean", "undefined"].includes(typeof value)) return undefined
  if (typeof value !== "object") return `${path} is a ${typeof value}`
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== Array.prototype) return `${path} has a foreign prototype`
  for (const key of Reflect.ownKeys(value)) {
    if (key === "length" && Array.isArray(value)) continue
    const descriptor = Object.getOwnPropertyDescriptor(value, key) as PropertyDescriptor
    if (!("value" in descriptor)) return `${path}.${String(key)} is an accessor`
    const found = impurity(descriptor.value, `${path}.${String(key)}`)
    if (found !== undefined) return found
  }
  return undefined
}

// A registered symbol of the host with a property, and something that its statics remember.
const marker = Symbol.for("confinement.marker")
const before = hostSnapshot()

describe.each(files)("%s", (_, attempts) => {
  it.each(attempts.map((attempt) => [attempt.name, attempt] as const))(
    "%s",
    async (_name, attempt) => {
      "a secret of the host".match(/(secret) of/)
      const tools = confinementTools()
      const result = await Effect.runPromise(
        CodeMode.execute({ code: programOf(attempt), tools, limits: { timeoutMs: 20_000 } })
      )
      const { failure } = attempt
      if (failure.length === 0) {
        expect(result.ok ? result.value : result.error).toBe(false)
      } else {
        expect(result.ok ? result.value : failure.includes(result.error.kind) || result.error).toBe(true)
      }
      expect(impurity(result)).toBeUndefined()
      expect(JSON.stringify(result)).not.toMatch(HOST_TEXT)
      expect(hostDifference(before, hostSnapshot())).toBeUndefined()
      const after = await Effect.runPromise(CodeMode.execute({ code: "return [1].map((x) => x + 1).join()" }))
      expect(after).toMatchObject({ ok: true, value: "2" })
    },
    60_000
  )
})

describe("the corpus", () => {
  it("is large", () => {
    expect(files.flatMap(([, attempts]) => attempts).length).toBeGreaterThanOrEqual(200)
    const names = files.flatMap(([file, attempts]) => attempts.map(({ name }) => `${file}: ${name}`))
    expect(new Set(names).size).toBe(names.length)
  })

  it("would notice a change of the host", () => {
    // The runner lives on the same host, so it gets to work only once everything is back in place.
    const differenceWith = (change: () => void, restore: () => void): string | undefined => {
      change()
      const difference = hostDifference(before, hostSnapshot())
      restore()
      return difference
    }
    const { copyWithin, fill } = Array.prototype
    const polluted = differenceWith(
      () => Object.defineProperty(Array.prototype, "polluted", { value: 1, configurable: true }),
      () => Reflect.deleteProperty(Array.prototype, "polluted")
    )
    const replaced = differenceWith(
      () => {
        Array.prototype.copyWithin = fill as never
        Array.prototype.fill = copyWithin as never
      },
      () => {
        Array.prototype.copyWithin = copyWithin
        Array.prototype.fill = fill
      }
    )
    expect(polluted).toContain("polluted")
    expect(replaced).toMatch(/: value$/)
    expect(hostDifference(before, hostSnapshot())).toBeUndefined()
    expect(impurity({ a: [new Map()] })).toContain("prototype")
  })
})

afterAll(() => {
  expect(Symbol.keyFor(marker)).toBe("confinement.marker")
})
