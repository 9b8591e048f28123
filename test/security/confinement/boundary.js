// an answer's prototype
const r = await tools.data({})
r.__proto__.polluted = "mine"
r.list.__proto__.polluted = "mine"
return reach(r) || Object.getPrototypeOf(r) !== Object.prototype || Object.getPrototypeOf(r.list) !== Array.prototype
---
// an answer is the program's own copy
const a = await tools.shared({})
a.nested.x = "ESCAPED"
a.list.push("ESCAPED")
return JSON.stringify(await tools.shared({})).includes("ESCAPED")
---
// an answer with keys of prototypes
const r = await tools.keys({})
return reach(r) || r.constructor?.prototype?.polluted !== "data" || typeof r.toString !== "string" || Object.getPrototypeOf(r) !== Object.prototype
---
// an answer with the key __proto__
//! InvalidToolOutput
return await tools.protoKey({})
---
// an answer that is a function
//! InvalidToolOutput
return await tools.answersFunction({})
---
// an answer that holds a function
//! InvalidToolOutput
return await tools.holdsFunction({})
---
// an answer that holds a symbol, a BigInt
const found = []
for (const t of [tools.holdsSymbol, tools.holdsBigInt, tools.answersSymbol]) { try { found.push(await t({})) } catch (e) { found.push(e, e.message, e.stack) } }
return reach(...found) || found.some((x) => typeof x === "symbol")
---
// an answer that is a class instance
//! InvalidToolOutput
return await tools.instance({})
---
// answers that are host objects
const found = []
for (const name of ["date", "invalidDate", "regexp", "map", "set", "url", "params", "error", "promise", "buffer", "bytes", "proxy", "weakMap", "generator", "globalThis", "process", "args", "boxed", "effect", "nullProto", "frozen", "sparse", "subArray", "cyclic", "getters", "throwingGetter", "revoked", "thenable", "toJson", "headers", "foreign", "dangerousProxy", "module"]) { try { found.push(await tools.odd[name]({})) } catch (e) { found.push(e, e.message, e.stack, e.cause) } }
return reach(...found) || found.some((x) => typeof x === "function")
---
// an answer that is a thenable is not awaited by the program's then
const r = await tools.odd.thenableData({}).catch((e) => e)
return reach(r)
---
// an answer with getters does not run them again
const a = await tools.counting({})
a.n; a.n
const b = await tools.counting({})
return reach(a, b) || Object.getOwnPropertyDescriptor(a, "n").get !== undefined || b.n - a.n !== 1
---
// arguments are copies
const o = { a: { b: 1 } }
const p = tools.keep(o)
o.a.b = "ESCAPED"
await p
return (await tools.kept({})).a.b !== 1
---
// arguments with getters run once, inside
let n = 0
await tools.keep({ get x() { n++; return 1 } })
return n !== 1 || (await tools.kept({})).x !== 1
---
// arguments that are proxies
await tools.keep(new Proxy({ a: 1 }, { get: (t, k) => k === "toJSON" ? undefined : "trapped" }))
return (await tools.kept({})).a !== "trapped"
---
// arguments with toJSON
await tools.keep({ toJSON() { return { replaced: true } } })
const a = await tools.kept({})
await tools.keep({ d: new Date(0), toJSON: undefined })
return a.replaced !== true || reach(a)
---
// arguments with toJSON that leads back
const o = { toJSON() { return o } }
const found = []
try { found.push(await tools.keep(o)) } catch (e) { found.push(e.message) }
const p = { toJSON() { return [p] } }
try { found.push(await tools.keep(p)) } catch (e) { found.push(e.message) }
return reach(...found)
---
// arguments with then
await tools.keep({ then: "data" })
const found = [await tools.kept({})]
try { await tools.keep({ then() {} }); found.push("crossed") } catch (e) { found.push(e.message) }
return reach(...found) || found.includes("crossed")
---
// arguments with keys of prototypes
await tools.keep({ constructor: { prototype: { polluted: "mine" } }, toString: "x", valueOf: 1, hasOwnProperty: 2, toJSON: 3 })
return reach(await tools.kept({}))
---
// arguments with the key __proto__
const found = []
for (const o of [JSON.parse('{"__proto__":{"polluted":"mine"}}'), { ["__proto__"]: 1 }, Object.defineProperty({}, "__proto__", { value: { polluted: "mine" }, enumerable: true }), { a: JSON.parse('{"__proto__":1}') }, new Proxy({}, { ownKeys: () => ["__proto__"], getOwnPropertyDescriptor: () => ({ value: 1, enumerable: true, configurable: true }) })]) { try { await tools.keep(o); found.push("crossed") } catch (e) { found.push(e.message) } }
return reach(...found) || found.includes("crossed")
---
// arguments whose prototype is polluted
Object.prototype.polluted = "mine"
await tools.keep({ a: 1 })
return Object.hasOwn(await tools.kept({}), "polluted")
---
// arguments whose array prototype is polluted
Array.prototype[1] = "mine"
Array.prototype.toJSON = undefined
await tools.keep({ xs: [1, , 3] })
const r = await tools.kept({})
delete Array.prototype[1]
return reach(r)
---
// arguments that change while they are read
const xs = [{ get x() { xs.length = 1; xs.push(globalThis); return 1 } }, 2, 3]
const found = []
try { found.push(await tools.keep({ xs })) } catch (e) { found.push(e.message) }
return reach(...found)
---
// arguments that call tools while they are read
const found = []
const o = { get x() { found.push(tools.echo({})); return 1 }, toJSON() { found.push(tools.echo({})); return { y: 1 } } }
await tools.keep({ o })
return reach(...await Promise.all(found))
---
// arguments that are cyclic, deep, long, sparse
const found = []
const c = {}; c.c = c
let d = {}; for (let i = 0; i < 100; i++) d = { d }
for (const a of [c, d, { xs: Array(5e6) }, [1], { xs: [, 1] }, { a: undefined }, { a: NaN, b: Infinity, c: -0 }]) { try { found.push(await tools.keep(a)) } catch (e) { found.push(e.message, e.stack) } }
return reach(...found)
---
// arguments that are errors, maps, dates, promises
const found = []
for (const a of [new Error("x"), new Map([[1, 2]]), new Set([1]), new Date(0), /x/, Promise.resolve(1), new Uint8Array(2), Symbol(), 1n, () => 0, class {}, new URL("http://a"), new Proxy([], {}), Object("x"), function* () {}, (function () { return arguments })(1), globalThis, console, Math]) { try { found.push(await tools.keep({ a }), await tools.kept({})) } catch (e) { found.push(e.message, e.stack) } }
return reach(...found)
---
// more arguments than one
const found = []
for (const args of [[], [{}, {}], [{}, globalThis], [undefined], [{}, () => 0]]) { try { found.push(await tools.keep(...args)) } catch (e) { found.push(e.message) } }
return reach(...found)
---
// the keys of arguments are text
await tools.keep({ [Symbol("x")]: 1, 1: 2, "": 3, "a.b": 4, "\u0000": 5 })
return reach(await tools.kept({}))
---
// an answer that a schema made of a class
const r = await tools.decoded({})
r.__proto__.polluted = "mine"
return reach(r) || Object.getPrototypeOf(r) !== Object.prototype
---
// input that a schema makes a class of does not come back
const r = await tools.decodedInput({ when: "1970-01-01T00:00:00.000Z" })
return reach(r)
---
// refusals of a schema name no class or file
const found = []
for (const a of [{}, { when: 1 }, { when: "x", secret: 1 }, { when: null }, []]) { try { found.push(await tools.decodedInput(a)) } catch (e) { found.push(e, e.message, e.stack) } }
return reach(...found)
---
// answers that a schema refuses
//! InvalidToolOutput
return await tools.badOutput({})
---
// an answer with a text that is long
//! InvalidToolOutput
return await tools.longText({})
---
// an Effect as an answer
const found = []
try { found.push(await tools.odd.effect({})) } catch (e) { found.push(e, e.message) }
return reach(...found) || found.some((x) => x && typeof x === "object" && "_op" in x)
---
// a result with functions, symbols, tools, promises
//! InvalidDataValue
return { f: () => 0 }
---
// a result that is globalThis
//! InvalidDataValue
return globalThis
---
// a result that is a tool reference
//! InvalidDataValue
return tools
---
// a result with the key __proto__
//! InvalidDataValue
return JSON.parse('{"a":{"__proto__":{"polluted":"mine"}}}')
---
// a result with keys of prototypes
return { constructor: { prototype: { polluted: 1 } }, toString: "x", then: 1, toJSON: 1, hasOwnProperty: 1, valueOf: 1, __defineGetter__: 1 } === 1
---
// a result whose getters call tools
return { get x() { tools.echo({}); return false } }.x
---
// a result that is a proxy of an array, with length that lies
const p = new Proxy([], { get: (t, k) => k === "length" ? 2 : k === "0" || k === "1" ? false : Reflect.get(t, k) })
return p[0]
---
// logs that try to break the result
console.log("\u0000\u001b[31m", "\ud800", "\u2028", "__proto__")
return false
