import { describe, expect, it } from "vitest"
import { compile, compileInPortions, Matcher } from "../../../src/interpreter/regexp/index.ts"
import { finish, Pace } from "../../../src/interpreter/regexp/portions.ts"
import { stringKinds } from "../../../src/interpreter/regexp/property.ts"
import {
  intersectStrings,
  stringsOfKinds,
  subtractStrings,
  writtenStrings
} from "../../../src/interpreter/regexp/string-set.ts"
import { hostIsV8 } from "../../support/host.ts"

const properties = [
  "Basic_Emoji",
  "Emoji_Keycap_Sequence",
  "RGI_Emoji_Modifier_Sequence",
  "RGI_Emoji_Flag_Sequence",
  "RGI_Emoji_Tag_Sequence",
  "RGI_Emoji_ZWJ_Sequence"
]

/** Strings of all kinds, and such that nearly are of one. */
function* samples(): Generator<string> {
  const codes = Array.from({ length: 0x20000 }, (_, code) => code)
  const emoji = codes
    .filter((code) => /\p{Emoji}/u.test(String.fromCodePoint(code)))
    .map((code) => String.fromCodePoint(code))
  for (const one of emoji) {
    yield one
    for (const tail of [
      "\ufe0f",
      "\ufe0e",
      "\ufe0f\u20e3",
      "\u{1f3fb}",
      "\u{1f3ff}",
      "\u{1f1e9}",
      "\u200d\u2642\ufe0f"
    ])
      yield one + tail
    yield `\u{1f1e9}${one}`
    yield `\u{1f468}\u200d${one}`
    yield `\u{1f469}\u{1f3fd}\u200d${one}`
  }
  yield* ["👩🏻‍❤️‍💋‍👩🏻", "👨‍👩‍👧‍👦", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "🏴‍☠️", "🏳️‍🌈", "🏳️‍⚧️", "", "a", "ab", "12"]
}

describe.skipIf(!hostIsV8)("the kinds of strings", () => {
  it("are told as the host tells them, exclude each other, and together are RGI_Emoji", () => {
    // The first time in this process, with a pause around what each takes the host.
    expect([...stringKinds("RGI_Emoji", new Pace())].length).toBeGreaterThan(6)
    expect([...stringKinds("RGI_Emoji", new Pace())]).toEqual([])
    expect(finish(stringKinds("no such property", new Pace()))).toBeUndefined()
    const kinds = properties.map((name) => finish(stringKinds(name, new Pace()))![0])
    const host = properties.map((name) => new RegExp(`^\\p{${name}}$`, "v"))
    const all = new RegExp("^\\p{RGI_Emoji}$", "v")
    expect(finish(stringKinds("RGI_Emoji", new Pace()))).toEqual(kinds)
    const found = properties.map(() => 0)
    for (const text of samples()) {
      const of = kinds.map((kind) => kind.has(text))
      expect(of, text).toEqual(host.map((pattern) => pattern.test(text)))
      const count = of.filter(Boolean).length
      expect(count, text).toBe(all.test(text) ? 1 : 0)
      of.forEach((is, at) => (found[at] += Number(is)))
    }
    expect(found.every((count) => count >= 2)).toBe(true)
  })
})

function matches(pattern: string, flags: string, text: string): boolean {
  const matcher = new Matcher(compile(`^${pattern}$`, flags), text)
  matcher.start(0)
  let outcome = matcher.run(100_000)
  while (outcome === "paused") outcome = matcher.run(100_000)
  return outcome === "match"
}

describe("set operations on strings", () => {
  // Written as what is asked of one text, to be compared with the same put together as a class.
  interface Part {
    readonly source: string
    has(text: string): boolean
  }
  const texts = ["🇩🇪", "🇫🇷", "👍🏽", "👍", "4️⃣", "👨‍👩‍👧", "ab", "AB", "cd", "a", ""]
  const atoms: ReadonlyArray<Part> = [
    ...["RGI_Emoji", "RGI_Emoji_Flag_Sequence", "Basic_Emoji"].map((name) => ({
      source: `\\p{${name}}`,
      has: (text: string) => new RegExp(`^\\p{${name}}$`, "v").test(text)
    })),
    ...[
      ["🇩🇪", "ab"],
      ["👍🏽", "cd", "a"],
      ["", "👨‍👩‍👧", "👍"]
    ].map((list) => ({
      source: `\\q{${list.join("|")}}`,
      has: (text: string) => list.includes(text)
    }))
  ]
  const pairs = (parts: ReadonlyArray<Part>, others: ReadonlyArray<Part>): ReadonlyArray<Part> =>
    parts.flatMap((left) =>
      others.flatMap((right) => [
        { source: `[${left.source}${right.source}]`, has: (text: string) => left.has(text) || right.has(text) },
        { source: `[${left.source}&&${right.source}]`, has: (text: string) => left.has(text) && right.has(text) },
        { source: `[${left.source}--${right.source}]`, has: (text: string) => left.has(text) && !right.has(text) }
      ])
    )

  it("hold what they say, also within each other", () => {
    const two = pairs(atoms, atoms)
    const parts = [
      ...two,
      ...pairs(
        two.filter((_, at) => at % 4 === 0),
        atoms
      ),
      ...pairs(
        atoms,
        two.filter((_, at) => at % 4 === 1)
      )
    ]
    for (const part of parts) {
      for (const text of texts) expect(matches(part.source, "v", text), `${part.source} ${text}`).toBe(part.has(text))
    }
  })

  it("compare without case under i", () => {
    expect(matches("[\\q{ab|cd}&&\\q{AB}]", "iv", "aB")).toBe(true)
    expect(matches("[\\q{ab|cd}--\\q{AB}]", "iv", "aB")).toBe(false)
    expect(matches("[\\q{kk}&&\\q{\u212aK}]", "iv", "Kk")).toBe(true)
    expect(matches("[\\q{éa|b}--\\q{ÉA}]", "iv", "éa")).toBe(false)
    expect(matches("[\\p{RGI_Emoji}--\\q{\u24c2\ufe0f}]", "iv", "\u24dc\ufe0f")).toBe(false)
  })

  it("leave no more behind when there are a thousand of them than after one", () => {
    const emoji = stringsOfKinds(finish(stringKinds("RGI_Emoji", new Pace()))!, true)
    const words = writtenStrings(["ab", "cd"], true)
    let some = emoji
    let same = words
    for (let count = 0; count < 1000; count++) {
      some = subtractStrings(some, writtenStrings(["🇩🇪", "ab"], true))
      some = intersectStrings(some, emoji)
      same = subtractStrings(same, writtenStrings(["ef"], true))
      same = intersectStrings(same, words)
    }
    expect([...some.less.values()]).toEqual(["🇩🇪"])
    expect(some.more.size).toBe(0)
    expect(same.more.size).toBe(2)
  })

  it("are done in portions", () => {
    const list = Array.from({ length: 2000 }, (_, at) => at.toString(36)).join("|")
    const portions = compileInPortions(`[\\q{${list}}${"--\\q{}".repeat(1000)}]`, "iv")
    let count = 1
    while (portions.next().done !== true) count++
    expect(count).toBeGreaterThan(1000)
  })
})
