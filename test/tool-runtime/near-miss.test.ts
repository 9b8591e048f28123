import { describe, expect, it } from "vitest"
import { makeHints } from "../../src/tool-runtime/near-miss.ts"
import { makeToolTree } from "../../src/tool-runtime/tool-tree.ts"
import { tool } from "./support.ts"

const leaf = tool("T")
const hints = makeHints(
  makeToolTree({
    issues: { list: leaf, close: leaf },
    github: { list_issues: leaf, get_pull_request: leaf, "search-code": leaf },
    context7: { "resolve-library-id": leaf },
    deep: { inner: { only: leaf } },
    empty: {}
  })
)

describe("nearest", () => {
  const rows: ReadonlyArray<readonly [wrong: string, near: string | undefined]> = [
    ["github.listIssues", "github.list_issues"],
    ["GitHub.list_issues", "github.list_issues"],
    ["github.list-issues", "github.list_issues"],
    ["github.searchCode", "github.search-code"],
    ["context7.resolveLibraryId", "context7.resolve-library-id"],
    ["list_issues", "github.list_issues"],
    ["hub.listIssues", "github.list_issues"],
    ["github.getPullRequests", "github.get_pull_request"],
    ["gihtub.list_issues", "github.list_issues"],
    ["issues.get-list", "issues.list"],
    ["issues.list.all", "issues.list"],
    ["only", "deep.inner.only"],
    ["github.pull_request", "github.get_pull_request"],
    ["mcp__github__list_issues", "github.list_issues"],
    ["mcp.github.listIssues", "github.list_issues"],
    ["server_context7_resolve-library-id", "context7.resolve-library-id"],
    ["functions.issues.close", "issues.close"],
    ["nope.x", undefined],
    ["weather.forecast", undefined],
    ["", undefined],
    ["日本", undefined]
  ]
  for (const [wrong, near] of rows) {
    it(`${wrong} → ${near ?? "nothing"}`, () => expect(hints.nearest([wrong])).toBe(near))
  }
})

describe("a tool whose whole path ends the wrong name", () => {
  const near = (tools: ReadonlyArray<string>, wrong: string): string | undefined =>
    makeHints(makeToolTree(Object.fromEntries(tools.map((path) => [path, leaf])))).nearest([wrong])

  it("wins over one that shares more of its words elsewhere", () => {
    expect(near(["github.issues", "github.issues.get", "github.list_issues"], "mcp__github__list_issues")).toBe(
      "github.list_issues"
    )
    expect(near(["gitlab.list_issues", "github.list_issues"], "mcp.github.list_issues")).toBe("github.list_issues")
  })

  it("the longest such path first", () => {
    expect(near(["issues", "list_issues", "github.list_issues"], "mcp__github__list_issues")).toBe("github.list_issues")
  })

  it("but one that is a typing error away is nearer", () => {
    expect(near(["list", "github.issue.list", "gitlab.issue.list"], "github.issues.list")).toBe("github.issue.list")
  })

  it("is meant by a name that is not defined, and so is a namespace by its end", () => {
    expect(hints.hintForName("mcp__github__list_issues", [])).toBe("Did you mean `tools.github.list_issues`?")
    expect(hints.hintForName("github_list_issues", [])).toBe("Did you mean `tools.github.list_issues`?")
    expect(hints.unknownNamespace(["mcp__github"]).message).toContain("Did you mean tools.github?")
  })
})

describe("names as long as books", () => {
  const long = "n".repeat(20_000)

  it("are cut where they are wrong", () => {
    for (const { message } of [
      hints.unknownTool([long]),
      hints.unknownTool(["github", long]),
      hints.unknownTool([Array.from({ length: 3000 }, () => "a").join(".")]),
      hints.unknownNamespace([long]),
      hints.unknownNamespace(["github", long])
    ]) {
      expect(message).toMatch(/^Unknown tool .*…'$/)
      expect(message.length).toBeLessThan(300)
    }
    expect(hints.notATool([long])!.length).toBeLessThan(400)
    expect(hints.hintForName(long, [])).toBeUndefined()
  })

  it("are never half a letter", () => {
    expect(hints.unknownTool([`${"n".repeat(199)}😀`]).message).toBe(`Unknown tool '${"n".repeat(199)}…'`)
  })

  it("are cut where they are right, and no expression to copy is", () => {
    const over = makeHints(
      makeToolTree({ [long]: { a: leaf, b: leaf }, [`${long}2`]: leaf, ok: { [long]: leaf, fine: leaf } })
    )
    expect(over.unknownTool([long]).message).toBe(
      `Tool '${long.slice(0, 200)}…' is not callable: it is a namespace with 2 names.`
    )
    expect(over.unknownTool(["ok"]).message).toBe(
      "Tool 'ok' is not callable: it is a namespace with tools.ok.fine and 1 more."
    )
    expect(over.rootCalled()).toBe(
      "The tools root is not callable. Call a tool on it, such as `tools.ok.fine({ ... })`."
    )
    expect(over.notATool([long])!.length).toBeLessThan(300)
  })
})

describe("unknown tools", () => {
  it("name the nearest", () => {
    expect(hints.unknownTool(["issues", "get-list"])).toEqual({
      message: "Unknown tool 'issues.get-list'. Did you mean tools.issues.list?",
      suggestions: ["Use search to find available tools."]
    })
    expect(hints.unknownTool(["nope", "x"])).toEqual({
      message: "Unknown tool 'nope.x'",
      suggestions: ["Use search to find available tools."]
    })
  })

  it("say what a namespace holds", () => {
    expect(hints.unknownTool(["issues"]).message).toBe(
      "Tool 'issues' is not callable: it is a namespace with tools.issues.list, tools.issues.close."
    )
    expect(hints.unknownTool(["empty"]).message).toBe("Tool 'empty' is not callable: it is an empty namespace.")
  })

  it("never send a program to search nothing", () => {
    expect(makeHints(makeToolTree({})).unknownTool(["a"]).suggestions).toEqual(["No tools are available here."])
  })
})

describe("unknown namespaces", () => {
  it("name the nearest path", () => {
    expect(hints.unknownNamespace(["Git_Hub"]).message).toBe(
      "Unknown tool namespace 'Git_Hub'. Did you mean tools.github?"
    )
    expect(hints.unknownNamespace(["deep", "iner"]).message).toBe(
      "Unknown tool namespace 'deep.iner'. Did you mean tools.deep.inner?"
    )
    expect(hints.unknownNamespace(["nonexistent"]).message).toBe("Unknown tool namespace 'nonexistent'")
  })
})
