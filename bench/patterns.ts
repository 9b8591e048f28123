/**
 * What programs do every day, a pattern each, against quickjs-wasi: shows where an ordinary program would wait. See `peer.ts` for how it is measured.
 * Run with `npm run bench -- patterns [pattern…] [--rounds=5]`.
 */
import { compare } from "./peer.ts"

await compare({
  memberPlus: `const o = { x: 0, y: 1 }; for (let i = 0; i < 1000000; i++) { o.x += o.y } return o.x`,
  memberInc: `const o = { x: 0 }; for (let i = 0; i < 1000000; i++) { o.x++ } return o.x`,
  elementPlus: `const a = [0,1,2,3]; for (let i = 0; i < 1000000; i++) { a[i & 3] += i } return a[0]`,
  countBy: `const c = {}; const ks = ["a","b","c","d","e"]; for (let i = 0; i < 1000000; i++) { const k = ks[i % 5]; c[k] = (c[k] || 0) + 1 } return c.a`,
  countByQQ: `const c = {}; const ks = ["a","b","c","d","e"]; for (let i = 0; i < 1000000; i++) { const k = ks[i % 5]; c[k] ??= 0; c[k]++ } return c.a`,
  optional: `const o = { a: { b: 1 } }; let n = 0; for (let i = 0; i < 1000000; i++) { n += o?.a?.b ?? 0 } return n`,
  optionalCall: `const o = { f(x) { return x } }; let n = 0; for (let i = 0; i < 500000; i++) { n += o?.f?.(1) } return n`,
  computedCall: `const o = { f(x) { return x } }; let n = 0; const k = "f"; for (let i = 0; i < 500000; i++) { n += o[k](1) } return n`,
  destructure: `const o = { a: 1, b: 2, c: 3 }; let n = 0; for (let i = 0; i < 500000; i++) { const { a, b, c = 4 } = o; n += a + b + c } return n`,
  destructureArray: `let n = 0; const p = [1,2]; for (let i = 0; i < 500000; i++) { const [a, b] = p; n += a + b } return n`,
  swap: `let a = 1, b = 2; for (let i = 0; i < 500000; i++) { [a, b] = [b, a] } return a`,
  paramDestructure: `const f = ({ a, b }) => a + b; let n = 0; for (let i = 0; i < 500000; i++) { n += f({ a: i, b: 1 }) } return n`,
  objectSpread: `let n = 0; const o = { a: 1, b: 2 }; for (let i = 0; i < 300000; i++) { const p = { ...o, c: i }; n += p.c } return n`,
  arraySpread: `let n = 0; const o = [1,2,3]; for (let i = 0; i < 300000; i++) { const p = [...o, i]; n += p.length } return n`,
  callSpread: `let n = 0; const o = [1,2,3]; for (let i = 0; i < 300000; i++) { n += Math.max(...o) } return n`,
  restParams: `const f = (...xs) => xs.length; let n = 0; for (let i = 0; i < 500000; i++) { n += f(1, 2, 3) } return n`,
  entries: `const o = {}; for (let i = 0; i < 100; i++) o["k" + i] = i; let n = 0; for (let r = 0; r < 2000; r++) for (const [k, v] of Object.entries(o)) n += v; return n`,
  forIn: `const o = {}; for (let i = 0; i < 100; i++) o["k" + i] = i; let n = 0; for (let r = 0; r < 2000; r++) for (const k in o) n += o[k]; return n`,
  keysMap: `const o = {}; for (let i = 0; i < 100; i++) o["k" + i] = i; let n = 0; for (let r = 0; r < 2000; r++) n += Object.keys(o).map((k) => o[k]).length; return n`,
  forOf: `const a = Array.from({ length: 1000 }, (_, i) => i); let n = 0; for (let r = 0; r < 1000; r++) for (const x of a) n += x; return n`,
  classMethods: `class P { constructor(x) { this.x = x } add(y) { return this.x + y } get v() { return this.x } }; const p = new P(3); let n = 0; for (let i = 0; i < 500000; i++) { n += p.add(i) + p.v } return n`,
  newObjects: `class P { constructor(x, y) { this.x = x; this.y = y } }; let n = 0; for (let i = 0; i < 500000; i++) { n += new P(i, 1).y } return n`,
  privates: `class C { #n = 0; inc() { this.#n++; return this.#n } }; const c = new C(); for (let i = 0; i < 500000; i++) c.inc(); return c.inc()`,
  switchCase: `let n = 0; for (let i = 0; i < 1000000; i++) { switch (i % 4) { case 0: n += 1; break; case 1: n += 2; break; default: n += 3 } } return n`,
  tryCatch: `let n = 0; for (let i = 0; i < 300000; i++) { try { if (i % 10 === 0) throw new Error("x"); n++ } catch (e) { n += 2 } finally { n++ } } return n`,
  push: `const a = []; for (let i = 0; i < 1000000; i++) a.push(i); return a.length`,
  includes: `const a = Array.from({ length: 1000 }, (_, i) => "s" + i); let n = 0; for (let i = 0; i < 5000; i++) if (a.includes("s" + (i % 1000))) n++; return n`,
  splitJoin: `const s = Array.from({ length: 1000 }, (_, i) => "w" + i).join(" "); let n = 0; for (let i = 0; i < 300; i++) n += s.split(" ").map((w) => w.toUpperCase()).join("-").length; return n`,
  charLoop: `const s = "hello world ".repeat(1000); let n = 0; for (let r = 0; r < 20; r++) for (let i = 0; i < s.length; i++) { if (s[i] === "o") n++; n += s.charCodeAt(i) & 1 } return n`,
  forOfString: `const s = "hello world ".repeat(10000); let n = 0; for (const c of s) { if (c === "o") n++ } return n`,
  regexReplace: `const s = "foo-bar baz_qux 123 ".repeat(1000); return s.replace(/[a-z]+/g, (m) => m.toUpperCase()).length + [...s.matchAll(/\\d+/g)].length`,
  json: `const o = Array.from({ length: 2000 }, (_, i) => ({ id: i, name: "n" + i, tags: ["a", "b"], ok: true })); let n = 0; for (let r = 0; r < 20; r++) n += JSON.parse(JSON.stringify(o)).length; return n`,
  sortStrings: `const a = Array.from({ length: 30000 }, (_, i) => "k" + ((i * 7919) % 30011)); a.sort(); a.sort((x, y) => y.localeCompare(x)); return a[0]`,
  mapSet: `const m = new Map(), s = new Set(); for (let i = 0; i < 300000; i++) { m.set("k" + (i % 1000), i); s.add(i % 5000) } let n = 0; for (const [k, v] of m) n += v; for (const x of s) n += x; return n`,
  generator: `function* g() { for (let i = 0; i < 300000; i++) yield i } let n = 0; for (const x of g()) n += x; return n`,
  whileLoop: `let n = 0, i = 0; while (i < 2000000) { if (i % 2 === 0) { n += i } else { n -= 1 } i++ } return n`,
  bigint: `let a = 1n; for (let i = 1n; i < 2000n; i++) a *= i; return a.toString().length`,
  dates: `let n = 0; for (let i = 0; i < 50000; i++) { const d = new Date(1700000000000 + i * 3600000); n += d.getUTCDay() + d.toISOString().length } return n`,
  flatMap: `const a = Array.from({ length: 1000 }, (_, i) => ({ id: i, xs: [i, i + 1] })); let n = 0; for (let r = 0; r < 100; r++) n += a.flatMap((o) => o.xs).filter((x) => x % 2).length; return n`,
  reduceObj: `const a = Array.from({ length: 1000 }, (_, i) => ({ k: "g" + (i % 7), v: i })); let n = 0; for (let r = 0; r < 100; r++) { const g = a.reduce((acc, { k, v }) => { (acc[k] ||= []).push(v); return acc }, {}); n += g.g0.length } return n`,
  reduceSpread: `const a = Array.from({ length: 300 }, (_, i) => ({ k: "g" + i, v: i })); let n = 0; for (let r = 0; r < 5; r++) { n += Object.keys(a.reduce((acc, x) => ({ ...acc, [x.k]: x.v }), {})).length } return n`
})
