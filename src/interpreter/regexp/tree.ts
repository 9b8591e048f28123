import type { AST } from "@eslint-community/regexpp"
import { caseEquivalents } from "./case-folding.ts"
import { classContents } from "./class-contents.ts"
import { negatedStrings } from "./explain.ts"
import type { ClassContents } from "./class-contents.ts"
import { ANY_CODE, CodeSet, normalizeRanges, NOT_LINE_TERMINATORS, rangesOf, WORDS, WORDS_FOLDED } from "./code-set.ts"
import { factored } from "./factor.ts"
import type { RegExpFlags } from "./flags.ts"
import { choice, EMPTY, loop, sequence, text, UNBOUNDED } from "./node.ts"
import type { MemberNode, PatternNode, SetNode } from "./node.ts"
import type { ParsedPattern } from "./parse.ts"
import type { Pace, Portions } from "./portions.ts"
import { hasString, isWritten, propertyOfStrings } from "./string-set.ts"
import type { FailAt } from "./syntax-error.ts"

export interface PatternTree {
  readonly root: PatternNode
  /** Capturing groups, the whole match included. */
  readonly groupCount: number
  /** Group names in source order, each with the indexes of the groups that carry it. */
  readonly groupNames: ReadonlyMap<string, ReadonlyArray<number>>
}

interface Modes {
  /** Inside a lookbehind, which is matched from right to left. */
  readonly backward: boolean
  readonly ignoreCase: boolean
  readonly multiline: boolean
  readonly dotAll: boolean
}

/** Where a named group stands: names may repeat only in different alternatives of one choice. */
interface NamePlace {
  choice: object | undefined
  readonly alternatives: Map<number, NamePlace>
  used: boolean
}

/** Resolves the parser's tree: flags and modifiers, case, classes, group numbers, names. */
export function* buildTree(
  parsed: ParsedPattern,
  flags: RegExpFlags,
  failAt: FailAt,
  pace: Pace
): Portions<PatternTree> {
  const unicode = flags.unicode || flags.unicodeSets
  const names = new Map<string, Array<number>>()
  const places = new Map<string, NamePlace>()
  const path: Array<readonly [choice: object, alternative: number]> = []
  // Equal characters and classes share a node, which also shares all that is computed about it.
  const characters = new Map<number, PatternNode>()
  const classes = new Map<string, PatternNode>()
  let groups = 1

  const failNegated = ({ end }: AST.CharacterClass): never => failAt(negatedStrings(end), end)
  const failProperty = (node: AST.UnicodePropertyCharacterSet): never =>
    failAt(
      `${JSON.stringify(node.raw).slice(1, -1)} is not a Unicode property here; write for example \\p{L} or \\p{Script=Greek}`,
      node.start
    )

  function* alternatives(list: ReadonlyArray<AST.Alternative>, modes: Modes): Portions<PatternNode> {
    if (list.length === 1) return yield* terms(list[0].elements, modes)
    const items: Array<PatternNode> = []
    for (const [index, { elements }] of list.entries()) {
      if (pace.worked(1)) yield
      path.push([list, index])
      items.push(yield* terms(elements, modes))
      path.pop()
    }
    // Backwards, words with different beginnings do not exclude each other.
    return modes.backward ? choice(items) : yield* factored(items, unicode, pace)
  }

  function* terms(elements: ReadonlyArray<AST.Element>, modes: Modes): Portions<PatternNode> {
    const items: Array<PatternNode> = []
    for (const element of elements) {
      if (pace.worked(element.type === "Character" ? 1 : 4)) yield
      items.push(isAtom(element) ? atom(element, modes) : yield* compound(element, modes))
    }
    return sequence(items)
  }

  function* compound(node: Compound, modes: Modes): Portions<PatternNode> {
    switch (node.type) {
      case "CharacterSet":
      case "CharacterClass":
      case "ExpressionCharacterClass": {
        const key = `${modes.ignoreCase ? "i" : ""}${modes.dotAll ? "s" : ""}/${node.raw}`
        let known = classes.get(key)
        if (known === undefined) classes.set(key, (known = yield* classNode(node, modes)))
        return known
      }
      case "Group":
        return yield* alternatives(node.alternatives, modified(modes, node.modifiers))
      case "CapturingGroup": {
        const index = groups++
        const name = parsed.groupName(node)
        if (name !== null) declare(name, index, node.start)
        const body = yield* alternatives(node.alternatives, modes)
        return { kind: "capture", index, body, min: body.min, zeroWidth: body.zeroWidth }
      }
      case "Quantifier": {
        const { element } = node
        const firstGroup = groups
        const body = isAtom(element) ? atom(element, modes) : yield* compound(element, modes)
        const least = Math.min(node.min, UNBOUNDED)
        const most = Math.min(node.max, UNBOUNDED)
        return loop({ body, least, most, greedy: node.greedy, firstGroup, endGroup: groups })
      }
      case "Assertion":
        return {
          kind: "look",
          behind: node.kind === "lookbehind",
          negate: node.negate,
          body: yield* alternatives(node.alternatives, { ...modes, backward: node.kind === "lookbehind" }),
          min: 0,
          zeroWidth: true
        }
    }
  }

  const atom = (node: Atom, modes: Modes): PatternNode => {
    switch (node.type) {
      case "Character":
        return oneCharacter(node.value, modes)
      case "Backreference":
        return {
          kind: "reference",
          groups: typeof node.ref === "number" ? [node.ref] : groupsNamed(node.ref),
          ignoreCase: modes.ignoreCase,
          min: 0,
          zeroWidth: false
        }
      case "Assertion":
        return node.kind === "word"
          ? {
              kind: "word-edge",
              negate: node.negate,
              words: modes.ignoreCase && unicode ? WORDS_FOLDED : WORDS,
              min: 0,
              zeroWidth: true
            }
          : { kind: "edge", at: node.kind, multiline: modes.multiline, min: 0, zeroWidth: true }
    }
  }

  const groupsNamed = (name: string): Array<number> => {
    const known = names.get(name)
    if (known !== undefined) return known
    const created: Array<number> = []
    names.set(name, created)
    return created
  }

  const declare = (name: string, index: number, start: number): void => {
    groupsNamed(name).push(index)
    let place = places.get(name)
    if (place === undefined) places.set(name, (place = newPlace()))
    let clash = place.used
    for (const [list, alternative] of path) {
      if (place.choice !== undefined && place.choice !== list) clash = true
      place.choice = list
      let next = place.alternatives.get(alternative)
      if (next === undefined) place.alternatives.set(alternative, (next = newPlace()))
      place = next
      clash ||= place.used
    }
    if (clash || place.choice !== undefined) {
      failAt(`the group name "${name}" is used twice in one alternative; rename one of the groups`, start)
    }
    place.used = true
  }

  const oneCharacter = (value: number, modes: Modes): PatternNode => {
    if (!modes.ignoreCase) return character(value, modes)
    let known = characters.get(value)
    if (known === undefined) characters.set(value, (known = character(value, modes)))
    return known
  }

  const character = (value: number, modes: Modes): PatternNode => {
    if (modes.ignoreCase) {
      const equivalents = caseEquivalents(value, unicode)
      if (equivalents !== undefined) {
        return setNode(new CodeSet(normalizeRanges(equivalents.flatMap((code) => [code, code]))))
      }
    }
    if (!unicode) return text([value])
    if (value >= 0xd800 && value <= 0xdfff) return setNode(rangesOf(value, value))
    if (value <= 0xffff) return text([value])
    return text([0xd800 + ((value - 0x10000) >> 10), 0xdc00 + ((value - 0x10000) & 0x3ff)])
  }

  const setNode = (set: CodeSet): SetNode => ({
    kind: "set",
    set,
    wide: unicode && isWide(set),
    min: 1,
    zeroWidth: false
  })

  function* classNode(node: ClassNode, modes: Modes): Portions<PatternNode> {
    if (node.type === "CharacterSet" && node.kind === "any") {
      return setNode(modes.dotAll ? ANY_CODE : NOT_LINE_TERMINATORS)
    }
    const mode = { ignoreCase: modes.ignoreCase, unicode, unicodeSets: flags.unicodeSets }
    const { singles, strings }: ClassContents = yield* classContents(node, mode, failProperty, failNegated, pace)
    const single = setNode(singles)
    if (strings === undefined) return single
    const longer = isWritten(strings)
      ? yield* listNodes([...strings.more.values()], modes)
      : memberNodes(propertyOfStrings(strings))
    return choice([...longer, single, ...(hasString(strings, "") ? [EMPTY] : [])])
  }

  function* listNodes(list: ReadonlyArray<string>, modes: Modes): Portions<ReadonlyArray<PatternNode>> {
    const words = list
      .filter((string) => string !== "")
      .map((string) => Array.from(string, (char) => char.codePointAt(0)!))
      .sort((a, b) => b.length - a.length)
    const nodes: Array<PatternNode> = []
    for (const codes of words) {
      const items: Array<PatternNode> = []
      for (const code of codes) {
        if (pace.worked(1)) yield
        items.push(oneCharacter(code, modes))
      }
      nodes.push(sequence(items))
    }
    return nodes
  }

  const root = yield* alternatives(parsed.alternatives, { ...flags, backward: false })
  return { root, groupCount: groups, groupNames: inSourceOrder(names) }
}

type ClassNode = AST.CharacterSet | AST.CharacterClass | AST.ExpressionCharacterClass
type Compound = AST.Group | AST.CapturingGroup | AST.Quantifier | AST.LookaroundAssertion | ClassNode
type Atom = Exclude<AST.Element, Compound>

const isAtom = (node: AST.Element): node is Atom => {
  switch (node.type) {
    case "Group":
    case "CapturingGroup":
    case "Quantifier":
    case "CharacterSet":
    case "CharacterClass":
    case "ExpressionCharacterClass":
      return false
    case "Assertion":
      return node.kind !== "lookahead" && node.kind !== "lookbehind"
    default:
      return true
  }
}

const newPlace = (): NamePlace => ({ choice: undefined, alternatives: new Map(), used: false })

/** Names enter the map at their first mention, which may be a reference ahead of the group. */
function inSourceOrder(names: ReadonlyMap<string, Array<number>>): ReadonlyMap<string, ReadonlyArray<number>> {
  return new Map([...names].sort(([, a], [, b]) => a[0] - b[0]))
}

function memberNodes(property: MemberNode["property"]): ReadonlyArray<PatternNode> {
  const nodes: Array<PatternNode> = []
  for (let codePoints = property.maxCodePoints; codePoints > 1; codePoints--) {
    nodes.push({ kind: "member", codePoints, property, min: codePoints, zeroWidth: false })
  }
  return nodes
}

function modified(modes: Modes, modifiers: AST.Modifiers | null): Modes {
  if (modifiers === null) return modes
  const { add, remove } = modifiers
  return {
    ...modes,
    ignoreCase: (modes.ignoreCase || add.ignoreCase) && !(remove?.ignoreCase ?? false),
    multiline: (modes.multiline || add.multiline) && !(remove?.multiline ?? false),
    dotAll: (modes.dotAll || add.dotAll) && !(remove?.dotAll ?? false)
  }
}

function isWide({ ranges }: CodeSet): boolean {
  if (ranges === undefined) return true
  for (let at = 0; at < ranges.length; at += 2) {
    if (ranges[at + 1] >= 0xd800 && (ranges[at] <= 0xdfff || ranges[at + 1] > 0xffff)) return true
  }
  return false
}
