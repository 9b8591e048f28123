/** What `src/interpreter/README.md` says: rows of syntax, each with a program that proves it, and differences, each with the chunk that tests it. */

/** `refused` names the kind of the diagnostic of every probe; without it each probe answers `true`. */
export interface SyntaxRow {
  readonly what: string
  /** Programs: one or more for every construct that `what` names. */
  readonly probes: readonly string[]
  readonly refused?: "ParseError" | "UnsupportedSyntax" | "ExecutionFailure"
}

export const syntaxRows: readonly SyntaxRow[] = [
  {
    what: "`let`, `const`, `var`, blocks, hoisting",
    probes: [
      "let a = 1; const b = 2; var c = 3; { let a = 4; a++ } return a + b + c === 6",
      "const early = typeof v + typeof f; { ; } var v = 1; function f() {} return early === 'undefinedfunction'",
      "try { late; let late } catch (e) { return e instanceof ReferenceError }"
    ]
  },
  {
    what: "`if`, `switch`, `?:`",
    probes: [
      "if (0) return 1; else if (1) return true; else return 2",
      "switch (2) { case 1: return 1; default: return 3; case 2: case 3: return true }",
      "return 0 ? 1 : true"
    ]
  },
  {
    what: "`for`, `while`, `do`, labels, `break`, `continue`",
    probes: [
      "let n = 0; l: for (let i = 0; i < 5; i++) { do { if (i === 1) continue l; n += i; if (i === 3) break l } while (0) } return n === 5",
      "let n = 0; while (true) { if (++n > 3) break; else continue } return n === 4",
      "block: { break block }; return true"
    ]
  },
  {
    what: "`for…of`, `for…in`, `for await`",
    probes: [
      "let n = 0; for (const x of [1, 2]) n += x; for (const k in { a: 1, b: 2 }) n += k.length; for await (const x of [1, Promise.resolve(2)]) n += x; return n === 8"
    ]
  },
  {
    what: "`try`, `catch` with and without a binding, `finally`, `throw`",
    probes: [
      "let n = 0; try { throw 2 } catch (e) { n += e } finally { n++ } try { throw 1 } catch { n++ } return n === 4"
    ]
  },
  {
    what: "destructuring in declarations, parameters, assignments, loops and `catch`",
    probes: [
      "const { a, x: [y = 5] = [], ...b } = { a: 1, c: 2, d: 3 }; return a === 1 && y === 5 && b.c + b.d === 5",
      "return (({ a: [, x] }, ...[y]) => x + y)({ a: [1, 2] }, 3) === 5",
      "let c, d, o = {}; [c = 2, ...d] = [undefined, 1]; ({ c: o.x, ['d']: o['y'] } = { c, d }); return o.x === 2 && o.y === d",
      "for (const [k, { v }] of [[1, { v: 2 }]]) return k + v === 3",
      "try { throw [1] } catch ([x]) { return x === 1 }"
    ]
  },
  {
    what: "functions, arrows, default and rest parameters, `arguments`, `new.target`",
    probes: [
      "function f(a = 1, ...r) { return arguments.length + a + r.length + (new.target === undefined) } return f() + (() => 1)() === 3",
      "const F = function G() { this.made = new.target === G }; return new F().made"
    ]
  },
  {
    what: "`async` functions and top-level `await`",
    probes: ["return (await (async () => 1)()) + (await (async function () { return await 1 })()) === 2"]
  },
  {
    what: "generators, `yield*`, async generators",
    probes: [
      "function* g() { const x = yield 1; yield* [x, 3] } const i = g(); i.next(); return i.next(2).value + i.next().value === 5",
      "async function* a() { yield 1; yield* [2] } let n = 0; for await (const x of a()) n += x; return n === 3"
    ]
  },
  {
    what: "classes: fields, private names, accessors, static blocks, `super`",
    probes: [
      "class A { #p = 1; x = 2; static s; static { this.s = 2 } get v() { return this.#p + this.#m() } set v(n) { this.#p = n } #m() { return this.x } static #q = 3; static get q() { return A.#q } } class B extends A { constructor() { super(); super.v = 4 } get v() { return super.v } } return new B().v + A.s + A.q === 11",
      "const C = class { static async *g() { yield 1 } ['k']() { return this } }; const c = new C(); return c.k() === c"
    ]
  },
  {
    what: "object and array literals, spread, computed keys, getters and setters",
    probes: [
      "const o = { ...{ a: 1 }, ['b']: [...'xy', , 1], m() { return 1 }, get c() { return this.a }, set c(v) { this.a = v } }; o.c = 5; return o.c + o.b.length + o.m() === 10",
      "const p = { f: 1 }; return { __proto__: p }.f + Math.max(...[1, 2]) === 3"
    ]
  },
  {
    what: "all operators, with `**`, `??`, `?.`, `&&=`, `||=`, `??=`, `in`, `instanceof`, `#x in o`",
    probes: [
      "let a = 2 ** 3; a **= 1; a ??= 1; a ||= 1; a &&= 7; a += 1; a -= 1; a *= 2; a /= 2; a %= 8; return a === 7",
      "let a = 5; a <<= 2; a >>= 1; a >>>= 0; a &= 14; a |= 1; a ^= 2; return a === 9",
      "return (undefined?.b ?? null?.[0] ?? (void 0)?.()) === undefined && ('x' in { x: 1 }) && [] instanceof Array",
      "class A { #x; static has(o) { return #x in o } } return A.has(new A()) && !A.has({})",
      "let i = 1; const o = { k: 1 }; return i++ + ++i === 4 && i-- - --i === 2 && delete o.k && typeof o.k === 'undefined' && (0, true)",
      "return 1 < 2 && 2 >= 2 && 1 != 2 && 1 !== '1' && 1 == '1' && !(3 > 4) && ~1 === -2 && +'1' === 1 && (5 & 4 | 1 ^ 3) === 6 && 7 % 4 << 1 >> 1 >>> 0 === 3"
    ]
  },
  {
    what: "template literals and tags",
    probes: ["return ((s, v) => s.raw[0] + v + s.length)`a\\n${1}` + `${1}b` === 'a\\\\n121b'"]
  },
  {
    what: "BigInt, numeric separators, symbols",
    probes: ["return 1_0n + BigInt(1_000) === 1010n && typeof Symbol.iterator === 'symbol' && 0b1_1 + 0o7 + 0xf === 25"]
  },
  {
    what: "regular expressions with the flags `dgimsuvy`",
    probes: [
      "return /(?<=a)b[\\p{L}--[x]]/v.test('abc') && !/[\\p{L}--[x]]/v.test('x')",
      "return /b(?<n>c)/d.exec('abc').indices.groups.n.join() === '2,3'",
      "return [...'abab'.matchAll(/a/g)].length === 2 && /A/i.test('a') && /^b/m.test('a\\nb') && /a.b/s.test('a\\nb') && /^.$/u.test('\\u{1F600}')",
      "const sticky = /b/y; sticky.lastIndex = 1; return sticky.test('ab') && !sticky.test('ab')"
    ]
  },
  {
    what: "`using` and `await using`",
    probes: [
      "const log = []; { using a = { [Symbol.dispose]() { log.push(1) } }; await using b = { async [Symbol.asyncDispose]() { log.push(2) } }; log.push(0) } return log.join() === '0,2,1'"
    ]
  },
  {
    what: "TypeScript that erases: annotations, `interface`, `type`, `as`, `satisfies`, `!`, generics",
    probes: [
      "interface I<T> { a: T } type N = number; const a: N = 1 as any; function id<T>(x: T): T { return x } return id<number>(a!) satisfies N ? true : ({} as I<N>)",
      "declare const x: string; abstract class A<T> { private readonly p?: T; abstract m(): void; constructor(public_: T) { this.p = public_ } } return new (class extends A<number> { m(): void {} })(1) instanceof A"
    ]
  },
  { what: "`debugger` (does nothing)", probes: ["debugger; return true"] },
  {
    what: "`import`, `export`",
    probes: ["import x from 'x'", "export const a = 1", "export { a } from 'a'"],
    refused: "UnsupportedSyntax"
  },
  { what: "dynamic `import()`", probes: ["if (0) await import('x')"], refused: "UnsupportedSyntax" },
  { what: "`import.meta`", probes: ["return () => import.meta"], refused: "UnsupportedSyntax" },
  { what: "`with`", probes: ["with ({}) {}"], refused: "ParseError" },
  {
    what: "legacy octal literals and escapes",
    probes: ["return 017", "return 08", "return '\\01'", "return '\\8'"],
    refused: "ParseError"
  },
  { what: "comments of HTML", probes: ["<!-- a\nreturn 1", "return 1\n--> a"], refused: "ParseError" },
  {
    what: "`enum`, value `namespace`, parameter properties",
    probes: ["enum A { B }", "namespace N { export const a = 1 }", "class A { constructor(private x: number) {} }"],
    refused: "UnsupportedSyntax"
  },
  {
    what: "decorators, `accessor` fields",
    probes: ["@d class A {}", "class A { @d m() {} }", "class A { accessor x = 1 }"],
    refused: "UnsupportedSyntax"
  },
  {
    what: "`eval(…)`, `Function(…)`",
    probes: ["eval('1')", "(0, eval)('1')", "Function('')", "new Function('')", "(async () => {}).constructor('')"],
    refused: "ExecutionFailure"
  }
]

export interface Difference {
  readonly what: string
  readonly here: string
  /** A chunk of `test/programs/differences.js`. */
  readonly test: string
}

export const differences: readonly Difference[] = [
  {
    what: "time",
    here: "`Date.now()` and `new Date()` read the Effect `Clock`; local time is UTC unless the host sets a zone",
    test: "time is the host's clock, and local time is UTC"
  },
  { what: "`Date.prototype.toString`", here: "ISO text, `Invalid Date` when invalid", test: "dates print as ISO text" },
  {
    what: "randomness",
    here: "`Math.random` and `crypto` draw from an Effect service that a host can seed",
    test: "randomness comes from the host's generator"
  },
  { what: "work pending at the return", here: "is interrupted", test: "work that is pending at the return is dropped" },
  { what: "unhandled rejection", here: "is a warning on the result", test: "an unhandled rejection is a warning" },
  {
    what: "a promise that nothing can settle",
    here: "fails the run at once, at its `await`",
    test: "a promise that nothing can settle fails at once, at its await"
  },
  {
    what: "call depth",
    here: "10,000 frames, then a `RangeError` that can be caught",
    test: "calls nest ten thousand deep, then a RangeError"
  },
  { what: "size of strings", here: "2^24 UTF-16 units, then a `RangeError`", test: "strings end at 2^24 units" },
  {
    what: "size of arrays",
    here: "10,000,000 stored elements, then a `RangeError`",
    test: "arrays hold ten million elements"
  },
  {
    what: "number of arguments",
    here: "131,072 in a call, then a `RangeError`",
    test: "calls have at most 2^17 arguments"
  },
  {
    what: "length of property names and keys of `Symbol.for`",
    here: "1,048,576 UTF-16 units, then a `RangeError`",
    test: "property names end at 2^20 units"
  },
  {
    what: "size of BigInt",
    here: "2^18 bits, then a `RangeError`; 10,000 digits as a literal",
    test: "BigInt ends at 2^18 bits"
  },
  { what: "size of array buffers", here: "2^27 bytes, then a `RangeError`", test: "array buffers end at 2^27 bytes" },
  {
    what: "length of what is one step of the host",
    here: "URLs of 65,536, JSON numbers of 65,536 digits, 10,000 values of `Headers`, 2,000 combining marks in a row for `normalize`; by language: 65,536 characters compared, 16,384 in a row mapped to a case, 1,048,576 segmented, 1,000 items listed, BigInts of 8,192 bits; then a `RangeError`",
    test: "what is one step of the host is short"
  },
  {
    what: "regular expressions",
    here: "any pattern can be interrupted; 16,384 characters, then a `SyntaxError`",
    test: "a backtracking pattern is only slow, and can be stopped"
  },
  {
    what: "`error.stack`",
    here: "frames of the program only, as `at name (line:column)`",
    test: "stacks show the program alone"
  },
  {
    what: "dynamic code",
    here: "`eval` and `Function` exist as names; calling them is an `EvalError`",
    test: "dynamic code is refused"
  },
  {
    what: "promises as text or number",
    here: "are an error with the hint to await",
    test: "a promise used as text or number is an error with the hint to await"
  },
  {
    what: "properties that promises lack",
    here: "are an error with the hint to await",
    test: "a property that promises do not have is an error with the hint to await"
  },
  { what: "`Promise.race([])`", here: "rejects", test: "a race of nothing rejects" },
  {
    what: "members of tool references",
    here: "are references again, whatever their name; nothing is looked up before a call",
    test: "reading a tool reference is always a reference again, and never a thenable"
  },
  { what: "tool references as data", here: "are an error", test: "a tool reference is not data" }
]
