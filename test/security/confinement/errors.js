// stacks show the program alone
const f = () => { null.x }
try { f() } catch (e) { return reach(e.stack) || !/^\s*at f \(\d+:\d+\)/m.test(e.stack) && e.stack }
---
// stacks of callbacks that built-ins call
const stacks = []
const note = () => { stacks.push(new Error("x").stack); return 0 }
;[2, 1].sort(note); "x".replace("x", note); JSON.parse("[1]", note); Array.from([1], note); new Proxy({}, { get: note }).x; `${{ toString: note }}`; await Promise.resolve().then(note)
for (const x of { [Symbol.iterator]: () => ({ next() { note(); return { done: true } } }) }) ;
return reach(...stacks)
---
// Error.prepareStackTrace is never called
let called = false
Error.prepareStackTrace = (e, frames) => { called = frames ?? true; return frames }
TypeError.prepareStackTrace = Error.prepareStackTrace
globalThis.Error.prepareStackTrace = Error.prepareStackTrace
try { null.x } catch (e) { e.stack }
new Error("x").stack
return called !== false && reach(called)
---
// Error.captureStackTrace is absent or harmless
const o = {}
Error.captureStackTrace?.(o)
return reach(o.stack, Error.captureStackTrace)
---
// Error.stackTraceLimit changes nothing
Error.stackTraceLimit = Infinity
const f = (n) => n === 0 ? new Error("x").stack : f(n - 1)
return reach(f(500)) || f(500).length > 5000
---
// the accessor of stack, on every value
const { get, set } = Object.getOwnPropertyDescriptor(Error.prototype, "stack")
const found = []
for (const v of [{}, [], new Error("x"), Object.create(new Error("x")), Error.prototype, new Proxy(new Error("x"), {}), 1, null, globalThis, tools]) { try { found.push(get.call(v)) } catch (e) { found.push(e) } try { found.push(set.call(v, "y")) } catch (e) { found.push(e) } }
return reach(...found)
---
// the stack of the deepest call
let stack
const f = () => { try { f() } catch (e) { stack ??= e.stack; throw e } }
try { f() } catch (e) { return reach(e, e.stack, stack, e.message) }
---
// the stack of an error of a tool
try { await tools.refuse({}) } catch (e) { return reach(e, e.stack, e.message, e.name, e.cause, Object.getPrototypeOf(e), Reflect.ownKeys(e)) }
---
// the error of a tool that died
try { await tools.die({}) } catch (e) { return reach(e, e.stack, e.message, e.cause) }
---
// the error of a tool that died with text of the host
try { await tools.dieWithText({}) } catch (e) { return reach(e, e.stack, e.message, e.cause) || /ESCAPED|secret/.test(e.message + e.stack) }
---
// the error of a tool that threw
try { await tools.throws({}) } catch (e) { return reach(e, e.stack, e.message, e.cause) || /secret/.test(e.message + e.stack) }
---
// the error of a tool whose failure is a host error
try { await tools.failWithError({}) } catch (e) { return reach(e, e.stack, e.message, e.cause) || /secret/.test(e.message + e.stack) }
---
// errors of a tool are the program's own
try { await tools.refuse({}) } catch (e) { return reach(e) || !(e instanceof Error) || e.constructor !== Error && reach(e.constructor) }
---
// errors of a tool that is not there
const found = []
for (const t of [() => tools.nope({}), () => tools.__proto__({}), () => tools.constructor({}), () => tools.echo.constructor({}), () => tools.toString({}), () => tools["node:fs"]({}), () => tools.echo.call(null, {}), () => tools.echo.apply(null, [{}]), () => tools.prototype({}), () => tools({})]) { try { found.push(await t()) } catch (e) { found.push(e, e.stack, e.message) } }
return reach(...found)
---
// errors of bad arguments
const found = []
for (const a of [1, null, "x", () => 0, Symbol(), 1n, new Map(), new Proxy({}, {}), Promise.resolve(), tools, globalThis, [undefined], { a: { b: () => 0 } }, new Date(NaN), NaN, { __proto__: null, ["__proto__"]: 1 }]) { try { found.push(await tools.strict(a)) } catch (e) { found.push(e, e.stack, e.message) } }
return reach(...found)
---
// an uncaught error of the engine
//! ExecutionFailure
null.x
---
// an uncaught error of the program
//! ExecutionFailure
throw new (class HostError extends Error { name = "HostError" })("mine")
---
// an uncaught value that is no error
//! ExecutionFailure
throw { toString() { return "mine" }, stack: "mine" }
---
// an uncaught error with a cause, a stack and a name of its own
//! ExecutionFailure
const e = new Error("mine", { cause: globalThis })
e.stack = "mine"
e.name = { toString() { throw e } }
throw e
---
// an uncaught AggregateError
//! ExecutionFailure
throw new AggregateError([new Error("a"), globalThis, tools], "many")
---
// an uncaught SuppressedError
//! ExecutionFailure
{ using a = { [Symbol.dispose]() { throw new Error("a") } }; throw new Error("b") }
---
// an uncaught error of a tool that died
//! ToolFailure
await tools.dieWithText({})
---
// an uncaught failure that a tool has as a host error
//! ToolFailure
await tools.failWithError({})
---
// an uncaught error of an answer that is no data
//! InvalidToolOutput
await tools.answersFunction({})
---
// rejections left behind
Promise.reject(new Error("mine")); Promise.reject(globalThis); Promise.reject(Symbol("x")); Promise.reject(tools); tools.dieWithText({}); tools.failWithError({})
for (let i = 0; i < 20; i++) await tools.echo({})
return false
---
// a syntax error
//! ParseError
const x = ;
---
// source that closes the function around it
//! ParseError
}); process.exit(1); (async () => {
---
// source with a hashbang, an html comment and a source map
//! ParseError
#!/usr/bin/env node
<!-- process
return 1
---
// a source map comment and a sourceURL
//# sourceURL=file:///etc/passwd
//# sourceMappingURL=data:application/json;base64,e30=
try { null.x } catch (e) { return /passwd/.test(e.stack) }
---
// names of functions in stacks are cut from the text alone
const o = { ["at Module._compile (node" + ":internal)"]: () => { throw new Error("x") } }
try { Object.values(o)[0]() } catch (e) { return typeof e.stack !== "string" }
---
// errors across await
const f = async () => { await tools.echo({}); null.x }
try { await f() } catch (e) { return reach(e.stack, e) }
---
// errors of generators and iterators
function* g() { yield 1; null.x }
try { for (const x of g()) ; } catch (e) { return reach(e.stack, e) }
---
// errors inside proxies, getters and conversions
const found = []
for (const t of [() => new Proxy({}, { get() { null.x } }).y, () => ({ get x() { null.y } }).x, () => `${{ toString() { null.x } }}`, () => new Proxy({}, { ownKeys() { return 1 } }) && Reflect.ownKeys(new Proxy({}, { ownKeys() { return 1 } })), () => Object.keys(new Proxy({}, { ownKeys() { return [1] } }))]) { try { t() } catch (e) { found.push(e, e.stack) } }
return reach(...found)
---
// the call depth, within built-ins
const found = []
for (const t of [() => { const f = () => [1].map(f); f() }, () => { const o = { toString: () => `${o}` }; `${o}` }, () => { const p = new Proxy({}, { get: (t, k) => p[k] }); p.x }, () => { let f = () => 0; for (let i = 0; i < 2e4; i++) f = f.bind(); f() }, () => { let o = {}; for (let i = 0; i < 1e5; i++) o = { o }; JSON.stringify(o) }, () => JSON.parse("[".repeat(1e5)), () => { let a = []; for (let i = 0; i < 1e5; i++) a = [a]; String(a); a.flat(Infinity) }, () => { let o = {}; for (let i = 0; i < 1e5; i++) o = { o }; structuredClone(o); console.log(o) }]) { try { t() } catch (e) { found.push(e, e.message, e.stack) } }
return reach(...found)
