import { assert, describe, it } from "vitest"
import { runEngine } from "../support/engine.ts"
import { answers, sameAsHost } from "./host-comparison.ts"

const TYPES = [
  "Int8Array",
  "Uint8Array",
  "Uint8ClampedArray",
  "Int16Array",
  "Uint16Array",
  "Int32Array",
  "Uint32Array",
  "Float32Array",
  "Float64Array"
]

const METHODS: readonly string[] = [
  "a.at(-1)",
  "a.copyWithin(0, 2)",
  "a.copyWithin(1, 0, 3)",
  "[...a.entries()]",
  "a.every((x) => x < 9)",
  "a.fill(1.7, 1, -1)",
  "a.filter((x, i) => x > 1 || i === 0)",
  "a.find((x) => x > 1)",
  "a.findLastIndex((x) => x > 1)",
  "(() => { const seen = []; a.forEach((x, i, all) => seen.push(x, i, all === a)); return seen })()",
  "a.includes(2)",
  "a.indexOf(2, -2)",
  "a.join('-')",
  "[...a.keys()]",
  "a.lastIndexOf(2)",
  "a.map((x, i) => x * i - 300.7)",
  "attempt(() => a.reduce((sum, x) => sum + x))",
  "a.reduceRight((sum, x) => sum + '|' + x, '')",
  "a.reverse()",
  "a.set([9, '8'], 1)",
  "attempt(() => a.set([1, 2, 3, 4, 5, 6], 1))",
  "a.set(a.subarray(0, 3), 1)",
  "a.set(new Float64Array([-1, 3e9]), 2)",
  "a.slice(1, -1)",
  "a.some((x) => x > 250)",
  "a.sort()",
  "a.sort((x, y) => y - x)",
  "a.subarray(1, 3)",
  "a.toReversed()",
  "a.toSorted()",
  "a.toString()",
  "a.with(0, 7.9)",
  "attempt(() => a.with(99, 1))",
  "(a[0] = 1e10, a[99] = 1, a['-0'] = 1, a['1.5'] = 1, a.x = 1, Object.keys(a))",
  "Object.getOwnPropertyDescriptor(a, 1)",
  "attempt(() => Object.defineProperty(a, 0, { value: 5 }))",
  "attempt(() => Object.defineProperty(a, 0, { value: 5, writable: false }))",
  "attempt(() => Object.defineProperty(a, '1.5', { value: 5 }))",
  "attempt(() => Object.freeze(a))",
  "[0 in a, 9 in a, '-0' in a, a[9], a['-0']]",
  "attempt(() => delete a[0])",
  "[a.length, a.byteLength, a.byteOffset, a.BYTES_PER_ELEMENT, a[Symbol.toStringTag]]"
]

describe("the methods of typed arrays agree with the host", () => {
  for (const type of TYPES) {
    it(type, () => {
      const calls = METHODS.map(
        (call) => `attempt(() => { const a = new ${type}([3, 1, 260.5, -2, 2]); return [${call}, a] })`
      )
      sameAsHost(`return [${calls.join(",\n")}]`)
    })
  }

  it("BigInt64Array and BigUint64Array", () => {
    for (const type of ["BigInt64Array", "BigUint64Array"]) {
      sameAsHost(`
        const a = ${type}.of(3n, -1n, 2n ** 64n + 5n)
        return [a, a.toSorted(), a.includes(5n), a.indexOf(5), a.map((x) => x * 2n), attempt(() => a.fill(1)), attempt(() => a.set([1])),
          attempt(() => new ${type}([1])), attempt(() => new Int8Array(a)), new ${type}(2), a.with(0, 9n), a.reduce((x, y) => x + y)]`)
    }
  })
})

describe("typed array constructors agree with the host", () => {
  it("on lengths, lists, buffers and other typed arrays", () => {
    sameAsHost(`
      const b = new ArrayBuffer(16)
      const bytes = new Uint8Array(b, 4, 8)
      bytes[0] = 255
      return [bytes, new Int16Array(b, 4), new Float64Array(b).length, attempt(() => new Int16Array(b, 1)), attempt(() => new Int32Array(b, 0, 5)),
        new Uint8Array(new Set([1, 2])), new Uint8Array({ length: 2, 0: 5 }), new Float32Array(new Int8Array([-1, 2])), new Uint8Array("3"),
        attempt(() => new Uint8Array(-1)), attempt(() => Uint8Array(1)), attempt(() => new (Object.getPrototypeOf(Uint8Array))()),
        Uint8Array.from([1, 2], (x) => x * 200), Uint8Array.of(1, 2), new Uint8ClampedArray([1.5, 2.5, -1, 300, NaN])]`)
    sameAsHost(
      "class Mine extends Uint8Array {} const m = new Mine([1, 2, 3]); return [m.map((x) => x).constructor.name, m.slice(1), m.subarray(1).constructor.name, m instanceof Uint8Array]"
    )
  })

  it("name the number that is no length", () => {
    answers(`try { new Uint8Array(-1) } catch (e) { return [e, e.message.includes("not -1.")] }`, "[RangeError true]")
    answers(
      `try { BigInt.asIntN(2 ** 53, 1n) } catch (e) { return [e, /width.*not 9007199254740992/.test(e.message)] }`,
      "[RangeError true]"
    )
  })

  it("Float16Array rounds to half precision", () => {
    answers(
      "return new Float16Array([1.0009765625, 65519, 65520, -65505, 6e-8, 2e-8, 0.1, NaN, -0, 1 / 0])",
      "Float16Array(1.0009765625 65504 Infinity -65504 5.960464477539063e-8 0 0.0999755859375 NaN -0 Infinity)"
    )
    answers(
      `const bytes = new Uint8Array(new Float16Array([1, -2, 0.333251953125]).buffer)
       const all = new Uint16Array(65536).map((_, i) => i)
       const halves = new Float16Array(all.buffer)
       const back = new Float16Array(Array.from(halves))
       const bits = new Uint16Array(back.buffer)
       let same = 0
       for (let i = 0; i < 65536; i++) if (bits[i] === i || halves[i] !== halves[i]) same++
       return [Array.from(bytes), same, new Float16Array([3, -1, NaN, -0, 0, -Infinity]).sort()]`,
      "[[0 60 0 192 85 53] 65536 Float16Array(-Infinity -1 -0 0 3 NaN)]"
    )
  }, 120_000)
})

describe("sorting many elements", () => {
  it("agrees with the host for every type", () => {
    for (const type of [...TYPES, "Float64Array"]) {
      sameAsHost(`
        const a = new ${type}(9000)
        let seed = 1
        for (let i = 0; i < a.length; i++) { seed = (seed * 1103515245 + 12345) % 2147483648; a[i] = (seed - 2 ** 30) / 1000 }
        a[5] = NaN; a[6] = -0; a[7] = 0
        a.sort()
        let hash = 0
        for (let i = 0; i < a.length; i += 7) hash = (hash * 31 + Math.trunc(a[i] || 0)) % 1000003
        return [hash, a[0], a[4500], a[8998], a[8999]]`)
    }
  }, 120_000)
})

describe("resizable and transferred buffers", () => {
  it("lengths follow the buffer", () => {
    sameAsHost(`
      const b = new ArrayBuffer(8, { maxByteLength: 16 })
      const whole = new Uint8Array(b), tail = new Uint8Array(b, 4), fixed = new Uint8Array(b, 4, 4), view = new DataView(b, 4)
      const state = () => [whole.length, tail.length, tail.byteOffset, fixed.length, fixed.byteOffset, attempt(() => view.byteLength), b.byteLength]
      whole.fill(7)
      const states = [state()]
      for (const n of [16, 6, 2, 12]) { b.resize(n); states.push(state(), Array.from(whole)) }
      return [states, b.resizable, b.maxByteLength, attempt(() => b.resize(17)), attempt(() => new ArrayBuffer(8).resize(1))]`)
  })

  it("callbacks may shrink the buffer", () => {
    sameAsHost(`
      const b = new ArrayBuffer(8, { maxByteLength: 8 })
      const a = new Uint8Array(b)
      a.set([1, 2, 3, 4, 5, 6, 7, 8])
      const seen = []
      a.forEach((x, i) => { seen.push(x); if (i === 2) b.resize(4) })
      return [seen, a]`)
  })

  it("transfer leaves nothing behind", () => {
    answers(
      `const b = new ArrayBuffer(4), a = new Uint8Array(b)
       a.set([1, 2, 3, 4])
       const c = b.transfer(6)
       return [b.detached, b.byteLength, a.length, a[0], attempt(() => a.fill(1)) instanceof TypeError, attempt(() => b.slice()), text(new Uint8Array(c)) === 'Uint8Array(1 2 3 4 0 0)', c.resizable,
         attempt(() => b.transfer()), new Uint8Array(c.transferToFixedLength(2))]`,
      "[true 0 0 undefined true TypeError true false TypeError Uint8Array(1 2)]"
    )
  })

  it("immutable buffers cannot be written", () => {
    answers(
      `const b = new Uint8Array([1, 2, 3]).buffer.transferToImmutable(), a = new Uint8Array(b)
       return [b.immutable, a, attempt(() => { a[0] = 9 }), attempt(() => a.sort()), attempt(() => new DataView(b).setInt8(0, 1)), a.toSorted((x, y) => y - x),
         Object.getOwnPropertyDescriptor(a, 0), new Uint8Array(b.slice(1)), attempt(() => b.transfer()), b.sliceToImmutable(1).byteLength]`,
      "[true Uint8Array(1 2 3) TypeError TypeError TypeError Uint8Array(3 2 1) {value: 1, writable: false, enumerable: true, configurable: false} Uint8Array(2 3) TypeError 2]"
    )
  })

  it("are capped", () => {
    answers(
      "return [attempt(() => new ArrayBuffer(2 ** 27 + 1)), attempt(() => new Float64Array(2 ** 24 + 1)), new ArrayBuffer(2 ** 27).byteLength]",
      "[RangeError RangeError 134217728]"
    )
  })
})

describe("DataView agrees with the host", () => {
  it("in every type and both byte orders", () => {
    const names = ["Int8", "Uint8", "Int16", "Uint16", "Int32", "Uint32", "Float32", "Float64"]
    for (const name of names) {
      sameAsHost(`
        const v = new DataView(new ArrayBuffer(16), 2, 12)
        v.set${name}(1, -3.75); v.set${name}(2, 1e6, true)
        return [v.get${name}(1), v.get${name}(2, true), v.get${name}(2), Array.from(new Uint8Array(v.buffer)), attempt(() => v.get${name}(12)), attempt(() => v.set${name}(-1, 0)), v.byteOffset]`)
    }
    sameAsHost(
      "const v = new DataView(new ArrayBuffer(8)); v.setBigInt64(0, -2n); return [v.getBigUint64(0), v.getBigInt64(0, true), attempt(() => v.setBigInt64(0, 1)), attempt(() => new DataView({}))]"
    )
    answers(
      "const v = new DataView(new ArrayBuffer(2)); v.setFloat16(0, -1.5); return [v.getFloat16(0), v.getUint16(0), v.getFloat16(0, true)]",
      "[-1.5 48640 0.000011324882507324219]"
    )
  })
})

describe("bytes as text", () => {
  it("base64 both ways", () => {
    answers(
      "return ['', 'f', 'fo', 'foo', 'foob', 'fooba'].map((t) => Uint8Array.from(t, (c) => c.charCodeAt(0)).toBase64())",
      '["" "Zg==" "Zm8=" "Zm9v" "Zm9vYg==" "Zm9vYmE="]'
    )
    answers("return new Uint8Array([251, 255]).toBase64({ alphabet: 'base64url', omitPadding: true })", '"-_8"')
    answers(
      "return [Uint8Array.fromBase64(' Zm9v\\nYg = ='), Uint8Array.fromBase64('-_8', { alphabet: 'base64url' }), Uint8Array.fromBase64('Zg')]",
      "[Uint8Array(102 111 111 98) Uint8Array(251 255) Uint8Array(102)]"
    )
    answers(
      "return ['Z', 'Zg=', 'Zg=a', 'Z*==', 'Zg==Zg=='].map((t) => attempt(() => Uint8Array.fromBase64(t)))",
      "[SyntaxError SyntaxError SyntaxError SyntaxError SyntaxError]"
    )
    answers(
      "return [attempt(() => Uint8Array.fromBase64('Zh==', { lastChunkHandling: 'strict' })), Uint8Array.fromBase64('Zm9vZm', { lastChunkHandling: 'stop-before-partial' })]",
      "[SyntaxError Uint8Array(102 111 111)]"
    )
    answers(
      "const a = new Uint8Array(4); const r = a.setFromBase64('Zm9vYmFy'); return [a, r]",
      "[Uint8Array(102 111 111 0) {read: 4, written: 3}]"
    )
  })

  it("hexadecimal both ways", () => {
    answers(
      "return [new Uint8Array([0, 15, 255]).toHex(), Uint8Array.fromHex('000FfF'), attempt(() => Uint8Array.fromHex('0')), attempt(() => Uint8Array.fromHex('0g'))]",
      '["000fff" Uint8Array(0 15 255) SyntaxError SyntaxError]'
    )
    answers(
      "const a = new Uint8Array(2); return [attempt(() => a.setFromHex('01zz')), Array.from(a), a.setFromHex('0a0b0c')]",
      "[SyntaxError [1 0] {read: 4, written: 2}]"
    )
  })

  it("long texts round trip, a turn at a time", () => {
    const { ok, value, slices } = runEngine(`
      const a = new Uint8Array(300_001)
      for (let i = 0; i < a.length; i++) a[i] = i * 7
      const text = a.toBase64(), hex = a.toHex()
      const b = Uint8Array.fromBase64(text), c = Uint8Array.fromHex(hex)
      return [text.length, hex.length, a.every((x, i) => x === b[i] && x === c[i])]`)
    assert.isTrue(ok)
    assert.deepEqual(value, [400_004, 600_002, true])
    assert.isAbove(slices, 10)
  })
})
