// members of a tool reference are references
return typeof tools.constructor !== "function" || typeof tools.__proto__ !== "function" || typeof tools.echo.constructor.constructor !== "function"
---
// the prototype of a tool reference
const found = []
for (const t of [() => Object.getPrototypeOf(tools), () => Reflect.getPrototypeOf(tools.echo), () => tools.echo.__proto__.__proto__, () => tools instanceof Function]) { try { const v = t(); if (v !== null && v !== false && typeof v !== "function") found.push("ESCAPED") } catch (e) { found.push(e.message) } }
return reach(...found)
---
// a constructor chain through a tool reference
//! UnknownTool InvalidDataValue ExecutionFailure
await tools.constructor.constructor("return process")()
---
// bind, call and apply of a tool reference are paths, not functions
const found = []
for (const key of ["bind", "call", "apply", "toString", "valueOf", "then", "toJSON", "constructor", "prototype", "__proto__", "hasOwnProperty", "caller", "arguments"]) { try { found.push(await tools.echo[key]({})) } catch (e) { found.push(e.name, e.message) } }
return reach(...found)
---
// Function.prototype methods on a tool reference
const found = []
for (const t of [() => Function.prototype.call.call(tools.echo, null, { a: 1 }), () => Function.prototype.apply.call(tools.echo, {}, [{ a: 1 }]), () => Function.prototype.bind.call(tools.echo, null)({ a: 1 }), () => Reflect.apply(tools.echo, globalThis, [{ a: 1 }]), () => Function.prototype.toString.call(tools.echo), () => Reflect.construct(tools.echo, [{}]), () => new tools.echo({})]) { try { found.push(await t()) } catch (e) { found.push(e.message, e.stack) } }
return reach(...found)
---
// this of a call of a tool does not cross
await Reflect.apply(tools.echo, globalThis, [{}])
return false
---
// keys of a tool reference
const found = [Object.keys(tools)]
for (const t of [() => Reflect.ownKeys(tools), () => Object.getOwnPropertyNames(tools.deep), () => Object.getOwnPropertyDescriptors(tools), () => Object.entries(tools), () => Object.getOwnPropertySymbols(tools)]) { try { found.push(Object.keys(t())) } catch (e) { found.push(e.message) } }
return reach(...found)
---
// writing, deleting, defining and freezing
const found = []
for (const t of [() => { tools.echo = () => "ESCAPED" }, () => delete tools.echo, () => Object.defineProperty(tools, "echo", { value: 1 }), () => Object.setPrototypeOf(tools, {}), () => Object.preventExtensions(tools), () => Object.freeze(tools), () => Object.assign(tools, { echo: 1 }), () => { tools.deep.x = 1 }, () => Reflect.set(tools, "echo", 1)]) { try { t(); found.push("ESCAPED?") } catch (e) { found.push(e.message) } }
return reach(...found) || (await tools.echo({ a: 1 })).a !== 1
---
// a proxy of a tool reference
const seen = []
const p = new Proxy(tools, { get(t, k, r) { seen.push(k); return Reflect.get(t, k, r) } })
const found = []
try { found.push(await p.echo({ a: 1 })) } catch (e) { found.push(e.message) }
return reach(...found, ...seen)
---
// tool references as keys, in maps, in JSON, in conversions
const found = []
for (const t of [() => ({ [tools.echo]: 1 }), () => new Map([[tools.echo, 1]]), () => JSON.stringify({ t: tools }), () => `${tools.echo}`, () => [tools].join(), () => structuredClone(tools), () => tools == "x", () => tools.echo === tools.echo, () => [...tools], () => ({ ...tools }), () => Object.fromEntries(Object.entries(tools)), () => tools instanceof Object, () => Number(tools), () => console.log(tools, tools.echo)]) { try { found.push(typeof t()) } catch (e) { found.push(e.message, e.stack) } }
return reach(...found)
---
// inheriting from a tool reference
let o = {}
const found = []
try { o = Object.create(tools) } catch (e) { found.push(e.message) }
try { o = { __proto__: tools } } catch (e) { found.push(e.message) }
try { found.push(await o.echo({ a: 1 })) } catch (e) { found.push(e.message) }
try { class A extends tools.echo {}; new A({}) } catch (e) { found.push(e.message) }
try { o.x = 1 } catch (e) { found.push(e.message) }
return reach(...found)
---
// a tool reference as a callback
const found = []
try { found.push(...await Promise.allSettled([{ a: 1 }, { a: 2 }].map(tools.echo))) } catch (e) { found.push(e.message, e.stack) }
return reach(...found)
---
// a tool reference as a comparator, a replacer, a then, a getter
const found = []
for (const t of [() => [2, 1].sort(tools.echo), () => "x".replace("x", tools.echo), () => JSON.stringify({}, tools.echo), () => JSON.parse("1", tools.echo), () => Promise.resolve({}).then(tools.echo), () => Object.defineProperty({}, "x", { get: tools.echo }).x, () => new Proxy({}, { get: tools.echo }).x, () => { new Promise(tools.echo) }, () => Array.from([1], tools.echo), () => ({ [Symbol.toPrimitive]: tools.echo }) + "", () => ({ [Symbol.iterator]: tools.echo })[Symbol.iterator](), () => queueMicrotask(tools.echo)]) { try { found.push(await t()) } catch (e) { found.push(e.message, e.stack) } }
return reach(...found)
---
// segments with dots, spaces and the names of the host
const found = []
for (const path of ["a.b", " ", "", "0", "-1", "NaN", "node:fs", "../x", "__proto__", "constructor"]) { try { found.push(await tools[path]({})) } catch (e) { found.push(e.name, e.message) } }
return reach(...found)
---
// a path of a hundred thousand segments
let t = tools
try { for (let i = 0; i < 3000; i++) t = t.a; await t({}) } catch (e) { return reach(e, e.message) || e.message.length > 100_000 }
---
// symbols on a tool reference
return reach(tools[Symbol.iterator], tools[Symbol.toPrimitive], tools[Symbol.toStringTag], tools.echo[Symbol.hasInstance], tools[Symbol.for("x")]) || tools[Symbol.iterator] !== undefined
---
// what search answers is the program's own
const r = search({ query: "echo" })
r.__proto__.polluted = "mine"
Object.getPrototypeOf(r.items ?? []).polluted = "mine"
return reach(r, search)
---
// search with odd inputs
const found = []
for (const a of [undefined, null, 1, "x", {}, { query: 1 }, { query: { toString() { return "ESCAPED" } } }, { query: "x", limit: -1 }, { query: "x", __proto__: { limit: 1 } }, { query: () => 0 }, new Proxy({ query: "x" }, {}), { query: "x", namespace: "__proto__" }, { get query() { return globalThis } }]) { try { found.push(search(a)) } catch (e) { found.push(e, e.message, e.stack) } }
return reach(...found)
---
// search found things are only text
const { items = [] } = search({ query: "" })
return reach(...items) || items.some((x) => Object.values(x).some((v) => typeof v === "function"))
---
// the promise of a call
const p = tools.echo({ a: 1 })
p.__proto__.polluted = "mine"
return reach(p, p.then, p.constructor, Object.getPrototypeOf(p), Reflect.ownKeys(p)) || p.constructor !== Promise || !(p instanceof Promise)
---
// a call's promise under other constructors
class P extends Promise {}
const found = [P.resolve(tools.echo({})), Promise.prototype.then.call(tools.echo({}), (x) => x), Reflect.apply(Promise.resolve, P, [tools.echo({})]), await P.all([tools.echo({})]), await Promise.race([tools.echo({})]), await Promise.allSettled([tools.refuse({})])]
return reach(...found)
---
// Promise.withResolvers and a capability that leaks its functions
const found = [Promise.withResolvers()]
function Capability(executor) { executor((x) => found.push(x), (x) => found.push(x)); found.push(executor) }
Promise.resolve.call(Capability, 1); Promise.all.call(Object.assign(Capability, { resolve: (x) => ({ then(...args) { found.push(...args) } }) }), [tools.echo({})])
Promise.reject.call(Capability, 2)
return reach(...found)
---
// the executor's functions, after the run has gone on
let resolve
new Promise((r) => { resolve = r })
await tools.echo({})
resolve({ then(a, b) { return reach(a, b) && "ESCAPED" } })
return false
