import * as fc from "fast-check"

/** A random pattern, flags both engines know, and inputs likely to touch it. */
export interface PatternCase {
  readonly pattern: string
  readonly flags: string
  readonly inputs: ReadonlyArray<string>
  readonly lastIndex: number
}

const letters = ["a", "b", "c", "A", "B", "1", "2", "_", " ", "-", "\\n"]
const unicodeLetters = ["é", "É", "ſ", "s", "k", "\u212a", "😀", "𐐀", "𐐨", "\\ud83d", "\\ude00", "ß", "я"]
const classes = ["\\d", "\\w", "\\s", "\\D", "\\W", "\\S", "."]
const sets = [
  "[ab]",
  "[^a]",
  "[a-c]",
  "[^\\n]",
  "[\\w-]",
  "[\\s\\S]",
  "[^]",
  "[]",
  "[A-Z]",
  "[1-9]",
  "[^\\d\\s]",
  "[bc1]"
]
// `[\\w-]` is no syntax there, and V8 in Node 20 never matches `[^]`.
const misreadUnderV = ["[\\w-]", "[^]"]
const unicodeSets = [
  "[😀-😂]",
  "[^😀]",
  "\\p{L}",
  "\\P{L}",
  "\\p{Lu}",
  "[^\\p{Ll}]",
  "[\\u{10400}-\\u{1044f}]",
  "\\p{Emoji}"
]
const setNotation = [
  "[\\w--[a-c]]",
  "[[a-z]&&[aeiou]]",
  "[\\q{ab|a|}]",
  "[\\p{L}--\\p{Lu}]",
  "[^[a-b][1]]",
  "[\\q{aa|ab}b]"
]
const quantifiers = [
  "*",
  "+",
  "?",
  "*?",
  "+?",
  "??",
  "{2}",
  "{1,2}",
  "{0,3}?",
  "{2,}",
  "{2,}?",
  "{0}",
  "{0,1}",
  "{3,4}"
]

/** Lists of words, which are factored and decided by tables. */
const words = fc
  .array(fc.string({ unit: fc.constantFrom(..."aabbcA1"), minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 8 })
  .map((list) => `(?:${list.join("|")})`)

type Atoms = ReadonlyArray<{ readonly arbitrary: fc.Arbitrary<string>; readonly weight: number }>

function atomsOf(flags: string): Atoms {
  const unicode = flags.includes("u") || flags.includes("v")
  return [
    ...letters.map((text) => ({ arbitrary: fc.constant(text), weight: 6 })),
    ...(unicode || flags.includes("i") ? unicodeLetters : ["é", "я"])
      .filter((text) => unicode || !text.startsWith("\\u"))
      .map((text) => ({ arbitrary: fc.constant(text), weight: 2 })),
    { arbitrary: fc.constantFrom(...classes), weight: 12 },
    {
      arbitrary: fc.constantFrom(...(flags.includes("v") ? sets.filter((set) => !misreadUnderV.includes(set)) : sets)),
      weight: 12
    },
    ...(unicode ? [{ arbitrary: fc.constantFrom(...unicodeSets), weight: 8 }] : []),
    ...(flags.includes("v") ? [{ arbitrary: fc.constantFrom(...setNotation), weight: 12 }] : [])
  ]
}

const denseAtoms: Atoms = [{ arbitrary: fc.constantFrom("a", "a", "b", "[ab]", ".", "[^a]"), weight: 1 }]

function patternArbitrary(flags: string, atoms: Atoms): fc.Arbitrary<string> {
  const unicode = flags.includes("u") || flags.includes("v")
  return fc
    .letrec<{ atom: string; term: string; alternative: string; pattern: string }>((tie) => ({
      atom: fc.oneof(
        { maxDepth: 4, withCrossShrink: true },
        { arbitrary: fc.oneof(...atoms), weight: 8 },
        { arbitrary: tie("pattern").map((body) => `(${body})`), weight: 3 },
        { arbitrary: tie("pattern").map((body) => `(?:${body})`), weight: 2 },
        { arbitrary: words, weight: 1 },
        { arbitrary: fc.constantFrom("\\1", "\\2", "\\3"), weight: 1 }
      ),
      term: fc.oneof(
        { maxDepth: 4, withCrossShrink: true },
        { arbitrary: tie("atom"), weight: 8 },
        { arbitrary: fc.tuple(tie("atom"), fc.constantFrom(...quantifiers)).map((parts) => parts.join("")), weight: 6 },
        { arbitrary: fc.constantFrom("^", "$", "\\b", "\\B"), weight: 1 },
        {
          arbitrary: fc
            .tuple(fc.constantFrom("=", "!", "<=", "<!"), tie("pattern"))
            .map(([kind, body]) => `(?${kind}${body})`),
          weight: 1
        }
      ),
      alternative: fc
        .array(tie("term"), { maxLength: 4, depthIdentifier: "alternative" })
        .map((terms) => terms.join("")),
      pattern: fc
        .array(tie("alternative"), { minLength: 1, maxLength: 3, depthIdentifier: "pattern" })
        .map((alternatives) => alternatives.join("|"))
    }))
    .pattern.map((body) => {
      const groups = (body.match(/\((?!\?)/g) ?? []).length
      // With u and v a reference needs its group.
      return unicode ? body.replace(/\\([123])/g, (whole, n: string) => (Number(n) <= groups ? whole : "x")) : body
    })
}

const inputCharacters = fc.constantFrom(
  ..."aaaabbbccAB12_ -\n",
  "é",
  "É",
  "ſ",
  "S",
  "k",
  "K",
  "\u212a",
  "😀",
  "😁",
  "𐐀",
  "𐐨",
  "\ud83d",
  "\ude00",
  "я",
  "Я",
  "x"
)
const inputArbitrary = fc
  .oneof(
    { arbitrary: fc.array(fc.constantFrom(..."aaaabbbccAB12_ -\n"), { maxLength: 24 }), weight: 2 },
    { arbitrary: fc.array(inputCharacters, { maxLength: 16 }), weight: 1 }
  )
  .map((chars) => chars.join(""))

export const flagsArbitrary: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom("", "", "u", "v"), fc.subarray(["i", "m", "s", "y"]))
  .map(([mode, rest]) => rest.join("") + mode)

function cases(flags: string, atoms: Atoms, input: fc.Arbitrary<string>): fc.Arbitrary<PatternCase> {
  return fc.record({
    pattern: patternArbitrary(flags, atoms),
    flags: fc.constant(flags),
    inputs: fc.array(input, { minLength: 1, maxLength: 4 }),
    lastIndex: fc.oneof(fc.constant(0), fc.nat({ max: 6 }))
  })
}

/** Patterns over the whole grammar that the host understands too, with inputs. */
export const caseArbitrary: fc.Arbitrary<PatternCase> = flagsArbitrary.chain((flags) =>
  cases(flags, atomsOf(flags), inputArbitrary)
)

/** Patterns over two letters, which match far more often and backtrack far more. */
export const denseCaseArbitrary: fc.Arbitrary<PatternCase> = fc
  .constantFrom("", "u", "s", "i")
  .chain((flags) => cases(flags, denseAtoms, fc.string({ unit: fc.constantFrom("a", "b", "a", "ab"), maxLength: 14 })))

const fragments = fc.constantFrom(
  ...'\\d+|\\w+|[a-z]+|[A-Z][a-z]*|\\s*|\\s+|,|"|[^"]*|[^"\\\\]|.*|.*?|.+?|[^,\\n]*|\\b|^|$|-|\\d{2}|\\d{1,3}|=|:|\\S+|\\.|\'|[\\s\\S]*?|\\n|[;,]|a|ab|the|\\p'
    .split("|")
    .filter((fragment) => fragment !== "\\p")
)

/** Patterns put together as people do, over lines of text; every match counts, not only the first. */
export const ordinaryCaseArbitrary: fc.Arbitrary<PatternCase> = fc
  .tuple(
    fc.array(
      fc.oneof(
        { arbitrary: fragments, weight: 8 },
        {
          arbitrary: fc.array(fragments, { minLength: 1, maxLength: 3 }).map((list) => `(${list.join("")})`),
          weight: 3
        },
        {
          arbitrary: fc.array(fragments, { minLength: 1, maxLength: 3 }).map((list) => `(?:${list.join("")})?`),
          weight: 1
        },
        {
          arbitrary: fc.array(fragments, { minLength: 2, maxLength: 4 }).map((list) => `(?:${list.join("|")})`),
          weight: 1
        },
        {
          arbitrary: fc.array(fragments, { minLength: 1, maxLength: 3 }).map((list) => `(?:${list.join("|")})*`),
          weight: 1
        },
        { arbitrary: fragments.map((fragment) => `(?=${fragment})`), weight: 1 },
        { arbitrary: fc.constantFrom("(?<=,)", "(?<!a)", "(?!b)", "(?<=\\s)"), weight: 1 }
      ),
      { minLength: 1, maxLength: 5 }
    ),
    fc.constantFrom("", "m", "i", "s", "mi", "u", "mu")
  )
  .map(([parts, flags]) => ({
    // A quantifier cannot follow an assertion.
    pattern: parts.join(""),
    flags,
    inputs: [],
    lastIndex: 0
  }))
  .chain((base) =>
    fc
      .array(
        fc
          .array(
            fc.constantFrom(
              ...'the|quick|ab|abc|a|12|345|2026-11-29|key=value|x:1|"quoted, text"|"a\\\\"b"|,|;| |  |-|\'|It\'s|Zürich|A|Hello|.|...|😀|é'.split(
                "|"
              )
            ),
            { maxLength: 8 }
          )
          .map((tokens) => tokens.join(" ")),
        { maxLength: 4 }
      )
      .map((lines) => ({ ...base, inputs: [lines.join("\n"), lines.join("").replaceAll(" ", "")] }))
  )
