// annotations, generics, interfaces, casts and assertions are erased
//> [3,"x"]
//host not JavaScript
interface Point { x: number; y?: string }
type Id = string | number
declare const nothing: unknown
function add<T extends number>(a: T, b: number = 1): number { return (a as number) + b }
const p = { x: 1 } satisfies Point
const id: Id = "x" as const
class Box<T> { private readonly v!: T; constructor(v: T) { this.v = v } get(): T { return this.v! } }
return [add<number>(p.x, 2), new Box<string>(id as string).get()]
---
// places in TypeScript are those of the text as it was sent
//! TypeError: reading 'b' @2:21
//host not JavaScript
const o: { a?: { b: number } } = {}
return (o as any).a.b
---
// enums are refused with the object to write
//! UnsupportedSyntax: enum @1:1
//? const Color = {
//host not JavaScript
enum Color { Red, Green }
return Color.Red
---
// parameter properties are refused
//! UnsupportedSyntax
//host not JavaScript
class A { constructor(private x: number) {} }
---
// namespaces with values are refused
//! UnsupportedSyntax
//host not JavaScript
namespace N { export const x = 1 }
---
// imports are refused with the way out
//! UnsupportedSyntax: modules @1:1
//? tools
//host no module
import fs from "fs"
return 1
---
// dynamic import is refused
//! UnsupportedSyntax
//host V8 would ask its loader
const m = await import("x")
---
// with is refused
//! ParseError: with @1:1
with ({}) {}
---
// a refused construct refuses even where it is never reached
//! UnsupportedSyntax
//host V8 would ask its loader
console.log("never")
if (false) { await import("x") }
---
// a Markdown fence around everything is taken off
//> 3
//host not JavaScript
```js
const a = 1
return a + 2
```
---
// prose around one fence: its lines are counted in the whole text
//! TypeError: reading 'x' @4:6
//host not JavaScript
Here is the program:

```ts
null.x
```
---
// a lone async arrow is called
//> 5
//host shape of a program
async () => { return 5 }
---
// a lone function expression in parentheses is called
//> 6
//host shape of a program
(async function () { return 6 })
---
// a lone function declaration that nothing calls is called
//> 7
//host shape of a program
async function main() { return 7 }
---
// export default of a function is called
//> 8
//host shape of a program
export default async function () { return 8 }
---
// the last expression is the result
//> 42
//host shape of a program
const x = 41
x + 1
---
// only a last expression statement counts
//> null
//host shape of a program
if (true) { 2 }
---
// a function as the result says that it was never called
//! InvalidDataValue: function
//host shape of a program
const f = () => 1
return f
---
// shell text says what it looks like
//! ParseError
//host shape of a program
curl https://example.com/api
---
// absent globals say what to do instead
//! ReferenceError: fetch @1:7
//host the host has another list of globals
await fetch("https://example.com")
---
// require says that modules are absent
//! ExecutionFailure
//host the host has another list of globals
const fs = require("fs")
---
// timers are absent
//! ReferenceError: setTimeout
//host the host has another list of globals
setTimeout(() => {}, 10)
---
// a misspelt global names its neighbour
//! ReferenceError: Jason
Jason.parse("{}")
---
// a failure that is caught and thrown again keeps its kind and place
//! TypeError: reading 'deep' @2:26
const inner = (o) => {
  try { return o.missing.deep } catch (e) { throw e }
}
try { inner({}) } catch (e) { throw e }
---
// thrown values that are no errors
//! ExecutionFailure: Uncaught: {"code":7}
throw { code: 7 }
---
// an uncaught error of the program's own class
//! ExecutionFailure: Uncaught: Quota: too many
//host another text
class Quota extends Error { constructor(m) { super(m); this.name = "Quota" } }
throw new Quota("too many")
