// a getter
const o = { get x() { for (;;) ; } }
return o.x
---
// a setter
const o = { set x(v) { for (;;) ; } }
o.x = 1
---
// an inherited getter, called by a built-in
class A { get length() { for (;;) ; } }
Array.prototype.map.call(new A(), (x) => x)
---
// a setter on an array's prototype that push meets
Object.defineProperty(Array.prototype, "0", { set() { for (;;) ; }, configurable: true })
Array.prototype.push.call({ __proto__: Array.prototype, length: 0 }, 1)
---
// valueOf in arithmetic
const o = { valueOf() { for (;;) ; } }
return o * 2
---
// valueOf in comparison, of a short function
const o = { valueOf: () => 1 }
for (; o < 2;) ;
---
// toString in concatenation
return "" + { toString() { for (;;) ; } }
---
// toString of a key
const o = {}
o[{ toString() { for (;;) ; } }] = 1
---
// toString in join
return [{ toString() { for (;;) ; } }].join()
---
// toString of nested arrays
//ends ExecutionFailure
let xs = [1]
for (let i = 0; i < 5000; i++) xs = [xs, xs]
return String(xs)
---
// Symbol.toPrimitive in a template
return `${{ [Symbol.toPrimitive]() { for (;;) ; } }}`
---
// Symbol.toPrimitive in a Date
return new Date({ [Symbol.toPrimitive]() { for (;;) ; } })
---
// Symbol.toPrimitive in BigInt
return BigInt({ [Symbol.toPrimitive]() { for (;;) ; } })
---
// Symbol.toPrimitive in Math.max
return Math.max(1, { [Symbol.toPrimitive]() { for (;;) ; } })
---
// Symbol.hasInstance
return 1 instanceof { [Symbol.hasInstance]() { for (;;) ; } }
---
// Symbol.toStringTag
return Object.prototype.toString.call({ get [Symbol.toStringTag]() { for (;;) ; } })
---
// Symbol.species
class A extends Array { static get [Symbol.species]() { for (;;) ; } }
return new A(1, 2, 3).map((x) => x)
---
// Symbol.isConcatSpreadable
return [].concat({ get [Symbol.isConcatSpreadable]() { for (;;) ; } })
---
// Symbol.unscopables and other getters, read by Reflect
return Reflect.get({ get x() { for (;;) ; } }, "x")
---
// Symbol.match, asked by startsWith
return "a".startsWith({ get [Symbol.match]() { for (;;) ; } })
---
// Symbol.replace, called by replace
return "a".replace({ [Symbol.replace]() { for (;;) ; } }, "")
---
// Symbol.split, called by split
return "a".split({ [Symbol.split]() { for (;;) ; } })
---
// lastIndex of a pattern
const r = /a/g
r.lastIndex = { valueOf() { for (;;) ; } }
return r.exec("a")
---
// exec of a pattern's own class
class R extends RegExp { exec() { for (;;) ; } }
return "a".match(new R("a"))
---
// flags of a pattern, by replaceAll
class R extends RegExp { get flags() { for (;;) ; } }
return "a".replaceAll(new R("a", "g"), "")
---
// a length that is asked for
return Array.from({ get length() { for (;;) ; } })
---
// an enormous length
return Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1)
---
// an enormous length, callbacks that never run
return Array.prototype.forEach.call({ length: 2 ** 53 - 1 }, () => 0)
---
// an enormous sparse array, filled
return Array(2 ** 32 - 1).fill(0)
---
// an enormous sparse array, joined
return Array(2 ** 32 - 1).join("")
---
// an enormous sparse array, reversed
const xs = []
xs[4294967290] = 1
return xs.reverse()
---
// an enormous sparse array, sorted
const xs = []
xs[4294967290] = 1
return xs.sort()
---
// an enormous sparse array, searched from its end
const xs = []
xs.length = 4294967295
return xs.lastIndexOf(1)
---
// an enormous sparse array, unshifted and spliced
const xs = []
xs.length = 4294967290
xs[4294967280] = 1
for (;;) { xs.unshift(1); xs.splice(0, 1) }
---
// an enormous sparse array, flattened
const xs = []
xs.length = 4294967295
return xs.flat()
---
// an enormous array-like, copied within
return Array.prototype.copyWithin.call({ length: 2 ** 53 - 1 }, 0, 5)
---
// an enormous array-like, concatenated
return [].concat({ length: 2 ** 53 - 1 - 10, [Symbol.isConcatSpreadable]: true })
---
// an enormous array-like, applied
//ends ExecutionFailure
return Math.max.apply(null, { length: 2 ** 32 })
---
// an enormous array-like, listed for a proxy's keys
//ends ExecutionFailure
return Reflect.ownKeys(new Proxy({}, { ownKeys: () => ({ length: 2 ** 50 }) }))
---
// coercions of the same object by every operator
const o = { valueOf() { return 1 }, toString() { return "1" } }
for (;;) { o + o; o - o; o * o; o ** o; o < o; o == 1; -o; +o; ~o; `${o}`; o & o; o >> o }
