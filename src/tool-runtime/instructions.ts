/** The text that tells a model how to write programs for a tree of tools. */
import { nameText } from "./name-text.ts"
import { byCodeUnits } from "./search.ts"
import { searchSignature } from "./search-contract.ts"
import { estimateTokens, selectWithin } from "./selection.ts"

/** A tool as the catalog holds it. */
export interface Described {
  readonly path: string
  readonly description: string
  readonly signature: string
}

/** The longest first line of a description in a catalog line, in UTF-16 units. */
const SUMMARY = 120

const summaryOf = (description: string): string => {
  const line = description
    .trim()
    .split(/\r\n|\r|\n/, 1)[0]!
    .trim()
  if (line.length <= SUMMARY) return line
  const last = line.charCodeAt(SUMMARY - 2)
  // Half a surrogate pair is no text.
  const end = last >= 0xd800 && last <= 0xdbff ? SUMMARY - 2 : SUMMARY - 1
  return `${line.slice(0, end)}...`
}

/** One line of the list of tools: its signature and the first line of its description. */
export const catalogLine = (tool: Described): string => {
  const summary = summaryOf(tool.description)
  return `  - ${tool.signature}${summary === "" ? "" : ` // ${summary}`}`
}

const namespaceOf = (path: string): string => {
  const dot = path.indexOf(".")
  return dot === -1 ? path : path.slice(0, dot)
}

interface Group {
  readonly name: string
  readonly tools: Array<Described>
}

const groupsOf = (tools: ReadonlyArray<Described>): ReadonlyArray<Group> => {
  const groups = new Map<string, Group>()
  for (const tool of tools) {
    const name = namespaceOf(tool.path)
    const group = groups.get(name)
    if (group === undefined) groups.set(name, { name, tools: [tool] })
    else group.tools.push(tool)
  }
  return [...groups.values()].sort((a, b) => byCodeUnits(a.name, b.name))
}

const labelOf = (total: number, shown: number): string => {
  const count = total === 1 ? "1 tool" : `${total} tools`
  return shown === total ? count : `${count}, ${shown === 0 ? "none" : shown} shown`
}

/** A name on one line: one with line breaks or other control characters is quoted, lest it be read as more lines. */
const lineOf = (name: string): string => {
  const text = nameText(name)
  return /[\p{Cc}\p{Zl}\p{Zp}]/u.test(text) ? JSON.stringify(text) : text
}

/** How much of the catalog the list shows. */
export type Coverage = "empty" | "complete" | "partial"

export interface Instructions {
  readonly text: string
  readonly coverage: Coverage
}

/**
 * The instructions for these tools, given in catalog order. `budget` is in estimated tokens and bounds the catalog lines
 * alone.
 */
export const makeInstructions = (tools: ReadonlyArray<Described>, budget: number): Instructions => {
  const lines = new Map(tools.map((tool) => [tool.path, catalogLine(tool)]))
  const shown = selectWithin(
    tools.map(({ path }) => ({ namespace: namespaceOf(path), path, cost: estimateTokens(lines.get(path)!) })),
    budget
  )
  const coverage: Coverage = tools.length === 0 ? "empty" : shown.size === tools.length ? "complete" : "partial"
  const list = groupsOf(tools).flatMap(({ name, tools: members }) => {
    const visible = members.filter(({ path }) => shown.has(path))
    return [
      `- ${lineOf(name)} (${labelOf(members.length, visible.length)})`,
      ...visible.map(({ path }) => lines.get(path)!)
    ]
  })
  const blocks = [
    INTRO[coverage],
    ...(coverage === "empty" ? [] : [WORKFLOW[coverage], rules(coverage)]),
    LANGUAGE,
    listing(coverage, list, shown.size, tools.length)
  ]
  return { text: blocks.join("\n\n"), coverage }
}

const INTRO: Record<Coverage, string> = {
  empty: `A program is written in a restricted JavaScript language for calling tools. It is not a general-purpose runtime.`,
  complete: `Write one program in a restricted JavaScript language for calling tools. It is not a general-purpose runtime.

\`tools\` holds the tools listed below and nothing else: tools that you have outside of programs cannot be called from inside one. Do not infer or normalize tool names; a name works only as it is spelled here.`,
  partial: `Write one program in a restricted JavaScript language for calling tools. It is not a general-purpose runtime.

\`tools\` holds the tools that are listed below or found with \`search\`, and nothing else: tools that you have outside of programs cannot be called from inside one. Do not infer or normalize tool names; a name works only as it is listed or found.`
}

const CALL = "`const result = await tools.<namespace>.<tool>(input)`"

const WORKFLOW: Record<Exclude<Coverage, "empty">, string> = {
  complete: `## Workflow

1. Pick a tool from the list below.
2. Call it exactly as its signature says: ${CALL}. Brackets and quotes are part of a path.
3. Return only the fields that are needed. Where a result is \`unknown\`, look at its shape and narrow it before you read it.`,
  partial: `## Workflow

1. Find tools, unless the list below has them: \`return search({ query: "<intent + key nouns>" })\`. Each item has a \`path\`, a \`description\` and a \`signature\`.
2. In the next execution, copy the \`path\` exactly and call it as the \`signature\` says: ${CALL}. Return only the fields that are needed.`
}

const rules = (coverage: Exclude<Coverage, "empty">): string =>
  [
    "## Rules\n",
    coverage === "complete"
      ? "- Only the listed tools exist."
      : "- Only tools that are listed or found exist. `search` answers at once, without `await`.",
    "- Filter, sort, join and aggregate in the program; what it returns is all that you will read.",
    '- A `Promise<unknown>` result may be data or text. Before reading fields, check `result !== null && typeof result === "object" && !Array.isArray(result)`.',
    '- Start independent calls together: `const [a, b] = await Promise.all([tools.<namespace>.<tool>(input), tools.<namespace>["<tool>"](input)])`.',
    "- The execution ends when the program returns, and calls still running are interrupted: await whatever matters.",
    "- `Object.keys(tools)` gives the namespaces, `Object.keys(tools.<namespace>)` the names in one; `for (const name in tools.<namespace>)` walks them.",
    ...(coverage === "complete"
      ? []
      : [
          '- Browse one namespace with `search({ query: "", namespace: "<name>" })`. While `next` is not null, repeat the call with `offset: next.offset`.'
        ])
  ].join("\n")

const LANGUAGE = `## Language

Modern JavaScript with top-level \`await\`; TypeScript annotations are ignored. End with an explicit \`return\`; without one, the value of a final expression statement is the result.

Not available: modules and \`import\`, timers, \`fetch\`, \`eval\` and \`new Function\`, \`process\`, files and anything else of the host; no prototype chain leads out of the program.

Results and arguments cross as JSON: Dates and URLs become strings; Map, Set, RegExp and URLSearchParams become \`{}\`, so spread or convert them first; \`undefined\`, \`NaN\` and infinities become \`null\`. Functions, promises, BigInts, symbols and tools themselves cannot cross.`

const listing = (coverage: Coverage, list: ReadonlyArray<string>, shown: number, total: number): string => {
  if (coverage === "empty") return "## Available tools\n\nNo tools are currently available."
  if (coverage === "complete") {
    return `## Available tools (COMPLETE list - ${total === 1 ? "the only tool is" : `all ${total} tools are`} shown)\n\n${list.join("\n")}`
  }
  return `## Available tools (PARTIAL - ${shown} of ${total} shown; find the rest with search(...))

${list.join("\n")}

Finding tools:

- ${searchSignature}`
}
