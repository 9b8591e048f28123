import type { Verdict } from "./verdict.ts"

/**
 * The shape of a failure, with what differs from file to file taken out, so that one cause is one line.
 * Names stay (`x.flatMap is not a function` names the work to do); numbers, quoted texts, values and places go.
 */
export function patternOf(note: string): string {
  let text = note.split("\n")[0].slice(0, 600)
  text = text.replace(/ ?\((?:at )?line \d+(?:, col(?:umn)? \d+)?\)/g, "").replace(/ ?\(\d+:\d+\)/g, "")
  text = unwrapThrown(text)
  const same = /Expected SameValue\(«([\s\S]*?)», «([\s\S]*?)»\) to be (true|false)/.exec(text)
  if (same !== null) return `assert.sameValue: «${valueClass(same[1])}» is not «${valueClass(same[2])}»`
  text = text.replace(
    /^(.*?)(Expected a \w+ to be thrown but no exception was thrown at all)[\s\S]*$/,
    "assert.throws: $2"
  )
  text = text.replace(/^(?!assert)(.*?)(Expected a \w+ but got a [\w ]+)[\s\S]*$/, "assert.throws: $2")
  text = text.replace(/^.*?(Expected true but got .*)$/, "assert: $1")
  if (/Actual \[[\s\S]*should have the same contents/.test(text)) return "assert.compareArray: contents differ"
  return text
    .replace(/«[^»]*»/g, "«…»")
    .replace(/"(?:[^"\\]|\\.)*"/g, '"…"')
    .replace(/(?<![\w$])'(?:[^'\\]|\\.)*'/g, "'…'")
    .replace(/(?<![\w$.])-?\d[\d.e+]*/g, "N")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, 160)
}

// A Test262Error is no Error: uncaught, it may print as its data. The class adds nothing to the message.
function unwrapThrown(text: string): string {
  const data = /Uncaught: (\{[\s\S]*\})\s*$/.exec(text)
  if (data !== null) {
    try {
      const value: unknown = JSON.parse(data[1])
      if (typeof value === "object" && value !== null && "message" in value) return String(value.message)
    } catch {
      return text
    }
  }
  return text
    .replace(/^(?:async|ExecutionFailure): /, "")
    .replace(/^Uncaught: /, "")
    .replace(/^Test262Error: /, "")
}

function valueClass(value: string): string {
  if (/^-?\d[\d.e+]*n?$/.test(value)) return "number"
  if (/^".*"$/s.test(value)) return "string"
  if (/^(?:function|class|\(|async)\b/.test(value)) return "function"
  return value.length > 40 ? `${value.slice(0, 40)}…` : value
}

export interface Group {
  readonly pattern: string
  readonly paths: ReadonlyArray<string>
  readonly sample: string
}

/** Failures by pattern, most frequent first. */
export function groupFailures(verdicts: Iterable<Verdict>): ReadonlyArray<Group> {
  const groups = new Map<string, { paths: Array<string>; sample: string }>()
  for (const { path, pass, note } of verdicts) {
    if (pass) continue
    const pattern = patternOf(note)
    const group = groups.get(pattern)
    if (group === undefined) groups.set(pattern, { paths: [path], sample: note })
    else group.paths.push(path)
  }
  return [...groups]
    .map(([pattern, { paths, sample }]) => ({ pattern, paths, sample }))
    .sort((left, right) => right.paths.length - left.paths.length || (left.pattern < right.pattern ? -1 : 1))
}
