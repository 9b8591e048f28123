import { describe, expect, it } from "vitest"
import { absentGlobalHint, nearestName } from "../../../src/interpreter/syntax/hints.ts"

const known = ["users", "totalCount", "tools", "search", "console", "Object", "Promise", "JSON", "structuredClone"]

describe("hints for names that do not exist", () => {
  it.each([
    ["fetch", "tools"],
    ["process", "tools"],
    ["require", "modules"],
    ["setTimeout", "await"],
    ["Buffer", "Uint8Array"],
    ["window", "browser"],
    ["document", "browser"],
    ["fs", "file system"],
    ["alert", "return"],
    ["global", "globalThis"],
    ["await", "async"],
    ["None", "null"],
    ["print", "console.log"],
    ["ls", "shell"]
  ])("%s", (name, word) => {
    expect(absentGlobalHint(name, known)).toContain(word)
  })

  it.each([
    ["user", "users"],
    ["Users", "users"],
    ["total_count", "totalCount"],
    ["totalCuont", "totalCount"],
    ["promise", "Promise"],
    ["structuredclone", "structuredClone"],
    ["tool", "tools"],
    ["Json", "JSON"]
  ])("%s is near %s", (name, near) => {
    expect(absentGlobalHint(name, known)).toBe(`Did you mean \`${near}\`?`)
  })

  it("says nothing when it knows nothing better", () => {
    expect(absentGlobalHint("quux", known)).toBeUndefined()
    expect(absentGlobalHint("x", known)).toBeUndefined()
    expect(nearestName("y".repeat(100_000), known)).toBeUndefined()
  })

  it("explains a well-known absent global even when a variable is near, unless the word is a common one", () => {
    expect(absentGlobalHint("fetch", ["fetched"])).toContain("network")
    expect(absentGlobalHint("input", ["inputs"])).toBe("Did you mean `inputs`?")
  })

  it("prefers the first of equally near names", () => {
    expect(nearestName("cat", ["bat", "hat"])).toBe("bat")
    expect(nearestName("itemz", ["item", "items"])).toBe("item")
  })
})
