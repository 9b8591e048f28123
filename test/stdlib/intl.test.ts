import { describe, expect, it } from "vitest"
import { evaluate, valueOf } from "./evaluate.ts"
import { answers, sameAsHost } from "./host-comparison.ts"

describe("Intl", () => {
  it("numbers are the host's", () => {
    sameAsHost(`
      const options = [{}, { style: "currency", currency: "EUR" }, { style: "percent", maximumFractionDigits: 1 }, { notation: "compact" }, { style: "unit", unit: "liter", unitDisplay: "long" }, { minimumIntegerDigits: 3, useGrouping: false }, { maximumSignificantDigits: 3 }, { signDisplay: "always" }]
      return ["en-US", "de-DE", "ar-EG", ["xx", "fr"]].map((locale) => options.map((option) => {
        const f = new Intl.NumberFormat(locale, option)
        return [[0, -1234.567, 1e9, NaN, 12345678901234567890n, "98765432109876543210.5"].map((n) => f.format(n)), f.formatToParts(-1234.5), f.formatRange(1, 2), f.resolvedOptions()]
      }))
    `)
    sameAsHost(
      `const { format } = Intl.NumberFormat("en-US"); return [[1234.5, 1e6].map(format), Intl.NumberFormat.supportedLocalesOf(["de", "zz"]), Intl.NumberFormat.length, new Intl.NumberFormat("en").format === new Intl.NumberFormat("en").format]`
    )
  })

  it("compares texts of many combining marks, up to a length", () => {
    sameAsHost(`
      const marks = (n) => "e" + "\\u0323\\u0301\\u0327".repeat(n), other = (n) => "e" + "\\u0301\\u0327\\u0323".repeat(n)
      return [1, 20, 30, 300, 600].map((n) => ["vi", "en"].map((l) => [marks(n).localeCompare(other(n), l), marks(n).localeCompare(marks(n) + "a", l)]))
    `)
    expect(valueOf(`("e" + "\u0301".repeat(9000)).localeCompare("f")`)).toMatch(
      /^RangeError: .*too many combining marks/
    )
  })

  it("refuses options that no value can be as long as", () => {
    const long = [
      `new Intl.DateTimeFormat("en", { calendar: "abcd-".repeat(60) + "abcd" })`,
      `new Date(0).toLocaleString("en", { timeZone: "x".repeat(300) })`,
      `(1).toLocaleString("en", { numberingSystem: "x".repeat(300) })`,
      `"a".localeCompare("b", "en", { collation: "x".repeat(300) })`,
      `new Intl.NumberFormat("en", { style: "currency", currency: "x".repeat(300) })`
    ]
    for (const code of long)
      expect(valueOf(code)).toMatch(/^RangeError: Value "[^"]{40}…" is out of range for the option/)
    expect(valueOf(`new Intl.NumberFormat("en").format("1".repeat(100_000))`)).toBe("∞")
    expect(valueOf(`new Intl.NumberFormat("en").format("0".repeat(100_000) + "12")`)).toBe("12")
  })

  it("dates are the host's, in UTC", () => {
    sameAsHost(`
      const options = [{}, { dateStyle: "full", timeStyle: "long" }, { weekday: "long", month: "short", day: "2-digit" }, { hour: "numeric", hour12: false }, { timeZone: "Asia/Tokyo", timeZoneName: "short" }]
      return ["en-US", "de-DE", "ja-JP"].map((locale) => options.map((option) => {
        const f = new Intl.DateTimeFormat(locale, { timeZone: "UTC", ...option })
        return [f.format(0), f.format(new Date(1.7e12)), f.formatToParts(0), f.formatRange(0, 1e9), f.resolvedOptions().timeZone].map((x) => JSON.parse(JSON.stringify(x).replace(/\\u202f/g, " ")))
      }))
    `)
    sameAsHost(
      `return [attempt(() => new Intl.DateTimeFormat("en").format(NaN)), attempt(() => new Intl.DateTimeFormat("en", { timeZone: "x" })), attempt(() => new Intl.DateTimeFormat("not a tag"))]`
    )
    expect(
      valueOf(
        `[new Intl.DateTimeFormat().format(), new Intl.DateTimeFormat().resolvedOptions().timeZone, new Intl.DateTimeFormat().resolvedOptions().locale]`
      )
    ).toEqual(["1/1/1970", "UTC", "en-US"])
  })

  it("the smaller services are the host's", () => {
    sameAsHost(`
      const en = new Intl.PluralRules("en", { type: "ordinal" }), pl = new Intl.PluralRules("pl")
      return [[1, 2, 3, 4, 11, 21].map((n) => en.select(n)), [0, 1, 2, 5, 22].map((n) => pl.select(n)), en.selectRange(1, 2), pl.resolvedOptions().pluralCategories, attempt(() => Intl.PluralRules("en"))]
    `)
    sameAsHost(`
      const r = new Intl.RelativeTimeFormat("en", { numeric: "auto" })
      return [r.format(-1, "day"), r.format(2, "weeks"), r.formatToParts(-3, "month"), attempt(() => r.format(1, "eon")), attempt(() => r.format(Infinity, "day"))]
    `)
    sameAsHost(`
      const l = new Intl.ListFormat("en", { type: "disjunction" })
      return [l.format(["a", "b", "c"]), l.format(new Set(["x"])), l.format([]), l.formatToParts(["a", "b"]), new Intl.ListFormat("de").format(["a", "b", "c"]), attempt(() => l.format([1])), attempt(() => new Intl.ListFormat("en", 1))]
    `)
    sameAsHost(`
      const c = new Intl.Collator("de", { numeric: true })
      return [["ä10", "a2", "z", "A", "ä2"].sort(c.compare), c.compare("a", "b"), c.resolvedOptions().numeric, Intl.Collator("en").compare("a", "B")]
    `)
    sameAsHost(`
      const s = new Intl.Segmenter("en", { granularity: "word" }).segment("Hello, 👨‍👩‍👧 world! ")
      const all = [...s]
      return [all, s.containing(1), s.containing(99), s.containing(-1), [...new Intl.Segmenter("en").segment("👨‍👩‍👧é")].map(({ segment }) => segment), Object.prototype.toString.call(s[Symbol.iterator]())]
    `)
  })

  it("says which values an option may have", () => {
    expect(valueOf(`new Intl.NumberFormat("en", { style: "money" })`)).toMatch(
      /use "decimal", "percent", "currency", "unit"/
    )
    expect(valueOf(`new Intl.NumberFormat("en", { style: "currency" })`)).toMatch(/TypeError/)
    expect(valueOf(`new Intl.NumberFormat("en", { minimumFractionDigits: 101 })`)).toMatch(/from 0 to 100, not 101/)
    expect(valueOf(`new Intl.ListFormat("en").format([1, 2])`)).toMatch(/list\.map\(String\)/)
    expect(valueOf(`new Intl.RelativeTimeFormat("en").format(1, "eon")`)).toMatch(/The units are second, minute/)
  })

  it("ends what the host says of options with one full stop", () => {
    expect(valueOf(`new Intl.NumberFormat("en", { style: "currency" })`)).toMatch(/[^.]\.$/)
    expect(valueOf(`new Intl.DateTimeFormat("en", { timeZone: "Mars/Base" })`)).toMatch(/[^.]\.$/)
  })

  it.each(["formatToParts", "formatRange", "formatRangeToParts"])(
    "a date that the host cannot put through %s is an error that can be caught",
    (method) => {
      // Which calendars and dates these are depends on the host.
      const program = `
        const outcomes = []
        for (const calendar of ["chinese", "dangi", "hebrew", "islamic-civil", "japanese", "gregory"]) {
          for (const time of [-8.64e15, -6e13, 0, 8.64e15]) {
            try {
              new Intl.DateTimeFormat("en-u-ca-" + calendar).${method}(time, 8.64e15)
              outcomes.push("done")
            } catch (error) {
              outcomes.push(error instanceof TypeError || error instanceof RangeError)
            }
          }
        }
        return outcomes.every((outcome) => outcome)
      `
      expect(evaluate(program)).toBe(true)
    }
  )

  it("leaves options alone that do not count", () => {
    sameAsHost(`
      const invalid = new Date(NaN)
      return [
        invalid.toLocaleString("en", { timeZone: "Mars/Base" }),
        invalid.toLocaleDateString("en_US"),
        invalid.toLocaleTimeString("en", { dateStyle: "full" })
      ]
    `)
    sameAsHost(`
      const digits = { minimumFractionDigits: 200, minimumSignificantDigits: 3 }
      return [(1.5).toLocaleString("en", digits), attempt(() => (1.5).toLocaleString("en", { ...digits, roundingPriority: "morePrecision" }))]
    `)
  })

  it("reads options in order, through getters, and keeps no host object in reach", () => {
    answers(
      `
      const seen = []
      const options = new Proxy({}, { get(_, key) { seen.push(key); return undefined } })
      new Intl.Collator("en", options)
      return seen
    `,
      `["usage" "localeMatcher" "collation" "numeric" "caseFirst" "sensitivity" "ignorePunctuation"]`
    )
    expect(
      evaluate(
        `const f = new Intl.NumberFormat(); return [Object.getOwnPropertyNames(f), Object.getPrototypeOf(f) === Intl.NumberFormat.prototype, Object.prototype.toString.call(f)]`
      )
    ).toEqual([[], true, "[object Intl.NumberFormat]"])
  })

  it("has the services of the library and no others", () => {
    expect(valueOf(`Object.getOwnPropertyNames(Intl).sort()`)).toEqual([
      "Collator",
      "DateTimeFormat",
      "ListFormat",
      "NumberFormat",
      "PluralRules",
      "RelativeTimeFormat",
      "Segmenter",
      "getCanonicalLocales"
    ])
  })
})
