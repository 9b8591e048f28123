import { describe, expect, it } from "vitest"
import { runEngine } from "../support/engine.ts"
import { evaluate, slicesOf, valueOf } from "./evaluate.ts"
import { sameAsHost } from "./host-comparison.ts"

const texts = ["", "abc", "Hello World", "àéî ΑΣΣ. Σ'Σ", "😀x😀", "\ud800a", "aaaabaaaab", "  pad\n\t", "İI ß ﬁ"]
const integers = ["undefined", "0", "1", "-1", "3", "100", "-100", "NaN", "Infinity", "-Infinity", "2.7", "'2'"]
const needles = ["", "a", "aab", "Σ", "x", " "]

/** Every call in one program, so that the engine starts once; the host answers the same list. */
function compare(calls: readonly string[]): void {
  const list = `[${calls.join(",\n")}]`
  // The tests, unlike the library, may ask the host to evaluate.
  const expected: unknown = new Function(`return ${list}`)()
  const { value } = runEngine(`return ${list}`)
  expect(value).toEqual(expected)
}

describe("String.prototype", () => {
  it("answers what the host answers for positions", () => {
    const calls: string[] = []
    for (const text of texts.map((t) => JSON.stringify(t))) {
      for (const a of integers) {
        for (const name of ["at", "charAt", "charCodeAt", "codePointAt"]) calls.push(`${text}.${name}(${a})`)
        for (const b of integers) {
          for (const name of ["slice", "substr", "substring"]) calls.push(`${text}.${name}(${a}, ${b})`)
        }
      }
    }
    compare(calls)
  })

  it("answers what the host answers for searches", () => {
    const calls: string[] = []
    for (const text of texts) {
      for (const needle of [...needles, text]) {
        for (const position of integers) {
          for (const name of ["indexOf", "lastIndexOf", "includes", "startsWith", "endsWith"]) {
            calls.push(`${JSON.stringify(text)}.${name}(${JSON.stringify(needle)}, ${position})`)
          }
        }
      }
    }
    compare(calls)
  })

  it("answers what the host answers for whole texts", () => {
    const names = [
      "toUpperCase",
      "toLowerCase",
      "trim",
      "trimStart",
      "trimEnd",
      "isWellFormed",
      "toWellFormed",
      "normalize"
    ]
    const calls = texts.flatMap((text) => [
      ...names.map((name) => `${JSON.stringify(text)}.${name}()`),
      ...["NFD", "NFKC", "NFKD"].map((form) => `${JSON.stringify(text)}.normalize("${form}")`),
      `${JSON.stringify(text)}.padStart(8, "xy")`,
      `${JSON.stringify(text)}.padEnd(8, "xy")`,
      `${JSON.stringify(text)}.repeat(3)`,
      `[...${JSON.stringify(text)}]`
    ])
    compare(calls)
  })

  it("answers what the host answers for replacing and splitting", () => {
    const calls: string[] = []
    for (const text of texts.map((t) => JSON.stringify(t))) {
      for (const needle of needles.map((t) => JSON.stringify(t))) {
        for (const template of ["", "[$&]", "$`|$'", "$$ $1 $<a>", "z$"].map((t) => JSON.stringify(t))) {
          calls.push(`${text}.replace(${needle}, ${template})`, `${text}.replaceAll(${needle}, ${template})`)
        }
        for (const limit of ["undefined", "0", "1", "2", "-1"]) calls.push(`${text}.split(${needle}, ${limit})`)
        calls.push(`${text}.replaceAll(${needle}, (match, at, whole) => match + at + whole.length)`)
      }
    }
    compare(calls)
  })

  it("has the methods that V8 has", () => {
    const names = Reflect.ownKeys(String.prototype).filter((key) => typeof key === "string")
    expect(valueOf(`${JSON.stringify(names)}.filter((name) => !Object.hasOwn(String.prototype, name))`)).toEqual([])
    expect(valueOf(`String.prototype.trimLeft === String.prototype.trimStart`)).toBe(true)
  })

  it("writes HTML as V8 does", () => {
    sameAsHost(`
      const plain = ["big", "blink", "bold", "fixed", "italics", "small", "strike", "sub", "sup"], named = ["anchor", "fontcolor", "fontsize", "link"]
      return [plain.map((name) => "a<b>"[name]("x")), named.map((name) => "t"[name]('"q" & <r>')), named.map((name) => (5)[name] === undefined && String.prototype[name].call(5)),
        [...plain, ...named].map((name) => [String.prototype[name].length, String.prototype[name].name, attempt(() => String.prototype[name].call(null))])]`)
    expect(valueOf(`(() => { try { "".link('"'.repeat(4e6)) } catch (e) { return e.name } })()`)).toBe("RangeError")
  })
})

describe("long texts", () => {
  const long = `"Lorem ipsum ΣΑΣ dolor é sit 😀 ".repeat(4000)`

  it.each(["toUpperCase", "toLowerCase", "normalize"])("%s of a long text is the host's, in slices", (name) => {
    const text = "Lorem ipsum ΣΑΣ dolor é sit 😀 ".repeat(4000)
    const { value, slices } = runEngine(`return ${long}.${name}()`)
    expect(value).toBe((text as unknown as Record<string, () => string>)[name]())
    expect(slices).toBeGreaterThan(0)
  })

  it("a sigma is final after any number of ignorable characters", () => {
    const text = `${"α'Σ' ".repeat(4000)}${"'".repeat(20000)}Σ`
    expect(runEngine(`return ("α'Σ' ".repeat(4000) + "'".repeat(20000) + "Σ").toLowerCase()`).value).toBe(
      text.toLowerCase()
    )
  })

  it("long needles are found in linear time", () => {
    const program = (call: string): string =>
      `const a = "a".repeat(400000), needle = "a".repeat(200000) + "b"; return (${call})`
    expect(evaluate(program(`a.indexOf(needle)`))).toBe(-1)
    expect(evaluate(program(`(a + "b" + a).indexOf(needle)`))).toBe(200_000)
    expect(evaluate(program(`("b" + a).lastIndexOf("b" + needle.slice(0, -1))`))).toBe(0)
    expect(evaluate(program(`(a + "b" + a).split(needle).map((part) => part.length)`))).toEqual([200_000, 400_000])
    expect(slicesOf(`"a".repeat(400000).includes("a".repeat(200000) + "b")`)).toBeGreaterThan(0)
  })

  it("random texts of two letters are searched as the host does", () => {
    let seed = 7
    const random = (n: number): number => (seed = (seed * 1103515245 + 12345) % 2147483648) % n
    for (let round = 0; round < 12; round++) {
      const text = Array.from({ length: 200 }, () => "ab"[random(2)])
        .join("")
        .repeat(400)
      const needle = text.slice(random(1000)).slice(0, round % 2 === 0 ? 70 : 3000) + (round % 3 === 0 ? "" : "a")
      const from = random(text.length)
      const call = `const t = ${JSON.stringify(text.slice(0, 200))}.repeat(400), n = ${JSON.stringify(needle)};`
      expect(runEngine(`${call} return [t.indexOf(n, ${from}), t.lastIndexOf(n, ${from})]`).value).toEqual([
        text.indexOf(needle, from),
        text.lastIndexOf(needle, from)
      ])
    }
  })

  it("texts above the cap are a RangeError that can be caught", () => {
    expect(evaluate(`try { "ab".repeat(9e6) } catch (e) { return e instanceof RangeError }`)).toBe(true)
    expect(evaluate(`try { "a".padEnd(2 ** 25) } catch (e) { return e instanceof RangeError }`)).toBe(true)
    expect(evaluate(`try { "a".repeat(17000).replaceAll("a", "x".repeat(1000)) } catch (e) { return e.name }`)).toBe(
      "RangeError"
    )
    expect(evaluate(`try { ("a" + "\\u0300".repeat(3000)).normalize() } catch (e) { return e.name }`)).toBe(
      "RangeError"
    )
  })
})

describe("messages", () => {
  it.each([
    [`"a".matchAll(/x/)`, /write \/x\/g/],
    [`"a".replaceAll(/x/i, "")`, /write \/x\/ig/],
    [`"a".includes(/x/)`, /pattern\.test\(text\)/],
    [`"a".normalize("x")`, /"NFC", "NFD", "NFKC" or "NFKD"/],
    [`"a".repeat(-1)`, /not negative, not -1/],
    [`"a".replace("a", async () => "b")`, /does not wait for async callbacks/],
    [`"abc".replace(/b/, async () => "x")`, /Collect the matches with matchAll/],
    [`String.prototype.at.call(null)`, /String\.prototype\.at called on null/]
  ])("%s", (expression, message) => {
    expect(valueOf(expression)).toMatch(message)
  })
})

describe("localeCompare", () => {
  it("compares by American English unless told otherwise", () => {
    expect(valueOf(`["ä", "a", "z", "Z", "é"].sort((a, b) => a.localeCompare(b))`)).toEqual(["a", "ä", "é", "z", "Z"])
    expect(valueOf(`"ä".localeCompare("z", "sv")`)).toBe(1)
    expect(valueOf(`"a2".localeCompare("a10", undefined, { numeric: true })`)).toBe(-1)
    expect(valueOf(`"a".localeCompare("A", "en", { sensitivity: "base" })`)).toBe(0)
  })

  it("refuses legal-looking nonsense", () => {
    expect(valueOf(`"a".localeCompare("b", "not a locale")`)).toMatch(/RangeError: Incorrect locale information/)
    expect(valueOf(`"a".localeCompare("b", "en", { usage: "fun" })`)).toMatch(/use "sort", "search"/)
  })

  it("long texts that begin alike are compared", () => {
    expect(evaluate(`const x = "é ".repeat(20000); return (x + "a").localeCompare(x + "b")`)).toBe(-1)
  })
})
