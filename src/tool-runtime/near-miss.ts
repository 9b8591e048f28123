/** What a program that named a tool wrongly should be told: always something that works here. */
import { absentGlobalHint, nearestName } from "../interpreter/syntax/hints.ts"
import { canonicalSegments, nodeAt } from "./tool-tree.ts"
import type { ToolNode, ToolTree } from "./tool-tree.ts"
import { toolExpression } from "./expression.ts"
import { LONGEST_NAME, nameText } from "./name-text.ts"
import { once } from "./once.ts"
import { formsOf, makeSearchIndex, wordsOf } from "./search.ts"
import type { SearchDocument } from "./search.ts"
import type { Spellings } from "./spellings.ts"
import { makeSpellings } from "./spellings.ts"

/** A failure's text and what to do about it. */
export interface Hint {
  readonly message: string
  readonly suggestions: ReadonlyArray<string>
}

/** Answers for wrong names. Path elements may contain dots. */
export interface Hints {
  /** Indexes the names now instead of at the first wrong one. */
  prepareHints(): void
  /** The canonical path of the tool that a wrong path most likely meant, if any is near. */
  nearest(keys: ReadonlyArray<string>): string | undefined
  /** For a call of something that is no tool. */
  unknownTool(keys: ReadonlyArray<string>): Hint
  /** For a call of `tools` itself. */
  rootCalled(): string
  /** For a reference that is used as data: why its path is no tool, and what works instead. Undefined for a tool. */
  notATool(keys: ReadonlyArray<string>): string | undefined
  /** For a name that is not defined: a tool or namespace that it means, or what `absentGlobalHint` says of it. */
  hintForName(name: string, known: Iterable<string>): string | undefined
  /** For an enumeration of something that does not exist. */
  unknownNamespace(keys: ReadonlyArray<string>): Hint
}

const SEARCH = "Use search to find available tools."
const NO_TOOLS = "No tools are available here."
const FIND = "or search({ query: '...' }) to find a tool."

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

/** How many typing errors a name may have. */
const allowance = (name: string): number => Math.min(2, Math.floor(name.length / 4))

/** The longest name that is looked for, and how many answers are kept. */
const LONGEST = 512
const REMEMBERED = 256

/** An expression to copy. One that is too long to repeat is none: cut, it would not work. */
const copyable = (path: string): string | undefined => {
  const expression = path.length > LONGEST_NAME ? undefined : toolExpression(path)
  return expression !== undefined && expression.length <= LONGEST_NAME ? expression : undefined
}

/** What a wrong name most likely meant, as the end of a message. */
const guessOf = (path: string | undefined): string => {
  const expression = path === undefined ? undefined : copyable(path)
  return expression === undefined ? "" : `. Did you mean ${expression}?`
}

const push = <K>(lists: Map<K, Array<string>>, key: K, value: string): void => {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [value])
  else list.push(value)
}

/** Hints over a tree. */
export const makeHints = (tree: ToolTree): Hints => {
  const paths = tree.entries.map(({ path }) => path)

  const spelled = once(() => {
    const whole = new Map<string, string>()
    const endings = new Map<string, Array<string>>()
    for (const path of paths) {
      const letters = bare(path)
      if (!whole.has(letters)) whole.set(letters, path)
      push(endings, bare(path.slice(path.lastIndexOf(".") + 1)), path)
    }
    return { whole, endings, spellings: makeSpellings(paths) }
  })

  const index = once(() =>
    makeSearchIndex(paths.map((path): SearchDocument => ({ path, description: "", names: [], notes: [] })))
  )

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

  /** One tool whose path is the end of the wrong name, word by word: others write a server's name or `mcp` before it. */
  const tail = (segments: ReadonlyArray<string>): string | undefined => {
    const words = wordsOf(segments.join("."))
    for (let from = 1; from < words.length; from++) {
      const found = spelled().whole.get(words.slice(from).join(""))
      if (found !== undefined) return found
    }
    return undefined
  }

  const misspelt = (segments: ReadonlyArray<string>): string | undefined => {
    const wanted = segments.join(".")
    return spelled().spellings.nearest(wanted, allowance(wanted))
  }

  /** By rank: among the tools of the first segment's namespace if there is one, else among all. */
  const ranked = (segments: ReadonlyArray<string>): string | undefined => {
    const inside = segments.length > 1 && tree.root.children.has(segments[0]!)
    const words = wordsOf((inside ? segments.slice(1) : segments).join(" "))
    if (words.length === 0) return undefined
    const { positions } = index().search({
      query: words.join(" "),
      namespace: inside ? segments[0] : undefined,
      offset: 0,
      limit: RANKED
    })
    return positions.map((position) => paths[position]!).find((path) => sharesHalf(words, wordsOf(path)))
  }

  /** A tool that a name of one segment says in full, with other separators or with words before it. */
  const sameName = (name: string): string | undefined =>
    wordsOf(name).length < 2 ? undefined : (spelled().whole.get(bare(name)) ?? tail([name]))

  // A program may try the same wrong name in a loop.
  const answers = new Map<string, string | undefined>()
  const nearest = (keys: ReadonlyArray<string>): string | undefined => {
    const segments = canonicalSegments(keys).filter((segment) => segment !== "")
    const asked = segments.join(".")
    if (asked === "" || asked.length > LONGEST) return undefined
    if (answers.has(asked)) return answers.get(asked)
    if (answers.size >= REMEMBERED) answers.clear()
    const answer = sameLetters(segments) ?? misspelt(segments) ?? tail(segments) ?? ranked(segments)
    answers.set(asked, answer)
    return answer
  }

  const known = new Map<ToolNode, Below>()
  const below = (node: ToolNode): Below => {
    let made = known.get(node)
    if (made === undefined) known.set(node, (made = makeBelow(node)))
    return made
  }

  /** The tools that end in a name. */
  const namesakes = once(() => {
    const lists = new Map<string, Array<string>>()
    for (const path of paths) push(lists, path.slice(path.lastIndexOf(".") + 1), path)
    return lists
  })

  const somewhere = (): ReadonlyArray<string> => (paths.length === 0 ? [NO_TOOLS] : [SEARCH])

  const unknownTool = (keys: ReadonlyArray<string>): Hint => {
    const path = canonicalSegments(keys).join(".")
    const node = nodeAt(tree.root, keys)
    if (node !== undefined && node.tool === undefined)
      return { message: notCallable(path, node), suggestions: somewhere() }
    return { message: `Unknown tool '${nameText(path)}'${guessOf(nearest(keys))}`, suggestions: somewhere() }
  }

  const notATool = (keys: ReadonlyArray<string>): string | undefined => {
    const node = nodeAt(tree.root, keys)
    if (node?.tool !== undefined) return undefined
    const path = canonicalSegments(keys).join(".")
    if (paths.length === 0 && node === tree.root) return NO_TOOLS
    if (node === tree.root) return `Use Object.keys(tools) to list the names in it, ${FIND}`
    if (node !== undefined) {
      return `It is a namespace, not a tool: use Object.keys(${copyable(path) ?? "..."}) to list the names in it, ${FIND}`
    }
    if (path === "search" || path === "$codemode.search") return "Call it: `search({ query: '...' })`."
    const { message, suggestions } = unknownTool(keys)
    return [/[.?]$/.test(message) ? message : `${message}.`, ...suggestions].join(" ")
  }

  return {
    prepareHints: () => {
      spelled()
      index().prepare()
    },
    nearest,
    unknownTool,
    rootCalled: () => {
      const example = paths
        .slice(0, LISTED)
        .map(copyable)
        .find((expression) => expression !== undefined)
      const advice =
        example === undefined ? "Call a tool on it." : `Call a tool on it, such as \`${example}({ ... })\`.`
      return `The tools root is not callable. ${paths.length === 0 ? NO_TOOLS : advice}`
    },
    notATool,
    hintForName: (name, known) => {
      if (name.length > LONGEST_NAME) return undefined
      const meant = (path: string): string => `Did you mean \`${copyable(path) ?? nameText(path)}\`?`
      if (tree.root.children.has(name)) return meant(name)
      const bare = namesakes().get(name) ?? []
      if (bare.length === 1) return meant(bare[0]!)
      const hint = absentGlobalHint(name, known)
      if (hint !== undefined) return hint
      const near = sameName(name) ?? nearestName(name, tree.root.children.keys())
      return near === undefined ? undefined : meant(near)
    },
    unknownNamespace: (keys) => {
      const path = canonicalSegments(keys).join(".")
      const near = nearestPath(tree.root, canonicalSegments(keys), below)
      return {
        message: `Unknown tool namespace '${nameText(path)}'${guessOf(near)}`,
        suggestions: ["Use Object.keys(tools) to list the namespaces.", ...(paths.length === 0 ? [] : [SEARCH])]
      }
    }
  }
}

/** How many names an explanation lists before it stops. */
const LISTED = 5

const notCallable = (path: string, node: ToolNode): string => {
  const names = [...node.children.keys()]
  const listed = names.slice(0, LISTED).flatMap((name) => copyable(`${path}.${name}`) ?? [])
  const left = names.length - listed.length
  const more = left > 0 ? ` and ${left} more` : ""
  const some = listed.length === 0 ? `${left} name${left === 1 ? "" : "s"}` : `${listed.join(", ")}${more}`
  const inside = names.length === 0 ? "it is an empty namespace" : `it is a namespace with ${some}`
  return `Tool '${nameText(path)}' is not callable: ${inside}.`
}

/** What the names directly below a node are compared by. */
interface Below {
  readonly bare: ReadonlyMap<string, string>
  readonly spellings: Spellings
}

const makeBelow = (node: ToolNode): Below => {
  const names = [...node.children.keys()]
  const letters = new Map<string, string>()
  for (const name of names) {
    const key = bare(name)
    if (key !== "" && !letters.has(key)) letters.set(key, name)
  }
  return { bare: letters, spellings: makeSpellings(names) }
}

/** The name with the letters of the wrong one, that differs in little, or that the wrong one ends with. */
const nearestSegment = (segment: string, { bare: letters, spellings }: Below): string | undefined => {
  const near = letters.get(bare(segment)) ?? spellings.nearest(segment, allowance(segment))
  if (near !== undefined) return near
  const words = wordsOf(segment)
  return words.map((_, from) => letters.get(words.slice(from).join(""))).find((name) => name !== undefined)
}

/** The existing path whose every segment has the letters of the wrong one, or differs in little. */
const nearestPath = (
  root: ToolNode,
  segments: ReadonlyArray<string>,
  below: (node: ToolNode) => Below
): string | undefined => {
  let node = root
  for (const segment of segments) {
    if (segment.length > LONGEST) return undefined
    const name = node.children.has(segment) ? segment : nearestSegment(segment, below(node))
    const child = name === undefined ? undefined : node.children.get(name)
    if (child === undefined) return undefined
    node = child
  }
  return node.path
}
