import { assert, it } from "vitest"
import { evaluate, slicesOf } from "./evaluate.ts"
import { sameAsHost } from "./host-comparison.ts"

it("agrees with the host on texts of every kind", () => {
  sameAsHost(`
    const texts = ["", "a b", "ä%é", "日本 語", "😀", "-_.!~*'()", ";/?:@&=+$,#", "\\ud800", "x\\udc00", "\\ud83d\\ude00\\ud83d", "100%", "%41", "%E4", "%e4%bd%a0", "%F0%9F%98%80", "%ED%A0%80", "%C0%80", "%F5%80%80%80", "%E0%80%80", "%2", "%zz", "%25%32%35", "%3B%2f", "%80", undefined, null, 5, { toString: () => "made" }]
    return texts.map((t) => [attempt(() => encodeURI(t)), attempt(() => encodeURIComponent(t)), attempt(() => decodeURI(t)), attempt(() => decodeURIComponent(t))])`)
})

it("agrees with the host on random texts", () => {
  sameAsHost(`
    let seed = 7; const random = (n) => (seed = (seed * 1103515245 + 12345) % 2147483648) % n
    const parts = ["%", "%4", "%41", "%C3%A9", "%E2%82%AC", "%F0%9F%98%80", "%FF", "a", "é", "\\ud83d", "\\ude00", "/", "#"]
    const out = []
    for (let i = 0; i < 150; i++) {
      const text = Array.from({ length: random(7) }, () => parts[random(parts.length)]).join("")
      out.push(attempt(() => decodeURIComponent(text)), attempt(() => decodeURI(text)), attempt(() => encodeURIComponent(text)))
    }
    return out`)
})

it("says what is wrong, and works off long texts in slices", () => {
  assert.match(
    String(evaluate("try { decodeURIComponent('50% off') } catch (e) { return e.message }")),
    /"% off" at position 2 .*%25/
  )
  const long = "const s = '日 %'.repeat(50000);"
  assert.equal(
    evaluate(
      "const s = '日 %'.repeat(3000); return decodeURIComponent(encodeURIComponent(s)) === s && decodeURI(encodeURI(s)) === s"
    ),
    true
  )
  assert.isAbove(slicesOf(`${long} decodeURIComponent(encodeURIComponent(s))`), slicesOf(long) + 5)
})
