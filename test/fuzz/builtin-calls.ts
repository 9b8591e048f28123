import fc from "fast-check"
import { hostBuiltins, ownerThunks } from "./builtin-table.ts"
import type { Builtin } from "./builtin-table.ts"
import type { Source } from "./check.ts"
import { drain, prelude } from "./prelude.ts"
import { visibleHelpers } from "./program.ts"

/**
 * Random calls of built-ins on random receivers and arguments. Each call logs its result or the class of what it threw, then the
 * receiver and the arguments as the call left them; conversions, callbacks, iterators and proxies log when they are used.
 */

const pick = (...values: ReadonlyArray<string>): fc.Arbitrary<string> => fc.constantFrom(...values)

const index = pick(
  "0",
  "1",
  "2",
  "3",
  "-1",
  "-2",
  "5",
  "-0",
  "1.7",
  "NaN",
  "Infinity",
  "-Infinity",
  "undefined",
  '"1"',
  "null"
)
const number = fc.oneof(
  index,
  pick(
    "10",
    "36",
    "100",
    "0.1",
    "-0.5",
    "1e21",
    "123456.789",
    "1e-7",
    "2 ** 31",
    "2 ** 32",
    "2 ** 53",
    "5e-324",
    "1.7976931348623157e308"
  )
)
const bigint = pick("0n", "1n", "-1n", "255n", "2n ** 64n", "-(2n ** 63n)", "123456789012345678901234567890n")
const string = pick(
  '""',
  '"a"',
  '"abc"',
  '"abcabc"',
  '" a b "',
  '"1,2,3"',
  '"A-B"',
  '"ß"',
  '"İ"',
  '"\\u{1F600}x"',
  '"\\uD83D"',
  '"12px"',
  '"0x1F"',
  '"-1e3"',
  '"e\\u0301"',
  '"%41%zz"',
  '"a%20b"',
  '"[1,{\\"a\\":null}]"',
  '"length"',
  '"x"',
  '"$1-$&-$`"',
  '"\\ufeff\\u2028 "',
  '"2020-02-29T12:00:00Z"',
  '"2020-13-01"',
  '"Infinity"',
  '"aXbXc"'
)
const regexp = fc
  .tuple(
    pick(
      "a",
      "b*",
      "(a)(b)?",
      "(?<n>\\\\w)",
      "[,\\\\s]",
      "^.",
      "x$",
      "(?:a|ab)c",
      "(?=b)",
      "(?<=a)b",
      "\\\\u{1F600}",
      ".",
      "",
      "(?<y>\\\\d{1,2})-?"
    ),
    pick("", "g", "y", "gi", "u", "gu", "s", "m", "d", "gd", "v"),
    pick("0", "1", "2")
  )
  .map(([source, flags, last]) => `Object.assign(new RegExp("${source}", "${flags}"), { lastIndex: ${last} })`)
const elements = fc
  .array(
    pick(
      "1",
      "2",
      "3",
      "-0",
      "NaN",
      '"a"',
      '"b"',
      '"10"',
      '"9"',
      "undefined",
      "null",
      "true",
      "[4, [5]]",
      "",
      "{ x: 1 }",
      "0"
    ),
    { maxLength: 6 }
  )
  .map((items) => `[${items.map((item) => (item === "" ? "" : item)).join(", ")}${items.at(-1) === "" ? "," : ""}]`)
const numbers = pick(
  "[3, 1, 2]",
  "[]",
  "[10, 9, 1, 1]",
  "[0.5, -1, NaN]",
  "[1, 2, 3, 4, 5]",
  "Object.freeze([1, 2])",
  "[, 1, , 2]"
)
const filledTypedArray = pick(
  "new Uint8Array([1, 2, 3, 255])",
  "new Int16Array([5, -1, 3])",
  "new Float64Array([1.5, -0, NaN])",
  "new BigInt64Array([1n, -2n])",
  "new Uint8ClampedArray([300, -5, 1.5])",
  "new Float32Array([0.1, 2])",
  "new Uint8Array(new ArrayBuffer(8), 2, 3)",
  "new Uint8Array(new ArrayBuffer(4, { maxByteLength: 8 }))"
)
const typedArray = fc.oneof(
  { weight: 8, arbitrary: filledTypedArray },
  { weight: 1, arbitrary: pick("new Uint8Array(0)") }
)
const buffer = pick(
  "new ArrayBuffer(8)",
  "new Uint8Array([1, 2, 3, 4]).buffer",
  "new ArrayBuffer(0)",
  "new ArrayBuffer(8, { maxByteLength: 16 })"
)
const dataView = pick(
  "new DataView(new ArrayBuffer(8))",
  "new DataView(new Uint8Array([1, 2, 3, 4, 5, 6, 7, 8, 9]).buffer, 1, 6)"
)
const map = pick('new Map([[1, "a"], ["k", { x: 1 }], [NaN, 0]])', "new Map()")
const set = pick('new Set([1, "a", NaN, -0])', "new Set()", "new Set([[1], 2])")
const symbol = pick('Symbol("d")', "Symbol.iterator", "Symbol()", 'Symbol.for("f")')
const plain = pick(
  "{ x: 1, y: 2 }",
  "{}",
  "{ b: 1, a: 2, 1: 3, [Symbol.iterator]: undefined }",
  "Object.create({ inherited: 1 }, { own: { value: 2 } })",
  "Object.create(null)",
  "{ get x() { $raw('get x'); return 1; }, set x(v) { $raw('set x'); } }",
  "Object.freeze({ x: [1] })",
  "Object.preventExtensions({ x: 1 })",
  "Object.seal({ x: 1 })",
  "(() => arguments_)",
  "{ length: 2, 0: 'p', 1: 'q' }"
).map((value) => (value === "(() => arguments_)" ? "(function () { return arguments; })(1, 2)" : `(${value})`))
const arrayLike = pick(
  "({ length: 3, 0: 1, 2: 3 })",
  '({ length: "2", 0: "a", 1: "b" })',
  "({ get length() { $raw('length'); return 2; }, 0: 1, 1: 0 })",
  "({ length: -1 })",
  '"str"',
  "({})"
)
const callback = fc
  .tuple(
    pick(
      "a[0]",
      "a[1]",
      "a.length",
      "true",
      "false",
      "undefined",
      "a[0] + a[1]",
      "a[0] > 2",
      "[a[0], a[0]]",
      "String(a[0])",
      "a[0] - a[1]",
      "NaN"
    ),
    fc.nat(8)
  )
  .map(([value, kind]) => {
    const first =
      kind === 0
        ? 'if ($n++ === 1) throw "callback failed"; '
        : kind === 1
          ? "if ($n++ < 3 && Array.isArray(a.at(-1))) a.at(-1).push(7); "
          : kind === 2
            ? "if ($n++ < 3 && Array.isArray(a.at(-1))) a.at(-1).length = 1; "
            : ""
    return `function (...a) { $tick(); $raw("cb " + a.map((x) => $show(x, 2)).join(" | ")); ${first}return ${value}; }`
  })
/** Which pairs a sort compares is the engine's choice: comparators tell nothing, and are consistent. */
const comparator = pick(
  "(x, y) => (Number(x) || 0) - (Number(y) || 0)",
  "(x, y) => (Number(y) || 0) - (Number(x) || 0)",
  "() => 0",
  "undefined",
  "null",
  "{}",
  '() => { throw "no"; }',
  "(x, y) => (String(x) < String(y) ? -1 : String(x) > String(y) ? 1 : 0)",
  "(x, y) => ({ valueOf() { return String(x).length - String(y).length; } })"
)
const conversion = fc
  .tuple(
    pick("valueOf", "toString", "[Symbol.toPrimitive]", "toJSON"),
    fc.oneof(number, string, pick("{}", "Symbol()", "1n")),
    fc.boolean()
  )
  .map(
    ([name, value, throws]) =>
      `({ ${name}(hint) { $raw("${name.replace("[", "").replace("]", "")} " + hint); ${throws ? 'throw "no"' : `return ${value}`}; } })`
  )
const iterable = fc.tuple(fc.nat(4), fc.nat(6), fc.nat(2)).map(([n, at, mode]) => `$iter(${n}, ${at}, ${mode})`)
const entries = pick('[[1, 2], ["k", 3]]', '[["a"]]', "[[]]", "[1]", '["ab"]', '[[Symbol.iterator, 1], ["0", 2]]')
const descriptor = pick(
  "{ value: 1 }",
  "{ get() { return 5; } }",
  "{ value: 2, writable: true, enumerable: true, configurable: true }",
  "{ enumerable: false }",
  "{ get: 1 }",
  "{ value: 1, get() {} }",
  "{ set: undefined }",
  "{ writable: false }"
)
const key = fc.oneof(
  pick('"x"', '"length"', "0", '"1"', "1", "Symbol.iterator", '"k"', "-1", '"constructor"', '"y"'),
  string,
  index
)
const iterator = pick(
  "[1, 2][Symbol.iterator]()",
  '"ab"[Symbol.iterator]()',
  "new Map([[1, 2]]).entries()",
  "new Set([1]).values()",
  '"aba".matchAll(/a/g)',
  "(function* () { try { const x = yield 1; $log('sent', x); yield 2; } finally { $raw('closed'); } })()"
)
const date = pick(
  "new Date(0)",
  "new Date(NaN)",
  "new Date(2020, 1, 29, 12, 30, 15, 500)",
  "new Date(8.64e15)",
  "new Date(-1)",
  'new Date("2024-12-31T23:59:59.999Z")',
  "new Date(1e12)"
)
const thenable = pick(
  "({ then(f) { $raw('then'); f(4); } })",
  "({ get then() { $raw('get then'); throw 'no then'; } })",
  "({ then(f, r) { r('refused'); f(1); } })",
  "({ then: 1 })"
)
const promise = fc.oneof(
  pick(
    "Promise.resolve(1)",
    'Promise.reject("r")',
    "new Promise((f) => { f(Promise.resolve(2)); })",
    "new Promise(() => {})",
    '(async () => { await null; throw "late"; })()',
    "(async () => { await null; await null; return 3; })()",
    "Object.assign(Promise.resolve(5), { constructor: undefined })",
    "new (class Mine extends Promise {})((f) => { f(6); })"
  ),
  thenable
)
const promises = fc
  .array(fc.oneof(promise, pick("1", "undefined", '"x"')), { minLength: 1, maxLength: 4 })
  .map((list) => `[${list.join(", ")}]`)
const error = pick(
  'new Error("m")',
  'new TypeError("m", { cause: 1 })',
  'new AggregateError([1, 2], "m")',
  "new RangeError()"
)
const func = pick(
  "function f(a, b = 1) { return [this === undefined, a, b]; }",
  "(x) => x",
  "class C { static s = 1 }",
  "(function () {}).bind(null, 1)",
  "Reflect.apply"
)
const boxed = pick("Object(1)", 'Object("ab")', "Object(true)", "Object(1n)", "Object(Symbol())")
const proxied = fc
  .oneof(elements, plain, pick("[3, 1, 2]", "{ length: 2, 0: 2, 1: 1 }"))
  .map((target) => `$proxy(${target})`)

const anything = fc.oneof(
  index,
  number,
  string,
  regexp,
  elements,
  typedArray,
  map,
  set,
  symbol,
  plain,
  arrayLike,
  callback,
  conversion,
  iterable,
  descriptor.map((text) => `(${text})`),
  key,
  boxed,
  proxied,
  bigint,
  buffer,
  func,
  error,
  pick("undefined", "null", "true", "false")
)

const receivers: Record<string, fc.Arbitrary<string>> = {
  Array: fc.oneof(elements, numbers, elements, arrayLike, proxied, pick("[[1, [2]], 3]", '["b", "a", "c"]')),
  String: fc.oneof(string, string, boxed, conversion),
  Number: fc.oneof(number, boxed),
  Boolean: pick("true", "false", "Object(false)"),
  Symbol: fc.oneof(symbol, pick("Object(Symbol.iterator)")),
  BigInt: fc.oneof(bigint, pick("Object(5n)")),
  Object: fc.oneof(plain, elements, proxied, boxed, func, error),
  Function: func,
  Map: map,
  Set: set,
  WeakMap: pick("new WeakMap([[$anchor, 1]])", "new WeakMap()"),
  WeakSet: pick("new WeakSet([$anchor])"),
  RegExp: regexp,
  Date: date,
  ArrayBuffer: buffer,
  DataView: dataView,
  Promise: promise,
  Error: error,
  Generator: iterator,
  IteratorPrototype: iterator
}
for (const name of [
  "Uint8Array",
  "Int16Array",
  "Float64Array",
  "BigInt64Array",
  "Uint8ClampedArray",
  "Float32Array",
  "TypedArray"
]) {
  receivers[name] = typedArray
}
for (const name of ["ArrayIterator", "StringIterator", "MapIterator", "SetIterator", "RegExpStringIterator"]) {
  receivers[name] = iterator
}

const takesCallback =
  /^(?:map|filter|forEach|some|every|find|findIndex|findLast|findLastIndex|flatMap|reduce|reduceRight|sort|toSorted|groupBy)$/
const takesIndices =
  /^(?:at|slice|splice|toSpliced|with|substring|substr|charAt|charCodeAt|codePointAt|fill|copyWithin|subarray|padStart|padEnd|repeat|flat|get(?:Ui|I|F|Big).*|set(?:Ui|I|F|Big).*|to(?:Fixed|Precision|Exponential)|set(?:UTC)?(?:Date|Month|Hours|Minutes|Seconds|Milliseconds|FullYear|Time|Year)|resize|UTC|as(?:Int|Uint)N)$/
const takesText =
  /^(?:split|includes|indexOf|lastIndexOf|startsWith|endsWith|replace|replaceAll|match|matchAll|search|concat|localeCompare|normalize|trim.*|exec|test|@@(?:match|matchAll|replace|search|split)|parse|decodeURI.*|encodeURI.*|parseInt|parseFloat|isWellFormed|toWellFormed|for|anchor|link)$/
const takesObject =
  /^(?:keys|values|entries|getOwnProperty.*|getPrototypeOf|setPrototypeOf|isExtensible|preventExtensions|is(?:Frozen|Sealed)|freeze|seal|assign|create|ownKeys|deleteProperty|has|get|set|defineProperty|defineProperties|hasOwn|fromEntries|stringify)$/

/** Arguments of promises' own functions. A race of nothing differs on purpose. */
function promiseArguments(method: string): fc.Arbitrary<ReadonlyArray<string>> {
  const handler = fc.oneof(
    callback,
    promise.map((value) => `(...a) => { $raw("handler " + $show(a)); return ${value}; }`),
    pick("undefined", "null", "1")
  )
  const some = (...parts: ReadonlyArray<fc.Arbitrary<string>>): fc.Arbitrary<ReadonlyArray<string>> =>
    fc.tuple(...parts)
  if (method === "race") return some(promises)
  if (/^(?:all|allSettled|any)$/.test(method)) return some(fc.oneof(promises, promises, iterable, anything))
  if (method === "then") return fc.oneof(some(handler), some(handler, handler))
  if (method === "catch" || method === "finally") return some(handler)
  if (method === "new") {
    return some(
      fc.oneof(
        pick(
          "(f, r) => { f(1); r(2); f(3); }",
          '(f, r) => { r("no"); f(1); }',
          '() => { throw "thrown"; }',
          '(f) => { f(1); throw "ignored"; }'
        ),
        fc.oneof(promise, anything).map((value) => `(f) => { f(${value}); }`),
        anything
      )
    )
  }
  return some(fc.oneof(promise, anything))
}

/** Arguments: mostly what the function is for, else anything. */
function argumentsOf({ owner, method, kind }: Builtin): fc.Arbitrary<ReadonlyArray<string>> {
  const many = (first: fc.Arbitrary<string>, ...rest: ReadonlyArray<fc.Arbitrary<string>>) =>
    fc
      .tuple(fc.tuple(first, ...rest.map((part) => fc.option(part, { nil: undefined, freq: 3 }))), fc.boolean())
      .map(([parts]) => {
        const end = parts.indexOf(undefined)
        return (end < 0 ? parts : parts.slice(0, end)) as ReadonlyArray<string>
      })
  const loose = fc.array(anything, { maxLength: 3 })
  const fitting = (): fc.Arbitrary<ReadonlyArray<string>> => {
    if (method === "sort" || method === "toSorted") return many(comparator)
    if (owner === "Promise") return promiseArguments(method)
    if (takesCallback.test(method)) {
      return kind === "static" ? many(fc.oneof(elements, iterable), callback) : many(callback, anything)
    }
    if (owner === "Array" && (method === "from" || method === "of"))
      return many(fc.oneof(iterable, arrayLike, elements), callback)
    if (/^set(?:Big|F)/.test(method) || owner === "DataView")
      return many(index, fc.oneof(number, bigint), pick("true", "false"))
    if (owner === "Date" && method.startsWith("set"))
      return fc.array(pick("0", "1", "-1", "59", "1.9", "NaN", "1e9"), { minLength: 1, maxLength: 3 })
    if (method.endsWith("LocaleString")) return fc.tuple(pick('"de-DE"', '["en-US"]', '"fr"', '"no such"'))
    if (method === "set" && kind === "method" && owner.endsWith("Array")) {
      // V8 looks at the length before it looks at the kind of the elements: typed sources always fit.
      return fc.oneof(
        many(pick("[1]", "[1n]", '"12"', "[1, 2, 3]", "{ length: 1, 0: 7 }"), index),
        many(pick("new Uint8Array([1])", "new BigInt64Array([1n])"), pick("0", "undefined"))
      )
    }
    // V8 looks at the index before it converts the value.
    if (method === "with" && owner !== "Array") return many(pick("0", "1", "-1"), anything)
    if (takesIndices.test(method)) return many(fc.oneof(index, number), index, index, anything)
    if (method === "replace" || method === "replaceAll" || method === "@@replace") {
      return many(method === "@@replace" ? string : fc.oneof(string, regexp), fc.oneof(string, callback))
    }
    if (takesText.test(method) && owner !== "Array") {
      return method.startsWith("@@") || owner === "RegExp"
        ? many(string, index)
        : many(fc.oneof(string, regexp), fc.oneof(index, string))
    }
    if ((owner === "Object" || owner === "Reflect") && kind === "static") {
      if (/^define(?:Property)$/.test(method))
        return many(
          fc.oneof(plain, elements, proxied),
          key,
          descriptor.map((d) => `(${d})`)
        )
      // V8 closes the iterator of fromEntries also when the iterator itself failed, and seals the elements of typed arrays.
      if (method === "fromEntries")
        return many(fc.oneof(entries, map, pick("$iter(3, 9, 0)", "$iter(2, 9, 1)", "[[1, 2]].values()")))
      if (method === "seal") return many(fc.oneof(plain, elements, proxied, func))
      if (method === "construct") return many(func, elements, func)
      if (method === "apply") return many(fc.oneof(func, callback), anything, elements)
      if (takesObject.test(method)) return many(fc.oneof(plain, elements, proxied, func), key, anything, plain)
    }
    if (owner === "Math") return fc.array(fc.oneof(number, conversion), { maxLength: 3 })
    if (owner === "JSON" && method === "stringify") {
      return many(
        fc.oneof(plain, elements, conversion, proxied, boxed, string, number),
        fc.oneof(callback, pick("undefined", '["x", 1]', "null")),
        fc.oneof(index, string)
      )
    }
    if (method === "new" || method === "call") {
      if (owner === "Map") return many(fc.oneof(entries, iterable))
      if (owner === "WeakMap") return many(pick("[[$anchor, 1]]", "[[1, 2]]", "undefined"))
      if (owner === "RegExp")
        return many(fc.oneof(string, regexp), pick('"g"', '"gg"', '"iu"', "undefined", '"uv"', '""'))
      if (owner === "Array") return many(fc.oneof(pick("0", "3", "1.5", '"3"', "-1", "2 ** 32"), anything), anything)
      if (/Array$|Buffer$/.test(owner))
        return many(
          fc.oneof(pick("0", "3", "8", "-1", "1.9"), elements, iterable, typedArray, buffer),
          pick("0", "1", "2", "-1"),
          pick("1", "2")
        )
      if (owner === "DataView") return many(buffer, index, index)
    }
    return loose
  }
  // What anything at all would bring here is known, and the engine's own choice or the host's fault: the order in which a sort compares
  // and options are read, the conversions that V8's date setters skip, and what the comments above say.
  const chosen =
    owner === "Promise" ||
    (method === "with" && owner !== "Array") ||
    /^(?:sort|toSorted|fromEntries|seal|set|.*LocaleString)$/.test(method) ||
    (owner === "Date" && method.startsWith("set"))
  const unbounded = chosen || (method === "new" && /Array$|Buffer$/.test(owner))
  const values = unbounded ? fitting() : fc.oneof({ weight: 4, arbitrary: fitting() }, { weight: 1, arbitrary: loose })
  // An error's `stack` is the prototype's here, and an own property in V8.
  if (/^(?:getOwnPropertyNames|ownKeys)$/.test(method)) {
    return values.filter(([target]) => target === undefined || !target.includes("Error("))
  }
  // V8 takes an empty locale for none once it has used its default.
  if (method === "localeCompare") return values.filter(([, locale]) => locale !== '""' && locale !== "[]")
  // V8 forgets the end where the start is undefined.
  if (method === "fill") return values.filter(([, start, end]) => start !== "undefined" || end === undefined)
  // A typed array whose length may change cannot be made non-extensible (ECMAScript 2025); V8 does not know yet.
  if (method === "preventExtensions") {
    return values.filter(([target]) => target === undefined || !target.includes("maxByteLength"))
  }
  return values
}

const receiverOf = ({ owner, kind, method }: Builtin): fc.Arbitrary<string> => {
  // V8 asks a proxy for more than a sort needs.
  if (method === "sort" || method === "toSorted") return fc.oneof(elements, numbers, typedArray, arrayLike)
  if (kind === "method" && /^(?:set|with)$/.test(method) && owner.endsWith("Array") && owner !== "Array")
    return filledTypedArray
  // V8 asks what is no regular expression for `global` and `unicode`, not for `flags`.
  if (/^@@(?:match|replace)$/.test(method)) return regexp
  // And for `sticky` before `unicodeSets`.
  if (method === "flags") return regexp
  if (kind === "static" || kind === "construct") return pick("undefined")
  const own = receivers[owner]
  return own === undefined ? anything : fc.oneof({ weight: 9, arbitrary: own }, { weight: 1, arbitrary: anything })
}

const table = hostBuiltins()

interface Call {
  readonly builtin: Builtin
  readonly receiver: string
  readonly values: ReadonlyArray<string>
}

/** Functions that look at many values are called more often than those that hardly do anything. */
const weight = ({ kind, owner }: Builtin): number => {
  if (kind === "getter") return 1
  if (owner === "Array" || owner === "String" || owner === "RegExp" || owner === "Object" || owner === "JSON") return 5
  return owner === "Math" ? 1 : 3
}

function callsOf(builtins: ReadonlyArray<Builtin>): fc.Arbitrary<Call> {
  return fc.oneof(
    ...builtins.map((builtin) => ({
      weight: weight(builtin),
      arbitrary: fc.record({
        builtin: fc.constant(builtin),
        receiver: receiverOf(builtin),
        values: argumentsOf(builtin)
      })
    }))
  )
}

function textOf({ builtin, receiver, values }: Call): string {
  const call =
    builtin.kind === "construct"
      ? `new (${builtin.reference})(...args)`
      : builtin.kind === "static"
        ? `${builtin.method === "call" ? `(0, ${builtin.reference})` : builtin.reference}(...args)`
        : `$keep.apply(${builtin.reference}, r, args)`
  return `$fuel = 60; $n = 0; { // ${builtin.name}
  const r = ${receiver}, args = [${values.join(", ")}];
  try { $raw(${JSON.stringify(builtin.name)}); $out(${call}); } catch (e) { $raw("threw"); $out($err(e)); }
  $out(r); $out(args); }`
}

/** More is shown of values than in prelude.ts: boxed primitives, patterns, bytes, errors, and what an iterator yields. */
const helpers = `
$keep.apply = Reflect.apply;
for (const [owner, of] of [HIDDEN]) {
  // What else an intrinsic has depends on the age of the engine, and its order on taste.
  try { const c = of(); if (typeof c === "function") $special.set(c, owner); $special.set(c.prototype, owner + ".prototype"); } catch {}
}
for (const o of [Math, JSON, Reflect, globalThis]) $special.set(o, "<namespace>");
const $anchor = { anchor: true };
let $n = 0, $promises = 0;
$keep.then = Promise.prototype.then;
const $deep = (v) => {
  if (v === null || typeof v !== "object" || $targets.has(v)) return $show(v);
  if (v instanceof Promise) {
    const id = ++$promises;
    try { $keep.apply($keep.then, v, [(x) => { $raw("fulfilled " + id + " " + $show(x)); }, (e) => { $raw("rejected " + id + " " + $show($err(e))); }]); } catch (e) { $raw("then threw"); }
    return "<promise " + id + ">";
  }
  const tag = $keep.tag.call(v);
  let text = $show(v);
  try { if (v instanceof RegExp) text += " " + RegExp.prototype.toString.call(v); } catch {}
  for (const type of [Number, String, Boolean, BigInt]) try { text += " boxes " + $show(type.prototype.valueOf.call(v)); } catch {}
  try { if (v instanceof ArrayBuffer) text += " bytes " + $show([...new Uint8Array(v)]); } catch {}
  try { if (v instanceof DataView) text += " view " + $show([v.byteOffset, v.byteLength]); } catch {}
  if (v instanceof Error) { for (const k of $keep.keys(v)) if (k !== "stack") text += " " + String(k) + "=" + $show(v[k]); }
  if (/Iterator\\]$|Generator\\]$/.test(tag) && typeof v.next === "function") {
    for (let i = 0; i < 12; i++) { let step; try { step = v.next(); } catch (e) { text += " threw " + $show($err(e)); break; } text += " " + $show(step); if (step.done) break; }
  }
  return text;
};
const $out = (v) => { $raw("  " + $deep(v)); };
`

const preparedHelpers = helpers.replace("HIDDEN", () => ownerThunks())

/** The calls over those built-ins the guest has; what it lacks is reported once, by the caller. */
export function builtinSource(missing: ReadonlySet<string>): Source {
  const present = table.filter(({ name }) => !missing.has(name))
  return {
    arbitrary: fc.array(callsOf(present), { minLength: 1, maxLength: 10 }).map((calls) => calls.map(textOf).join("\n")),
    whole: (body) => `${prelude}${visibleHelpers}${preparedHelpers}${body}\n${body.includes("Promise") ? drain : ""}`,
    callsIn: (body) => body.split("$fuel = 60;").length - 1
  }
}

/** A program that logs the names of the host's built-ins that are not callable here. */
export function presenceProgram(): string {
  const rows = table.map(({ name, reference }) => `[${JSON.stringify(name)}, () => ${reference}]`)
  return `for (const [name, get] of [${rows.join(", ")}]) { let f; try { f = get(); } catch {} if (typeof f !== "function") console.log(name); }`
}
