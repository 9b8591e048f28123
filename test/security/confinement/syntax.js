// a dynamic import
//! UnsupportedSyntax
return await import("node:fs")
---
// a dynamic import of data
//! UnsupportedSyntax
return await import("data:text/javascript,export default process")
---
// import.meta
//! UnsupportedSyntax
return import.meta.url
---
// a static import
//! UnsupportedSyntax
import fs from "node:fs"
return fs
---
// an export
//! UnsupportedSyntax
export default 1
---
// import as a name in unicode escapes
//! ParseError
return im\u0070ort("node:fs")
---
// import defer and source phases
//! ParseError UnsupportedSyntax
return await import.source("x")
---
// with
//! ParseError UnsupportedSyntax
with (globalThis) { return constructor }
---
// sloppy code in a function
//! ParseError UnsupportedSyntax
const f = function () { with ({}) {} }
---
// octal literals
//! ParseError UnsupportedSyntax
return 010
---
// arguments.callee in a function with simple parameters
//! ExecutionFailure
return (function (a) { return arguments.callee })(1)
---
// assignment to undeclared names does not make globals
//! ExecutionFailure
leak = 1
---
// delete of a name
//! ParseError UnsupportedSyntax
let x = 1
delete x
---
// decorators
//! UnsupportedSyntax ParseError
const dec = () => 0
@dec class A {}
---
// an enum and a namespace
//! UnsupportedSyntax ParseError
enum A { B = process.pid }
---
// TypeScript's import require
//! UnsupportedSyntax ParseError
import fs = require("node:fs")
return fs
---
// TypeScript that erases to an import
//! UnsupportedSyntax ParseError
const x: typeof import("node:fs") = 1
return await import("node:fs")
---
// a type that looks like code
const x: ReturnType<typeof eval> = 1
return x !== 1
---
// JSX
//! ParseError UnsupportedSyntax
return <div>{process}</div>
---
// labels, await and yield as names
const async = 1, of = 2, get = 3, set = 4, from = 5, as = 6, type = 7
return reach(async, of, get, set, from, as, type)
---
// names of the engine as names of the program
const agent = 1, SUSP = 2, realm = 3, frame = 4, f = 5, self = 6, host = 7, $ = 8, _ = 9
return agent + SUSP + realm + frame + f + self + host + $ + _ !== 45
---
// declarations that shadow globals
{
  const Object = 1, Array = 2, Promise = 3, Function = 4, Symbol = 5
  return await (async () => [1, 2].map((x) => x).length !== 2)()
}
---
// a var that shadows a global, before it is set
var Promise
return Promise !== undefined
---
// a function named like a global
function Error() { return 1 }
try { null.x } catch (e) { return e instanceof globalThis.TypeError ? false : reach(e) }
---
// undefined cannot be set
//! ExecutionFailure
undefined = 1
---
// async arrow named arguments and eval
//! ParseError UnsupportedSyntax
const f = (eval) => eval
---
// a return that is a thenable
return { then(resolve) { resolve(reach(this, resolve)) } }
---
// a thenable whose then is a getter that counts
let n = 0
const t = { get then() { n++; return undefined } }
await t
return n !== 1
---
// await of everything
const found = []
for (const v of [1, null, {}, [], () => 0, tools, tools.echo, new Proxy({}, {}), { then: 1 }, { then: null }]) found.push(await v === v)
return found.includes(false)
---
// using of everything
const found = []
for (const v of [1, {}, { [Symbol.dispose]: 1 }, () => 0, globalThis, tools]) { try { using x = v } catch (e) { found.push(e) } }
return reach(...found)
---
// labels of blocks, continue out of finally, return out of finally
const f = () => { a: try { return 1 } finally { break a } return 2 }
return f() !== 2
---
// generators that return the arguments of what resumed them
function* g() { return [yield, arguments, this, new.target] }
const it = g.call({ a: 1 }, 2)
it.next(); 
return reach(it.next("x").value)
---
// a generator as its own caller
let it
function* g() { try { it.next() } catch (e) { yield e } }
it = g()
return reach(it.next().value)
---
// generators thrown into and returned from outside
function* g() { try { yield 1 } catch (e) { yield e } finally { yield 2 } }
const a = g(); a.next()
const b = g(); b.next()
return reach(a.throw(globalThis).value === globalThis ? 1 : "ESCAPED", b.return(tools).value)
---
// an async generator's queue
async function* g() { yield 1 }
const it = g()
return reach(it.next(), it.return(1), it.throw(new Error("x")).catch((e) => e), await it.next())
---
// class fields that name the engine's slots
class A { shape = 1; elements = 2; slots = 3; realm = 4; [Symbol.iterator] = 5; __proto__ = 6; constructor2 = 7; "prototype" = 8 }
return reach(new A())
---
// computed members named __proto__ and constructor
class A { static ["__proto__"]() { return 1 } ["constructor"]() { return 2 } static ["name"] = 3 }
const o = { ["__proto__"]: 1, ["constructor"]: 2 }
return reach(A, new A(), o)
---
// destructuring from built-in objects
const { constructor, __proto__, ...rest } = console
const [...xs] = "x"
const { length, ...others } = Object.getOwnPropertyDescriptors(Function.prototype)
return reach(constructor, __proto__, rest, xs, others)
---
// for in over everything
const found = []
for (const o of [globalThis, console, Math, JSON, Intl, crypto, search, "x", [1], () => 0, new Error("x"), Promise.resolve()]) for (const k in o) found.push(k)
return reach(...found)
---
// Symbol.unscopables and Symbol.toPrimitive of built-ins
return reach(Array.prototype[Symbol.unscopables], Date.prototype[Symbol.toPrimitive], Symbol.prototype[Symbol.toPrimitive])
