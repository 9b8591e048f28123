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
    ["return tools['or' + 'ders']['fi' + `n${'d'}`]({})", "UnknownTool", /'orders\.find'/, 1, 8],
    ["const name = 'nope'; return tools[name].x({})", "UnknownTool", /'nope\.x'/],
    ["return tools[`a${1}`].b({})", "UnknownTool", /'a1\.b'/],
    ["const key = 'fi' + 'nd'; const { [key]: f } = tools.orders; return f({})", "UnknownTool", /'orders\.find'/],
    ["return Object.keys(tools['git' + 'hib'])", "UnknownTool", /'githib'/],
    [
      "return new tools.orders.ping()",
      "InvalidDataValue",
      /^tools\.orders\.ping is not a constructor\. Call it: `await tools\.orders\.ping\(\{ \.\.\. \}\)`\.$/,
      1,
      12
    ],
    [
      "const { ping } = tools.orders\nreturn new ping",
      "InvalidDataValue",
      /^tools\.orders\.ping is not a constructor/,
      2,
      12
    ],
    ["return new tools.orders()", "InvalidDataValue", /is not a constructor\. It is a namespace/],
    ["return new tools.orders.pong()", "InvalidDataValue", /is not a constructor\. Unknown tool 'orders\.pong'/],
    ["return tools.orders.lookup({ id: !0 })", "InvalidToolInput", /string/],
    ["return tools.orders.lookup({ id: !{} })", "InvalidToolInput", /string/],
    ["return tools.orders.lookup({ id, limit: '1' + 2 })", "InvalidToolInput", /\["limit"\]/],
    ["return tools.orders.lookup({ id, limit: 1 + -2 })", "InvalidToolInput", /greater than 0/],
    ["const key = 'id'; return tools.orders.lookup({ [key]: 5 })", "InvalidToolInput", /string/],
    [
      "return tools.github.open({ a: () => 1 })",
      "InvalidDataValue",
      /'github\.open': a function at input\.a cannot be/,
      1,
      31
    ],
    ["return tools.github.open({ a() {} })", "InvalidDataValue", /a function at input\.a cannot/],
    ["return tools.github.open({ a: async function () {} })", "InvalidDataValue", /a function at input\.a cannot/],
    ["return tools.github.open({ a: class {} })", "InvalidDataValue", /a function at input\.a cannot/],
    ["return tools.github.open(() => 1)", "InvalidDataValue", /a function at input cannot/],
    [
      "const f = () => 1; return tools.github.open({ ...args, f })",
      "InvalidDataValue",
      /a function at input\.f cannot/
    ],
    [
      "return tools.github.open({ a: [1, { 'b c': 1n }] })",
      "InvalidDataValue",
      /a BigInt at input\.a\[1\]\["b c"\] cannot/
    ],
    ["const n = -5n; return tools.github.open({ n })", "InvalidDataValue", /a BigInt at input\.n cannot/],
    ["return tools.github.open([...list, 1n])", "InvalidDataValue", /a BigInt at input\[\.\.\.\] cannot/],
    [
      "return tools.orders.lookup({ id: tools.orders.ping() })",
      "InvalidDataValue",
      /an un-awaited Promise at input\.id\. Await it/
    ],
    ["return tools.github.open({ a: tools.orders })", "InvalidDataValue", /a tool reference at input\.a cannot/],
    ["return search({ query: () => 1 })", "InvalidDataValue", /'search': a function at input\.query/],
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
    "let name = 'nope'; name = 'orders'; return tools[name].ping({})",
    "return ['orders'].map((name) => tools[name].ping({}))",
    "return tools[`a${x}`].b({})",
    "return tools['or' + x].b({})",
    "const name = 'or' + 'ders'; return tools[name]['pi' + `${'ng'}`]({})",
    "const n = 1n; return tools['a' + n].b({})",
    `const a = "${"a".repeat(2000)}"; const b = a + a + a + a; const c = b + b + b; return tools[c].x({})`,
    "return tools.orders.lookup({ id: String(() => 1) })",
    "return tools.orders.lookup({ id: (() => '1')() })",
    "return tools.orders.lookup({ id: f, ...{ id: '1' } })",
    "return tools.orders.lookup({ id: () => 1, id: '1' })",
    "return tools.orders.lookup({ id() {}, ...args })",
    "return tools.orders.lookup({ id: await tools.orders.ping() })",
    "return tools.orders.lookup({ id: 'a' + 1 + null })",
    "return tools.orders.lookup({ id: `${1}${'a'}` })",
    "return tools.orders.lookup({ id, limit: +'5' })",
    "return tools.github.open({ a: !0, b: !x, c: !'', d: [!{}] })",
    "class Box {}\nreturn tools.github.open({ a: new Box() })",
    "const found = search({}); return tools.github.open({ found, again: tools.search({}) })",
    "const make = (Kind) => new Kind(); return make(Map)",
    "const tools = { x: Map }; return new tools.x()",
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
    const { errors } = await check(many)
    expect(errors).toHaveLength(101)
    expect(errors.at(-2)!.message).toBe("Unknown tool 'nope.t99'")
    expect(errors.at(-1)).toEqual({
      kind: "UnknownTool",
      message: "… and 1900 more.",
      location: { line: 101, column: 7 }
    })
    const dropped = `${"tools.orders.ping()\n".repeat(150)}return 1`
    const { hints } = await check(dropped)
    expect(hints).toHaveLength(101)
    expect(hints.at(-1)).toMatchObject({ message: "… and 50 more.", location: { line: 101, column: 1 } })
  }, 30_000)
})

describe("one finding is told once", () => {
  const hintsOf = async (input: Parameters<typeof tool>[1], code: string): Promise<ReadonlyArray<string>> =>
    messages((await check(code, makeCatalog({ x: tool("X", input) }))).hints)
  const base = { type: "object", properties: { id: { type: "string" } }, required: ["id"] }
  const extended = (name: string) => ({
    allOf: [{ $ref: "#/$defs/Base" }, { type: "object", properties: { [name]: { type: "string" } } }]
  })
  const diamond = {
    allOf: [{ $ref: "#/$defs/A" }, { $ref: "#/$defs/B" }],
    $defs: { Base: base, A: extended("a"), B: extended("b") }
  }

  it("where two parts of a schema extend a third", async () => {
    expect(await hintsOf(diamond, "return tools.x({ id: 5 })")).toEqual(["Tool 'x': 'id' must be string."])
    expect(await hintsOf(diamond, "return tools.x({})")).toEqual(["Tool 'x': 'id' is required."])
  })

  it("where a schema is its own part", async () => {
    const self = {
      $ref: "#/$defs/A",
      $defs: { A: { allOf: [...Array.from({ length: 5 }, () => ({ $ref: "#/$defs/A" })), { type: "string" }] } }
    }
    expect(await hintsOf(self, "return tools.x({ a: 1 })")).toEqual(["Tool 'x': The input must be string."])
  })

  it("but at each of its places", async () => {
    expect(await hintsOf(diamond, "await tools.x({ id: 5 }); return tools.x({ id: 5 })")).toHaveLength(2)
  })
})
