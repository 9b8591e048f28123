// negated and complemented
const n = 2n ** 262_000n
for (;;) { -n; ~n; let m = n; m++; m--; BigInt.asUintN(262_000, -n); BigInt.asIntN(262_000, n) }
---
// as names of properties
const n = 2n ** 262_000n, o = {}
for (;;) { o[n]; n in o; delete o[n]; ({ [n]: 1 }); const { [n]: x } = o; Reflect.get(o, n); Object.groupBy([1], () => n) }
---
// smaller ones as names of properties
const n = 2n ** 6100n, o = {}, p = { toString: () => n }
for (;;) { o[n]; n in o; delete o[p]; ({ [n]: 1 }); const { [n]: x } = o; Object.hasOwn(o, n); Object.fromEntries([[n, 1]]) }
---
// smaller ones as texts
const n = 2n ** 6100n, xs = Array(10_000).fill(n)
for (;;) { `${n}`; "" + n; n.toString(36); xs.join(); xs.toSorted() }
---
// from blanks
const s = " ".repeat(2 ** 24 - 9) + "1"
for (;;) BigInt(s)
---
// from zeros
const s = "0".repeat(2 ** 24 - 9) + "1"
for (;;) BigInt(s)
---
// from digits
const s = "9".repeat(78_000), xs = new BigInt64Array(1), view = new DataView(xs.buffer)
for (;;) { BigInt(s); BigInt.asIntN(64, s); new BigInt64Array([s]); xs[0] = s; view.setBigInt64(0, s) }
---
// from hexadecimal digits
const s = "0x" + "f".repeat(65_000)
for (;;) BigInt(s)
---
// compared with digits
const s = "9".repeat(16_000)
for (;;) { 5n < s; 5n == s; s > 5n }
---
// from what is no number, caught
const s = "9".repeat(250) + "x"
for (;;) { try { BigInt(s) } catch {} }
---
// called, caught
const n = 2n ** 262_000n
for (;;) { try { n() } catch {} try { new n() } catch {} try { Object.create(n) } catch {} try { [1].map(n) } catch {} }
---
// iterated, caught
const n = 2n ** 262_000n
for (;;) {
  try { [...n] } catch {} try { new Map(n) } catch {} try { await Promise.all(n) } catch {} try { const [a] = n } catch {}
  try { for (const x of n) ; } catch {} try { class A extends n {} } catch {} try { 1 in n } catch {} try { new Proxy(n, {}) } catch {}
}
---
// smaller ones iterated, caught
const n = 2n ** 6100n
for (;;) { try { [...n] } catch {} try { n() } catch {} try { [1].map(n) } catch {} }
---
// looked for among such as differ at their ends
const n = 2n ** 262_000n, xs = Array(100_000).fill(n | 2n ** 261_990n)
for (;;) { xs.indexOf(n); xs.includes(n) }
---
// for people
const n = 2n ** 8190n, f = new Intl.NumberFormat("en")
for (;;) { n.toLocaleString("ar-EG"); f.formatToParts(n); f.formatRange(n, n) }
---
// powers with small exponents
const a = 2n ** 255n + 1n, b = 3n ** 300n, c = 2n ** 131_000n - 1n
for (;;) { a ** 1000n; b ** 500n; c ** 2n }
---
// alike in their lowest bits, as keys
const m = new Map(), s = new Set()
for (let i = 0n; ; i++) { m.set(i << 64n, 1); s.add((i << 6000n) + 1n) }
