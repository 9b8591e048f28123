/** What a program that named a tool wrongly should be told: always something that works here. */
import { canonicalSegments, nodeAt } from "./tool-tree.ts"
import type { ToolNode, ToolTree } from "./tool-tree.ts"
import { toolExpression } from "./expression.ts"
import { once } from "./once.ts"
import { formsOf, makeSearchIndex, wordsOf } from "./search.ts"
import type { SearchIndex } from "./search.ts"

/** A failure's text and what to do about it. */
export interface Hint {
  readonly message: string
  readonly suggestions: ReadonlyArray<string>
}

/** Answers for wrong names. Path elements may contain dots. */
export interface Hints {
  /** The canonical path of the tool that a wrong path most likely meant, if any is near. */
  nearest(keys: ReadonlyArray<string>): string | undefined
  /** For a call of something that is no tool. */
  unknownTool(keys: ReadonlyArray<string>): Hint
  /** For an enumeration of something that does not exist. */
  unknownNamespace(keys: ReadonlyArray<string>): Hint
}

/** For a call of `tools` itself. */
export const ROOT_IS_NOT_CALLABLE =
  "The tools root is not callable. Call a tool on it, such as `tools.ns.tool({ ... })`."

const SEARCH = "Use search to find available tools."

/** How many of the best ranked tools are looked at. */
const RANKED = 10

/** Half the words must be in the name: a letter in common is no hint. */
const sharesHalf = (wanted: ReadonlyArray<string>, words: ReadonlyArray<string>): boolean => {
  const forms = new Set(words.flatMap(formsOf))
  const shared = wanted.filter((word) => formsOf(word).some((form) => forms.has(form)))
  return shared.length * 2 >= wanted.length && shared.length > 0
}

/** Letters and digits alone, lower-cased: `list_issues` and `listIssues` are one. */
const bare = (text: string): string => wordsOf(text).join("")

/** The longest name that is looked for, and how many answers are kept. */
const LONGEST = 512
const REMEMBERED = 256

const push = <K>(lists: Map<K, Array<string>>, key: K, value: string): void => {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [value])
  else list.push(value)
}

/** Hints over a tree. */
export const makeHints = (tree: ToolTree): Hints => {
  const paths = tree.entries.map(({ path }) => path)
  let index: SearchIndex | undefined

  const spelled = once(() => {
    const whole = new Map<string, string>()
    const endings = new Map<string, Array<string>>()
    const byLength = new Map<number, Array<string>>()
    for (const path of paths) {
      const letters = bare(path)
      if (!whole.has(letters)) whole.set(letters, path)
      push(endings, bare(path.slice(path.lastIndexOf(".") + 1)), path)
      push(byLength, path.length, path)
    }
    return { whole, endings, byLength }
  })

  /** One tool whose bare path, or bare end of it, is that of the wrong name. Two such tools are no answer. */
  const sameLetters = (segments: ReadonlyArray<string>): string | undefined => {
    const wanted = segments.map(bare)
    const letters = wanted.join("")
    if (letters === "") return undefined
    const equal = spelled().whole.get(letters)
    if (equal !== undefined) return equal
    const endings = spelled().endings.get(wanted.at(-1)!) ?? []
    const near = endings.filter((path) => path.startsWith(`${segments[0]}.`))
    if (near.length === 1) return near[0]
    return endings.length === 1 ? endings[0] : undefined
  }

  const misspelt = (segments: ReadonlyArray<string>): string | undefined => {
    const wanted = segments.join(".").toLowerCase()
    const allowed = Math.min(2, Math.floor(wanted.length / 4))
    let found: string | undefined
    let least = allowed + 1
    for (let length = wanted.length - allowed; length <= wanted.length + allowed; length++) {
      for (const path of spelled().byLength.get(length) ?? []) {
        const distance = editDistance(wanted, path.toLowerCase(), least - 1)
        if (distance < least) {
          least = distance
          found = path
        }
      }
    }
    return found
  }

  /** By rank: among the tools of the first segment's namespace if there is one, else among all. */
  const ranked = (segments: ReadonlyArray<string>): string | undefined => {
    const inside = segments.length > 1 && tree.root.children.has(segments[0]!)
    const words = wordsOf((inside ? segments.slice(1) : segments).join(" "))
    if (words.length === 0) return undefined
    index ??= makeSearchIndex(paths.map((path) => ({ path, description: "", names: [], notes: [] })))
    const { positions } = index.search({
      query: words.join(" "),
      namespace: inside ? segments[0] : undefined,
      offset: 0,
      limit: RANKED
    })
    return positions.map((position) => paths[position]!).find((path) => sharesHalf(words, wordsOf(path)))
  }

  // A program may try the same wrong name in a loop.
  const answers = new Map<string, string | undefined>()
  const nearest = (keys: ReadonlyArray<string>): string | undefined => {
    const segments = canonicalSegments(keys).filter((segment) => segment !== "")
    const asked = segments.join(".")
    if (asked === "" || asked.length > LONGEST) return undefined
    if (answers.has(asked)) return answers.get(asked)
    if (answers.size >= REMEMBERED) answers.clear()
    const answer = sameLetters(segments) ?? misspelt(segments) ?? ranked(segments)
    answers.set(asked, answer)
    return answer
  }

  const somewhere = (): ReadonlyArray<string> => (paths.length === 0 ? ["No tools are available here."] : [SEARCH])

  return {
    nearest,
    unknownTool: (keys) => {
      const path = canonicalSegments(keys).join(".")
      const node = nodeAt(tree.root, keys)
      if (node !== undefined && node.tool === undefined)
        return { message: notCallable(path, node), suggestions: somewhere() }
      const near = nearest(keys)
      const guess = near === undefined ? "" : `. Did you mean ${toolExpression(near)}?`
      return { message: `Unknown tool '${path}'${guess}`, suggestions: somewhere() }
    },
    unknownNamespace: (keys) => {
      const path = canonicalSegments(keys).join(".")
      const name = nearestName(tree.root, canonicalSegments(keys))
      const guess = name === undefined ? "" : `. Did you mean ${toolExpression(name)}?`
      return {
        message: `Unknown tool namespace '${path}'${guess}`,
        suggestions: ["Use Object.keys(tools) to list the namespaces.", ...(paths.length === 0 ? [] : [SEARCH])]
      }
    }
  }
}

/** How many names an explanation lists before it stops. */
const LISTED = 5

const notCallable = (path: string, node: ToolNode): string => {
  const names = [...node.children.keys()]
  const listed = names.slice(0, LISTED).map((name) => toolExpression(`${path}.${name}`))
  const inside = listed.length === 0 ? "it is an empty namespace" : `it is a namespace with ${listed.join(", ")}`
  const more = names.length > LISTED ? ` and ${names.length - LISTED} more` : ""
  return `Tool '${path}' is not callable: ${inside}${more}.`
}

/** The existing path whose every segment has the letters of the wrong one, or differs in little. */
const nearestName = (root: ToolNode, segments: ReadonlyArray<string>): string | undefined => {
  let node = root
  for (const segment of segments) {
    const names = [...node.children.keys()]
    const wanted = bare(segment)
    const name =
      names.find((candidate) => candidate === segment) ??
      names.find((candidate) => bare(candidate) === wanted && wanted !== "") ??
      names.find((candidate) => {
        const allowed = Math.min(2, Math.floor(segment.length / 4))
        return allowed > 0 && editDistance(segment.toLowerCase(), candidate.toLowerCase(), allowed) <= allowed
      })
    const child = name === undefined ? undefined : node.children.get(name)
    if (child === undefined) return undefined
    node = child
  }
  return node.path
}

/** Insertions, deletions, replacements and swaps of neighbours between two texts; anything above `limit` is `limit + 1`. */
export const editDistance = (a: string, b: string, limit: number): number => {
  if (limit < 0 || Math.abs(a.length - b.length) > limit) return limit + 1
  let before: Array<number> = []
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    let least = row
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1]
      let cost = Math.min(previous[column]! + 1, current[column - 1]! + 1, previous[column - 1]! + (same ? 0 : 1))
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        cost = Math.min(cost, before[column - 2]! + 1)
      }
      current.push(cost)
      least = Math.min(least, cost)
    }
    if (least > limit) return limit + 1
    before = previous
    previous = current
  }
  return previous[b.length]!
}
