/**
 * Turns the parser's short complaint about a pattern into one that says what to write instead.
 *
 * @param complaint the parser's words, such as `Nothing to repeat`
 * @param index where the parser stood, in UTF-16 units of `source`
 */
export function explain(complaint: string, source: string, index: number, unicodeMode: "" | "u" | "v"): string {
  const explanation = explanations[complaint]
  const place = { source, index: Math.min(index, source.length), unicodeMode }
  if (explanation !== undefined) return explanation(place)
  return `${complaint.charAt(0).toLowerCase()}${complaint.slice(1)} at index ${place.index}`
}

interface Place {
  readonly source: string
  readonly index: number
  readonly unicodeMode: "" | "u" | "v"
}

const quoted = (text: string): string => `"${text}"`

const explanations: Readonly<Record<string, (place: Place) => string>> = {
  "Nothing to repeat": (place) => {
    const start = quantifierStart(place)
    const text = place.source.slice(start, place.index)
    const escaped = text.startsWith("{") ? `\\{` : `\\${text.charAt(0)}`
    const before = place.source.slice(0, start)
    const reason = /[*+?}]$/.test(before)
      ? "follows another quantifier"
      : before.endsWith(")")
        ? "follows an assertion, which cannot be repeated"
        : "has nothing to repeat"
    return `nothing to repeat: ${quoted(text)} at index ${start} ${reason}; write ${quoted(escaped)} to match ${quoted(text.charAt(0))} itself, or put what it repeats before it`
  },
  "Unterminated group": ({ source }) => {
    const open = unclosedGroup(source)
    return `unterminated group: "(" at index ${open} is never closed; add ")" or write "\\(" to match "(" itself`
  },
  "Unmatched ')'": ({ index }) => `unmatched ")" at index ${index}; write "\\)" to match ")" itself, or remove it`,
  "Lone quantifier brackets": ({ source, index, unicodeMode }) => {
    const text = source.charAt(index)
    return `lone ${quoted(text)} at index ${index} is not allowed with the flag ${unicodeMode}; write ${quoted("\\" + text)} to match it`
  },
  "Incomplete quantifier": ({ source, index, unicodeMode }) => {
    const open = source.lastIndexOf("{", index)
    return `incomplete quantifier: "{" at index ${open} does not start a quantifier such as {2,5}; with the flag ${unicodeMode} write "\\{" to match "{" itself`
  },
  "numbers out of order in {} quantifier": ({ source, index }) => {
    const open = source.lastIndexOf("{", index)
    const [low, high] = source.slice(open + 1, index - 1).split(",")
    return `the numbers of the quantifier at index ${open} are out of order; write "{${high},${low}}"`
  },
  "Unterminated character class": ({ source }) => {
    const open = unclosedClass(source)
    return `unterminated character class: "[" at index ${open} is never closed; add "]" or write "\\[" to match "[" itself`
  },
  "Range out of order in character class": ({ source, index }) =>
    `the range ending at index ${index} (${quoted(source.slice(Math.max(0, index - 3), index))}) is out of order; write the smaller end first, or "\\-" to match "-" itself`,
  "Invalid character class": ({ index, unicodeMode }) =>
    `the range ending at index ${index} has a class such as \\w as an end, which the flag ${unicodeMode} forbids; write "\\-" to match "-" itself`,
  "\\ at end of pattern": () => `"\\" at the end of the pattern; write "\\\\" to match a backslash`,
  "Invalid escape": (place) => invalidEscape(place),
  "Invalid unicode escape": ({ source, index }) => {
    const start = source.lastIndexOf("\\", index)
    return `invalid unicode escape at index ${start}; write four hexadecimal digits (\\u00e9) or a code point up to 10ffff in braces (\\u{1f600})`
  },
  "Invalid group": (place) => invalidGroup(place),
  "Invalid empty flags": ({ index }) =>
    `the modifiers at index ${index} name no flag; write for example (?i:…), (?-i:…), or (?:…) without modifiers`,
  "Invalid capture group name": ({ index }) =>
    `invalid group name at index ${index}; a name is an identifier closed by ">": (?<year>…)`,
  "Duplicate capture group name": ({ source, index }) =>
    `the group name ending at index ${index} (${quoted(source.slice(source.lastIndexOf("<", index) + 1, index))}) is used twice in one alternative; rename one of the groups`,
  "Invalid named reference": ({ index }) =>
    `"\\k" at index ${Math.max(0, index - 2)} is not followed by a group name; write \\k<name>`,
  "Invalid named capture referenced": ({ source }) => {
    const missing = missingReference(source)
    return missing === undefined
      ? `a \\k<name> names a group that does not exist; name the group with (?<name>…)`
      : `\\k<${missing}> names a group that does not exist; name the group with (?<${missing}>…) or correct the name`
  },
  "Invalid property name": ({ source, index, unicodeMode }) => {
    const start = source.lastIndexOf("\\", index)
    const text = source.slice(start, Math.max(source.indexOf("}", index) + 1, index))
    const extra =
      unicodeMode === "u" && /Emoji|RGI/.test(text) ? "; properties of strings need the flag v instead of u" : ""
    return `${quoted(text)} at index ${start} is not a Unicode property; write for example \\p{L}, \\p{Lu}, \\p{Script=Greek} or \\p{Emoji}${extra}`
  },
  "Invalid character in character class": (place) => reservedInClass(place),
  "Invalid set operation in character class": ({ index }) => mixedOperations(index),
  "Negated character class may contain strings": ({ index }) => negatedStrings(index),
  "Unterminated class string disjunction": ({ source, index }) =>
    `"\\q{" at index ${source.lastIndexOf("\\q", index)} is never closed; add "}"`
}

function quantifierStart({ source, index }: Place): number {
  let start = index - 1
  if (source.charAt(start) === "?" && /[*+?}]/.test(source.charAt(start - 1))) {
    const nested = source.charAt(start - 2)
    // `a**` is two quantifiers, `a*?` is one: the complaint is about the text after what repeats.
    if (!/[*+?}]/.test(nested) || source.charAt(start - 1) === "}") start--
  }
  if (source.charAt(start) === "}") start = source.lastIndexOf("{", start)
  return Math.max(0, start)
}

/** Calls `visit` for each structural character outside escapes; inside a class only for its brackets. */
function scan(source: string, visit: (char: string, index: number, inClass: boolean) => void): void {
  let inClass = false
  for (let index = 0; index < source.length; index++) {
    const char = source.charAt(index)
    if (char === "\\") {
      index++
      continue
    }
    if (inClass) {
      if (char === "]") {
        visit(char, index, true)
        inClass = false
      }
      continue
    }
    if (char === "[") inClass = true
    visit(char, index, false)
  }
}

function unclosedGroup(source: string): number {
  const open: Array<number> = []
  scan(source, (char, index) => {
    if (char === "(") open.push(index)
    else if (char === ")") open.pop()
  })
  return open.at(-1) ?? source.indexOf("(")
}

function unclosedClass(source: string): number {
  let open = source.indexOf("[")
  scan(source, (char, index, inClass) => {
    if (char === "[" && !inClass) open = index
  })
  return open
}

function missingReference(pattern: string): string | undefined {
  // Behind the last ">" each "<" would be read to the end of the pattern in vain.
  const source = pattern.slice(0, pattern.lastIndexOf(">") + 1)
  const defined = new Set([...source.matchAll(/\(\?<([^=!>][^>]*)>/g)].map((match) => match[1]))
  return [...source.matchAll(/\\k<([^>]*)>/g)].map((match) => match[1]).find((name) => !defined.has(name))
}

function invalidEscape({ source, index, unicodeMode }: Place): string {
  const start = source.charAt(index) === "\\" ? index : source.lastIndexOf("\\", index)
  const next = String.fromCodePoint(source.codePointAt(start + 1) ?? 0x5c)
  const shown = `invalid escape "\\${next}" at index ${start} with the flag ${unicodeMode}; `
  if (next === "x") return `${shown}write two hexadecimal digits: \\x41`
  if (next === "c") return `${shown}write a letter after it (\\cJ), or "\\\\c" to match a backslash`
  if (next === "k") return `${shown}write \\k<name> outside a class`
  if (next === "0") return `${shown}write \\x00 instead of an octal escape`
  if (next >= "1" && next <= "9") {
    return `${shown}there is no such group; write \\xHH for a character, or add the group it refers to`
  }
  return `${shown}write ${quoted(next)} without the backslash`
}

function invalidGroup({ source, index }: Place): string {
  const start = source.lastIndexOf("(", index)
  const text = source.slice(start)
  const shown = (length: number): string => quoted(text.slice(0, length))
  if (text.startsWith("(?P<")) return `invalid group ${shown(4)} at index ${start}; JavaScript writes (?<name>…)`
  if (text.startsWith("(?P=")) return `invalid group ${shown(4)} at index ${start}; JavaScript writes \\k<name>`
  if (text.startsWith("(?>")) {
    return `invalid group ${shown(3)} at index ${start}: there are no atomic groups; write (?:…), or (?=(…))\\1 to the same effect`
  }
  if (text.startsWith("(?#"))
    return `invalid group ${shown(3)} at index ${start}: there are no comments in patterns; remove it`
  const modifiers = /^\(\?([a-z]*(?:-[a-z]*)?)([):])/.exec(text)
  if (modifiers !== null) {
    if (modifiers[2] === ")") {
      return `invalid group ${quoted(modifiers[0])} at index ${start}; pass ${quoted(modifiers[1])} as flags of the expression, or write (?${modifiers[1]}:…) around the part it applies to`
    }
    return `invalid modifiers ${quoted(modifiers[0])} at index ${start}; only i, m and s can be changed inside a pattern`
  }
  return `invalid group at index ${start}; after "(?" comes one of : = ! <= <! <name> or modifiers such as i: ; write "\\(" to match "(" itself`
}

const mixedOperations = (index: number): string =>
  `"&&" and "--" cannot be mixed with each other or with other members at index ${index}; nest one of them in brackets: [[a-z]--[aeiou]]`

function reservedInClass({ source, index }: Place): string {
  const char = source.charAt(index) || source.charAt(index - 1)
  if (unclosedClassAtEnd(source, index)) {
    return `unterminated character class: "[" at index ${source.lastIndexOf("[", index)} is never closed; add "]" or write "\\[" to match "[" itself`
  }
  if (/^(?:--|&&)/.test(source.slice(index)) && /^\[.*(?:--|&&)/.test(source.slice(0, index))) {
    return mixedOperations(index)
  }
  return `${quoted(char)} at index ${index} must be escaped in a class with the flag v; write ${quoted("\\" + char)}`
}

const unclosedClassAtEnd = (source: string, index: number): boolean => index >= source.length

export const negatedStrings = (index: number): string =>
  `the negated class ending at index ${index} contains strings of several characters; remove the strings or the "^"`
