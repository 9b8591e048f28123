// time is the host's clock, and local time is UTC
//> ["number","2024-01-02T03:00:00.000Z",0,3]
//host a difference on purpose
const d = new Date(2024, 0, 2, 3)
return [typeof Date.now(), d.toISOString(), d.getTimezoneOffset(), d.getHours()]
---
// dates print as ISO text
//> ["1970-01-01T00:00:00.000Z","1970-01-01T00:00:00.000Z","Invalid Date"]
//host a difference on purpose
return [String(new Date(0)), new Date(0) + "", `${new Date(NaN)}`]
---
// randomness comes from the host's generator
//> [true,"number"]
//host a difference on purpose
const r = Math.random()
return [r >= 0 && r < 1, typeof r]
---
// work that is pending at the return is dropped
//> "done"
//log started
//host a difference on purpose
const later = async () => { console.log("started"); await null; await null; console.log("never") }
later()
return "done"
---
// an unhandled rejection is a warning
//> 1
//warning boom
//host a difference on purpose
Promise.reject(new Error("boom"))
await null
return 1
---
// a promise that nothing can settle fails at once, at its await
//! ExecutionFailure: waits for a promise that nothing can settle @2:9
//host a difference on purpose
const never = new Promise(() => {})
return [await never]
---
// calls nest ten thousand deep, then a RangeError
//> [9500,"RangeError"]
//host a difference on purpose
const depth = (n) => n === 0 ? 0 : 1 + depth(n - 1)
try { depth(20000) } catch (e) { return [depth(9500), e.name] }
---
// strings end at 2^24 units
//! RangeError
//host a difference on purpose
return "x".repeat(2 ** 24 + 1).length
---
// arrays hold ten million elements
//! RangeError
//host a difference on purpose
return "x".repeat(10_000_001).split("").length
---
// calls have at most 2^17 arguments
//> [131072,"RangeError","RangeError"]
//host a difference on purpose
const count = (...args) => args.length
const attempt = (n) => { try { return count(...Array(n)) } catch (e) { return e.name } }
const applied = () => { try { return count.apply(null, Array(131_073)) } catch (e) { return e.name } }
return [attempt(131_072), attempt(131_073), applied()]
---
// property names end at 2^20 units
//> [1,"RangeError","RangeError","RangeError","RangeError","RangeError","RangeError"]
//host a difference on purpose
const attempt = (f) => { try { return f() } catch (e) { return e.name } }
const longest = "x".repeat(2 ** 20)
const name = longest + "x"
return [
  () => ({ [longest]: 1 })[longest],
  () => ({ [name]: 1 }),
  () => ({})[name],
  () => JSON.parse(JSON.stringify(name).concat(":1}").replace(/^/, "{")),
  () => Object.fromEntries([[name, 1]]),
  () => Reflect.ownKeys(new Proxy({}, { ownKeys: () => [name] })),
  () => Symbol.for(name)
].map(attempt)
---
// BigInt ends at 2^18 bits
//! RangeError
//host a difference on purpose
return 2n ** (2n ** 18n + 1n) > 0n
---
// array buffers end at 2^27 bytes
//! RangeError
//host a difference on purpose
return new ArrayBuffer(2 ** 27 + 1).byteLength
---
// what is one step of the host is short
//> ["RangeError","RangeError","RangeError","RangeError","RangeError","RangeError","RangeError","RangeError","RangeError"]
//host a difference on purpose
const attempt = (f) => { try { return f() } catch (e) { return e.name } }
const x = "x".repeat(65537)
return [
  () => new URL("https://a.example/" + x),
  () => JSON.parse("1".repeat(262144)),
  () => ("e" + "\u0301".repeat(2001)).normalize(),
  () => Array.from(x).forEach(((headers) => (value) => headers.append("a", value))(new Headers())),
  () => x.localeCompare("y".repeat(65537)),
  () => x.slice(0, 16385).toLocaleUpperCase("tr"),
  () => new Intl.Segmenter().segment("a".repeat(1048577)),
  () => new Intl.ListFormat().format(Array.from(x.slice(0, 1001))),
  () => (1n << 8192n).toLocaleString()
].map(attempt)
---
// a backtracking pattern is only slow, and can be stopped
//> [false,"SyntaxError"]
//host the host would not answer for long with a longer text
const compile = (pattern) => { try { return new RegExp(pattern) } catch (e) { return e.name } }
return [/^(a|a)*$/.test("a".repeat(12) + "b"), compile("x".repeat(16385))]
---
// stacks show the program alone
//> ["Error: x","    at inner (1:27)","    at outer (2:33)","    at 3:8"]
//host a difference on purpose
function inner() { return new Error("x").stack }
const outer = () => { const s = inner(); return s }
return outer().split("\n")
---
// dynamic code is refused
//> ["EvalError","EvalError","function",true]
//host a difference on purpose
const out = []
try { eval("1") } catch (e) { out.push(e.name) }
try { new Function("return 1") } catch (e) { out.push(e.name) }
return [...out, typeof eval, (() => {}) instanceof Function]
---
// a promise used as text or number is an error with the hint to await
//! TypeError: This is a Promise, not its value: an un-awaited Promise was used as data. Write `await` before it. @1:8
//host a difference on purpose
return `${Promise.resolve(1)}`
---
// a property that promises do not have is an error with the hint to await
//! TypeError: Cannot read 'id' of an un-awaited Promise. Write `(await promise).id` instead. @1:35
//host a difference on purpose
return Promise.resolve({ id: 1 }).id
---
// a race of nothing rejects
//> true
//host a difference on purpose
return await Promise.race([]).catch((e) => e instanceof Error)
---
// only promises that are awaited or returned count: circular data is legal inside
//> "a"
const a = { name: "a" }
a.self = a
return a.self.self.name
---
// reading a tool reference is always a reference again, and never a thenable
//> ["object","function","function",true,false,"TypeError"]
//host a difference on purpose
const attempt = (f) => { try { return f() } catch (e) { return e.name } }
const reference = tools.any.thing?.at.all
return [typeof tools, typeof reference, typeof tools.any["thing at"], (await tools.any) !== undefined, tools.any == null, attempt(() => { tools.any = 1 })]
---
// a tool reference is not data
//! TypeError: tools
//host a difference on purpose
return tools.any + 1
