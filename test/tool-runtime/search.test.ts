import * as Schema from "effect/Schema"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { makeCatalog } from "../../src/tool-runtime/catalog.ts"
import { formsOf, makePlainRanking, wordsOf } from "../../src/tool-runtime/search.ts"
import type { SearchDocument } from "../../src/tool-runtime/search.ts"
import { SearchInput, searchSignature } from "../../src/tool-runtime/search-contract.ts"
import type { Tools } from "../../src/tool-runtime/tool-tree.ts"
import { Namespace, tool } from "./support.ts"

const struct = (...names: ReadonlyArray<string>) =>
  Schema.Struct(Object.fromEntries(names.map((name) => [name, Schema.String])))

const three = {
  thread: {
    uploadFile: tool("Upload one readable local file to the current Discord thread", struct("path")),
    generateImage: tool("Generate an image and upload it to the current Discord thread", struct("prompt"))
  },
  orders: { lookup: tool("Look up an order by ID", struct("id")) }
}

const found = (tools: Tools<unknown>, request: SearchInput): ReadonlyArray<string> =>
  makeCatalog(tools)
    .search(request)
    .items.map(({ path }) => path)

const UPLOAD = "tools.thread.uploadFile"
const IMAGE = "tools.thread.generateImage"
const LOOKUP = "tools.orders.lookup"

describe("words", () => {
  it("are split at humps and punctuation", () => {
    const words = ["resolve", "library", "id"]
    expect(wordsOf("resolve-library-id")).toEqual(words)
    expect(wordsOf("resolveLibraryId")).toEqual(words)
    expect(wordsOf("resolve library id")).toEqual(words)
    expect(wordsOf("HTTPServer2Go")).toEqual(["httpserver2", "go"])
    expect(wordsOf("日本 *!")).toEqual([])
  })

  it("have forms without a plural's ending", () => {
    expect(formsOf("issues")).toEqual(["issues", "issu", "issue"])
    expect(formsOf("as")).toEqual(["as"])
    expect(formsOf("yes")).toEqual(["yes", "ye"])
    expect(formsOf("cases")).toEqual(["cases", "cas", "case"])
  })
})

describe("scores", () => {
  const documents: ReadonlyArray<SearchDocument> = [
    { path: "orders.lookup", description: "Look up an order by ID", names: ["id"], notes: [] },
    {
      path: "thread.generateImage",
      description: "Generate an image and upload it to the current Discord thread",
      names: ["prompt"],
      notes: []
    },
    {
      path: "thread.uploadFile",
      description: "Upload one readable local file to the current Discord thread",
      names: ["path"],
      notes: []
    }
  ]
  const scores = (query: string): ReadonlyArray<number> => {
    const scores = new Float64Array(documents.length)
    makePlainRanking(documents).score(wordsOf(query), scores)
    return [...scores]
  }

  it("add up over words and fields", () => {
    expect(scores("send message attachment upload file to current Discord thread")).toEqual([0, 38, 60])
    expect(scores("file")).toEqual([0, 0, 14])
    expect(scores("image")).toEqual([0, 14, 0])
    expect(scores("lookup orders")).toEqual([44, 0, 0])
    expect(scores("file file")).toEqual([0, 0, 28])
  })

  it("equal those of a plain reading of the rules", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "B", "s", "e", "1", ".", "_", " ", "é"), maxLength: 12 })
    const document = fc.record({
      path: text,
      description: text,
      names: fc.array(text, { maxLength: 3 }),
      notes: fc.array(text, { maxLength: 3 })
    })
    fc.assert(
      fc.property(fc.array(document, { maxLength: 6 }), text, (documents, query) => {
        const words = wordsOf(query)
        const fast = new Float64Array(documents.length)
        makePlainRanking(documents).score(words, fast)
        expect([...fast]).toEqual(documents.map((document) => plainScore(document, words)))
      }),
      { numRuns: 2000 }
    )
  })

  const plainScore = (document: SearchDocument, words: ReadonlyArray<string>): number => {
    const path = document.path.toLowerCase()
    const description = document.description.toLowerCase()
    const all = [document.path, document.description, ...document.names, ...document.notes].join("\n").toLowerCase()
    let score = 0
    for (const word of words) {
      const forms = formsOf(word)
      if (forms.some((form) => path === form || path.endsWith(`.${form}`))) score += 20
      if (forms.some((form) => path.includes(form))) score += 8
      if (forms.some((form) => description.includes(form))) score += 4
      if (forms.some((form) => all.includes(form))) score += 2
    }
    return score
  }
})

describe("search", () => {
  it("ranks by score", () => {
    expect(found(three, { query: "send message attachment upload file to current Discord thread" })).toEqual([
      UPLOAD,
      IMAGE
    ])
    expect(found(three, { query: "file" })).toEqual([UPLOAD])
    expect(found(three, { query: "image" })).toEqual([IMAGE])
    expect(found(three, { query: "lookup orders" })).toEqual([LOOKUP])
    expect(found(three, { query: "docum" })).toEqual([])
  })

  it("finds plurals by their singular", () => {
    const tools = {
      github: { list_issues: tool("List issues") },
      tracker: { fetch_all: tool("Fetch every open issue") }
    }
    expect(found(tools, { query: "issues" })).toEqual(["tools.github.list_issues", "tools.tracker.fetch_all"])
  })

  it("finds input names and descriptions, and the words of namespaces", () => {
    const tools = {
      a: tool("A", Schema.Struct({ attachment: Schema.String })),
      b: tool("B", Schema.Struct({ q: Schema.String.annotate({ description: "Some fancy wording" }) })),
      c: tool("C", { $ref: "#/$defs/I", $defs: { I: { properties: { referenced: {} } } } }),
      d: Namespace.make({ description: "Everything shipping", tools: { e: tool("E"), f: { g: tool("G") } } }),
      h: tool("Send a document somewhere", struct(), struct("outputname"))
    }
    expect(found(tools, { query: "attachment" })).toEqual(["tools.a"])
    expect(found(tools, { query: "fancy" })).toEqual(["tools.b"])
    expect(found(tools, { query: "referenced" })).toEqual(["tools.c"])
    expect(found(tools, { query: "shipping" })).toEqual(["tools.d.e", "tools.d.f.g"])
    expect(found(tools, { query: "docum" })).toEqual(["tools.h"])
    expect(found(tools, { query: "outputname" })).toEqual([])
  })

  it("answers with callable paths, full descriptions and the catalog's signatures", () => {
    const { catalog, search } = makeCatalog({ context7: { "resolve-library-id": tool("Resolve\nit", struct("name")) } })
    expect(search({ query: "resolve" })).toEqual({
      items: [
        {
          path: 'tools.context7["resolve-library-id"]',
          description: "Resolve\nit",
          signature: catalog()[0]!.signature
        }
      ],
      remaining: 0,
      next: null
    })
  })

  it("browses by path when there is no word to look for", () => {
    for (const query of [undefined, "", "*", "  ", "?!", "日本"]) {
      expect(found(three, query === undefined ? {} : { query })).toEqual([LOOKUP, IMAGE, UPLOAD])
    }
  })

  it("pages", () => {
    const { search } = makeCatalog(three)
    expect(search({ query: "", limit: 1, offset: 1 })).toMatchObject({
      items: [{ path: IMAGE }],
      remaining: 1,
      next: { offset: 2 }
    })
    expect(search({ offset: 3 })).toEqual({ items: [], remaining: 0, next: null })
    expect(search({ offset: Number.MAX_SAFE_INTEGER })).toEqual({ items: [], remaining: 0, next: null })
    expect(search({ limit: Number.MAX_SAFE_INTEGER }).items).toHaveLength(3)
    const many = makeCatalog(Object.fromEntries(Array.from({ length: 14 }, (_, at) => [`t${at}`, tool("T")])))
    const first = many.search({})
    expect(first.items).toHaveLength(10)
    expect(first).toMatchObject({ remaining: 4, next: { offset: 10 } })
    expect(many.search({ offset: 10 }).items).toHaveLength(4)
  })

  it("pages through equal scores without a gap", () => {
    const tools = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`item${at % 7}.n${at}`, tool("An item")]))
    const { search } = makeCatalog(tools)
    const all = search({ query: "item n1", limit: 50 }).items
    const paged = []
    for (let next: { readonly offset: number } | null = { offset: 0 }; next !== null;) {
      const page = search({ query: "item n1", limit: 7, offset: next.offset })
      paged.push(...page.items)
      next = page.next
    }
    expect(paged).toEqual(all)
  })
})

describe("lookup", () => {
  const tools = {
    many: Object.fromEntries(Array.from({ length: 14 }, (_, at) => [`tool${at}`, tool("T")])),
    context7: { "resolve-library-id": tool("Resolve") }
  }

  it("answers a path or an expression with that tool alone", () => {
    for (const query of ["many.tool1", "tools.many.tool1", "  tools.many.tool1 "]) {
      expect(makeCatalog(tools).search({ query })).toMatchObject({
        items: [{ path: "tools.many.tool1" }],
        remaining: 0
      })
    }
    for (const query of ['tools.context7["resolve-library-id"]', "context7.resolve-library-id"]) {
      expect(found(tools, { query })).toEqual(['tools.context7["resolve-library-id"]'])
    }
  })

  it("minds case and scope, and pages", () => {
    expect(found(tools, { query: "many.Tool1" }).length).toBeGreaterThan(1)
    expect(found(tools, { query: "many.tool1", namespace: "context7" })).toEqual([])
    expect(found(tools, { query: "many.tool1", offset: 1 })).toEqual([])
  })
})

describe("namespace", () => {
  const leaf = tool("T")
  const tools = {
    slack: {
      admin: leaf,
      "admin.invite": leaf,
      "admin.users.list": leaf,
      "administrator.list": leaf,
      "admin-x": leaf
    },
    other: leaf
  }

  it("is any path up to a segment's end", () => {
    const admin = ["tools.slack.admin", "tools.slack.admin.invite", "tools.slack.admin.users.list"]
    expect(found(tools, { namespace: "slack.admin" })).toEqual(admin)
    expect(found(tools, { namespace: "tools.slack.admin" })).toEqual(admin)
    expect(found(tools, { namespace: "slack.admin.users" })).toEqual(["tools.slack.admin.users.list"])
    expect(found(tools, { namespace: "slack" })).toHaveLength(5)
    expect(found(tools, { namespace: "other" })).toEqual(["tools.other"])
  })

  it("answers nothing where it is unknown, and minds case", () => {
    for (const namespace of ["nope", "Slack", "slack.adm"]) expect(found(tools, { namespace })).toEqual([])
  })

  it("is everything where it is the root", () => {
    expect(found(tools, { namespace: "tools" })).toHaveLength(6)
    expect(found({ ...tools, tools: { own: leaf } }, { namespace: "tools" })).toEqual(["tools.tools.own"])
  })

  it("keeps words to its scope", () => {
    expect(found(tools, { query: "list", namespace: "slack.admin" })).toEqual(["tools.slack.admin.users.list"])
  })
})

describe("the contract of search", () => {
  const decode = Schema.decodeUnknownExit(SearchInput)

  it("takes what it should and ignores the rest", () => {
    for (const input of [{}, { query: "x", namespace: "y", limit: 1, offset: 0, extra: 1 }]) {
      expect(decode(input)._tag).toBe("Success")
    }
  })

  it("refuses wrong types and ranges", () => {
    for (const input of [
      { namespace: 7 },
      { query: 7 },
      { limit: 0.5 },
      { limit: 0 },
      { limit: -1 },
      { offset: -1 },
      { offset: "1" },
      { offset: 2 ** 53 },
      { limit: Number.NaN },
      undefined,
      "text"
    ]) {
      expect(decode(input)._tag).toBe("Failure")
    }
  })

  it("renders as its schemas do", () => {
    expect(searchSignature).toBe(
      "search(input: {\n  query?: string,\n  namespace?: string,\n  limit?: number,\n  offset?: number,\n}): {\n  items: Array<{\n      path: string,\n      description: string,\n      signature: string,\n    }>,\n  remaining: number,\n  next: {\n      offset: number,\n    } | null,\n}"
    )
  })
})
