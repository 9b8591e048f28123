/**
 * A ranking that weighs what it finds: rare words over common ones, a tool's name over its description, a whole name over
 * part of a long one. Words count by their stems, and for less by synonyms, prefixes, initials and compounds.
 * Arithmetic only, no model: the same query has the same order everywhere.
 */
import type { Ranking, SearchDocument } from "./search.ts"
import { wordsOf } from "./search.ts"
import { alternativesOf, deedsOf, rootOf, stemOf, STOP_WORDS, withoutPhrases } from "./word-forms.ts"

/** What a word counts in each field. */
const FIELDS = { path: 3, head: 1.4, rest: 0.35, name: 0.7, note: 0.2 }
/** How much a field's length matters; from 0, not at all, to 1. */
const LENGTH = { path: 0.6, head: 0.5, rest: 0.5, name: 0.7, note: 0.7 }
/** Where a word's weight in a document levels off. */
const SATURATION = 1.4
/** What remains of a score where none of the tool's name was asked for. */
const UNASKED = 0.55
/** What remains of a score that one of many words made. */
const UNANSWERED = 0.5
/** What remains of a deprecated tool's score. */
const DEPRECATED = 0.75
/** How much of a name's words after a preposition counts as part of the name. */
const QUALIFIER = 0.4
const PREPOSITIONS = new Set(["for", "by", "from", "in", "of", "to", "with", "on"])
/** How much more a word counts where the name has it as it is asked for, not only its stem. */
const LITERAL = 1.1
/** What a change counts where the first word is one that no tool knows: most unknown verbs change a thing's state. */
const CHANGE = 0.3
/** What remains of the score of a tool that does something else than what is asked for, such as reading for writing. */
const OTHER_DEED = 0.7
/** What a word counts that is only the beginning of another, or begins with it. */
const PREFIX = 0.6
/** What a word counts that is made from the one asked for: `protection` for `protect`. */
const DERIVED = 0.75
/** What a name in one word counts that is asked for in two, or the other way round. */
const COMPOUND = 0.9
/** What the initials of neighbouring words in a name count. */
const INITIALS = 0.8

type Field = keyof typeof FIELDS

/** Where a stem occurs. */
interface Posting {
  readonly documents: Array<number>
  /** Per document, the weight of its occurrences there. */
  readonly weights: Array<number>
  /** The same for the name and the first sentence alone. */
  readonly core: Array<number>
  /** Per document, whether one is in its name. */
  readonly named: Array<boolean>
}

/** A word of a query: its own stem and what each stem counts that may stand for it. */
interface Term {
  readonly word: string
  readonly stem: string
  readonly stems: ReadonlyMap<string, number>
  /** Those of the stems that are the word in another spelling, so that any field counts. */
  readonly spellings: ReadonlySet<string>
}

/** The rarity of what is everywhere. Not 0: a word that all tools have says nothing of their order, but finds them. */
const LEAST_RARITY = 1e-4

/** How much it tells that something is in `found` of `count` documents. Rounded, for engines differ in the last digit. */
const rarity = (found: number, count: number): number =>
  Math.max(LEAST_RARITY, Math.round(Math.log(1 + (count - found + 0.5) / (found + 0.5)) * 1e4) / 1e4)

/** Text without HTML tags and link targets, which are not what a description says. */
const plain = (text: string): string =>
  text
    .replace(/<[^>]*>/g, " ")
    .replace(/\]\([^)]*\)/g, "] ")
    .replace(/https?:\S+/g, " ")

const splitHead = (description: string): readonly [head: string, rest: string] => {
  const text = plain(description).trim()
  const end = /[.!?](?=\s)|\n/.exec(text)
  return end === null ? [text, ""] : [text.slice(0, end.index), text.slice(end.index)]
}

/** Reads texts as stems; remembers words and texts for the time of a build, for both come again and again. */
class Reader {
  readonly #words = new Map<string, string>()
  readonly #texts = new Map<string, ReadonlyArray<string>>()

  readonly stemsOf = (text: string): ReadonlyArray<string> => {
    const known = this.#texts.get(text)
    if (known !== undefined) return known
    const stems = wordsOf(text).map((word) => {
      let stem = this.#words.get(word)
      if (stem === undefined) this.#words.set(word, (stem = stemOf(word)))
      return stem
    })
    this.#texts.set(text, stems)
    return stems
  }

  fieldsOf(document: SearchDocument): Record<Field, ReadonlyArray<string>> {
    const [head, rest] = splitHead(document.description)
    return {
      path: this.stemsOf(document.path),
      head: this.stemsOf(head),
      rest: this.stemsOf(rest),
      name: document.names.flatMap(this.stemsOf),
      note: document.notes.flatMap((note) => this.stemsOf(plain(note)))
    }
  }
}

/** Tells initials from the stems that they are kept beside. */
const INITIALS_OF = "="

/** The first letters of neighbouring words: `pvc` for `PersistentVolumeClaim`. */
const initialsOf = (words: ReadonlyArray<string>): ReadonlyArray<string> => {
  const found: Array<string> = []
  for (let from = 0; from < words.length; from++) {
    for (let length = 2; length <= 4 && from + length <= words.length; length++) {
      const neighbours = words.slice(from, from + length)
      found.push(INITIALS_OF + neighbours.map((word) => word[0]!).join(""))
    }
  }
  return found
}

const firstDeed = (stems: ReadonlyArray<string>): number => {
  for (const stem of stems) {
    const deeds = deedsOf(stem)
    if (deeds !== 0) return deeds
  }
  return 0
}

class WeightedRanking implements Ranking {
  readonly #postings = new Map<string, Posting>()
  /** Documents in whose name a word is, unstemmed. */
  readonly #literal = new Map<string, Array<number>>()
  /** Stems by their roots. */
  readonly #byRoot = new Map<string, Array<string>>()
  readonly #rarity = new Map<string, number>()
  readonly #count: number
  /** Per document, the rarity of all the stems of its name. */
  readonly #nameWeight: Float64Array
  readonly #deprecated: Uint8Array
  /** Per document, what the first verb of its name may do; 0 when it has none. */
  readonly #deeds: Uint8Array
  /** Stems in names, for words that are part of one. */
  readonly #nameStems: ReadonlySet<string>
  /** Documents already counted, all 0 between uses. */
  readonly #seen: Uint8Array

  constructor(documents: ReadonlyArray<SearchDocument>) {
    this.#count = documents.length
    const reader = new Reader()
    const fields = documents.map((document) => reader.fieldsOf(document))
    const average = {} as Record<Field, number>
    for (const field of Object.keys(FIELDS) as Array<Field>) {
      const total = fields.reduce((sum, each) => sum + each[field].length, 0)
      average[field] = Math.max(1, total / Math.max(1, documents.length))
    }
    for (const [position, each] of fields.entries()) this.#add(position, each, average)
    for (const [stem, { documents: found }] of this.#postings) {
      this.#rarity.set(stem, rarity(found.length, this.#count))
    }
    for (const stem of this.#postings.keys()) {
      const root = rootOf(stem)
      const known = this.#byRoot.get(root)
      if (known === undefined) this.#byRoot.set(root, [stem])
      else known.push(stem)
    }
    this.#nameWeight = Float64Array.from(fields, ({ path }) => this.#weigh(path))
    for (const [position, { path }] of documents.entries()) {
      for (const word of new Set(wordsOf(path))) {
        const known = this.#literal.get(word)
        if (known === undefined) this.#literal.set(word, [position])
        else known.push(position)
      }
    }
    this.#deprecated = Uint8Array.from(documents, ({ description }) => (/\bdeprecat/i.test(description) ? 1 : 0))
    this.#deeds = Uint8Array.from(documents, ({ path }) =>
      firstDeed(reader.stemsOf(path.slice(path.lastIndexOf(".") + 1)))
    )
    this.#nameStems = new Set(fields.flatMap(({ path }) => path))
    this.#seen = new Uint8Array(this.#count)
  }

  #add(position: number, fields: Record<Field, ReadonlyArray<string>>, average: Record<Field, number>): void {
    const weights = new Map<string, number>()
    const core = new Map<string, number>()
    for (const field of Object.keys(FIELDS) as Array<Field>) {
      const stems = fields[field]
      const weight = FIELDS[field] / (1 - LENGTH[field] + (LENGTH[field] * stems.length) / average[field])
      for (const stem of stems) {
        weights.set(stem, (weights.get(stem) ?? 0) + weight)
        if (field === "path" || field === "head") core.set(stem, (core.get(stem) ?? 0) + weight)
      }
    }
    const name = new Set(fields.path)
    const initialWeight = FIELDS.path / (1 - LENGTH.path + (LENGTH.path * fields.path.length) / average.path)
    for (const initials of initialsOf(fields.path)) {
      weights.set(initials, initialWeight)
      core.set(initials, initialWeight)
      name.add(initials)
    }
    for (const [stem, weight] of weights) {
      let posting = this.#postings.get(stem)
      if (posting === undefined)
        this.#postings.set(stem, (posting = { documents: [], weights: [], core: [], named: [] }))
      posting.documents.push(position)
      posting.weights.push(weight / (SATURATION + weight))
      const inCore = core.get(stem) ?? 0
      posting.core.push(inCore / (SATURATION + inCore))
      posting.named.push(name.has(stem))
    }
  }

  /** The rarity of all that a name says; what follows a preposition only qualifies, and counts less. */
  #weigh(path: ReadonlyArray<string>): number {
    const seen = new Set<string>()
    let sum = 0
    let share = 1
    for (const stem of path) {
      if (PREPOSITIONS.has(stem)) share = QUALIFIER
      if (seen.has(stem)) continue
      seen.add(stem)
      sum += share * this.#rarity.get(stem)!
    }
    return sum
  }

  score(words: ReadonlyArray<string>, scores: Float64Array): void {
    const said = withoutPhrases(words)
    const telling = said.filter((word) => !STOP_WORDS.has(word))
    const terms = this.#terms(telling.length === 0 ? said : telling)
    const asked = firstDeed(terms.slice(0, 1).map(({ stem }) => stem))
    const matched = new Float64Array(this.#count)
    const answered = new Uint8Array(this.#count)
    const best = new Float64Array(this.#count)
    const bestNamed = new Float64Array(this.#count)
    for (const term of terms) {
      const touched = this.#match(term, best, bestNamed)
      for (const position of this.#literal.get(term.word) ?? []) best[position]! *= LITERAL
      for (const position of touched) {
        scores[position]! += best[position]!
        matched[position]! += bestNamed[position]!
        answered[position]! += 1
        best[position] = 0
        bestNamed[position] = 0
      }
    }
    for (let position = 0; position < scores.length; position++) {
      if (scores[position] === 0) continue
      const covered = Math.min(1, matched[position]! / Math.max(this.#nameWeight[position]!, LEAST_RARITY))
      let factor = UNASKED + (1 - UNASKED) * covered
      factor *= UNANSWERED + ((1 - UNANSWERED) * answered[position]!) / terms.length
      if (this.#deprecated[position] === 1) factor *= DEPRECATED
      if (asked !== 0 && this.#deeds[position] !== 0 && (asked & this.#deeds[position]!) === 0) factor *= OTHER_DEED
      scores[position]! *= factor
    }
  }

  /** Leaves what a term counts per document in `best`, and in its name in `bestNamed`; answers which documents those are. */
  #match(term: Term, best: Float64Array, bestNamed: Float64Array): ReadonlyArray<number> {
    const touched: Array<number> = []
    const own = this.#rarity.get(term.stem)
    const visit = (stem: string, factor: number, rarity: number, weights: ReadonlyArray<number>): void => {
      const { documents, named } = this.#postings.get(stem)!
      for (let at = 0; at < documents.length; at++) {
        if (weights[at] === 0) continue
        const position = documents[at]!
        if (this.#seen[position] === 0) {
          this.#seen[position] = 1
          touched.push(position)
        }
        const points = rarity * factor * weights[at]!
        if (points > best[position]!) best[position] = points
        if (named[at] && rarity * factor > bestNamed[position]!) bestNamed[position] = rarity * factor
      }
    }
    // Words that stand for the term are one word: the rarer of them must not win for being rare.
    const others = [...term.stems].filter(([stem]) => stem !== term.stem && this.#postings.has(stem))
    if (others.length > 0) {
      const together = this.#rarityOf(others.map(([stem]) => stem))
      const rarity = own === undefined ? together : Math.min(together, own)
      for (const [stem, factor] of others) {
        const { weights, core } = this.#postings.get(stem)!
        // A synonym deep in a description is no sign of what the tool does.
        visit(stem, factor, rarity, term.spellings.has(stem) ? weights : core)
      }
    }
    if (own !== undefined) visit(term.stem, term.stems.get(term.stem) ?? 1, own, this.#postings.get(term.stem)!.weights)
    for (const position of touched) this.#seen[position] = 0
    return touched
  }

  /** How rare it is that a name or a first sentence has any of the stems. */
  #rarityOf(stems: ReadonlyArray<string>): number {
    let found = 0
    for (const stem of stems) {
      const { documents, core } = this.#postings.get(stem)!
      for (let at = 0; at < documents.length; at++) {
        if (core[at] === 0 || this.#seen[documents[at]!] === 1) continue
        this.#seen[documents[at]!] = 1
        found++
      }
    }
    this.#seen.fill(0)
    return rarity(found, this.#count)
  }

  /** Per word of the query, the stems that it may match and what each counts. */
  #terms(words: ReadonlyArray<string>): ReadonlyArray<Term> {
    const terms: Array<Term> = []
    const seen = new Set<string>()
    for (const [at, word] of words.entries()) {
      const stem = stemOf(word)
      if (seen.has(stem)) continue
      seen.add(stem)
      const stems = new Map([[stem, 1], ...alternativesOf(stem)])
      for (const other of this.#byRoot.get(rootOf(stem)) ?? []) if (!stems.has(other)) stems.set(other, DERIVED)
      // `check out` is asked for, `checkout` is the name.
      for (const pair of [words.slice(at, at + 2), words.slice(Math.max(0, at - 1), at + 1)]) {
        const joined = stemOf(pair.join(""))
        if (pair.length === 2 && this.#nameStems.has(joined)) stems.set(joined, COMPOUND)
      }
      const parts = this.#postings.has(stem) ? undefined : this.#partsOf(word)
      if (parts !== undefined) {
        for (const part of parts) {
          const partStem = stemOf(part)
          if (!seen.has(partStem))
            terms.push({ word: part, stem: partStem, stems: new Map([[partStem, COMPOUND]]), spellings: NONE })
          seen.add(partStem)
        }
        continue
      }
      const spellings = this.#nameStems.has(stem) ? [] : this.#relatives(stem)
      for (const [other, weight] of spellings) if (!stems.has(other)) stems.set(other, weight)
      terms.push({ word, stem, stems, spellings: new Set(spellings.map(([other]) => other)) })
    }
    const [first] = terms
    if (first !== undefined && terms.length > 1 && ![...first.stems.keys()].some((stem) => this.#postings.has(stem))) {
      terms[0] = { ...first, stems: new Map(CHANGES.map((stem) => [stem, CHANGE])) }
    }
    return terms
  }

  /** Two words of names that an unknown word is made of: `cronjob` is `cron` and `job`. */
  #partsOf(word: string): readonly [string, string] | undefined {
    for (let end = word.length - 2; end >= 2; end--) {
      const parts = [word.slice(0, end), word.slice(end)] as const
      if (parts.every((part) => this.#nameStems.has(stemOf(part)))) return parts
    }
    return undefined
  }

  /**
   * Stems that begin with a stem, that it begins with, or whose initials it is: of names, and of all else too where the
   * stem is nowhere.
   */
  #relatives(stem: string): ReadonlyArray<readonly [string, number]> {
    const found: Array<readonly [string, number]> = []
    for (const other of this.#postings.has(stem) ? this.#nameStems : this.#postings.keys()) {
      if (other.startsWith(INITIALS_OF)) continue
      const [short, long] = stem.length < other.length ? [stem, other] : [other, stem]
      // Beginnings of three letters belong to too many words, unless much follows.
      if (short.length >= 3 && long.startsWith(short) && (short.length > 3 || long.length > 6)) {
        found.push([other, PREFIX])
      }
    }
    const initials = `${INITIALS_OF}${stem}`
    return this.#postings.has(initials) ? [...found, [initials, INITIALS]] : found
  }
}

const NONE: ReadonlySet<string> = new Set()
const CHANGES = ["update", "edit", "patch", "set", "modify"].map(stemOf)

export const makeWeightedRanking = (documents: ReadonlyArray<SearchDocument>): Ranking => new WeightedRanking(documents)
