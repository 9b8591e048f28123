// objects of sixty keys in an order of their own
for (let i = 0; ; i++) { const o = {}; o["a" + (i % 1000)] = 1; for (let j = 0; j < 60; j++) o["b" + ((i * j) % 977)] = j }
---
// objects of a hundred keys in an order of their own
for (let i = 0; ; i++) { const o = {}; for (let j = 0; j < 110; j++) o["b" + (((i + j * 7) * 31) % 977)] = j }
---
// objects of a hundred keys that are kept
let all = []
for (let i = 0; ; i++) {
  const o = {}
  for (let j = 0; j < 100; j++) o["b" + ((i * 31 + j * ((i % 13) + 1)) % 977)] = j
  all.push(o)
  if (all.length > 3000) all = []
}
---
// JSON of objects with names of their own
for (let i = 0; ; i += 400) {
  const parts = []
  for (let j = 0; j < 100; j++) {
    const n = i + j * 4
    parts.push(`{"a${n}":1,"b${n}":2,"c${n}":3,"d${n}":4}`)
  }
  JSON.parse("[" + parts.join() + "]")
}
---
// Object.fromEntries with names in an order of their own
for (let i = 0; ; i++) Object.fromEntries(Array.from({ length: 100 }, (_, j) => ["b" + ((i * 31 + j * ((i % 13) + 1)) % 977), j]))
---
// literals with computed names
for (let i = 0; ; i++) { const o = { ["a" + (i % 500)]: 1, b: 2, ["d" + (i % 300)]: 3 }; ({ ...o, ["x" + (i % 700)]: 1 }) }
---
// objects whose attributes change one by one
for (;;) {
  const o = { a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, g: 7, h: 8 }
  for (const k in o) Object.defineProperty(o, k, { enumerable: false })
}
---
// JSON of millions of arrays in one another
const s = "[".repeat(2 ** 23)
for (;;) { try { JSON.parse(s) } catch {} }
---
// JSON of millions of objects in one another
const s = '{"a":'.repeat(2 ** 21)
for (;;) { try { JSON.parse(s) } catch {} }
