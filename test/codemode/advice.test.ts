/** What a failing program is told: what the value is, and what works instead. */
import { describe, expect, it } from "vitest"
import { errorOf } from "../support/run.ts"
import { echo } from "../support/tools.ts"

const options = { tools: { host: { echo } } }
const INSTEAD = "Take `Object.values(...)` or `Object.entries(...)` of it."

describe("what is not iterable", () => {
  it.each([
    ["const o = { list: null }; for (const x of o.list) ;", "o.list is not iterable: it is null."],
    ["const o = {}; return [...o.list]", "o.list is not iterable: it is undefined."],
    ["const o = {}; return Math.max(...o.list)", "o.list is not iterable: it is undefined."],
    ["const n = 5; return [...n]", "n is not iterable: it is the number 5."],
    ["const o = { a: 1 }; for (const x of o) ;", `o is not iterable: it is an object. ${INSTEAD}`],
    ["function f() {} for (const x of f) ;", "f is not iterable: it is the function f."],
    ["for (const x of () => 1) ;", "() => 1 is not iterable: it is a function."],
    ["const d = new Date(0); return [...d]", "d is not iterable: it is an object (Date)."],
    ["return new Map({ a: 1 })", `The argument of new Map(...) is not iterable: it is an object. ${INSTEAD}`],
    ["return new Set({ a: 1 })", `The argument of new Set(...) is not iterable: it is an object. ${INSTEAD}`],
    ["return new WeakMap({ a: 1 })", "The argument of new WeakMap(...) is not iterable"],
    ["return new WeakSet(1)", "The argument of new WeakSet(...) is not iterable: it is the number 1."],
    ["await Promise.all({ a: 1 })", `The argument of Promise.all(...) is not iterable: it is an object. ${INSTEAD}`],
    ["await Promise.race({ a: 1 })", "The argument of Promise.race(...) is not iterable"],
    [
      "return Object.fromEntries({ a: 1 })",
      `The argument of Object.fromEntries(...) is not iterable: it is an object.`
    ],
    ["return Object.groupBy({ a: 1 }, (x) => x)", `The first argument of Object.groupBy(...) is not iterable`],
    ["return Math.sumPrecise({ a: 1 })", "The argument of Math.sumPrecise(...) is not iterable"],
    ["throw new AggregateError({ a: 1 })", "The first argument of new AggregateError(...) is not iterable"],
    ["const [a] = { b: 1 }", "Cannot destructure '[a]': '{ b: 1 }' is not iterable: it is an object."],
    [
      "const o = {}; const { p: [a] } = o",
      "Cannot destructure '[a]': the property 'p' is not iterable: it is undefined."
    ],
    ["const [[a]] = [null]", "Cannot destructure '[a]': element 0 is not iterable: it is null."],
    ["((x, [a]) => a)(1, 2)", "Cannot destructure '[a]': argument 2 is not iterable: it is the number 2."],
    ["let a; [a] = null", "Cannot destructure '[a]': the value is not iterable: it is null."],
    ["function* g() { const o = {}; yield* o.list } return [...g()]", "o.list is not iterable: it is undefined."],
    [
      "async function* g() {} const it = g(); return [...it]",
      "it is not iterable: it is an async iterator. Use `for await`, or `await Array.fromAsync(...)`."
    ]
  ])("%s", async (code, message) => {
    const error = await errorOf(code, options)
    expect(error.kind).toBe("ExecutionFailure")
    expect(error.message).toContain(message)
  })

  it.each([
    ["[...tools]", "tools is not iterable. Use Object.keys(tools)"],
    ["[...tools.host]", "tools.host is not iterable. It is a namespace, not a tool: use Object.keys(tools.host)"],
    ["[...tools.host.echo]", "tools.host.echo is not iterable. Call it: `await tools.host.echo({ ... })`."],
    ["(() => { for (const x of tools.host.ecko) ; })()", "Did you mean tools.host.echo?"],
    ["(() => { const t = tools.host; return [...t] })()", "t is the tool reference tools.host, which is not iterable."],
    ["new Set(tools)", "is the tool reference tools, which is not iterable."]
  ])("%s says that it is a tool reference", async (expression, message) => {
    const error = await errorOf(`return ${expression}`, options)
    expect(error.kind).toBe("InvalidDataValue")
    expect(error.message).toContain(message)
    expect(error.message).not.toContain("function")
  })

  it.each([
    "for (const x of p) ;",
    "for await (const x of p) ;",
    "return [...p]",
    "return Math.max(...p)",
    "const [a] = p",
    "let a; [a] = p",
    "return new Map(p)",
    "return new Set(p)",
    "return Object.fromEntries(p)",
    "await Promise.all(p)",
    "function* g() { yield* p } return [...g()]",
    "async function* g() { yield* p } for await (const x of g()) ;",
    "return p()",
    "return new p()"
  ])("an un-awaited promise: %s", async (code) => {
    const error = await errorOf(`const p = tools.host.echo({}); ${code}`, options)
    expect(error.kind).toBe("InvalidDataValue")
    expect(error.message).toContain("un-awaited Promise")
    expect(error.message).toContain("`await`")
    expect(error.location?.line).toBe(1)
    expect(error.suggestions?.join()).toContain("await tools.ns.tool(...)")
  })
})

describe("what cannot be taken apart", () => {
  it.each([
    ["const { a: { b } } = {}", "Cannot destructure '{ b }' from the property 'a': it is undefined."],
    ["const { a: { b } = null } = {}", "Cannot destructure '{ b }' from the property 'a': it is null."],
    ["const { a: { b: { c } } } = { a: {} }", "Cannot destructure '{ c }' from the property 'b': it is undefined."],
    ["const r = {}; const { id } = r.data", "Cannot destructure '{ id }' from 'r.data': it is undefined."],
    ["const r = {}; let id; ({ id } = r.data)", "Cannot destructure '{ id }' from 'r.data': it is undefined."],
    ["const [{ id }] = []", "Cannot destructure '{ id }' from element 0: it is undefined."],
    ["const l = [null]; for (const { id } of l) ;", "Cannot destructure '{ id }' from a value of 'l': it is null."],
    ["(({ id }) => id)()", "Cannot destructure '{ id }' from argument 1: it is undefined."],
    ["try { throw null } catch ({ message }) {}", "Cannot destructure '{ message }' from what was thrown: it is null."],
    ["const { ...rest } = null", "Cannot destructure '{ ...rest }' from null."],
    ["let o; ({ a: { b: o } } = {})", "from the property 'a': it is undefined."]
  ])("%s", async (code, message) => {
    expect((await errorOf(code, options)).message).toContain(message)
  })
})

describe("near misses", () => {
  it.each([
    ["[1].fillter((x) => x)", "[1].fillter is not a function: it is undefined. Did you mean `filter`?"],
    ["'a'.toUppercase()", "Did you mean `toUpperCase`?"],
    ["console.lgo(1)", "Did you mean `log`?"],
    ["Object.key({})", "Did you mean `keys`?"],
    ["JSON.strinfigy({})", "Did you mean `stringify`?"],
    ["Math.flor(1.5)", "Did you mean `floor`?"],
    ["new Map().gett(1)", "Did you mean `get`?"],
    ["(5).toFixd(1)", "Did you mean `toFixed`?"],
    ["[1].foreach((x) => x)", "Did you mean `forEach`?"],
    ["[1].contains(1)", "Did you mean `includes`?"],
    ["new Set([1]).map((x) => x)", "Write `[...new Set([1])].map(...)`."],
    ["(() => { const m = new Map(); return m.filter(Boolean) })()", "Write `[...m].filter(...)`."],
    ["(() => { const m = new Map(); return m.values().sort() })()", "Write `[...m.values()].sort(...)`."],
    ["(() => { const byId = { a: 1 }; return byId.map((x) => x) })()", "Write `Object.values(byId).map(...)`."],
    ["(() => { const text = 'abc'; return text.map((x) => x) })()", "Write `[...text].map(...)`."],
    ["[1].append(1)", "Did you mean `push`?"],
    ["new Set().contains(1)", "Did you mean `has`?"],
    ["' a '.strip()", "Did you mean `trim`?"],
    ["new (class { fetchAll() {} })().fetchall()", "Did you mean `fetchAll`?"],
    ["({ greet() {} })['gret']()", "Did you mean `greet`?"],
    ["[1]?.fillter((x) => x)", "Did you mean `filter`?"],
    ["Jsn.parse('1')", "Jsn is not defined. Did you mean `JSON`?"],
    ["Aray.from([])", "Did you mean `Array`?"],
    ["(() => { const userName = 1; return usrName })()", "Did you mean `userName`?"],
    ["host.echo({})", "host is not defined. Did you mean `tools.host`?"],
    ["echo({})", "echo is not defined. Did you mean `tools.host.echo`?"],
    ["hostt.echo({})", "Did you mean `tools.host`?"],
    ["fetch('https://a.test')", "There is no network here"]
  ])("%s", async (expression, hint) => {
    expect((await errorOf(`return ${expression}`, options)).message).toContain(hint)
  })

  it("a tool called as a well-known global is preferred to the advice about it", async () => {
    const tools = { web: { fetch: echo }, fs: { read: echo } }
    expect((await errorOf("await fetch({})", { tools })).message).toContain("Did you mean `tools.web.fetch`?")
    expect((await errorOf("await fs.read({})", { tools })).message).toContain("Did you mean `tools.fs`?")
  })

  it.each([
    "[1].zzz()",
    "({ a: 1 }).b()",
    "(5).nope()",
    "null?.x ?? ({}).qqq()",
    "[1].length()",
    "({ get filter() { throw 1 } }).filtre()",
    "new Proxy({}, { get: () => undefined, ownKeys() { throw 1 } }).x()"
  ])("no guess for %s", async (expression) => {
    const { message } = await errorOf(`return ${expression}`, options)
    expect(message).toContain("is not a function")
    expect(message).not.toContain("Did you mean")
  })
})

describe("a missing comma", () => {
  it.each([
    "const a = {\n  a: 1\n  b: 2 }",
    "const a = {\n  a: 1 // one\n  b: 2 }",
    "const a = {\n  a: { c: 1 } /* one */\n  ...b }",
    "const a = [\n  1\n  2\n]",
    'const a = [\n  "x"\n  "y"\n]',
    "await tools.host.echo({\n  q: 'x'\n  limit: 2\n})",
    "f(\n a\n b\n)",
    "return { a: 1 b: 2 }",
    "const a: number[] = [\n  1\n  2\n]"
  ])("%j", async (code) => {
    const error = await errorOf(code, options)
    expect(error.kind).toBe("ParseError")
    expect(error.suggestions?.join()).toContain("A comma may be missing before")
  })

  it.each(["const a = {\n  a: 1,,\n}", "if (x\n)) y", "let x = \n ) y", "return {\n a: \n}"])(
    "is not the matter with %j",
    async (code) => {
      const error = await errorOf(code, options)
      expect(error.kind).toBe("ParseError")
      expect(error.suggestions?.join() ?? "").not.toContain("comma")
    }
  )
})
