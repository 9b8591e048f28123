import { describe, expect, it } from "vitest"
import { runEngine } from "../support/engine.ts"
import { evaluate, slicesOf, valueOf } from "./evaluate.ts"
import { answers, sameAsHost } from "./host-comparison.ts"

const patterns = [
  "/a/",
  "/a/g",
  "/a*/g",
  "/(a)(b)?/g",
  "/(?<x>a)|(?<y>b)/g",
  "/\\b/g",
  "/b/y",
  "/A/gi",
  "/^./gm",
  "/./gsu",
  "/(?<=a)b/g",
  "/$/",
  "/x/",
  "/(?:)/gu",
  "/[^a]+/dg"
]
const texts = ["", "abcab", "aaa", "A\\nb\\na", "😀a😀b", "bbb"]

describe("the matching protocol", () => {
  it("is the host's on every method", () => {
    sameAsHost(`
      const plain = (m) => m && { all: [...m], index: m.index, input: m.input, groups: m.groups && { ...m.groups }, indices: m.indices && [...m.indices] }
      return [${texts.map((text) => `"${text}"`).join(",")}].map((text) => [${patterns.join(",")}].map((re) => {
        re.lastIndex = 1
        return [
          plain(re.exec(text)), re.lastIndex, plain(re.exec(text)), re.lastIndex, re.test(text), re.lastIndex,
          text.match(re)?.join("|"), re.lastIndex, text.search(re), re.lastIndex,
          text.split(re), text.split(re, 2), re.lastIndex,
          text.replace(re, "[$&$1$\`$'$<x>$$]"), re.lastIndex,
          text.replace(re, (...args) => JSON.stringify(args)), re.lastIndex, text.replace(re, "-"),
          re.global ? [...text.matchAll(re)].map(plain) : attempt(() => text.matchAll(re)),
          re.global ? text.replaceAll(re, "+") : attempt(() => text.replaceAll(re, "+"))
        ]
      }))
    `)
  })

  it("goes through exec, flags and species of subclasses and patched prototypes", () => {
    sameAsHost(`
      const log = []
      class Loud extends RegExp {
        exec(text) { log.push("exec " + this.lastIndex); return super.exec(text) }
        static get [Symbol.species]() { log.push("species"); return RegExp }
      }
      const re = new Loud("a", "g")
      return ["aba".match(re), "aba".replace(re, "x"), "aba".split(re), "aba".search(re), [..."aba".matchAll(re)].length, re.test("aba"), log]
    `)
    sameAsHost(`
      const original = RegExp.prototype.exec
      let calls = 0
      RegExp.prototype.exec = function (text) { calls++; return original.call(this, text) }
      const result = ["aba".replace(/a/g, "x"), "a,b".split(/,/), /a/.test("a"), calls]
      RegExp.prototype.exec = original
      return [...result, "aba".replace(/a/g, "y"), calls]
    `)
  })

  it("callbacks may use the same expression", () => {
    sameAsHost(`
      const re = /a(.)/g
      return "abacad".replace(re, (match, c) => { const seen = re.lastIndex; const inner = "axay".match(re).length; re.lastIndex = 3; return c + seen + inner }) + re.lastIndex
    `)
    sameAsHost(`return "aXbX".replace(/x/gi, function () { return arguments.length + String(arguments[1]) })`)
  })

  it("lastIndex that cannot be written is a TypeError", () => {
    sameAsHost(`
      const re = Object.freeze(/a/g)
      return [attempt(() => re.test("a")), attempt(() => "a".replace(re, "b")), attempt(() => re.exec("")), attempt(() => "b".match(re))]
    `)
  })
})

describe("RegExp", () => {
  it("makes expressions as the host does", () => {
    sameAsHost(`
      const seen = (re) => [String(re), re.source, re.flags, re.lastIndex]
      return [
        seen(new RegExp("a/b[/]\\\\/\\n", "gi")), seen(RegExp("")), seen(new RegExp(/x/g)), seen(new RegExp(/x/g, "i")), RegExp(/x/) instanceof RegExp,
        (() => { const re = /y/; return RegExp(re) === re && new RegExp(re) !== re })(),
        seen(new RegExp({ [Symbol.match]: true, source: "s", flags: "m", constructor: 1 })), String(RegExp.prototype), RegExp.prototype.global, RegExp.prototype.flags,
        Object.getOwnPropertyNames(/a/), Object.getOwnPropertyDescriptor(/a/, "lastIndex"),
        attempt(() => new RegExp("(")), attempt(() => new RegExp("a", "gg")), attempt(() => RegExp.prototype.exec.call({}, "a")), attempt(() => RegExp.prototype.test.call(1, "a"))
      ]
    `)
  })

  it("has no legacy static properties", () => {
    expect(valueOf(`["$1", "lastMatch", "input"].map((name) => name in RegExp)`)).toEqual([false, false, false])
  })

  it("escapes text", () => {
    expect(valueOf(`RegExp.escape("1+1=2 (a.b)\\n/é😀\\ud800")`)).toBe(
      "\\x31\\+1\\x3d2\\x20\\(a\\.b\\)\\n\\/é😀\\ud800"
    )
    expect(valueOf(`RegExp.escape(1)`)).toMatch(/String\(value\)/)
    answers(`const t = "a-b.c*d[e]^f"; return new RegExp("^" + RegExp.escape(t) + "$", "v").test(t)`, "true")
  })

  it.each([
    [`new RegExp("a(")`, /\(/],
    [`new RegExp("[a")`, /\]/],
    [`new RegExp("a", "x")`, /there is no flag "x"/],
    [`new RegExp("a", "gg")`, /written twice/],
    [`new RegExp("a".repeat(40000))`, /at most 16384 characters here, not 40000/]
  ])("%s is a SyntaxError that names the remedy", (expression, message) => {
    expect(valueOf(expression)).toMatch(/^SyntaxError: /)
    expect(valueOf(expression)).toMatch(message)
  })

  it("takes a pattern of the length that its error names", () => {
    answers(`return new RegExp("a".repeat(16384)).source.length`, "16384")
  })
})

describe("stopping", () => {
  it.each([
    `/(a+)+$/.test("a".repeat(28) + "b")`,
    `"${"a".repeat(28)}b".replace(/(a|a)*$/, "")`,
    `"${"a".repeat(28)}b".split(/(?:a|aa)+$/)`,
    `"${"a".repeat(28)}b".match(/(a*)*$/g)`
  ])("%s can be stopped", (expression) => {
    expect(runEngine(`return ${expression}`, { maxSlices: 50 }).value).toBe("too many slices")
  })

  it("long texts are searched in slices", () => {
    expect(slicesOf(`return "ab ".repeat(300000).match(/\\w+/g).length`)).toBeGreaterThan(5)
    expect(evaluate(`return "ab ".repeat(3000).replace(/(\\w)(\\w)/g, (m, a, b) => b + a).length`)).toBe(9000)
    expect(evaluate(`return "a,b;".repeat(3000).split(/[,;]/).length`)).toBe(6001)
  })
})
