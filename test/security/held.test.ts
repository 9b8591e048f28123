/** What built-ins keep while guest code runs within them is counted: each of them is left half-way, again and again, with a large part of its work done. */
import { Effect } from "effect"
import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { parse } from "acorn"
import { transformSync } from "esbuild"
import { describe, expect, test } from "vitest"
import { CodeMode, Tool } from "../../src/index.ts"

const tools = { never: Tool.make({ description: "", input: {}, run: () => Effect.never }) }

/** `deep()` runs the row once more; at the bottom there is time for a count. */
const PRELUDE = `
  const SIZE = 20000, LEVELS = 60
  const numbers = Array.from({ length: SIZE }, (_, i) => i)
  const words = numbers.map((i) => "word" + i)
  const record = Object.fromEntries(words.slice(0, 5000).map((word, i) => [word, i]))
  const texts = { toString: () => deep() ?? "", toLocaleString: () => deep() ?? "", valueOf: () => deep() ?? 1, toJSON: () => deep() ?? 1 }
  const last = (i) => { if (i === SIZE - 1) deep() }
  const slow = new Proxy(numbers, { get(t, k) { if (k === String(SIZE - 1)) deep(); return t[k] } })
  const backwards = new Proxy(numbers, { get(t, k) { if (k === "0") deep(); return t[k] } })
  const asked = Object.defineProperty({ ...record }, "last", { get: () => deep() ?? 1, enumerable: true })
  const described = Object.defineProperty(
    Object.fromEntries(words.slice(0, 5000).map((word, i) => [word, { value: i }])),
    "last", { get: () => deep() ?? { value: 1 }, enumerable: true })
  function* pairs() { for (let i = 0; i < 5000; i++) yield ["name" + i, "value" + n + i]; deep() }
  function* values() { yield* numbers; deep() }
  function* own() { yield numbers.map((i) => i + n) }
  const set = new Set(numbers)
  const like = { size: 1e9, has: (k) => { last(k); return true }, keys: values }
  const fewer = { size: 1, has() {}, keys: values }
  const many = { toString: () => "x".repeat(100000) + n }
  const typed = new Float64Array(numbers)
  const never = (x) => x
  let n = 0
  function deep() {
    if (n++ < LEVELS) { row() } else { for (let i = 0; i < 2000000; i++); }
    return undefined
  }
`

const ROWS: Readonly<Record<string, string>> = {
  "Array.prototype.join": "Array.prototype.join.call({ length: SIZE + 1, __proto__: joined }, n)",
  "Array.prototype.toLocaleString": "Array.prototype.toLocaleString.call({ length: SIZE + 1, __proto__: joined })",
  "Array.prototype.concat": "[].concat(numbers, { get [Symbol.isConcatSpreadable]() { deep(); return false } })",
  "Array.prototype.flat": "[numbers, new Proxy([], { get(t, k) { if (k === 'length') deep(); return t[k] } })].flat()",
  "Array.prototype.map": "numbers.map(last)",
  "Array.prototype.map of holes": "holes.map(last)",
  "Array.prototype.map with a species": "strange.map(last)",
  "Array.prototype.filter": "numbers.filter((i) => { last(i); return true })",
  "Array.prototype.filter with a species": "strange.filter((i) => { last(i); return true })",
  "Array.prototype.flatMap": "numbers.flatMap(last)",
  "Array.prototype.flatMap with a species": "strange.flatMap(last)",
  "Array.prototype.slice": "Array.prototype.slice.call(slow)",
  "Array.prototype.splice":
    "Array.prototype.splice.call(new Proxy(slow, { set: () => true, deleteProperty: () => true }), 0)",
  "Array.prototype.toReversed": "Array.prototype.toReversed.call(backwards)",
  "Array.prototype.toSpliced": "Array.prototype.toSpliced.call(slow, 0, 1)",
  "Array.prototype.with": "Array.prototype.with.call(slow, 0, 1)",
  "Array.prototype.sort": "numbers.toSorted((a, b) => { if (b === SIZE - 1) deep(); return a - b })",
  "Array.prototype.sort as text": "[...words.slice(0, 5000), texts].toSorted()",
  "Array.from with a mapper": "Array.from(values(), last)",
  "Array.from of an array with a mapper": "Array.from(numbers, last)",
  "a value whose mapper is at work": "Array.from(own(), () => deep())",
  "Object.values": "Object.values(asked)",
  "Object.entries": "Object.entries(asked)",
  "Object.assign": "Object.assign({}, asked)",
  "Object.defineProperties": "Object.defineProperties({}, described)",
  "Object.create": "Object.create({}, described)",
  "Object.fromEntries": "Object.fromEntries(pairs())",
  "Object.groupBy": "Object.groupBy(numbers, last)",
  "Object.getOwnPropertyDescriptors":
    "Object.getOwnPropertyDescriptors(new Proxy({}, { ownKeys: () => words.slice(0, 3000), getOwnPropertyDescriptor(t, k) { if (k === 'word2999') deep(); return { value: 1, configurable: true } } }))",
  "an object spread": "({ ...asked })",
  "an object spread before a value": "({ ...record, ['x' + n]: n, z: deep() })",
  "an object rest": "const { word1, ...rest } = asked",
  "an array spread": "[...numbers, deep()]",
  "an array rest": "const [a, ...rest] = values()",
  "spread arguments": "never(...numbers, deep())",
  "arguments that the callee ignores": "(() => deep()).apply(null, numbers)",
  "arguments of a bound function": "(() => deep()).bind(null, ...numbers)()",
  "arguments of Reflect.apply": "Reflect.apply(() => deep(), null, numbers)",
  "arguments of a constructor": "Reflect.construct(class { constructor() { deep() } }, numbers)",
  "the receiver of a built-in": "numbers.slice().some(() => { deep(); return true })",
  "the keys of for-in": "for (const key in record) { deep(); break }",
  "%TypedArray%.prototype.filter": "typed.filter((i) => { last(i); return true })",
  "%TypedArray%.prototype.map": "typed.map(last)",
  "%TypedArray%.prototype.toSorted": "typed.toSorted((a, b) => { if (b === SIZE - 1) deep(); return a - b })",
  "%TypedArray%.from": "Float64Array.from(values(), last)",
  "a typed array of an iterable": "new Float64Array([...numbers, texts])",
  "Set.prototype.union": "set.union(fewer)",
  "Set.prototype.intersection": "set.intersection(like)",
  "Set.prototype.difference": "set.difference({ ...like, has: (k) => { if (k === 0) deep() } })",
  "Set.prototype.symmetricDifference":
    "set.symmetricDifference({ ...fewer, keys: () => ({ next: () => deep() ?? { done: true } }) })",
  "new Set": "new Set(values())",
  "new Map": "new Map(pairs())",
  "Map.groupBy": "Map.groupBy(numbers, (i) => { last(i); return i })",
  "new URLSearchParams": "new URLSearchParams(pairs())",
  "new URLSearchParams of an object":
    "new URLSearchParams(Object.defineProperty({ a: 'x'.repeat(200000) + n }, 'z', { get: () => deep(), enumerable: true }))",
  "new Headers":
    "new Headers((function* () { for (let i = 0; i < 2000; i++) yield ['name' + i, 'value'.repeat(10) + n + i]; deep() })())",
  "new Error": "new Error(many, { get cause() { deep() } })",
  "JSON.stringify": "JSON.stringify([words, n, texts])",
  "JSON.parse": "JSON.parse(json, (key, value) => { if (key === '19999') deep(); return value })",
  "String.raw": "String.raw({ raw: ['', '', ''] }, 'x'.repeat(100000) + n, texts)",
  "String.prototype.concat": "''.concat('x'.repeat(100000), n, texts)",
  "String.prototype.replace": "words.join(n).replace(/$/, () => deep())",
  "String.prototype.replaceAll": "(n + 'x'.repeat(100000) + 'y').replaceAll('y', () => deep())",
  "String.prototype.padEnd": "String.prototype.padEnd.call(many, texts)",
  "String.prototype.lastIndexOf": "String.prototype.lastIndexOf.call(many, texts)",
  "String.prototype.split": "String.prototype.split.call(many, texts)",
  "Math.max": "Math.max(...numbers, texts)",
  "Iterator.prototype.toArray": "values().toArray()",
  "Iterator.prototype.join": "words.values().map((word, i) => (last(i), word + n)).join()",
  "Iterator.prototype.chunks": "values().chunks(SIZE + 1).next()",
  "Iterator.prototype.forEach": "own().forEach(() => deep())",
  "Iterator.zip": "Iterator.zip([[numbers.slice()], (function* () { deep() })()]).next()",
  structuredClone: "structuredClone({ words: numbers, get z() { return deep() } })",
  "arguments of a tool": "tools.never({ numbers, get z() { deep(); return {}.x.y } })",
  "a proxy's keys":
    "Object.keys(new Proxy(Object.preventExtensions({ ...record }), { ownKeys: () => [...words.slice(0, 5000)], getOwnPropertyDescriptor(t, k) { if (k === 'word0') deep(); return Reflect.getOwnPropertyDescriptor(t, k) } }))",
  "a class": "class A { static big = numbers.slice(); static [Symbol.for('x')] = deep() }",
  "Promise.all": "Promise.all(values())"
}

const LISTS = `
  const joined = [...words, texts]
  String.prototype.toLocaleString = function () { return this + n }
  const holes = numbers.slice()
  delete holes[0]
  class Strange extends Array {}
  const strange = Strange.from(numbers)
  const json = JSON.stringify(numbers)
`

describe("what built-ins keep while guest code runs within them", () => {
  for (const [name, row] of Object.entries(ROWS)) {
    test(
      name,
      async () => {
        const code = `${PRELUDE}${LISTS}\nfunction row() { ${row} }\nrow()`
        const result = await Effect.runPromise(
          CodeMode.execute({ code, tools, limits: { maxMemoryBytes: 8 * 2 ** 20 } })
        )
        expect(result.ok ? result : result.error.message).toMatch(/limit maxMemoryBytes/)
      },
      60_000
    )
  }
})

test("what they are done with is not", async () => {
  const code = `
    const big = (i) => new Array(20000).fill(i)
    function* bigs() { for (let i = 0; i < 300; i++) yield big(i) }
    function* pair(i) { yield { toString: () => "name" + i, big: big(i) }; yield { toString: () => "x".repeat(1000), big: big(i) } }
    function* pairs() { for (let i = 0; i < 300; i++) yield pair(i) }
    const counts = [
      Array.from(bigs(), (list) => list.length).length,
      [...bigs().map((list) => list.length)].length,
      bigs().reduce((sum, list) => sum + list.length, 0),
      new URLSearchParams(pairs()).size,
      [...new Headers(pairs()).keys()].length,
      JSON.parse(JSON.stringify(Array.from({ length: 300 }, (_, i) => ({ toJSON: () => ({ length: big(i).length }) })))).length,
      Array.from({ length: 300 }, (_, i) => ({ toString: () => String(big(i).length) })).join().length,
      bigs().map((list) => list.length).join().length,
      Array.from({ length: 300 }, (_, i) => i).flatMap((i) => { big(i); return new Proxy([i], {}) }).length,
      "x".repeat(300).replaceAll("x", () => ({ toString: () => "y".repeat(500) + big(1).length })).length,
      structuredClone(Object.fromEntries(Array.from({ length: 300 }, (_, i) => ["k" + i, { get list() { return big(i).length } }]))).k7.list,
      Object.keys(Object.defineProperties({}, Object.fromEntries(Array.from({ length: 300 }, (_, i) => ["k" + i, { get value() { return big(i).length } }])))).length
    ]
    for (const [first, ...rest] of bigs()) counts[0] += rest.length
    for (let i = 0; i < 300; i++) { using _ = { [Symbol.dispose]() {}, big: big(i) } }
    return counts.length`
  const result = await Effect.runPromise(CodeMode.execute({ code, tools, limits: { maxMemoryBytes: 8 * 2 ** 20 } }))
  expect(result).toMatchObject({ ok: true, value: 12 })
}, 60_000)

/** Those that are left before guest code can run, or hold nothing that grows. */
const BRIEF: ReadonlySet<string> = new Set([
  "string.ts fromCharCodes units",
  "string.ts  codePoints",
  "structured-clone.ts properties target",
  "structured-clone.ts array target",
  "structured-clone.ts map target",
  "structured-clone.ts set target",
  "structured-clone.ts error target",
  "promise.ts promiseConstructor promise",
  "regexp-replace.ts expandMatch captures",
  "classes.ts evaluate prototype"
])

interface Node {
  readonly type: string
  readonly [key: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as { type?: unknown }).type === "string"

const MAKERS = /^(?:newObject|newArray|newTypedArray|arraySpeciesCreate|makeWith|ownKeys)$/
const TABLES = /^(?:Map|Set|OrderedMap|OrderedTable|PlainObject|[A-Za-z]+Value)$/

/** Whether an expression makes something that grows with the program's data. */
function makes(expression: Node): boolean {
  const { type, callee } = expression as Node & { callee?: Node & { name?: string; property?: { name: string } } }
  if (type === "YieldExpression") return isNode(expression.argument) && makes(expression.argument)
  if (type === "ArrayExpression") return (expression.elements as unknown[]).length === 0
  if (type === "ObjectExpression") return (expression.properties as unknown[]).length === 0
  if (type === "NewExpression") return TABLES.test(callee!.name ?? "")
  return type === "CallExpression" && MAKERS.test(callee!.property?.name ?? callee!.name ?? "")
}

/** The variables of generators that hold something of the kind and that the census is not told of. */
function unheld(file: string, code: string): string[] {
  const found: string[] = []
  const visit = (node: Node, generator: string | null, name: string): void => {
    let [around, called] = [generator, name]
    if (node.type === "MethodDefinition") called = (node.key as { name: string }).name
    if (/Function/.test(node.type)) {
      called = (node.id as { name: string } | null)?.name ?? called
      around = node.generator === true ? code.slice(node.start as number, node.end as number) : null
    }
    if (node.type === "VariableDeclarator" && isNode(node.init) && around !== null) {
      const variable = (node.id as { name: string }).name
      const isHeld = new RegExp(`\\bhold\\(${variable}\\)`).test(around)
      if (makes(node.init) && !isHeld) found.push(`${file} ${called} ${variable}`)
    }
    for (const child of Object.values(node)) {
      for (const one of Array.isArray(child) ? child : [child]) if (isNode(one)) visit(one, around, called)
    }
  }
  visit(parse(code, { ecmaVersion: "latest", sourceType: "module" }) as unknown as Node, null, "")
  return found
}

describe("what generators make", () => {
  const source = (folder: string): string => fileURLToPath(new URL(`../../src/${folder}`, import.meta.url))
  for (const folder of ["stdlib", "interpreter/kernel", "interpreter/compile"]) {
    test(`is held, in ${folder}`, () => {
      const found = readdirSync(source(folder))
        // The console runs no code of the program.
        .filter((file) => file.endsWith(".ts") && !file.startsWith("console"))
        .flatMap((file) =>
          unheld(
            file,
            transformSync(readFileSync(`${source(folder)}/${file}`, "utf8"), { loader: "ts", target: "esnext" }).code
          )
        )
      expect(found.filter((one) => !BRIEF.has(one))).toEqual([])
    })
  }
})
