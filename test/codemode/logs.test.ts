import { describe, expect, it } from "vitest"
import { run } from "../support/run.ts"
import { echo, refuse } from "../support/tools.ts"

const logsOf = async (code: string): Promise<readonly string[] | undefined> =>
  (await run(code, { tools: { echo, refuse } })).logs

describe("console", () => {
  it("answers undefined and takes one line for each call", async () => {
    const methods = ["log", "info", "debug", "warn", "error", "dir", "table"]
    const result = await run(`return ${JSON.stringify(methods)}.map((name) => console[name]("x"))`)
    expect(result).toMatchObject({
      ok: true,
      value: methods.map(() => null),
      logs: ["x", "x", "[debug] x", "[warn] x", "[error] x", "x", "x"]
    })
  })

  it.each([
    [`console.log("Thread info:", { name: "Demo", count: 2 })`, `Thread info: {"name":"Demo","count":2}`],
    [
      `console.log({ m: new Map([["a", 1]]), when: new Date(0), r: /ab/g, s: new Set([1, 2]) })`,
      `{"m":Map(1) [["a",1]],"when":1970-01-01T00:00:00.000Z,"r":/ab/g,"s":Set(2) [1,2]}`
    ],
    [`const m = new Map(); m.set("self", m); console.log({ box: m })`, `{"box":Map(1) [["self",[Circular]]]}`],
    [`console.log({ fn: (x) => x, ok: 1 })`, `{"fn":[CodeMode reference],"ok":1}`],
    [`console.log(tools.echo, [tools])`, `[CodeMode reference] [[CodeMode reference]]`],
    [`console.log(search)`, `[CodeMode reference]`],
    [`console.log(Promise.resolve(1))`, `[Promise (await it to get its value)]`],
    [`console.dir({ nested: { ok: true } })`, `{"nested":{"ok":true}}`],
    [
      `console.table([{ name: "Kit", count: 1, hidden: "x" }, { name: "Ada", count: 2 }], ["name", "count"])`,
      `(index)\tname\tcount\n0\tKit\t1\n1\tAda\t2`
    ],
    [`console.log(undefined, [undefined], NaN, -Infinity, "a", ["a"])`, `undefined [null] NaN -Infinity a ["a"]`],
    [`console.log()`, ``],
    [`console.log(new TypeError("no"))`, `TypeError: no`],
    [`console.log("%s is %d", "a", 1)`, `%s is %d a 1`]
  ])("%s", async (code, line) => {
    expect(await logsOf(code)).toEqual([line])
  })

  it("formats cycles and great depth without failing", async () => {
    const [line] =
      (await logsOf(`let o = {}; o.o = o; let d = 1; for (let i = 0; i < 100; i++) d = [d]; console.log(o, d)`)) ?? []
    expect(line).toContain("[Circular]")
    expect(line).toContain("...")
  })

  it("keeps what was logged before a failure", async () => {
    expect(await logsOf(`console.log("a"); throw 1`)).toEqual(["a"])
    expect(await logsOf(`console.log("a"); await tools.refuse({})`)).toEqual(["a"])
  })
})
