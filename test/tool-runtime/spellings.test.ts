import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { makeHints } from "../../src/tool-runtime/near-miss.ts"
import { makeSpellings } from "../../src/tool-runtime/spellings.ts"
import { makeToolTree } from "../../src/tool-runtime/tool-tree.ts"
import { tool } from "./support.ts"

/** The textbook's table: insertions, deletions, replacements and swaps of neighbours. */
const distance = (a: string, b: string): number => {
  const table = Array.from({ length: a.length + 1 }, (_, row) =>
    Array.from({ length: b.length + 1 }, (_, column) => (row === 0 ? column : row))
  )
  for (let row = 1; row <= a.length; row++) {
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1]
      table[row]![column] = Math.min(
        table[row - 1]![column]! + 1,
        table[row]![column - 1]! + 1,
        table[row - 1]![column - 1]! + (same ? 0 : 1),
        row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
          ? table[row - 2]![column - 2]! + 1
          : Number.POSITIVE_INFINITY
      )
    }
  }
  return table[a.length]![b.length]!
}

describe("the nearest spelling", () => {
  it("counts edits and swaps up to a limit", () => {
    const { nearest } = makeSpellings(["github.list", "gitlab.list", "Stripe"])
    expect(nearest("gihtub.list", 2)).toBe("github.list")
    expect(nearest("STRIPE", 0)).toBe("Stripe")
    expect(nearest("stripes", 0)).toBe(undefined)
    expect(nearest("stripes", 1)).toBe("Stripe")
    expect(makeSpellings([]).nearest("x", 2)).toBe(undefined)
    expect(makeSpellings([""]).nearest("ab", 2)).toBe("")
  })

  it("is that of comparing with each", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "b", "c", "."), maxLength: 8 })
    fc.assert(
      fc.property(
        fc.uniqueArray(text, { maxLength: 40 }),
        text,
        fc.integer({ min: 0, max: 3 }),
        (texts, wanted, limit) => {
          const near = texts
            .map((each) => ({ each, away: distance(each, wanted) }))
            .filter(({ away }) => away <= limit)
            .sort((a, b) => a.away - b.away || (a.each < b.each ? -1 : 1))
          expect(makeSpellings(texts).nearest(wanted, limit)).toBe(near[0]?.each)
        }
      ),
      { numRuns: 2000 }
    )
  })
})

it("wrong names are answered quickly among ten thousand tools", () => {
  const each = tool("T")
  const names = Array.from({ length: 100 }, (_, at) => at)
  const namespace = (at: number) => Object.fromEntries(names.map((name) => [`do_thing_${name}_${at}`, each]))
  const hints = makeHints(makeToolTree(Object.fromEntries(names.map((at) => [`ns${at}`, namespace(at)]))))
  expect(hints.nearest(["ns7", "do_thng_5_7"])).toBe("ns7.do_thing_5_7")
  const start = process.cpuUsage()
  for (let at = 0; at < 300; at++) hints.unknownTool([`ns${at % 100}`, `do_thong_${at}x`])
  for (let at = 0; at < 300; at++) hints.unknownNamespace([`nsx${at}`])
  const { user, system } = process.cpuUsage(start)
  // A few milliseconds each at most; comparing with every name took three hundred.
  expect((user + system) / 1000).toBeLessThan(4000)
})
