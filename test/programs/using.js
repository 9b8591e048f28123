// using disposes at the end of the block, last first
//> ["body","b","a","after"]
//host Node 20 lacks using
const log = []
const r = (n) => ({ [Symbol.dispose]() { log.push(n) } })
{ using a = r("a"); using b = r("b"); log.push("body") }
log.push("after")
return log
---
// using disposes on return, throw, break and continue
//> ["return","caught","throw","x0","x1","value"]
//host Node 20 lacks using
const log = []
const r = (n) => ({ [Symbol.dispose]() { log.push(n) } })
const f = () => { using a = r("return"); return "value" }
const v = f()
try { using a = r("throw"); throw log.push("caught") } catch {}
for (const i of [0, 1]) { using a = r("x" + i); if (i) break; continue }
return [...log, v]
---
// using accepts null and undefined, and nothing else without a dispose method
//> ["TypeError","TypeError"]
//host Node 20 lacks using
const out = []
{ using a = null, b = undefined }
for (const v of [1, {}]) try { using a = v } catch (e) { out.push(e.name) }
return out
---
// errors while disposing are put around what was pending
//> ["SuppressedError","second","first","body"]
//host Node 20 lacks using
const r = (n) => ({ [Symbol.dispose]() { throw n } })
try { using a = r("second"); using b = r("first"); throw "body" } catch (e) { return [e.name, e.error, e.suppressed.error, e.suppressed.suppressed] }
---
// await using waits for each disposal
//> ["start b","end b","start a","end a","after"]
//host Node 20 lacks using
const log = []
const r = (n) => ({ async [Symbol.asyncDispose]() { log.push("start " + n); await null; log.push("end " + n) } })
{ await using a = r("a"); await using b = r("b") }
log.push("after")
return log
---
// await using falls back to the sync method
//> ["sync"]
//host Node 20 lacks using
const log = []
{ await using a = { [Symbol.dispose]() { log.push("sync") } } }
return log
---
// using in the heads of loops: each turn of for of, the end of for
//> ["turn 1","d1","turn 2","d2","loop","loop","d9"]
//host Node 20 lacks using
const log = []
const r = (n) => ({ n, [Symbol.dispose]() { log.push("d" + n) } })
for (using x of [r(1), r(2)]) log.push("turn " + x.n)
let i = 0
for (using x = r(9); i < 2; i++) log.push("loop")
return log
---
// a using binding cannot be assigned
//! TypeError: constant variable 'a'
//host Node 20 lacks using
{ using a = null; a = 1 }
---
// using is still a name
//> [1,2]
let using = 1
const o = { using: 2 }
return [using, o.using]
