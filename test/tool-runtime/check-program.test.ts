import { Effect } from "effect"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { makeCatalog } from "../../src/tool-runtime/catalog.ts"
import type { CheckResult } from "../../src/tool-runtime/check-program.ts"
import { checkProgram } from "../../src/tool-runtime/check-program.ts"
import type { Tools } from "../../src/tool-runtime/tool-tree.ts"
import { tool } from "./support.ts"

const order = Schema.Struct({
  id: Schema.String,
  limit: Schema.optionalKey(Schema.Int.check(Schema.isGreaterThan(0))),
  filter: Schema.optionalKey(Schema.Struct({ state: Schema.Literals(["open", "closed"]) }))
})

const issue = {
  type: "object",
  properties: {
    owner: { type: "string" },
    repo: { $ref: "#/$defs/Name" },
    labels: { type: "array", items: { type: "string" } },
    state: { enum: ["open", "closed"] },
    target: {
      oneOf: [{ type: "string" }, { type: "object", properties: { id: { type: "integer" } }, required: ["id"] }]
    },
    page: { type: "integer", nullable: true }
  },
  required: ["owner", "repo"],
  additionalProperties: false,
  $defs: { Name: { type: "string" } }
}

const catalog = makeCatalog({
  orders: {
    lookup: tool("Look up", order),
    ping: tool("Ping", Schema.Struct({})),
    names: tool("Names", Schema.Array(Schema.String))
  },
  github: { list_issues: tool("List", issue), open: tool("Open", { type: "object" }) },
  times: {
    parse: tool("Parse", Schema.Struct({ at: Schema.NumberFromString })),
    lenient: tool(
      "Lenient",
      Schema.Struct({ at: Schema.String.pipe(Schema.catchDecoding(() => Effect.succeedSome("now"))) })
    )
  },
  "my-ns": { "my-tool": tool("Odd") }
})

const check = (code: string, over = catalog): Promise<CheckResult> => Effect.runPromise(checkProgram(code, over))

const own = tool("Own")

const messages = (diagnostics: CheckResult["errors"]): ReadonlyArray<string> =>
  diagnostics.map(({ message }) => message)

describe("errors", () => {
  const rows: ReadonlyArray<
    readonly [
      code: string,
      kind: string,
      message: RegExp,
      line?: number | undefined,
      column?: number | undefined,
      tools?: Tools<unknown>
    ]
  > = [
    ["const = 1", "ParseError", /./, 1, 7],
    ["", "ParseError", /empty/],
    ["import x from 'y'", "UnsupportedSyntax", /./, 1, 1],
    ["await tools.orders.find({})", "UnknownTool", /^Unknown tool 'orders\.find'/, 1, 7],
    ["await tools.orders({})", "UnknownTool", /^Tool 'orders' is not callable/, 1, 7],
    ["const f = () => tools({})", "ExecutionFailure", /^The tools root is not callable/, 1, 17],
    ["const t = tools\nawait t()", "ExecutionFailure", /^The tools root is not callable/, 2, 7],
    ["await tools.orders.lookup({ id: NaN })", "InvalidToolInput", /string/],
    ["await tools.orders.lookup({ id: '1', limit: -Infinity })", "InvalidToolInput", /\["limit"\]/],
    ["if (false) {\n  await tools.nope.x({})\n}", "UnknownTool", /^Unknown tool 'nope\.x'/, 2, 9],
    ['await tools["orders.find"]({})', "UnknownTool", /'orders\.find'/],
    ["const { orders } = tools\nawait orders.find({})", "UnknownTool", /'orders\.find'/, 2, 7],
    [
      "const gh = tools.github\nconst f = () => gh.listIssues({})",
      "UnknownTool",
      /Did you mean tools\.github\.list_issues\?/
    ],
    ["await tools.orders?.find?.({})", "UnknownTool", /'orders\.find'/],
    ["const all: Array<string> = []\nawait tools.orders.find({})", "UnknownTool", /'orders\.find'/, 2, 7],
    ["```js\nawait tools.orders.find({})\n```", "UnknownTool", /'orders\.find'/, 2, 7],
    ["for (const name in tools.order) name", "UnknownTool", /^Unknown tool namespace 'order'.*tools\.orders/, 1, 20],
    ["return Object.keys(tools.githib)", "UnknownTool", /^Unknown tool namespace 'githib'/, 1, 20],
    ["await tools.orders.lookup()", "InvalidToolInput", /^Invalid input for tool 'orders\.lookup': .*\n.*"id"/s],
    ["await tools.orders.lookup({ limit: 5 })", "InvalidToolInput", /"id"/, 1, 27],
    ["await tools.orders.lookup({ id: 5 })", "InvalidToolInput", /string/],
    ['await tools.orders.lookup({ id: "1", limit: 0 })', "InvalidToolInput", /greater than 0/],
    ['await tools.orders.lookup({ id, filter: { state: "shut" } })', "InvalidToolInput", /\["filter"\]\["state"\]/],
    ["await tools.orders.lookup({ id, limit: `5` })", "InvalidToolInput", /\["limit"\]/],
    ["await tools.orders.lookup({ limit })", "InvalidToolInput", /"id"/],
    ["await tools.orders.lookup('1')", "InvalidToolInput", /'orders\.lookup'/],
    ["await tools.orders.lookup(undefined)", "InvalidToolInput", /'orders\.lookup'/],
    ["await tools.orders.lookup({ id: undefined, limit })", "InvalidToolInput", /"id"/],
    ["await tools.orders.lookup({ id: '1' }, 2)", "InvalidToolInput", /exactly one argument/, 1, 40],
    ["await tools.times.parse({ at: 1 })", "InvalidToolInput", /string/],
    ["const id = 5\nreturn tools.orders.lookup({ id })", "InvalidToolInput", /string/, 2, 28],
    ["let id = 5\nreturn tools.orders.lookup({ id: id })", "InvalidToolInput", /string/],
    ["return tools.orders.lookup({ id: /x/ })", "InvalidToolInput", /string/],
    ["return tools.orders.names([, 'a'])", "InvalidToolInput", /string/],
    ["let { orders: { find } } = tools; return find({})", "UnknownTool", /'orders\.find'/],
    ["const { find = () => 1 } = tools.orders; return find({})", "UnknownTool", /'orders\.find'/],
    ["return Object.entries(tools.orders)", "InvalidDataValue", /^Object\.entries/, 1, 23],
    [
      "return tools.search({})",
      "UnknownTool",
      /^Tool 'search' is not callable/,
      undefined,
      undefined,
      { search: { own } }
    ],
    ["search({ limit: 0 })", "InvalidToolInput", /'search'/],
    ["tools.search({ query: 5 })", "InvalidToolInput", /'search'/]
  ]
  for (const [code, kind, message, line, column, tools] of rows) {
    it(code, async () => {
      const { errors } = await check(code, tools === undefined ? catalog : makeCatalog(tools))
      expect(errors).toHaveLength(1)
      expect(errors[0]!.kind).toBe(kind)
      expect(errors[0]!.message).toMatch(message)
      if (line !== undefined) expect(errors[0]!.location).toEqual({ line, column })
    })
  }

  it("come in the order of the text", async () => {
    const { errors } = await check("await tools.a.x({})\nconst f = () => tools.b.x({})\nawait tools.c.x({})")
    expect(messages(errors)).toEqual(["Unknown tool 'a.x'", "Unknown tool 'b.x'", "Unknown tool 'c.x'"])
    expect(errors[0]!.suggestions).toEqual(["Use search to find available tools."])
  })
})

describe("hints", () => {
  const rows: ReadonlyArray<readonly [code: string, message: RegExp]> = [
    ["return tools.github.list_issues({ owner: 'o', repo: 'r', ower: 1 })", /no field 'ower'.*owner, repo/],
    ["return tools.github.list_issues({ owner: 'o' })", /'repo' is required/],
    ["return tools.github.list_issues({ owner: 'o', repo: 5 })", /'repo' must be string/],
    ["return tools.github.list_issues({ owner, repo, labels: ['a', 5] })", /'labels\[1\]' must be string/],
    ["return tools.github.list_issues({ owner, repo, state: 'shut' })", /'state' must be one of "open", "closed"/],
    ["return tools.github.list_issues({ owner, repo, target: 5 })", /'target' fits none of the 2 alternatives/],
    ["return tools.github.list_issues({ owner, repo, target: { id: 1.5 } })", /'target' fits none/],
    ["return tools.github.list_issues({ owner, repo, page: '1' })", /'page' must be integer/],
    ["return tools.github.list_issues('o')", /The input must be object/],
    ["return tools.orders.lookup({ id: '1', extra: true })", /no field 'extra'/],
    ["return tools.orders.lookup({ id, filter: { state: 'open', more: 1 } })", /no field 'filter\.more'/],
    ["tools.orders.lookup({ id: '1' })\nreturn 1", /promise of tool 'orders\.lookup' is dropped/],
    ["ids.forEach((id) => { tools.orders.lookup({ id }) })", /promise of tool 'orders\.lookup' is dropped/]
  ]
  for (const [code, message] of rows) {
    it(code, async () => {
      const { errors, hints } = await check(code)
      expect(errors).toEqual([])
      expect(hints).toHaveLength(1)
      expect(hints[0]!.message).toMatch(message)
      expect(hints[0]!.location).toBeDefined()
    })
  }
})

describe("no false alarm", () => {
  const programs = [
    "return await tools.orders.lookup({ id: '1' })",
    "tools.orders.lookup({ id: '1' })",
    "tools.orders.lookup({ id: '1' });",
    "const tools = { a: { b: () => 1 } }; return tools.a.b()",
    "const f = (tools) => tools.nope.x({}); return f",
    "const name = 'nope'; return tools[name].x({})",
    "return tools[`a${1}`].b({})",
    "let t = tools.github; t = other; return t.nope({})",
    "globalThis.tools = fake; return tools.nope.x({})",
    "tools = fake; return tools.nope.x({})",
    "Object.keys = () => []; return Object.keys(tools.nope)",
    "const Object = { keys: () => 1 }; return Object.keys(tools.nope)",
    "const o = Object; o.keys = () => []; return Object.keys(tools.nope)",
    "Object.defineProperty(Object, 'keys', { value: () => [] }); return Object.keys(tools.nope)",
    "return tools.orders.lookup({ toJSON: () => ({ id: '1' }) })",
    "Object.prototype.toJSON = () => ({ id: '1' }); return tools.orders.lookup({ a: 1 })",
    "let id = 5; id = '5'; return tools.orders.lookup({ id })",
    "let id = 5; const f = () => { id = '5' }; f(); return tools.orders.lookup({ id })",
    "for (let id = 5; id > 4; id--) await tools.orders.lookup({ id: String(id) })",
    "var id = 5; return tools.orders.lookup({ id })",
    "const { id = 5 } = { id: '5' }; return tools.orders.lookup({ id })",
    "if (0) { var t = tools.nope } t?.x?.({})",
    "const { ...rest } = { nope: { x: () => 1 } }; return rest.nope.x({})",
    "let { x } = tools.nope; x = () => 1; return x({})",
    "return tools.orders.names([...names, 'a'])",
    "const keep = { id: 5 }; keep.id = '5'; return tools.orders.lookup(keep)",
    "return Object.entries({ a: tools.orders })",
    "const search = () => 1; return search({ limit: 0 })",
    "return tools.orders.lookup(...args)",
    "return tools.orders.lookup({ ...args })",
    "return tools.orders.lookup({ ...args, limit: 5 })",
    "return tools.orders.lookup({ limit: 0, ...args })",
    "return tools.orders.lookup({ [key]: 1 })",
    "return tools.orders.lookup({ __proto__: base })",
    "return tools.orders.lookup({ id: f() })",
    "return tools.orders.lookup({ id: `${a}` })",
    "return tools.orders.lookup({ get id() { return '1' } })",
    "return tools.orders.lookup({ id: '1', limit: undefined })",
    "return tools.orders.ping()",
    "return tools.orders.ping({ anything: 1 })",
    "return tools.github.open({ anything: 1 })",
    "return tools.github.list_issues({ owner: 'o', repo: 'r', page: null, target: { id: 1 } })",
    "return tools.github.list_issues({ owner, repo, labels: [...more, 'a'] })",
    "return tools.times.parse({ at: '1' })",
    "return tools.times.parse({ at: 'not a number' })",
    "return tools.times.lenient({ at: 5 })",
    "return tools.times.lenient({})",
    "return tools['my-ns']['my-tool']({})",
    "return tools['my-ns.my-tool']({})",
    "return search({ query: undefined })",
    "return search()",
    "return tools.search({}).items",
    "return tools.$codemode.search({})",
    "return typeof tools.nope.x",
    "const x = tools.nope; return 1",
    "void tools.orders.lookup({ id: '1' }); return 1",
    "const p = tools.orders.lookup({ id: '1' }); return await p",
    "return Promise.all(ids.map((id) => tools.orders.lookup({ id })))",
    "return Object.keys(tools.orders)",
    "for (const k in tools) k",
    "async () => { return await tools.orders.ping() }",
    "type Id = string; const id: Id = '1'; return tools.orders.lookup({ id } as { id: Id })"
  ]
  for (const code of programs) {
    it(code, async () => expect(await check(code)).toEqual({ errors: [], hints: [] }))
  }
})

describe("large programs", () => {
  it("end", async () => {
    const chain = `return ${Array.from({ length: 20_000 }, () => "1").join(" + ")}`
    expect((await check(chain)).errors.map(({ kind }) => kind)).toEqual(["ParseError"])
    const many = Array.from({ length: 2000 }, (_, at) => `await tools.nope.t${at}({})`).join("\n")
    expect((await check(many)).errors).toHaveLength(2000)
  }, 30_000)
})
