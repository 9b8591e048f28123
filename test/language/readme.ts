/** Renders `src/interpreter/README.md` from the support table and from the realm itself: a program lists what it can reach. */
import { onEngine } from "./outcome.ts"
import { differences, syntaxRows } from "./support-table.ts"

/** What every function has, and what every prototype has. */
export const skippedKeys: ReadonlySet<string> = new Set(["length", "name", "prototype", "constructor"])

/** Objects that no global names, with an expression that reaches a constructor or an object with the wanted prototype. */
const unnamed: readonly (readonly [string, string])[] = [
  ["typed arrays, all of them", "Object.getPrototypeOf(Uint8Array)"],
  ["async functions", "(async () => {}).constructor"],
  ["generator functions", "(function* () {}).constructor"],
  ["async generator functions", "(async function* () {}).constructor"],
  ["generators", "of(Object.getPrototypeOf((function* () {}).prototype))"],
  ["async generators", "of(Object.getPrototypeOf((async function* () {}).prototype))"],
  ["iterators of arrays", "of(Object.getPrototypeOf([].values()))"],
  ["iterators of strings", "of(Object.getPrototypeOf(''[Symbol.iterator]()))"],
  ["iterators of maps", "of(Object.getPrototypeOf(new Map().keys()))"],
  ["iterators of sets", "of(Object.getPrototypeOf(new Set().keys()))"],
  ["iterators of `matchAll`", "of(Object.getPrototypeOf(''.matchAll(/a/g)))"],
  ["iterators of `Headers`", "of(Object.getPrototypeOf(new Headers().keys()))"],
  ["iterators of `URLSearchParams`", "of(Object.getPrototypeOf(new URLSearchParams().keys()))"],
  ["iterator helpers (`map`, `take`, …)", "of(Object.getPrototypeOf([].values().take(1)))"],
  [
    "async iterator helpers",
    "of(Object.getPrototypeOf(AsyncIterator.prototype.take.call((async function* () {})(), 1)))"
  ],
  ["`Iterator.from` of other iterators", "of(Object.getPrototypeOf(Iterator.from({ next() {} })))"],
  ["`AsyncIterator.from` of other iterators", "of(Object.getPrototypeOf(AsyncIterator.from({ next() {} })))"],
  ["segments", "of(Object.getPrototypeOf(new Intl.Segmenter().segment('')))"],
  ["iterators of segments", "of(Object.getPrototypeOf(new Intl.Segmenter().segment('')[Symbol.iterator]()))"]
]

/** Runs inside the engine; answers `[name, own names, prototype's names]` of each global, of what hangs from globals, and of the unnamed. */
const inventory = `
const text = (key) => typeof key === "symbol" ? "[" + key.description + "]" : key
const skipped = new Set(${JSON.stringify([...skippedKeys])})
const keys = (value) => value === null || (typeof value !== "object" && typeof value !== "function") ? []
  : Reflect.ownKeys(value).map(text).filter((key) => !skipped.has(key))
const isConstructor = (value) => typeof value === "function" && value.prototype !== undefined
const row = (name, value) => [name, keys(value), isConstructor(value) ? keys(value.prototype) : []]
const of = (prototype) => Object.assign(function () {}, { prototype })
const globals = [], inner = []
for (const name of Reflect.ownKeys(globalThis).map(text).sort()) {
  const value = ["tools", "search", "globalThis"].includes(name) ? null : globalThis[name]
  globals.push(row(name, value))
  if (value === null || typeof value !== "object") continue
  for (const member of keys(value)) if (isConstructor(value[member])) inner.push(row(name + "." + member, value[member]))
}
return { globals: [...globals, ...inner].sort(([a], [b]) => a < b ? -1 : 1), unnamed: [${unnamed
  .map(([name, expression]) => `row(${JSON.stringify(name)}, ${expression})`)
  .join(", ")}] }`

/** A row of the tables of objects: its name, its own members, those of its prototype. */
export type ObjectRow = readonly [name: string, own: readonly string[], prototype: readonly string[]]

export interface Inventory {
  readonly globals: readonly ObjectRow[]
  readonly unnamed: readonly ObjectRow[]
}

/** What the realm itself says it has. */
export async function takeInventory(): Promise<Inventory> {
  const { value, failure, message } = await onEngine(inventory)
  if (failure !== undefined) throw new Error(`the inventory failed: ${failure} ${message}`)
  return value as Inventory
}

const code = (names: readonly string[]): string =>
  names.length === 0 ? "" : names.map((name) => `\`${name.replaceAll("|", "\\|")}\``).join(" ")

export async function renderReadme(): Promise<string> {
  const { globals, unnamed } = await takeInventory()
  const lines = [
    "# The language of programs",
    "",
    "A program is the body of one async function in strict ECMAScript 2026: `await` and `return` stand at its top. A construct either behaves as",
    "ECMAScript says or is refused before anything runs. This file is generated (`npm run docs`); a test runs every row and fails when the file is stale.",
    "",
    "## Syntax",
    "",
    "| construct | |",
    "| --- | --- |",
    ...syntaxRows.map(
      ({ what, refused }) =>
        `| ${what.replaceAll("|", "\\|")} | ${refused === undefined ? "yes" : `refused: \`${refused}\``} |`
    ),
    "",
    "## Differences from ECMAScript",
    "",
    "Each row is tested by the program of that name in `test/programs/differences.js`.",
    "",
    "| what | here | test |",
    "| --- | --- | --- |",
    ...differences.map(({ what, here, test }) => `| ${what} | ${here} | ${test} |`),
    "",
    "## Globals",
    "",
    "What is not in this table is absent.",
    "",
    "| global | own members | members of its prototype |",
    "| --- | --- | --- |",
    ...globals.map(([name, own, prototype]) => `| \`${name}\` | ${code(own)} | ${code(prototype)} |`),
    "",
    "## Objects without a name",
    "",
    "| what | own members | members of its prototype |",
    "| --- | --- | --- |",
    ...unnamed.map(([name, own, prototype]) => `| ${name} | ${code(own)} | ${code(prototype)} |`),
    ""
  ]
  return lines.join("\n")
}
