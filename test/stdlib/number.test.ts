import { describe, expect, it } from "vitest"
import { runEngine } from "../support/engine.ts"
import { evaluate, valueOf } from "./evaluate.ts"
import { answers, sameAsHost } from "./host-comparison.ts"

const numbers =
  "[0, -0, 1, -1, 0.5, -0.5, 2.5, 1e10, 1e-10, NaN, Infinity, -Infinity, 3.7, 255, 1e308, 5e-324, 2 ** 31, 1e21]"

describe("Number", () => {
  it("writes numbers as the host does", () => {
    sameAsHost(`
      return ${numbers}.map((x) => ["toFixed", "toExponential", "toPrecision", "toString"].map((name) =>
        [undefined, 0, 1, 2, 10, 36, 100, 101, -1].map((digits) => attempt(() => x[name](digits)))))
    `)
  })

  it("reads numbers as the host does", () => {
    sameAsHost(`
      const texts = ["", "12px", " 0x1F", "-0x1f", "1e3", "-12.5e-1x", "Infinityx", "-Infinity", ".5", "5.", "e5", "077", "1e", "1e+", "--1", "\\u00a0 7"]
      return texts.map((t) => [parseFloat(t), Number(t), ...[undefined, 0, 2, 8, 10, 16, 36, 37, 1, -5].map((r) => parseInt(t, r))])
    `)
  })

  it("reads long texts exactly, in slices", () => {
    const long = [
      `"9".repeat(70000)`,
      `"0".repeat(70000) + "12.25"`,
      `"1" + "0".repeat(69000) + "1e-69001"`,
      `"0." + "0".repeat(70000) + "15e70001"`,
      `"-" + "123456789".repeat(9000) + "e-80990"`,
      `" ".repeat(70000) + "0x1f"`
    ]
    for (const text of long) {
      const program = `const t = ${text}; return [parseFloat(t), parseInt(t), parseInt(t, 2), parseInt(t, 16)]`
      expect(runEngine(program).value).toEqual(new Function(program)())
    }
  })

  it("parseInt and parseFloat are one object each", () => {
    expect(valueOf(`[Number.parseInt === parseInt, Number.parseFloat === parseFloat]`)).toEqual([true, true])
  })

  it("toLocaleString is American English unless told otherwise", () => {
    expect(valueOf(`(1234567.891).toLocaleString()`)).toBe("1,234,567.891")
    expect(valueOf(`(1234.5).toLocaleString("de-DE", { style: "currency", currency: "EUR" })`)).toBe("1.234,50\u00a0€")
    expect(valueOf(`(0.256).toLocaleString("en-US", { style: "percent" })`)).toBe("26%")
    expect(valueOf(`(1).toLocaleString("en", { style: "furlongs" })`)).toMatch(/use "decimal", "percent"/)
  })

  it("says which number of digits is possible", () => {
    expect(valueOf(`(1).toFixed(101)`)).toMatch(/from 0 to 100, not 101/)
    expect(valueOf(`(1).toString(37)`)).toMatch(/from 2 to 36, not 37/)
  })
})

describe("BigInt", () => {
  it("is the host's on ordinary numbers", () => {
    sameAsHost(`
      const values = [0n, 1n, -1n, 255n, -256n, 2n ** 64n, -(2n ** 63n), 12345678901234567890n]
      return [
        values.map((n) => [2, 10, 16, 36].map((radix) => n.toString(radix))),
        values.map((n) => [0, 1, 8, 64, 65].map((bits) => [BigInt.asIntN(bits, n), BigInt.asUintN(bits, n)])),
        ["12", " 0x1f ", "", "-5", "+7", "1.5", "x", 3, 1.5, NaN, true, null, undefined].map((v) => attempt(() => BigInt(v)))
      ]
    `)
  })

  it("large ones are written in slices and refused above the cap", () => {
    const program = `const n = -(3n ** 150000n); return [n.toString(), n.toString(7).length]`
    const n = -(3n ** 150_000n)
    expect(runEngine(program).value).toEqual([n.toString(), n.toString(7).length])
    expect(runEngine(program).slices).toBeGreaterThan(5)
    expect(valueOf(`BigInt.asUintN(1e9, -1n)`)).toMatch(/RangeError: Maximum BigInt size exceeded/)
    expect(valueOf(`BigInt("9".repeat(78_913) + "x")`)).toMatch(/SyntaxError: Cannot convert "9+…" to a BigInt/)
    expect(valueOf(`BigInt("9".repeat(1e6))`)).toMatch(/RangeError: Maximum BigInt size exceeded/)
  })

  it("long texts are read as the host reads them, in slices", () => {
    const program = `
      const texts = [
        "9".repeat(70_000), "-" + "12345".repeat(9000), "0x" + "fE1".repeat(9000), "0b" + "01".repeat(9000), "0o" + "017".repeat(9000),
        " ".repeat(70_000) + "+5\\n", "0".repeat(70_000) + "12", " ".repeat(300), "-0x" + "1".repeat(300), "1".repeat(300) + "n", "1_" + "1".repeat(300)
      ]
      return texts.map((text) => {
        const read = () => { try { return BigInt(text) } catch (error) { return error.name } }
        return [read(), 5n < text, text <= 5n, 12n == text, text == BigInt.asIntN(9, 5n)]
      })
    `
    const { value, slices } = runEngine(program)
    expect(value).toEqual(new Function(program)())
    expect(slices).toBeGreaterThan(5)
    expect(
      valueOf(
        `(() => { const a = new BigInt64Array(["1".repeat(300)]); a[0] += BigInt("0".repeat(300) + 1); return a })()[0]`
      )
    ).toBe(BigInt.asIntN(64, BigInt("1".repeat(300)) + 1n))
  })

  it("is the host's as a name of properties, and by operators of one operand", () => {
    sameAsHost(`
      return [0n, -1n, 7n, 2n ** 64n, 2n ** 6000n, -(2n ** 8000n), 3n ** 90_000n].map((n) => {
        const object = { [n]: 1, [{ toString: () => n }]: 2 }
        let up = n, down = { n }
        return [Object.keys(object), n in object, object[n], -n, ~n, up++, ++up, down.n--, --down.n, up, down.n]
      })
    `)
    expect(valueOf(`~(2n ** 262144n - 1n)`)).toMatch(/RangeError: Maximum BigInt size exceeded/)
    expect(valueOf(`-(2n ** 262143n) < 0n`)).toBe(true)
  })

  it("is not written out in messages where it is large", () => {
    expect(valueOf(`(2n ** 100n)()`)).toMatch(/it is the bigint 1267650600228229401496703205376n/)
    for (const use of [
      "n()",
      "new n()",
      "[...n]",
      "new Map(n)",
      "Object.create(n)",
      "[].map(n)",
      "1 in n",
      "class extends n {}"
    ]) {
      expect(valueOf(`((n) => ${use})(2n ** 90_000n)`)).toMatch(/TypeError: .*a BigInt of more than 200 digits/)
    }
    expect(valueOf(`[...5n]`)).toMatch(/TypeError: 5n is not iterable/)
  })

  it("says what to write", () => {
    expect(valueOf(`new BigInt(1)`)).toMatch(/write BigInt\(value\) without new/)
    expect(valueOf(`BigInt.asIntN(8, 1)`)).toMatch(/write 1n or BigInt\(1\)/)
  })
})

describe("Math", () => {
  it("is the host's", () => {
    const names = Object.getOwnPropertyNames(Math).filter(
      (name) => typeof Math[name as keyof typeof Math] === "function" && !["random", "sumPrecise"].includes(name)
    )
    sameAsHost(`
      const numbers = ${numbers}
      return ${JSON.stringify(names)}.map((name) => numbers.map((x) => numbers.map((y) => Math[name](x, y))))
    `)
    sameAsHost(
      `return [Math.max(), Math.min(), Math.hypot(), Math.max(1, "3", 2), Math.max(NaN, 1), Math.hypot(3, 4, Infinity, NaN)]`
    )
  })

  it("f16round knows every half-precision number and rounds ties to even", () => {
    answers(
      `
      let wrong = 0
      for (let i = 0; i < 65536; i += 7) {
        const exponent = (i >> 10) & 31, fraction = i & 1023, sign = i >> 15 ? -1 : 1
        const value = sign * (exponent === 0 ? fraction * 2 ** -24 : exponent === 31 ? (fraction ? NaN : Infinity) : (1 + fraction / 1024) * 2 ** (exponent - 15))
        if (!Object.is(Math.f16round(value), value)) wrong++
      }
      return [wrong, Math.f16round(2049), Math.f16round(2051), Math.f16round(2 ** -25), Math.f16round(65520), Math.f16round(65519.99)]
    `,
      "[0 2048 2052 0 Infinity 65504]"
    )
  })

  it("sumPrecise rounds once", () => {
    answers(`return Math.sumPrecise([1e20, 0.1, -1e20])`, "0.1")
    answers(`return Math.sumPrecise([1e308, 1e308, -1e308])`, "1e+308")
    answers(`return Math.sumPrecise([0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7])`, "2.8")
    answers(`return [Math.sumPrecise([]), Math.sumPrecise([-0, -0]), Math.sumPrecise([-0, 0])]`, "[-0 -0 0]")
    answers(
      `return [Math.sumPrecise([Infinity, 1]), Math.sumPrecise([Infinity, -Infinity]), Math.sumPrecise([5e-324, 5e-324])]`,
      "[Infinity NaN 1e-323]"
    )
    expect(valueOf(`Math.sumPrecise([1, "2"])`)).toMatch(/values\.map\(Number\)/)
  })

  it("takes long argument lists and random numbers from the run", () => {
    expect(
      evaluate(
        `const a = Array.from({ length: 20000 }, (_, i) => i); return [Math.max(...a), Math.min(...a), Math.hypot(...a) > 1e6]`
      )
    ).toEqual([19999, 0, true])
    expect(valueOf(`Math.random()`)).toBe(0.5)
  })
})
