// precedence and associativity
//> [7,9,512,-4,3,true,2,6,1,"number1",2,9]
return [1 + 2 * 3, (1 + 2) * 3, 2 ** 3 ** 2, -(2 ** 2), 10 - 4 - 3, 1 < 2 === true, !0 + 1, 7 % 4 * 2, 1 || 0 && 0, typeof 1 + 1, 8 >> 1 + 1, 5 & 3 | 8 ^ 1]
---
// a unary minus before ** is refused
//! ParseError: Unexpected token "*". @1:11
return -2 ** 2
---
// bitwise operators work on 32 bits
//> [-2147483648,1,4294967295,-1,-6,0,5,-5,0,15]
return [1 << 31, 1 << 32, -1 >>> 0, -1 >> 1, ~5, 2 ** 32 | 0, 5.9 | 0, -5.9 | 0, NaN | 0, 0xff & 0x0f]
---
// addition converts both sides to primitives first
//> ["12",2,"[object Object]","1,23",1,2,"anull","NaN",true]
return [1 + "2", "3" - 1, [] + {}, [1, 2] + 3, null + 1, true + true, "a" + null, String(undefined + 1), new Date(NaN) + "" === "Invalid Date"]
---
// comparison of strings, numbers, null and undefined
//> [true,true,false,true,false,true,false,false,true,false]
return ["b" > "a", "10" < "9", 10 < "9", null >= 0, null > 0, undefined == null, undefined >= 0, NaN == NaN, [2] > 1, "a" < 1]
---
// loose and strict equality
//> [true,true,false,true,true,true,false,true,true,true,true,false]
return [1 == "1", 0 == "", null == 0, [] == "", [1] == 1, ({}) == "[object Object]", 1 === 1n, 1 == 1n, "1" == 1n, true == 1, Object.is(NaN, NaN), Object.is(0, -0)]
---
// parentheses end the skipping of an optional chain, and keep the receiver
//> [null,"none","TypeError","TypeError",true,true,true,"none",true,true,true]
const u = undefined
const o = { m() { return this === o }, k: "m" }
const attempt = (f) => { try { return f() ?? "none" } catch (e) { return e.name } }
return [(u?.a.b)?.() ?? null, attempt(() => (u?.a[u.b].c)?.(u.d)), attempt(() => (u?.a.b)(1)), attempt(() => (u?.a.b).c), (o?.m)(), (o?.m)?.(), (o?.[o.k])`x`, attempt(() => (u?.m)?.(1).x.y), delete u?.a.b, delete u?.a.b[u.c].d, delete o?.k]
---
// optional calls with spread arguments, computed and private methods
//> [6,"none","none",[1,2],"none",3]
class K { #p(...xs) { return xs } static run(k, ...xs) { return k?.#p(...xs) ?? "none" } }
const o = { sum: (...xs) => xs.reduce((a, b) => a + b, 0) }, key = "sum"
return [o?.[key](...[1, 2], 3), o.none?.(...[o.x.y]) ?? "none", o.a?.[o.x.y](...o.z) ?? "none", K.run(new K(), 1, 2), K.run(null, 1), o[key](...[1], 2)]
---
// object spread copies own enumerable properties of small and large objects
//> [["a","b"],{"a":1,"b":2},true,["5","k0","k7"],202,true,false,[1,9,true],false]
const o = Object.defineProperty({ a: 1, b: 2 }, "hidden", { value: 3, enumerable: false })
const big = {}
for (let i = 0; i < 200; i++) big["k" + (i * 7) % 200] = i
big[5] = 1
big[Symbol.iterator] = 1
const copy = { ...big, last: 1 }
let got = 0
Object.defineProperty(big, "g", { get() { got++; delete big.late; return 9 }, enumerable: true, configurable: true })
big.late = 1
const second = { ...big }
const plain = { x: 1, y: 2, z: 3, u: 4, v: 5, w: 6 }
const clone = { ...plain }
clone.x = 7
clone.w = 8
return [Object.keys({ ...o }), { ...o }, plain.x === 1 && plain.w === 6, Object.keys(copy).slice(0, 3), Object.keys(copy).length, Symbol.iterator in copy, "late" in second, [got, second.g, "k0" in second], delete clone.y && "y" in clone]
---
// optional chaining stops the whole chain
//> [true,"none","none","none","none",true,true,true,[]]
const log = []
const o = { a: { f() { return this === o.a }, n: null } }
return [o?.a?.f(), o.x?.y.z.w ?? "none", o.x?.[log.push("never")] ?? "none", o.g?.(log.push("never")) ?? "none", o.a.n?.deep ?? "none", delete o?.a?.n, delete o.x?.y, (o?.a).f(), log]
---
// an optional chain is no target
//! ParseError: Optional chaining cannot appear in left-hand side. @2:1
const o = {}
o?.a = 1
---
// nullish, logical and conditional operators answer operands
//> ["d",0,"d",0,"d",3,1,2]
return [null ?? "d", 0 ?? "d", "" || "d", 0 && "d", 1 && "d", undefined ?? null ?? 3, true ? 1 : 2, false ? 1 : true ? 2 : 3]
---
// comma, void, typeof, delete, in
//> [2,true,"object","bigint","symbol","function",true,false,true,true,true]
const o = { a: 1, b: 2 }
return [(1, 2), void 0 === undefined, typeof null, typeof 1n, typeof Symbol(), typeof (() => 1), delete o.a, "a" in o, "b" in o, delete o.missing, 1 in [5, 6]]
---
// in wants an object on its right side
//! TypeError: Cannot use 'in' operator to search for a key in "abc". @1:1
"a" in "abc"
---
// BigInt arithmetic
//> ["18446744073709551616","3","-3","-1","1","1180591620717411303424","-3","-4",true,true,"1","255","1000"]
const s = (x) => String(x)
return [s(2n ** 64n), s(7n / 2n), s(-7n / 2n), s(-7n % 3n), s(5n & 3n), s(1n << 70n), s(-(3n)), s(~3n), 2n > 1, 1n < 1.5, s(BigInt.asUintN(8, 257n)), s(0xffn), s(1_000n)]
---
// BigInt and number do not mix
//! TypeError: Cannot mix BigInt and other types, use explicit conversions. @1:1
1n + 1
---
// division of BigInt by zero
//! RangeError: Division by zero. @1:1
1n / 0n
---
// unary plus of a BigInt
//! TypeError: Cannot convert a BigInt value to a number. @1:1
+1n
---
// numeric literals
//> [255,5,15,1000,0.5,5,1000000,0.30000000000000004,1e+21,123456789012345680000,5e-324]
return [0xff, 0b101, 0o17, 1e3, .5, 5., 1_000_000, 0.1 + 0.2, 1e21, 123456789012345680000, 5e-324]
---
// legacy octal literals are refused
//! ParseError: Invalid number. @1:8
return 017
---
// string escapes
//> ["ABC\n\t\\","it's","ab",1,2,1]
return ["\x41\u0042\u{43}\n\t\\", 'it\'s', "a\
b", "\0".length, "\u{1F600}".length, "\u2028".length]
---
// template literals nest, convert and keep line breaks
//> ["ab2cd","1,2 [object Object] null",8,"${n}","4"]
const n = 2
return [`a${`b${n}c`}d`, `${[1, 2]} ${{}} ${null}`, `line
two`.length, `\${n}`, `${(() => n * 2)()}`]
---
// a symbol in a template
//! TypeError: Cannot convert a Symbol value to a string. @1:8
return `${Symbol("s")}`
---
// tagged templates: cooked, raw, identity per site
//> ["a\n",true,["a\\n","b\\u{zz}",""],[1,2],true,true,"\\n1\\t"]
const tag = (s, ...v) => [s, s.raw, v]
const site = () => ((s) => s)`x${1}y`
const [cooked, raw, values] = tag`a\n${1}b\u{zz}${2}`
return [cooked[0], cooked[1] === undefined, [...raw], values, site() === site(), Object.isFrozen(site()), String.raw`\n${1}\t`]
---
// tags keep this, and chain
//> ["5x","ab"]
const o = { n: 5, t(s) { return this.n + s[0] } }
const chain = (s) => (t) => s[0] + t[0]
return [o.t`x`, chain`a``b`]
---
// an optional chain with a template is refused
//! ParseError: Optional chaining cannot appear in the tag of tagged template expressions. @2:7
const o = {}
o?.tag`x`
---
// evaluation order of operands and conversions
//> [7,["a","b","valueOf a","valueOf b","c","valueOf c","x","y","valueOf x","valueOf y"]]
const log = []
const v = (n, p) => (log.push(n), { valueOf() { log.push("valueOf " + n); return p } })
const r = v("a", 2) * v("b", 3) + v("c", 1)
v("x", 1) < v("y", 2)
return [r, log]
---
// Symbol.toPrimitive and its hints
//> [1,"1",2,2,true,true,"k",["number","string","default","number","number","default","string"]]
const hints = []
const o = { [Symbol.toPrimitive](h) { hints.push(h); return 1 } }
return [+o, `${o}`, o + 1, o * 2, o < 2, o == 1, { 1: "k" }[o], hints]
---
// a conversion that answers an object
//! TypeError: Cannot convert object to primitive value. @2:8
const o = { toString: () => ({}), valueOf: () => ({}) }
return o + ""
---
// spread, rest and holes in array literals
//> [7,false,false,true,[null,1,null,2,null,3,null]]
const a = [, 1, , ...[2, , 3], ,]
return [a.length, 0 in a, 2 in a, 4 in a, a]
---
// regular expression literals make a fresh object each time
//> [false,"g","[/\\]]+","11","aBBc"]
const f = () => /a/g
return [f() === f(), f().flags, /[/\]]+/.source, /(?<y>\d{4})-(?<m>\d\d)/u.exec("2026-11").groups.m, "aBc".replace(/b/i, (m) => m + m)]
---
// an invalid regular expression literal is refused
//! ParseError: Invalid regular expression /(/: Unterminated group. @1:8
return /(/.test("x")
---
// property access with every kind of key
//> ["one","one","one","sym","quoted","n","t","m","one",6,"b",3]
const s = Symbol("k"), o = { 1: "one", [s]: "sym", "a b": "quoted", null: "n", true: "t", "-1": "m" }
return [o[1], o["1"], o[1.0], o[s], o["a b"], o[null], o[true], o[-1], o[[1]], [5, 6]["1"], "abc"[1], "abc".length]
---
// getters, setters and methods on primitives
//> ["A!","number"]
String.prototype.shout = function () { return this.toUpperCase() + "!" }
Object.defineProperty(Number.prototype, "self", { get() { return typeof this } })
return ["a".shout(), (1).self]
---
// reading a property of undefined names what was read
//! TypeError: Cannot read properties of undefined (reading 'address'). @2:23
const order = { customer: undefined }
return order.customer.address.street
---
// escaped identifiers and unicode names
//> [1,2,3,4,5]
const \u0061b = 1, ünï = 2, 变量 = 3, $ = 4, _ = 5
return [ab, ünï, 变量, $, _]
