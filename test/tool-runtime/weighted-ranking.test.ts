import * as Schema from "effect/Schema"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { makeCatalog } from "../../src/tool-runtime/catalog.ts"
import type { SearchInput } from "../../src/tool-runtime/search-contract.ts"
import type { Tools } from "../../src/tool-runtime/tool-tree.ts"
import { rootOf, stemOf, withoutPhrases } from "../../src/tool-runtime/word-forms.ts"
import { tool } from "./support.ts"

const found = (tools: Tools<unknown>, request: SearchInput): ReadonlyArray<string> =>
  makeCatalog(tools, { ranking: "weighted" })
    .search(request)
    .items.map(({ path }) => path.slice("tools.".length))

const struct = (...names: ReadonlyArray<string>) =>
  Schema.Struct(Object.fromEntries(names.map((name) => [name, Schema.String])))

describe("the worked examples of the plain ranking", () => {
  const three = {
    thread: {
      uploadFile: tool("Upload one readable local file to the current Discord thread", struct("path")),
      generateImage: tool("Generate an image and upload it to the current Discord thread", struct("prompt"))
    },
    orders: { lookup: tool("Look up an order by ID", struct("id")) }
  }

  it("hold", () => {
    expect(found(three, { query: "send message attachment upload file to current Discord thread" })).toEqual([
      "thread.uploadFile",
      "thread.generateImage"
    ])
    expect(found(three, { query: "file" })).toEqual(["thread.uploadFile"])
    expect(found(three, { query: "image" })).toEqual(["thread.generateImage"])
    expect(found(three, { query: "lookup orders" })).toEqual(["orders.lookup"])
    expect(found(three, { query: "", limit: 1, offset: 1 })).toEqual(["thread.generateImage"])
    const issues = {
      github: { list_issues: tool("List issues") },
      tracker: { fetch_all: tool("Fetch every open issue") }
    }
    expect(found(issues, { query: "issues" })).toEqual(["github.list_issues", "tracker.fetch_all"])
    const inputs = { a: tool("Send it", struct("attachment")), b: tool("Send a document somewhere") }
    expect(found(inputs, { query: "attachment" })).toEqual(["a"])
    expect(found(inputs, { query: "docum" })).toEqual(["b"])
  })
})

describe("words that mean the same", () => {
  const tools = {
    issues: {
      create: tool("Create an issue"),
      update: tool("Update an issue, its title or its state"),
      list: tool("List issues"),
      delete: tool("Delete an issue"),
      add_label: tool("Add a label to an issue")
    },
    users: { get_authenticated: tool("Get the authenticated user") },
    repos: { update_branch_protection: tool("Update branch protection"), get_branch: tool("Get a branch") },
    batch: { createCronJob: tool("Create a CronJob"), readPersistentVolumeClaim: tool("read the claim") },
    shop: { deployment: tool("Start a deployment"), checkout: tool("Open a checkout") }
  }
  const rows: ReadonlyArray<readonly [query: string, first: string]> = [
    ["close an issue", "issues.update"],
    ["open a new issue", "issues.create"],
    ["remove issue", "issues.delete"],
    ["show all issues", "issues.list"],
    ["attach a label", "issues.add_label"],
    ["who am I", "users.get_authenticated"],
    ["protect a branch", "repos.update_branch_protection"],
    ["new cronjob", "batch.createCronJob"],
    ["show pvc", "batch.readPersistentVolumeClaim"],
    ["deploy", "shop.deployment"],
    ["check out", "shop.checkout"]
  ]
  for (const [query, first] of rows) it(`${query} → ${first}`, () => expect(found(tools, { query })[0]).toBe(first))

  it("demotes what is deprecated", () => {
    const both = { a_list: tool("Deprecated: list things"), b_list: tool("List things instead") }
    expect(found(both, { query: "list things" })).toEqual(["b_list", "a_list"])
  })

  it("looks at common words when there are no others", () => {
    expect(found({ a: tool("To the moon"), b: tool("Elsewhere") }, { query: "to the" })).toEqual(["a"])
  })
})

describe("stems", () => {
  const rows: ReadonlyArray<ReadonlyArray<string>> = [
    ["delete", "deletes", "deleted", "deleting"],
    ["close", "closed", "closing", "closes"],
    ["policy", "policies"],
    ["run", "runs", "running"],
    ["assign", "assignee", "assigned"],
    ["box", "boxes"]
  ]
  for (const words of rows) it(words.join(", "), () => expect(new Set(words.map(stemOf)).size).toBe(1))

  it("keep short words and what only looks like a plural", () => {
    for (const word of ["as", "bus", "status", "class", "id", "us"]) expect(stemOf(word)).toBe(word)
  })

  it("share roots with words made from them", () => {
    for (const [one, other] of [
      ["protect", "protection"],
      ["deploy", "deployment"],
      ["configure", "configuration"],
      ["review", "reviewer"]
    ] as const) {
      expect(rootOf(stemOf(one))).toBe(rootOf(stemOf(other)))
    }
  })

  it("follow turns of speech", () => {
    expect(withoutPhrases(["spin", "up", "a", "server"])).toEqual(["create", "a", "server"])
    expect(withoutPhrases(["who", "am", "i"])).toEqual(["get", "authenticated", "user", "account"])
  })
})

describe("any query on any tools", () => {
  it("pages through the same order, whole and in parts", () => {
    const word = fc.constantFrom("list", "get", "issue", "Issues", "user", "close", "a", "x1", "pvc")
    const name = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join("_"))
    fc.assert(
      fc.property(fc.uniqueArray(name, { maxLength: 30 }), fc.array(word, { maxLength: 5 }), (names, words) => {
        const tools = Object.fromEntries(names.map((each) => [each, tool(each.replaceAll("_", " "))]))
        const { search } = makeCatalog(tools, { ranking: "weighted" })
        const query = words.join(" ")
        const whole = search({ query, limit: 100 }).items
        const parts = []
        for (let offset = 0; offset < whole.length; offset += 3)
          parts.push(...search({ query, limit: 3, offset }).items)
        expect(parts).toEqual(whole)
        expect(makeCatalog(tools, { ranking: "weighted" }).search({ query, limit: 100 }).items).toEqual(whole)
      }),
      { numRuns: 200 }
    )
  })
})

describe("words that every tool has", () => {
  const many = (count: number): Tools<unknown> =>
    Object.fromEntries(
      Array.from({ length: count }, (_, at) => [`n${at}.get_x`, tool(at === 77 ? "A zebra account" : "An account")])
    )
  it.each([10, 1000, 12_000])("find all of %i", (count) => {
    const catalog = makeCatalog(many(count), { ranking: "weighted" })
    for (const query of ["account", "x", "get", "fetch", "the accounts", "get x"]) {
      const { items, remaining } = catalog.search({ query })
      expect(items.length + remaining, query).toBe(count)
    }
    if (count > 77) {
      const { items, remaining } = catalog.search({ query: "zebra account" })
      expect(items[0]!.path).toBe("tools.n77.get_x")
      expect(items.length + remaining).toBe(count)
    }
  })
})

describe("a long query", () => {
  const tools = { a: tool("apple"), b: tool("banana") }
  const filler = (count: number): string => Array.from({ length: count }, (_, at) => `w${at}`).join(" ")
  it.each(["plain", "weighted"] as const)("is read as far as %s ranking says", (ranking) => {
    const catalog = makeCatalog(tools, { ranking })
    const paths = (query: string) => catalog.search({ query }).items.map(({ path }) => path)
    expect(paths(`${filler(63)} banana`)).toEqual(["tools.b"])
    expect(paths(`${filler(64)} banana`)).toEqual([])
    expect(paths(`banana ${"-".repeat(4089)} apple`)).toEqual(["tools.b"])
  })
})
