import { describe, expect, it } from "vitest"
import { CodeMode, Namespace } from "../../src/index.ts"
import { errorOf, run, valueOf } from "../support/run.ts"
import type { RunOptions } from "../support/run.ts"
import { answering, echo } from "../support/tools.ts"

const A = answering("A")
const B = answering("B")
const C = answering("C")
const D = answering("D")
const paths = (tools: RunOptions["tools"]): string[] =>
  CodeMode.make({ tools: tools as {} })
    .catalog()
    .map(({ path }) => path)

describe("tool trees", () => {
  it.each([
    [{ api: { "issues.list": A } }],
    [{ "api.issues": { list: A } }],
    [{ api: { issues: { list: A } } }],
    [{ "api.issues.list": A }]
  ])("%j is one canonical path", async (tools) => {
    expect(paths(tools)).toEqual(["api.issues.list"])
    for (const call of [
      "tools.api.issues.list",
      `tools["api.issues"].list`,
      `tools.api["issues.list"]`,
      `tools["api.issues.list"]`
    ]) {
      expect(await valueOf(`return ${call}({})`, { tools }), call).toBe("A")
    }
  })

  it("ignores what is not an own enumerable string key", async () => {
    const tools = Object.defineProperty({ __proto__: { inherited: A }, [Symbol("s")]: A, b: B }, "hidden", { value: A })
    expect(paths(tools as never)).toEqual(["b"])
    expect(await valueOf("return tools.b({})", { tools: tools as never })).toBe("B")
  })

  it("lets the last of two tools for a path win, with one entry", async () => {
    const tools = { "issues.list": { ...A, description: "first" }, issues: { list: { ...B, description: "second" } } }
    expect(CodeMode.make({ tools }).catalog()).toMatchObject([{ path: "issues.list", description: "second" }])
    expect(await valueOf("return tools.issues.list({})", { tools })).toBe("B")
  })

  it("joins namespaces given in several places", async () => {
    const tools = { "issues.list": A, issues: { list: B, get: C }, "issues.close": D }
    const code = "return Promise.all(['list', 'get', 'close'].map((name) => tools.issues[name]({})))"
    expect(await valueOf(code, { tools })).toEqual(["B", "C", "D"])
    expect(paths(tools).sort()).toEqual(["issues.close", "issues.get", "issues.list"])
  })

  it("lets a path be a tool and a namespace", async () => {
    const tools = { issues: A, "issues.list": B }
    const code = "return [await tools.issues({}), await tools.issues.list({}), Object.keys(tools.issues)]"
    expect(await valueOf(code, { tools })).toEqual(["A", "B", ["list"]])
    expect(paths(tools).sort()).toEqual(["issues", "issues.list"])
  })

  it("treats names of host properties as names", async () => {
    const tools = { prototype: A, "issues.constructor": B, nested: { ["__proto__"]: C }, toString: D }
    const code = `return Promise.all([
      tools.prototype({}), tools["prototype"]({}), tools.issues.constructor({}), tools.nested.__proto__({}), tools.nested["__proto__"]({}), tools.toString({})
    ])`
    expect(await valueOf(code, { tools })).toEqual(["A", "A", "B", "C", "C", "D"])
    expect(paths(tools).sort()).toEqual(["issues.constructor", "nested.__proto__", "prototype", "toString"])
  })

  it("does not take an inherited tag for a tool", async () => {
    const tools = { ns: Object.assign(Object.create({ _tag: "CodeModeTool" }) as object, { a: A }) }
    expect(paths(tools as never)).toEqual(["ns.a"])
  })

  it("keeps empty namespaces, which are not in the catalog", async () => {
    expect(await valueOf("return [Object.keys(tools), Object.keys(tools.api)]", { tools: { api: {} } })).toEqual([
      ["api"],
      []
    ])
    expect(paths({ api: {} })).toEqual([])
  })

  it("accepts described namespaces anywhere, without a segment of their own", async () => {
    const tools = Namespace.make({ tools: { a: Namespace.make({ description: "As", tools: { b: A } }) } })
    expect(paths(tools as never)).toEqual(["a.b"])
    expect(await valueOf("return tools.a.b({})", { tools: tools as never })).toBe("A")
  })

  it("is read once: changes of the host's records change nothing", async () => {
    const tools: Record<string, typeof A> = { a: A }
    const runtime = CodeMode.make({ tools })
    tools.b = B
    delete tools.a
    expect(runtime.catalog().map(({ path }) => path)).toEqual(["a"])
  })
})

describe("references", () => {
  const options = {
    tools: { "github.list_issues": echo, github: { get: echo, deep: { x: echo } }, issues: { list: echo } }
  }

  it.each([
    ["typeof tools", "object"],
    ["typeof tools.anything.at.all", "function"],
    ["typeof tools.github", "function"],
    ["typeof search", "function"],
    ["Object.keys(tools)", ["github", "issues"]],
    ["Object.keys(tools.github)", ["list_issues", "get", "deep"]],
    ["Object.keys(tools.github.list_issues)", []],
    [
      "(() => { const out = []; for (const k in tools.github) out.push(k); return out })()",
      ["list_issues", "get", "deep"]
    ],
    ["tools?.github?.nope?.x === undefined", false],
    ["tools == { a: 1 }", false],
    ["tools.probe == null", false],
    ["tools === tools", true],
    ["'github' in tools", true],
    ["'nope' in tools", false],
    ["[tools.github.get].length", 1],
    ["new Map([[tools.github, 1]]).size", 1]
  ])("%s", async (expression, value) => {
    expect(await valueOf(`return ${expression}`, options)).toEqual(value)
  })

  it.each([
    ["tools()", "ExecutionFailure", "The tools root is not callable."],
    ["await tools.issues({})", "UnknownTool", "Tool 'issues' is not callable"],
    ["await tools.nope.x({})", "UnknownTool", "Unknown tool 'nope.x'"],
    ["await tools.issues.list.missing({})", "UnknownTool", "Unknown tool 'issues.list.missing'"],
    ["await tools[0]({})", "UnknownTool", "Unknown tool '0'"],
    ["Object.keys(tools.nonexistent)", "UnknownTool", "Unknown tool namespace 'nonexistent'"],
    ["for (const k in tools.nonexistent) ;", "UnknownTool", "Unknown tool namespace 'nonexistent'"],
    ["Object.values(tools)", "InvalidDataValue", "Object.values(...) cannot read tool references"],
    ["Object.entries(tools.github)", "InvalidDataValue", "Object.entries(...) cannot read tool references"],
    ["Object.assign({}, tools)", "InvalidDataValue", "tool reference"],
    ["Object.getOwnPropertyNames(tools)", "InvalidDataValue", "tool references"],
    ["({ ...tools.github })", "InvalidDataValue", "tool reference"],
    ["tools.github + 1", "InvalidDataValue", "tool reference"],
    ["`${tools.github}`", "InvalidDataValue", "tool reference"],
    ["switch (tools.github) { case 1: }", "InvalidDataValue", "tool reference"],
    ["tools.x = 1", "ExecutionFailure", ""],
    ["tools.x.y++", "InvalidDataValue", ""],
    ["delete tools.github", "ExecutionFailure", ""],
    ["return tools", "InvalidDataValue", "tool reference"],
    ["return { t: tools.github }", "InvalidDataValue", "result.t"],
    ["return search", "InvalidDataValue", "function"],
    ["return { search }", "InvalidDataValue", "function"],
    ["await tools.github.get({ t: tools })", "InvalidDataValue", "input.t"],
    ["JSON.stringify({ t: tools.github })", "InvalidDataValue", ""]
  ])("%s", async (code, kind, text) => {
    const error = await errorOf(code, options)
    expect(error.kind).toBe(kind)
    expect(error.message).toContain(text)
  })

  it.each([
    ["return tools", "Object.keys(tools)"],
    ["return tools.github", "namespace, not a tool: use Object.keys(tools.github)"],
    ["return tools.github.deep", "Object.keys(tools.github.deep)"],
    ["return tools.github.get", "Call it: `await tools.github.get({ ... })`."],
    ["return tools.github.gett", "Did you mean tools.github.get?"],
    ["return tools.github.get.name", "Unknown tool 'github.get.name'. Did you mean tools.github.get?"],
    ["return tools['git-hub']['no such']", "Unknown tool 'git-hub.no such'"],
    ["return tools.search", "Call it: `search({ query: '...' })`."],
    ["return `${tools}`", "Object.keys(tools)"],
    ["return JSON.stringify(tools)", "Object.keys(tools)"],
    ["return JSON.stringify({ t: tools.github })", "Object.keys(tools.github)"],
    ["return { ...tools.github }", "Object.keys(tools.github)"],
    ["return structuredClone(tools.github)", "Object.keys(tools.github)"],
    ["return Object.values(tools.github.nope)", "Unknown tool 'github.nope'"],
    ["return [1].map(tools.github)", "Object.keys(tools.github)"],
    ["return Promise.resolve(1).then(tools.github)", "Object.keys(tools.github)"],
    ["return tools()", "Call a tool on it, such as `tools.github.list_issues({ ... })`."]
  ])("%s hints at what works", async (code, hint) => {
    const { message, suggestions = [] } = await errorOf(code, options)
    const text = [message, ...suggestions].join(" ")
    expect(text).toContain(hint)
    // Nothing is said to be callable that is not.
    for (const [, path] of text.matchAll(/(?:await|Did you mean|such as `) ?(tools[\w.]*)/g)) {
      expect(["tools.github.get", "tools.github.list_issues"]).toContain(path)
    }
  })

  it("without any tools says so", async () => {
    for (const code of ["return tools", "return tools.x", "return tools()", "return `${tools.x.y}`"]) {
      const { message, suggestions = [] } = await errorOf(code)
      expect([message, ...suggestions].join(" ")).toContain("No tools are available here.")
    }
  })

  it("passed where a callback is wanted asks for an arrow function", async () => {
    for (const code of [
      "return Promise.all([1].map(tools.github.get))",
      "return Promise.resolve(1).then(tools.github.get)"
    ]) {
      const error = await errorOf(code, options)
      expect(error.message, code).toMatch(/=>/)
    }
  })

  it("are never thenables", async () => {
    expect(await valueOf("const t = await tools.github; return typeof t", options)).toBe("function")
    expect(await valueOf("return typeof (await (async () => tools)())", options)).toBe("object")
  })

  it("can be shadowed", async () => {
    expect(await valueOf("const tools = 1; return tools", options)).toBe(1)
    expect(await valueOf(`const search = () => "local"; return search()`, options)).toBe("local")
  })

  it("to an unknown tool suggest search, and name what was probably meant", async () => {
    const error = await errorOf("await tools.issues.get_list({})", options)
    expect(error.message).toContain("Did you mean tools.issues.list?")
    expect(error.suggestions).toEqual(["Use search to find available tools."])
    expect(error).not.toHaveProperty("location")
  })
})

describe("search", () => {
  const options = { tools: { issues: { list: echo } } }

  it("answers at once, and may be awaited", async () => {
    const result = await run(
      "const r = search({ query: 'issues' }); const again = await search({ query: 'issues' }); return [r, again]",
      options
    )
    expect(result).toMatchObject({
      ok: true,
      value: [1, 2].map(() => ({ items: [{ path: "tools.issues.list" }], remaining: 0, next: null })),
      toolCalls: [{ name: "search" }, { name: "search" }]
    })
  })

  it("takes no argument or one", async () => {
    expect(await valueOf("return search().items.length", options)).toBe(1)
    expect(await errorOf("search({}, {})", options)).toMatchObject({ kind: "InvalidToolInput" })
  })

  it("refuses arguments that are no data, before it is counted", async () => {
    const result = await run("search({ query: () => 1 })", options)
    expect(result).toMatchObject({ ok: false, error: { kind: "InvalidDataValue" }, toolCalls: [] })
  })

  it("has no properties, and cannot be changed", async () => {
    expect(await valueOf("return [search.name, search.length, 'x' in search]", options)).toEqual([null, null, false])
    expect(await errorOf("search.x = 1", options)).toMatchObject({ kind: "ExecutionFailure" })
  })

  it("is reached as tools.search and tools.$codemode.search unless the host owns the path", async () => {
    for (const call of ["tools.search", "tools.$codemode.search"]) {
      const result = await run(`return (await ${call}({ query: "issues" })).items[0].path`, options)
      expect(result).toMatchObject({ ok: true, value: "tools.issues.list", toolCalls: [{ name: "search" }] })
    }
    expect(await valueOf("return tools.search({})", { tools: { search: A } })).toBe("A")
    expect(await valueOf("return tools.$codemode.search({})", { tools: { $codemode: { search: B } } })).toBe("B")
    expect(await valueOf("return Object.keys(tools)", options)).toEqual(["issues"])
  })
})
