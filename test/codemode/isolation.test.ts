/** What one program does to its realm stays in that execution: no other one sees it, and neither does the host. */
import { Effect } from "effect"
import { beforeAll, describe, expect, it } from "vitest"
import { CodeMode } from "../../src/index.ts"
import type { Tool } from "../../src/index.ts"
import { changesOf, hostRealm } from "../support/host-realm.ts"
import type { HostObject } from "../support/host-realm.ts"
import { echo, running } from "../support/tools.ts"

/** A tool that answers a round's callers only when all of them have arrived: programs take turns where they call it. */
function meetingOf(count: number): Tool.Definition {
  const waiting = new Map<number, (() => void)[]>()
  return running((input) =>
    Effect.callback<string>((resume) => {
      const { round } = input as { readonly round: number }
      const arrived = [...(waiting.get(round) ?? []), () => resume(Effect.succeed("met"))]
      waiting.set(round, arrived)
      if (arrived.length === count) for (const go of arrived) go()
    })
  )
}

/** Patches the three prototypes under the program's own name; what it finds of others is in `foreign`. */
const patcher = (name: string, patchesIn: number): string => `
  const foreign = [], mine = ${JSON.stringify(name)}
  const own = { map: Array.prototype.map, then: Promise.prototype.then, push: Array.prototype.push }
  let patched = false, thens = 0
  const look = (when) => {
    const expected = patched ? mine : undefined
    if (Array.prototype.owner !== expected || [].owner !== expected) foreign.push(when + ": Array.prototype.owner")
    if (Object.prototype.owner !== expected || ({}).owner !== expected || (() => 1).owner !== expected) foreign.push(when + ": Object.prototype.owner")
    if ([1].map((n) => n + 1)[0] !== (patched ? mine : 2)) foreign.push(when + ": map")
    if ((Array.prototype.map === own.map) === patched) foreign.push(when + ": identity of map")
    if ((Promise.prototype.then === own.then) === patched) foreign.push(when + ": identity of then")
    const before = thens
    Promise.resolve(1).then(() => 1)
    if (thens !== before + (patched ? 1 : 0)) foreign.push(when + ": then")
    const keys = []
    for (const key in {}) keys.push(key)
    if (keys.join() !== (patched ? "owner" : "")) foreign.push(when + ": for…in " + keys)
  }
  const patch = () => {
    patched = true
    Object.prototype.owner = mine
    Array.prototype.owner = mine
    Array.prototype.map = function () { return [mine] }
    Promise.prototype.then = function (...handlers) { thens++; return Reflect.apply(own.then, this, handlers) }
  }
  for (let round = 0; round < 6; round++) {
    look("before round " + round)
    if (round === ${patchesIn}) patch()
    look("in round " + round)
    const answer = await tools.meet({ round })
    if (answer !== "met") foreign.push("answer " + answer)
    look("after round " + round)
    // Between two meetings the programs also take turns on promises alone.
    for (let turn = 0; turn < 5; turn++) { await null; look("turn " + turn) }
  }
  return { foreign, thens: thens > 0, answer: await tools.echo({ list: [1, 2], name: mine }) }`

/** Overwrites, deletes or freezes everything that a program can reach. */
const spoil = `
  const { ownKeys, getOwnPropertyDescriptor, defineProperty, getPrototypeOf, deleteProperty, setPrototypeOf } = Reflect
  const { freeze } = Object
  const Promise_ = Promise.prototype, seen = new Set(), found = []
  const { has, add } = Set.prototype, { apply } = Reflect
  const visit = (v) => {
    if ((typeof v !== "object" || v === null) && typeof v !== "function") return
    if (v === tools || v === search || apply(has, seen, [v])) return
    apply(add, seen, [v])
    found[found.length] = v
    visit(getPrototypeOf(v))
    for (const key of ownKeys(v)) {
      const d = getOwnPropertyDescriptor(v, key)
      visit(d.value), visit(d.get), visit(d.set)
    }
  }
  for (const sample of [globalThis, [].values(), ""[Symbol.iterator](), new Map().keys(), "".matchAll(/a/g), function* () {}, async () => {}, async function* () {}]) visit(sample)
  const count = found.length
  const poison = function () { throw "spoilt" }
  let changed = 0
  for (let i = 0; i < count; i++) {
    const keys = ownKeys(found[i])
    for (let j = 0; j < keys.length; j++) {
      const key = keys[j]
      const d = getOwnPropertyDescriptor(found[i], key)
      // Without it, an \`await\` asks the spoilt \`then\` of the promise.
      if (found[i] === Promise_ && key === "constructor") continue
      // The length of an array takes numbers only.
      try {
        if (d.configurable ? j % 3 === 0 ? deleteProperty(found[i], key) : defineProperty(found[i], key, { value: poison, writable: true, enumerable: true, configurable: true })
          : d.writable && defineProperty(found[i], key, { value: poison })) changed++
      } catch { }
    }
    defineProperty(found[i], "spoilt", { value: true, configurable: true })
    if (i % 2) setPrototypeOf(found[i], null)
    freeze(found[i])
  }
  const answer = await tools.meet({ round: 0 })
  await tools.meet({ round: 1 })
  return [count > 500, changed > 1500, answer]`

/** Text of the whole realm: every property with its attributes, every prototype. */
const digest = `
  const seen = new Map(), lines = []
  const visit = (v, path) => {
    if ((typeof v !== "object" || v === null) && typeof v !== "function") return typeof v === "symbol" ? String(v) : typeof v === "bigint" ? v + "n" : JSON.stringify(v) ?? "undefined"
    if (seen.has(v)) return "→" + seen.get(v)
    seen.set(v, path)
    if (v === tools || v === search) return "reference"
    lines.push(path + ": " + typeof v + (Object.isExtensible(v) ? "" : " fixed") + " prototype " + visit(Object.getPrototypeOf(v), path + ".^"))
    for (const key of Reflect.ownKeys(v)) {
      const at = path + "." + String(key), d = Object.getOwnPropertyDescriptor(v, key)
      const what = "value" in d ? visit(d.value, at) : visit(d.get, at + " get") + visit(d.set, at + " set")
      lines.push(at + [d.writable, d.enumerable, d.configurable] + " " + what)
    }
    return "→" + path
  }
  const look = () => {
    seen.clear()
    lines.length = 0
    for (const [i, v] of [globalThis, [].values(), ""[Symbol.iterator](), new Map().keys(), "".matchAll(/a/g), function* () {}, async () => {}, async function* () {}].entries()) visit(v, String(i || ""))
    return lines.join("\\n")
  }
  const first = look()
  await tools.meet({ round: 0 })
  const second = look()
  await tools.meet({ round: 1 })
  return { first, second, third: look() }`

/** A program that fails leaves the others waiting at the meeting. */
const limits = { timeoutMs: 15_000 }

describe("executions", () => {
  let host: readonly HostObject[]
  beforeAll(() => {
    host = hostRealm()
  })

  it("that patch Array.prototype, Object.prototype and Promise.prototype.then do not see each other", async () => {
    expect(host.length).toBeGreaterThan(700)
    const runtime = CodeMode.make({ tools: { meet: meetingOf(3), echo }, limits })
    const results = await Effect.runPromise(
      Effect.all(
        [patcher("first", 0), patcher("second", 2), patcher("third", 4)].map((code) => runtime.execute(code)),
        { concurrency: "unbounded" }
      )
    )
    const value = (name: string): unknown => ({ foreign: [], thens: true, answer: { list: [1, 2], name } })
    expect(results).toMatchObject(["first", "second", "third"].map((name) => ({ ok: true, value: value(name) })))
    expect(changesOf(host)).toEqual([])
  })

  it("that spoil everything they can reach spoil nothing of another one, nor of the host", async () => {
    const options = { tools: { meet: meetingOf(2) }, limits }
    const [spoilt, seen] = await Effect.runPromise(
      Effect.all([CodeMode.execute({ ...options, code: spoil }), CodeMode.execute({ ...options, code: digest })], {
        concurrency: "unbounded"
      })
    )
    if (!spoilt.ok) expect.fail(spoilt.error.message)
    expect(spoilt).toMatchObject({ ok: true, value: [true, true, "met"] })
    if (!seen.ok) expect.fail(seen.error.message)
    const { first, second, third } = seen.value as Record<"first" | "second" | "third", string>
    expect(first.split("\n").length).toBeGreaterThan(2000)
    expect(second).toBe(first)
    expect(third).toBe(first)
    expect(changesOf(host)).toEqual([])
    // And the next execution starts anew.
    const after = await Effect.runPromise(CodeMode.execute({ tools: { meet: meetingOf(1) }, code: digest }))
    expect(after.ok && (after.value as { readonly first: string }).first).toBe(first)
  })

  it("and the comparison tells a changed host", () => {
    const target = Array.prototype as unknown as Record<string, unknown>
    try {
      Object.defineProperty(target, "owner", { value: 1, configurable: true })
      expect(changesOf(host)).toEqual([expect.stringContaining("owner: added")])
    } finally {
      delete target["owner"]
    }
    expect(changesOf(host)).toEqual([])
  })
})
