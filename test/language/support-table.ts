/** What `src/interpreter/README.md` says: rows of syntax, each with a program that proves it, and differences, each with the chunk that tests it. */

/** `refused` names the kind of the diagnostic; without it the program must succeed. */
export interface SyntaxRow {
  readonly what: string
  readonly probe: string
  readonly refused?: "ParseError" | "UnsupportedSyntax" | "ExecutionFailure"
}

export const syntaxRows: readonly SyntaxRow[] = [
  {
    what: "`let`, `const`, `var`, blocks, hoisting",
    probe: "let a = 1; const b = 2; var c = 3; { let a = 4 } return a + b + c"
  },
  { what: "`if`, `switch`, `?:`", probe: "if (1) { switch (2) { case 2: break; default: } } return 1 ? 2 : 3" },
  {
    what: "`for`, `while`, `do`, labels, `break`, `continue`",
    probe: "l: for (let i = 0; i < 2; i++) { do { continue l } while (0) } while (0) ; return 1"
  },
  {
    what: "`for…of`, `for…in`, `for await`",
    probe: "for (const x of [1]) ; for (const k in { a: 1 }) ; for await (const x of [1]) ; return 1"
  },
  {
    what: "`try`, `catch` with and without a binding, `finally`, `throw`",
    probe: "try { throw 1 } catch { } finally { } return 1"
  },
  {
    what: "destructuring in declarations, parameters, assignments, loops and `catch`",
    probe: "const { a, ...b } = { a: 1 }; let c; [c = 2] = []; return ((([x]) => x)([a]))"
  },
  {
    what: "functions, arrows, default and rest parameters, `arguments`, `new.target`",
    probe: "function f(a = 1, ...r) { return arguments.length } return f() + (() => 1)()"
  },
  { what: "`async` functions and top-level `await`", probe: "return await (async () => 1)()" },
  {
    what: "generators, `yield*`, async generators",
    probe: "function* g() { yield* [1] } async function* a() { yield 1 } return [...g()]"
  },
  {
    what: "classes: fields, private names, accessors, static blocks, `super`",
    probe:
      "class A { #p = 1; static s; static { this.s = 2 } get v() { return this.#p } } class B extends A { get v() { return super.v } } return new B().v"
  },
  {
    what: "object and array literals, spread, computed keys, getters and setters",
    probe: "return { ...{ a: 1 }, ['b']: [...'x'], get c() { return 1 } }.c"
  },
  {
    what: "all operators, with `**`, `??`, `?.`, `&&=`, `||=`, `??=`, `in`, `instanceof`, `#x in o`",
    probe: "let a = 2 ** 3; a ??= 1; a ||= 1; a &&= 1; return a?.b ?? ('x' in {})"
  },
  { what: "template literals and tags", probe: "return ((s) => s.raw[0])`a` + `${1}`" },
  { what: "BigInt, numeric separators, symbols", probe: "return String(1_0n) + typeof Symbol.iterator" },
  { what: "regular expressions with the flags `dgimsuvy`", probe: "return /(?<=a)b[\\p{L}--[x]]/v.test('abc')" },
  { what: "`using` and `await using`", probe: "{ using a = null; await using b = null } return 1" },
  {
    what: "TypeScript that erases: annotations, `interface`, `type`, `as`, `satisfies`, `!`, generics",
    probe: "type N = number; const a: N = 1 as any; return a! satisfies N"
  },
  { what: "`debugger` (does nothing)", probe: "debugger; return 1" },
  { what: "`import`, `export`", probe: "import x from 'x'", refused: "UnsupportedSyntax" },
  { what: "dynamic `import()`", probe: "await import('x')", refused: "UnsupportedSyntax" },
  { what: "`import.meta`", probe: "return import.meta", refused: "UnsupportedSyntax" },
  { what: "`with`", probe: "with ({}) {}", refused: "ParseError" },
  { what: "legacy octal literals and escapes", probe: "return 017", refused: "ParseError" },
  { what: "`enum`, value `namespace`, parameter properties", probe: "enum A { B }", refused: "UnsupportedSyntax" },
  { what: "decorators", probe: "@d class A {}", refused: "UnsupportedSyntax" },
  { what: "`eval(…)`, `Function(…)`", probe: "Function('')", refused: "ExecutionFailure" }
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
  { what: "size of BigInt", here: "2^18 bits, then a `RangeError`", test: "BigInt ends at 2^18 bits" },
  { what: "size of array buffers", here: "2^27 bytes, then a `RangeError`", test: "array buffers end at 2^27 bytes" },
  {
    what: "regular expressions",
    here: "any pattern can be interrupted",
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
  { what: "`Promise.race([])`", here: "rejects", test: "a race of nothing rejects" }
]
