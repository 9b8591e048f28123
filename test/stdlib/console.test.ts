import { assert, describe, it } from "vitest"
import { runEngine } from "../support/engine.ts"

/** The log of a program, the same at every slicing. */
function logOf(program: string): readonly string[] {
  const { ok, value, logs } = runEngine(program)
  assert.isTrue(ok, String(value))
  assert.deepEqual(runEngine(program, { sliceSteps: 1 }).logs, logs)
  return logs
}

const lines: readonly (readonly [string, string])[] = [
  ["log()", ""],
  ["log('a', 1, true, null, undefined)", "a 1 true null undefined"],
  ["log('%s is %d', 'x', 1)", "%s is %d x 1"],
  ["log('Thread info:', { name: 'Demo', count: 2 })", 'Thread info: {"name":"Demo","count":2}'],
  ["log(NaN, -Infinity, -0, 10n, Symbol('s'))", "NaN -Infinity -0 10n Symbol(s)"],
  ["log([NaN, undefined, , 'q\"', 10n, Symbol.iterator])", '[NaN,null,null,"q\\"",10n,Symbol(Symbol.iterator)]'],
  [
    "log({ m: new Map([['a', 1]]), when: new Date(0), r: /ab/g, s: new Set([1, 2]) })",
    '{"m":Map(1) [["a",1]],"when":1970-01-01T00:00:00.000Z,"r":/ab/g,"s":Set(2) [1,2]}'
  ],
  ["log(new Date(NaN), new RegExp('[/]/\\n'), new RegExp(''))", "Invalid Date /[/]\\/\\n/ /(?:)/"],
  [
    "log({ fn: (x) => x, ok: 1, k: class {} }, tools.a.b, search)",
    '{"fn":[CodeMode reference],"ok":1,"k":[CodeMode reference]} [CodeMode reference] [CodeMode reference]'
  ],
  [
    "log(Promise.resolve(1), [Promise.reject(2).catch(() => {})])",
    "[Promise (await it to get its value)] [[Promise (await it to get its value)]]"
  ],
  [
    "log(new TypeError('bad'), [new Error('')], Object.assign(new Error('x'), { code: 1 }))",
    "TypeError: bad [Error] Error: x"
  ],
  [
    "log(Object.assign(Object.create({ inherited: 1 }), { own: 1, [Symbol()]: 2 }), new (class A { x = 1; #y = 2 })())",
    '{"own":1} {"x":1}'
  ],
  ["log(Object('boxed'), new Number(1), new Boolean(false))", '"boxed" 1 false'],
  ["log(new Uint8Array([1, 2]), new ArrayBuffer(3), [].values())", "Uint8Array(2) [1,2] ArrayBuffer(3) {}"],
  ["dir({ nested: { ok: true } }, { depth: 0 })", '{"nested":{"ok":true}}'],
  ["info('i')", "i"],
  ["warn('w')", "[warn] w"],
  ["error('e', { a: 1 })", '[error] e {"a":1}'],
  ["debug('d')", "[debug] d"],
  ["assert(false, 'why', 1)", "[error] Assertion failed: why 1"],
  ["assert(0)", "[error] Assertion failed"],
  [
    "table([{ name: 'Kit', count: 1, hidden: 'x' }, { name: 'Bo', count: 2 }], ['name', 'count'])",
    "(index)\tname\tcount\n0\tKit\t1\n1\tBo\t2"
  ],
  [
    "table([{ a: 1 }, { b: [2] }, 3, 'x\\ty'])",
    '(index)\ta\tb\tValues\n0\t1\t\t\n1\t\t[2]\t\n2\t\t\t3\n3\t\t\t"x\\ty"'
  ],
  ["table({ r1: [1, 2], r2: [3] })", "(index)\t0\t1\nr1\t1\t2\nr2\t3\t"],
  ["table(new Map([['k', { v: 1 }]]))", '(index)\tKey\tValue\n0\tk\t{"v":1}'],
  ["table(new Set(['x']))", "(index)\tValues\n0\tx"],
  ["table('text')", "text"],
  ["table([])", "(index)"]
]

describe("every call is one entry", () => {
  for (const [call, line] of lines) {
    it(call, () => {
      assert.deepEqual(logOf(`console.${call}`), [line])
    })
  }
})

it("true assertions and ends without a beginning log nothing or say so", () => {
  assert.deepEqual(logOf("console.assert(1, 'no'); console.groupEnd(); console.timeEnd('t'); console.countReset()"), [
    "[warn] Timer 't' does not exist",
    "[warn] Count for 'default' does not exist"
  ])
})

it("groups indent every line, counters count, timers read the clock", () => {
  assert.deepEqual(
    logOf(`
      console.group("G", 1); console.log("a\\nb"); console.group(); console.warn("w"); console.groupEnd(); console.groupEnd(); console.log("out")
      console.count(); console.count("x"); console.count("x"); console.countReset("x"); console.count("x")
      console.time("t"); console.timeLog("t", "half"); console.timeEnd("t"); console.time(); console.time()`),
    [
      "G 1",
      "  a\n  b",
      "    [warn] w",
      "out",
      "default: 1",
      "x: 1",
      "x: 2",
      "x: 1",
      "t: 0ms half",
      "t: 0ms",
      "[warn] Timer 'default' already exists"
    ]
  )
})

it("trace says where it was called", () => {
  const [line] = runEngine("function f() {\n  console.trace('here', 1)\n}\nf()").logs
  assert.equal(line, "Trace: here 1\n    at f (2:3)\n    at 4:1")
})

it("empty cells, holes and hidden keys are steps, too", () => {
  const programs = [
    ["const t = Array.from({ length: 600 }, (_, i) => ({ ['k' + i]: 1 }));", "console.table(t)"],
    ["const a = []; a.length = 1e5;", "console.log(a)"],
    ["const o = {}; for (let i = 0; i < 1e5; i++) Object.defineProperty(o, 'k' + i, { value: 1 });", "console.log(o)"]
  ]
  for (const [make, call] of programs) {
    assert.isAbove(runEngine(`${make} ${call}`).slices, runEngine(make).slices + 2, call)
  }
})

it("runs nothing of the program and never fails", () => {
  assert.deepEqual(
    logOf(`
      const trap = () => { throw new Error("ran") }
      console.log({ get x() { trap() }, set y(v) {}, get z() { trap() }, set z(v) {} }, { toString: trap, toJSON: trap, [Symbol.toPrimitive]: trap, valueOf: trap })
      console.log(new Proxy({ a: 1 }, { get: trap, ownKeys: trap, getOwnPropertyDescriptor: trap }), Proxy.revocable({}, {}).proxy)
      const e = new Error("m"); Object.defineProperty(e, "name", { get: trap }); Object.defineProperty(e, "message", { get: trap }); console.log(e)
      console.count({ toString: trap }); console.table([{ get a() { trap() }, b: 1 }]); console.table(new Proxy([], { get: trap }))`).slice(
      0,
      3
    ),
    [
      '{"x":[Getter],"y":[Setter],"z":[Getter/Setter]} {"toString":[CodeMode reference],"toJSON":[CodeMode reference],"valueOf":[CodeMode reference]}',
      '{"a":1} {}',
      "Error"
    ]
  )
})

it("ends on cycles, depth and size", () => {
  assert.deepEqual(
    logOf("const m = new Map(); m.set('self', m); const o = { o: [] }; o.o.push(o); console.log({ box: m }, o)"),
    ['{"box":Map(1) [["self",[Circular]]]} {"o":[[Circular]]}']
  )
  const [deep] = logOf("let d = [1]; for (let i = 0; i < 40; i++) d = [d]; console.log(d)")
  assert.equal(deep, `${"[".repeat(33)}...${"]".repeat(33)}`)
  const { logs, slices } = runEngine(
    "let b = ['x'.repeat(1000)]; for (let i = 0; i < 20; i++) b = [b, b]; console.log(b)"
  )
  assert.isAtMost(logs[0].length, 1 << 24)
  assert.isTrue(logs[0].endsWith("..."))
  assert.isAbove(slices, 20)
  assert.isTrue(runEngine("console.log(['\\ud83d\\ude00'.repeat(1e5)])").logs[0].length === 2e5 + 4)
})

it("is an ordinary object whose methods need no receiver", () => {
  assert.deepEqual(
    logOf("const { log, warn } = console; [1, 2].forEach((x) => log(x)); warn.call(null, String(console))"),
    ["1", "2", "[warn] [object console]"]
  )
})

it("an entry that its group's indent makes too long is cut", () => {
  const { ok, value, logs } = runEngine(
    "for (let i = 0; i < 100; i++) console.group(); console.log('\\n'.repeat(2 ** 23)); return 'went on'"
  )
  assert.deepEqual([ok, value, logs.length], [true, "went on", 1])
  assert.isAtMost(logs[0].length, 2 ** 24)
  assert.isTrue(logs[0].endsWith("..."))
})

it("remembers so many labels of counters and timers", () => {
  const logs = logOf(
    "for (let i = 0; i < 10001; i++) { console.time('t' + i); console.count('c' + i) } for (const l of ['c0', 'c10000']) console.count(l); console.timeEnd('t9999'); console.timeEnd('t10000')"
  ).slice(-4)
  assert.deepEqual(logs.slice(0, 2), ["c0: 2", "c10000: 1"])
  assert.isTrue(logs[2].startsWith("t9999: "))
  assert.strictEqual(logs[3], "[warn] Timer 't10000' does not exist")
})
