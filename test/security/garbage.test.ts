import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { CodeMode, Tool } from "../../src/index.ts"
import { agent } from "../../src/interpreter/kernel/agent.ts"

it("the first execution of a process is not kept", async () => {
  expect(agent.realm).toBeUndefined()
  await Effect.runPromise(CodeMode.make({ tools: {} }).execute("globalThis.kept = Array(1000); return 1"))
  expect(agent.realm).toBeUndefined()
})

describe("garbage does not count toward maxMemoryBytes", () => {
  const fail = Tool.make({ description: "", input: {}, run: () => Effect.fail("no") })

  it.each([
    ["objects", "({ a: i, b: [i] })"],
    ["objects with names of their own", "({ ['k' + i]: 1 })"],
    ["objects with two names of their own", "({ ['k' + i % 300]: 1, ['l' + i]: 2 })"],
    ["JSON with names of its own", `JSON.parse('{"user' + i + '":1}')`],
    ["entries with names of their own", "Object.fromEntries([['id' + i, 1]])"],
    ["attributes of their own", "Object.defineProperty({}, 'k' + i, { value: 1 })"],
    ["prototypes", "Object.create({ i }).j = 1"],
    ["prototypes that are set", "Object.setPrototypeOf({ i }, { j: i })"],
    ["classes", "class A { #x = i }; new A()"],
    ["subclasses", "class A extends Map {}; new A([[i, i]])"],
    ["functions that are called with new", "function F() { this.i = i }; new F()"],
    ["generator functions", "const g = function* () { yield i }; [...g()]"],
    ["async functions that throw", "const f = async () => { throw new Error('no ' + i) }; try { await f() } catch {}"],
    ["rejections that are observed later", "const p = Promise.reject(i); await null; p.catch(() => 0)"],
    ["calls that fail", "if (i % 20 === 0) try { await tools.fail({}) } catch {}"],
    ["symbols", "({ [Symbol(i)]: i })"],
    ["proxies", "new Proxy({ i }, { get: () => i }).x"],
    ["patterns", "if (i % 20 === 0) new RegExp('a' + i, 'g').test('a')"]
  ])("%s", { timeout: 30_000 }, async (_, statement) => {
    const runtime = CodeMode.make({ tools: { fail }, limits: { maxMemoryBytes: 6 * 2 ** 20 } })
    const result = await Effect.runPromise(
      runtime.execute(`for (let i = 0; i < 60_000; i++) { ${statement} }\nreturn 1`)
    )
    expect(result).toMatchObject({ ok: true, value: 1 })
  })
})
