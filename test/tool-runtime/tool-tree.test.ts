import { describe, expect, it } from "vitest"
import { Namespace, tool } from "./support.ts"
import { canonicalSegments, makeToolTree, nodeAt } from "../../src/tool-runtime/tool-tree.ts"
import type { Tools } from "../../src/tool-runtime/tool-tree.ts"

const paths = (tools: Tools<unknown>): ReadonlyArray<string> => makeToolTree(tools).entries.map(({ path }) => path)

const A = tool("A")
const B = tool("B")
const C = tool("C")
const D = tool("D")

describe("canonical paths", () => {
  it("are the same for every way to nest and dot keys", () => {
    const trees = [
      { api: { "issues.list": A } },
      { "api.issues": { list: A } },
      { api: { issues: { list: A } } },
      { "api.issues.list": A }
    ]
    for (const tree of trees) expect(paths(tree)).toEqual(["api.issues.list"])
  })

  it("keep the last tool supplied for a path", () => {
    const { entries } = makeToolTree({ "issues.list": A, issues: { list: B, get: C }, "issues.close": D })
    expect(entries.map(({ path, tool }) => [path, tool.description])).toEqual([
      ["issues.list", "B"],
      ["issues.get", "C"],
      ["issues.close", "D"]
    ])
  })

  it("may name a tool and a namespace at once", () => {
    const { root, entries } = makeToolTree({ issues: A, "issues.list": B })
    expect(entries.map(({ path }) => path)).toEqual(["issues", "issues.list"])
    const issues = nodeAt(root, ["issues"])
    expect(issues?.tool).toBe(A)
    expect([...issues!.children.keys()]).toEqual(["list"])
  })

  it("may use names that objects inherit", () => {
    const tree = { prototype: A, "issues.constructor": B, nested: { ["__proto__"]: C } }
    expect(paths(tree)).toEqual(["prototype", "issues.constructor", "nested.__proto__"])
    expect(nodeAt(makeToolTree(tree).root, ["nested", "__proto__"])?.tool).toBe(C)
    expect(nodeAt(makeToolTree(tree).root, ["toString"])).toBeUndefined()
  })

  it("ignore a literal __proto__, which sets a prototype", () => {
    expect(paths({ __proto__: { hidden: A }, shown: B } as unknown as Tools<unknown>)).toEqual(["shown"])
  })

  it("tell a tool by its own tag", () => {
    const inherited = Object.assign(Object.create({ _tag: "CodeModeTool" }) as object, { list: A })
    expect(paths({ issues: inherited as Tools<unknown> })).toEqual(["issues.list"])
  })

  it("keep empty namespaces as nodes", () => {
    const { root, entries } = makeToolTree({ api: {} })
    expect(entries).toEqual([])
    expect([...root.children.keys()]).toEqual(["api"])
  })

  it("split every element at its dots", () => {
    expect(canonicalSegments(["api.issues", "list"])).toEqual(["api", "issues", "list"])
    expect(canonicalSegments([])).toEqual([])
    const { root } = makeToolTree({ api: { issues: { list: A } } })
    expect(nodeAt(root, ["api.issues", "list"])?.tool).toBe(A)
    expect(nodeAt(root, [])).toBe(root)
    expect(nodeAt(root, ["api", ""])).toBeUndefined()
  })
})

describe("bad trees", () => {
  for (const name of ["", "a..b", "trail.", ".lead", "."]) {
    it(`refuse ${JSON.stringify(name)}`, () => {
      expect(() => makeToolTree({ [name]: A })).toThrow(TypeError)
      expect(() => makeToolTree({ [name]: A })).toThrow(/empty segment/)
      expect(() => makeToolTree({ outer: { [name]: { inner: A } } })).toThrow(/empty segment/)
    })
  }

  it("refuse what is neither a tool nor a record", () => {
    for (const value of [null, undefined, "text", () => 1, [A]]) {
      expect(() => makeToolTree({ a: { b: value } } as unknown as Tools<unknown>)).toThrow(TypeError)
      expect(() => makeToolTree({ a: { b: value } } as unknown as Tools<unknown>)).toThrow(/"a\.b"/)
    }
  })

  it("refuse a record inside itself, and allow one in two places", () => {
    const record: Record<string, unknown> = { list: A }
    expect(paths({ one: record, two: record } as Tools<unknown>)).toEqual(["one.list", "two.list"])
    record["self"] = { again: record }
    expect(() => makeToolTree(record as Tools<unknown>)).toThrow(/contains itself/)
  })

  it("survive any depth", () => {
    let tree: Tools<unknown> = { leaf: A }
    for (let depth = 0; depth < 20_000; depth++) tree = { n: tree }
    expect(makeToolTree(tree).entries).toHaveLength(1)
  })
})

describe("Namespace.make", () => {
  it("adds no segment and no description key of its own accord", () => {
    expect(Namespace.make({ tools: { a: A } })).toEqual({ _tag: "CodeModeNamespace", tools: { a: A } })
    expect(Object.hasOwn(Namespace.make({ tools: {} }), "description")).toBe(false)
    expect(paths({ shop: Namespace.make({ description: "Shop", tools: { orders: { list: A } } }) })).toEqual([
      "shop.orders.list"
    ])
  })

  it("gathers descriptions for every tool below, outermost first", () => {
    const { entries } = makeToolTree(
      Namespace.make({
        description: "All",
        tools: { shop: Namespace.make({ description: "Shop", tools: { list: A } }), other: B }
      })
    )
    expect(entries.map(({ path, namespaces }) => [path, namespaces])).toEqual([
      ["shop.list", ["All", "Shop"]],
      ["other", ["All"]]
    ])
  })

  it("needs its own tag", () => {
    const inherited = Object.create({ _tag: "CodeModeNamespace", tools: { a: A } }) as Tools<unknown>
    expect(paths({ x: inherited })).toEqual([])
  })
})
