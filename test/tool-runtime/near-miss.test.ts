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
    ["nope.x", undefined],
    ["weather.forecast", undefined],
    ["", undefined],
    ["日本", undefined]
  ]
  for (const [wrong, near] of rows) {
    it(`${wrong} → ${near ?? "nothing"}`, () => expect(hints.nearest([wrong])).toBe(near))
  }
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
