import { describe, expect, it } from "vitest"
import { bodyOf, parseMetadata } from "./metadata.ts"

const file = (yaml: string) => `// Copyright\n/*---\n${yaml}\n---*/\nvar x = 1;\n`

describe("parseMetadata", () => {
  it("reads flow lists, on one line or several", () => {
    const metadata = parseMetadata(
      file("flags: [async, generated]\nfeatures: [\n  Symbol,\n  BigInt\n]\nincludes: [compareArray.js]")
    )
    expect(metadata.flags).toEqual(["async", "generated"])
    expect(metadata.features).toEqual(["Symbol", "BigInt"])
    expect(metadata.includes).toEqual(["compareArray.js"])
  })

  it("reads block lists", () => {
    expect(parseMetadata(file("features:\n  - Symbol\n  - class-fields-public\nflags: []")).features).toEqual([
      "Symbol",
      "class-fields-public"
    ])
  })

  it("reads what a negative test expects", () => {
    expect(parseMetadata(file("negative:\n  phase: parse\n  type: SyntaxError\nflags: [onlyStrict]")).negative).toEqual(
      {
        phase: "parse",
        type: "SyntaxError"
      }
    )
    expect(parseMetadata(file("description: negative zero")).negative).toBeUndefined()
  })

  it("reads front matter with other line ends", () => {
    expect(parseMetadata(file("flags: [async]\nincludes:\n  - a.js").replaceAll("\n", "\r\n")).includes).toEqual([
      "a.js"
    ])
  })
})

it("bodyOf leaves the front matter out", () => {
  expect(bodyOf(file("description: calls eval()"))).toBe("// Copyright\n\nvar x = 1;\n")
})
