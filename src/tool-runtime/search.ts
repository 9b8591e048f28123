/**
 * Ranking over a tree's tools: pure, deterministic, the same answer for the same query. An inverted index is built once;
 * a query looks its words up and never renders or scans a tool.
 */
import { pathOfExpression, toolExpression } from "./expression.ts"

/** What the index knows of one tool. Texts are as the host wrote them. */
export interface SearchDocument {
  readonly path: string
  readonly description: string
  /** Names of the input's properties. */
  readonly names: ReadonlyArray<string>
  /** Descriptions of the input's properties, then of the namespaces around the tool. */
  readonly notes: ReadonlyArray<string>
}

/** Part of the ranking asked for, and how many tools rank in all. Positions are those of the documents given. */
export interface Ranked {
  readonly positions: ReadonlyArray<number>
  readonly total: number
}

export interface Query {
  readonly query: string
  readonly namespace: string | undefined
  readonly offset: number
  readonly limit: number
}

/** How the tools in `scope` score for the words of a query; 0 drops a tool. */
export interface Ranking {
  score(words: ReadonlyArray<string>, scores: Float64Array): void
}

/**
 * The words of a text: camel case split, lower-cased, cut at everything but ASCII letters and digits.
 * `resolve-library-id` and `resolveLibraryId` have the same three.
 */
export const wordsOf = (text: string): ReadonlyArray<string> =>
  text
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "")

/** A word and what may stand for it: without a plural's `es` (from four letters on) and `s` (from three). */
export const formsOf = (word: string): ReadonlyArray<string> => {
  const forms = [word]
  if (word.length > 3 && word.endsWith("es")) forms.push(word.slice(0, -2))
  if (word.length > 2 && word.endsWith("s")) forms.push(word.slice(0, -1))
  return forms
}

/** Compares by UTF-16 code units, the same on every machine. */
export const byCodeUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const PATH = 4
const DESCRIPTION = 2
const DETAIL = 1

/**
 * Where each run of letters and digits occurs. A word of a query has no other characters, so it is part of a text exactly
 * when it is part of one of the text's runs: the few thousand distinct runs stand for all texts.
 */
class Runs {
  /** All distinct runs, each after a newline, to be looked through at once. */
  readonly #text: string
  /** Where each run starts in the text. */
  readonly #starts: Int32Array
  /** Per run, the documents it occurs in. */
  readonly #documents: ReadonlyArray<Int32Array>
  /** Per run and document, the fields it occurs in. */
  readonly #fields: ReadonlyArray<Uint8Array>

  constructor(documents: ReadonlyArray<SearchDocument>) {
    const numbers = new Map<string, number>()
    const found: Array<{ readonly at: Array<number>; readonly in: Array<number> }> = []
    const numberOf = (run: string): number => {
      const known = numbers.get(run)
      if (known !== undefined) return known
      const number = numbers.size
      numbers.set(run, number)
      found.push({ at: [], in: [] })
      return number
    }
    // Tools of one API share their parameters, so the same texts come again and again.
    const read = new Map<string, ReadonlyArray<number>>()
    const runsOf = (text: string): ReadonlyArray<number> => {
      const known = read.get(text)
      if (known !== undefined) return known
      const runs = [...new Set(text.toLowerCase().match(/[a-z0-9]+/g))].map(numberOf)
      read.set(text, runs)
      return runs
    }
    const add = (text: string, document: number, field: number): void => {
      for (const number of runsOf(text)) {
        const { at, in: fields } = found[number]!
        if (at.at(-1) === document) fields[fields.length - 1]! |= field
        else {
          at.push(document)
          fields.push(field)
        }
      }
    }
    for (const [position, document] of documents.entries()) {
      add(document.path, position, PATH)
      add(document.description, position, DESCRIPTION)
      for (const detail of document.names) add(detail, position, DETAIL)
      for (const detail of document.notes) add(detail, position, DETAIL)
    }
    this.#documents = found.map(({ at }) => Int32Array.from(at))
    this.#fields = found.map(({ in: fields }) => Uint8Array.from(fields))
    this.#starts = new Int32Array(numbers.size)
    let text = ""
    for (const [run, number] of numbers) {
      this.#starts[number] = text.length + 1
      text += `\n${run}`
    }
    this.#text = text
  }

  /** Adds the fields in which `form` occurs to `fields`, and documents seen for the first time to `touched`. */
  mark(form: string, fields: Uint8Array, touched: Array<number>): void {
    for (let at = this.#text.indexOf(form); at !== -1;) {
      const run = this.#runAt(at)
      const documents = this.#documents[run]!
      const places = this.#fields[run]!
      for (let index = 0; index < documents.length; index++) {
        const document = documents[index]!
        if (fields[document] === 0) touched.push(document)
        fields[document]! |= places[index]!
      }
      const next = run + 1 < this.#starts.length ? this.#starts[run + 1]! : this.#text.length
      at = this.#text.indexOf(form, next)
    }
  }

  #runAt(offset: number): number {
    let low = 0
    let high = this.#starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (this.#starts[middle]! <= offset) low = middle
      else high = middle - 1
    }
    return low
  }
}

/** Points per word: 20 for the path or its last segment, 8 in the path, 4 in the description, 2 anywhere; added up. */
export const makePlainRanking = (documents: ReadonlyArray<SearchDocument>): Ranking => {
  const runs = new Runs(documents)
  const byLastSegment = new Map<string, Array<number>>()
  for (const [position, { path }] of documents.entries()) {
    const lower = path.toLowerCase()
    const last = lower.slice(lower.lastIndexOf(".") + 1)
    const known = byLastSegment.get(last)
    if (known === undefined) byLastSegment.set(last, [position])
    else known.push(position)
  }
  const fields = new Uint8Array(documents.length)
  return {
    score: (words, scores) => {
      for (const word of words) {
        const touched: Array<number> = []
        const forms = formsOf(word)
        for (const form of forms) runs.mark(form, fields, touched)
        for (const document of touched) {
          const places = fields[document]!
          scores[document]! += ((places & PATH) === 0 ? 0 : 8) + ((places & DESCRIPTION) === 0 ? 0 : 4) + 2
          fields[document] = 0
        }
        const exact = new Set<number>()
        for (const form of forms) for (const document of byLastSegment.get(form) ?? []) exact.add(document)
        for (const document of exact) scores[document]! += 20
      }
    }
  }
}

/** How much of a query is looked at: each word costs a look through all the runs, and a query may be as long as any text. */
const LONGEST_QUERY = 4096
const MOST_WORDS = 64

/** Answers queries over documents; made once per tree. */
export interface SearchIndex {
  /** Indexes the words now instead of at the first query that has some. */
  prepare(): void
  search(query: Query): Ranked
}

/** Builds the parts of an index that every query needs; the words are indexed at the first query that has some. */
export const makeSearchIndex = (
  documents: ReadonlyArray<SearchDocument>,
  makeRanking: (documents: ReadonlyArray<SearchDocument>) => Ranking = makePlainRanking
): SearchIndex => {
  const order = documents.map((_, position) => position)
  order.sort((a, b) => byCodeUnits(documents[a]!.path, documents[b]!.path))
  const byPath = order.map((position) => documents[position]!)
  const paths = byPath.map((document) => document.path)
  const rootIsTaken = paths.some((path) => path === "tools" || path.startsWith("tools."))
  let ranking: Ranking | undefined

  /** The documents inside a namespace are two ranges of the order by path: the path itself, and all below it. */
  const inScope = (namespace: string | undefined): ReadonlyArray<number> | undefined => {
    const scope = namespace === undefined ? "" : scopeOf(namespace, rootIsTaken)
    if (scope === "") return undefined
    const inside: Array<number> = []
    const own = firstAtLeast(paths, scope)
    if (paths[own] === scope) inside.push(own)
    const below = `${scope}.`
    for (let at = firstAtLeast(paths, below); at < paths.length && paths[at]!.startsWith(below); at++) inside.push(at)
    return inside
  }

  const page = (ranked: ReadonlyArray<number>, total: number, query: Query): Ranked => ({
    positions: ranked.slice(query.offset, query.offset + query.limit).map((at) => order[at]!),
    total
  })

  const ranked = (): Ranking => (ranking ??= makeRanking(byPath))

  return {
    prepare: () => {
      ranked()
    },
    search: (query) => {
      const scope = inScope(query.namespace)
      const exact = exactMatch(query.query.trim(), paths, scope)
      if (exact !== undefined) return page([exact], 1, query)
      const words = wordsOf(query.query.slice(0, LONGEST_QUERY)).slice(0, MOST_WORDS)
      if (words.length === 0) {
        const all = scope ?? paths.map((_, at) => at)
        return page(all, all.length, query)
      }
      const scores = new Float64Array(paths.length)
      ranked().score(words, scores)
      const { leaders, total } = best(scores, scope, query.offset + query.limit)
      return page(leaders, total, query)
    }
  }
}

/** A namespace is any path up to a segment's end, bare or as an expression. */
const scopeOf = (namespace: string, rootIsTaken: boolean): string => {
  const path = namespace.includes("[") ? (pathOfExpression(namespace) ?? namespace) : namespace
  if (rootIsTaken) return path
  return path === "tools" ? "" : path.startsWith("tools.") ? path.slice("tools.".length) : path
}

const firstAtLeast = (sorted: ReadonlyArray<string>, wanted: string): number => {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]! < wanted) low = middle + 1
    else high = middle
  }
  return low
}

/** The tool that a query names outright, by path or by expression. */
const exactMatch = (
  query: string,
  paths: ReadonlyArray<string>,
  scope: ReadonlyArray<number> | undefined
): number | undefined => {
  const find = (path: string): number | undefined => {
    const at = firstAtLeast(paths, path)
    return paths[at] === path && (scope === undefined || scope.includes(at)) ? at : undefined
  }
  const bare = query.startsWith("tools.") ? find(query.slice("tools.".length)) : undefined
  if (bare !== undefined) return bare
  const literal = find(query)
  if (literal !== undefined) return literal
  const path = query.startsWith("tools") ? pathOfExpression(query) : undefined
  return path !== undefined && toolExpression(path) === query ? find(path) : undefined
}

/** How many leaders are kept in order one by one; where more are asked for, all hits are sorted. */
const LEADERS = 64

/** The first `count` tools by score, ties by position, and how many scored at all. */
const best = (
  scores: Float64Array,
  scope: ReadonlyArray<number> | undefined,
  count: number
): { readonly leaders: ReadonlyArray<number>; readonly total: number } => {
  const hits: Array<number> = []
  if (scope === undefined) {
    for (let at = 0; at < scores.length; at++) if (scores[at]! > 0) hits.push(at)
  } else {
    for (const at of scope) if (scores[at]! > 0) hits.push(at)
  }
  if (count > LEADERS || hits.length <= count) {
    return { leaders: hits.sort((a, b) => scores[b]! - scores[a]! || a - b), total: hits.length }
  }
  const leaders: Array<number> = []
  for (const at of hits) {
    if (leaders.length === count && scores[at]! <= scores[leaders[count - 1]!]!) continue
    let place = leaders.length
    while (place > 0 && scores[leaders[place - 1]!]! < scores[at]!) place--
    leaders.splice(place, 0, at)
    if (leaders.length > count) leaders.pop()
  }
  return { leaders, total: hits.length }
}
