import { describe, expect, it } from "vitest"
import { caseClasses } from "../../../src/interpreter/regexp/case-folding.ts"
import { codePointProperty } from "../../../src/interpreter/regexp/property.ts"
import { hostIsV8 } from "../../support/host.ts"

describe.skipIf(!hostIsV8)("case classes are the host's", () => {
  it.each([
    ["with u", true, "giu", 0x1ffff],
    ["without", false, "gi", 0xffff]
  ] as const)("%s", (_, unicode, flags, last) => {
    const { cased, equivalents } = caseClasses(unicode)
    const candidates = new Set(cased)
    for (let code = 0; code <= last; code++) {
      const char = String.fromCodePoint(code)
      if (char.toUpperCase() !== char || char.toLowerCase() !== char) candidates.add(code)
    }
    const all = Array.from(candidates, (code) => String.fromCodePoint(code)).join("")
    for (const code of candidates) {
      const source = unicode ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, "0")}`
      const expected = new Set(Array.from(all.match(new RegExp(source, flags))!, (char) => char.codePointAt(0)!))
      expect(new Set(equivalents(code) ?? [code]), code.toString(16)).toEqual(expected)
    }
  })
})

describe("properties are the host's", () => {
  it.each(["L", "Lu", "Nd", "Script=Greek", "Script_Extensions=Latin", "Emoji", "White_Space", "Any", "Cn", "Cs"])(
    "%s",
    (name) => {
      const host = new RegExp(`\\p{${name}}`, "u")
      const set = codePointProperty(name)!
      const differing: Array<number> = []
      for (let code = 0; code <= 0x10ffff; code += code < 0x3000 ? 1 : 7) {
        if (set.has(code) !== host.test(String.fromCodePoint(code))) differing.push(code)
      }
      expect(differing).toEqual([])
    }
  )

  it("unknown ones are none", () => {
    expect(codePointProperty("Klingon")).toBeUndefined()
    expect(codePointProperty("Script=Klingon")).toBeUndefined()
  })
})
