/** The law `catalog`. Every call is denied by the start hook, so no tool runs. */
import { Effect } from "effect"
import { make } from "../codemode.ts"
import type { Runtime } from "../codemode.ts"
import { toolExpression } from "../tool-runtime/expression.ts"
import { nameText } from "../tool-runtime/name-text.ts"
import type { Tools } from "../tool-runtime/namespace.ts"
import type { Definition } from "../tool.ts"
import type { Subject } from "./findings.ts"
import { mapTools } from "./tool-map.ts"

/** Expressions in one program, and about how long they may be together: names may be of any length, programs not. */
const AT_ONCE = 200
const LONGEST_PROGRAM = 2 ** 20

/** The longest expression that a signature shows in full, in UTF-16 units. */
const LONGEST_SHOWN = 2000

/** Whether a signature shows how a tool is called: its expression, or the beginning of a very long one. */
const shows = (signature: string, expression: string): boolean =>
  signature.includes(`${expression}(`) ||
  (expression.length > LONGEST_SHOWN && signature.includes(`${nameText(expression, LONGEST_SHOWN)}(`))

/** Names that objects of JavaScript have, and that no namespace may answer to by itself. */
const INHERITED = ["constructor", "__proto__", "prototype", "toString", "valueOf", "hasOwnProperty", "then", "call"]

export const auditCatalog = (subject: Subject): Effect.Effect<void> =>
  Effect.gen(function* () {
    const { catalog, entries, findings } = subject
    const gate = new DenyingGate(subject)
    const paths = new Set(catalog.map(({ path }) => path))
    const problems = new Map<string, string[]>()
    const blame = (tool: string, message: string): void =>
      void problems.set(tool, [...(problems.get(tool) ?? []), message])

    const exact = [...paths].map((path) => ({ path, expression: toolExpression(path) }))
    const reached = yield* gate.call(exact.map(({ expression }) => expression))
    exact.forEach(({ path, expression }, i) => {
      const seen = reached[i]
      if (seen.length === 1 && seen[0] === path) return
      blame(
        path,
        seen.length === 0 ? `${quoted(expression)} calls nothing.` : `${quoted(expression)} calls ${named(seen)}.`
      )
    })
    for (const { path, signature } of catalog) {
      const expression = toolExpression(path)
      if (!shows(signature, expression)) blame(path, `its signature does not show ${quoted(expression)}.`)
    }
    for (const { path } of entries) if (!paths.has(path)) blame(path, "it is not in the catalog.")

    const listed = yield* gate.listed()
    for (const path of paths)
      if (!listed.has(path)) blame(path, "a program that lists the names of `tools` does not find it.")

    const others = neighbours(paths, listed)
    const strays = yield* gate.call(others.map(toolExpression))
    others.forEach((path, i) => {
      if (strays[i].length > 0) blame(path, `it is not in the catalog, and calling it calls ${named(strays[i])}.`)
    })

    for (const path of paths) findings.judge("catalog", path, problems.get(path) ?? [])
    for (const [path, messages] of problems) if (!paths.has(path)) findings.judge("catalog", path, messages)
  })

const quoted = (expression: string): string => `\`${nameText(expression)}\``

const named = (paths: readonly string[]): string => paths.map((path) => `'${nameText(path)}'`).join(", ")

/** Paths that are no tools: namespaces, what programs may list, misspellings, and inherited names everywhere. */
function neighbours(paths: ReadonlySet<string>, listed: ReadonlySet<string>): string[] {
  const found = new Set<string>(listed)
  const namespaces = new Set<string>([""])
  for (const path of paths) {
    const segments = path.split(".")
    for (let i = 1; i < segments.length; i++) namespaces.add(segments.slice(0, i).join("."))
    found.add(`${path}_`)
    found.add(path.toUpperCase())
    found.add(`${path}.${segments.at(-1)}`)
  }
  for (const namespace of namespaces) {
    if (namespace !== "") found.add(namespace)
    for (const name of INHERITED) found.add(namespace === "" ? name : `${namespace}.${name}`)
  }
  // The built-in search has names of its own.
  return [...found].filter((path) => !paths.has(path) && path !== "search" && path !== "$codemode.search")
}

/** A runtime over the host's tree whose start hook notes every call and denies it. Inputs are not decoded: any call gets as far as the hook. */
class DenyingGate {
  private readonly runtime: Runtime
  /** What was called, by the number that the program passed. */
  private seen = new Map<number, string[]>()

  constructor({ options }: Subject) {
    const tools = mapTools<never>(options.tools ?? {}, (tool) => ({
      ...(tool as Definition<never>),
      _tag: "CodeModeTool",
      description: "",
      input: {},
      output: undefined,
      run: (input) => Effect.sync(() => this.note("the tool itself", input))
    }))
    this.runtime = make({
      ...options,
      tools: tools as Tools<never>,
      limits: {},
      onToolCallStart: ({ name, input }) =>
        Effect.andThen(
          Effect.sync(() => this.note(name, input)),
          Effect.die("denied")
        ),
      onToolCallEnd: undefined
    })
  }

  private note(name: string, input: unknown): void {
    const { n } = input as { readonly n: number }
    this.seen.set(n, [...(this.seen.get(n) ?? []), name])
  }

  private run(code: string): Effect.Effect<unknown> {
    return Effect.map(this.runtime.execute(code), (result) => (result.ok ? result.value : undefined))
  }

  /** What the hook sees of a call of each expression. */
  call(expressions: readonly string[]): Effect.Effect<readonly (readonly string[])[]> {
    const self = this
    return Effect.gen(function* () {
      self.seen = new Map()
      let calls: string[] = []
      let length = 0
      for (const [i, expression] of expressions.entries()) {
        if (calls.length === AT_ONCE || (length > 0 && length + expression.length > LONGEST_PROGRAM)) {
          yield* self.run(calls.join("\n"))
          calls = []
          length = 0
        }
        calls.push(`try { await ${expression}({ n: ${i} }) } catch {}`)
        length += expression.length
      }
      yield* self.run(calls.join("\n"))
      return expressions.map((_, i) => self.seen.get(i) ?? [])
    })
  }

  /** The paths of all names that a program can list, level by level. */
  listed(): Effect.Effect<ReadonlySet<string>> {
    const code = `
      const paths = []
      const walk = (node, path) => {
        for (const key of Object.keys(node)) { paths.push([...path, key].join(".")); walk(node[key], [...path, key]) }
      }
      walk(tools, [])
      return paths`
    return Effect.map(this.run(code), (paths) => new Set(paths as string[] | undefined))
  }
}
