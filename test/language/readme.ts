/** Renders `src/interpreter/README.md` from the support table and from the realm itself: a program lists what it can reach. */
import { onEngine } from "./outcome.ts"
import { differences, syntaxRows } from "./support-table.ts"

/** Runs inside the engine; answers `[name, kind, own names, prototype's names]` of each global. */
const inventory = `
const text = (key) => typeof key === "symbol" ? "[" + key.description + "]" : key
const skipped = new Set(["length", "name", "prototype", "constructor"])
const keys = (value) => value === null || (typeof value !== "object" && typeof value !== "function") ? []
  : Reflect.ownKeys(value).map(text).filter((key) => !skipped.has(key))
return Reflect.ownKeys(globalThis).map(text).sort().map((name) => {
  const value = name === "tools" || name === "search" ? null : globalThis[name]
  const isConstructor = typeof value === "function" && value.prototype !== undefined
  return [name, keys(name === "globalThis" ? null : value), isConstructor ? keys(value.prototype) : []]
})`

const code = (names: readonly string[]): string =>
  names.length === 0 ? "" : names.map((name) => `\`${name.replaceAll("|", "\\|")}\``).join(" ")

export async function renderReadme(): Promise<string> {
  const { value, failure, message } = await onEngine(inventory)
  if (!Array.isArray(value)) throw new Error(`the inventory failed: ${failure} ${message}`)
  const globals = value as [string, string[], string[]][]
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
    ""
  ]
  return lines.join("\n")
}
