/** The tokens of a date in text: numbers, words, signs. */

export type Token =
  | { readonly kind: "number"; readonly value: number; readonly digits: string }
  | { readonly kind: "symbol"; readonly symbol: string }
  | { readonly kind: "word"; readonly type: WordType; readonly value: number; readonly length: number }
  | { readonly kind: "space" }
  | { readonly kind: "other" }
  | { readonly kind: "end" }
  | { readonly kind: "invalid" }

type WordType = "month" | "half" | "zone" | "separator" | "unknown"

const WORDS: ReadonlyMap<string, readonly [WordType, number]> = new Map([
  ...["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"].map(
    (name, i): [string, readonly [WordType, number]] => [name, ["month", i + 1]]
  ),
  ["am", ["half", 0]],
  ["pm", ["half", 12]],
  ["ut", ["zone", 0]],
  ["utc", ["zone", 0]],
  ["z", ["zone", 0]],
  ["gmt", ["zone", 0]],
  ["cdt", ["zone", -5]],
  ["cst", ["zone", -6]],
  ["edt", ["zone", -4]],
  ["est", ["zone", -5]],
  ["mdt", ["zone", -6]],
  ["mst", ["zone", -7]],
  ["pdt", ["zone", -7]],
  ["pst", ["zone", -8]],
  ["t", ["separator", 0]]
])

const SPACE = /[\s\u200b]/

export class DateScanner {
  private readonly text: string
  private at = 0
  private ahead: Token
  constructor(text: string) {
    this.text = text
    this.ahead = this.scan()
  }

  peek(): Token {
    return this.ahead
  }

  next(): Token {
    const token = this.ahead
    this.ahead = this.scan()
    return token
  }

  skipSymbol(symbol: string): boolean {
    if (!isSymbol(this.ahead, symbol)) return false
    this.next()
    return true
  }

  private scan(): Token {
    const { text, at } = this
    const c = text[at]
    if (c === undefined) return { kind: "end" }
    if (isDigit(c)) {
      while (this.at < text.length && isDigit(text[this.at])) this.at++
      const digits = text.slice(at, this.at)
      return { kind: "number", value: Number(digits.replace(/^0+/, "").slice(0, 9) || "0"), digits }
    }
    if (c === ":" || c === "-" || c === "+" || c === "." || c === ")") {
      this.at++
      return { kind: "symbol", symbol: c }
    }
    if (c >= "A" && !SPACE.test(c)) return this.scanWord()
    if (SPACE.test(c)) {
      while (this.at < text.length && SPACE.test(text[this.at])) this.at++
      return { kind: "space" }
    }
    if (c === "(") {
      this.skipParentheses()
      return { kind: "other" }
    }
    this.at++
    return { kind: "other" }
  }

  private scanWord(): Token {
    const { text, at } = this
    while (this.at < text.length && text[this.at] >= "A" && !SPACE.test(text[this.at])) this.at++
    const word = text.slice(at, this.at)
    const prefix = word.slice(0, 3).toLowerCase()
    const known = WORDS.get(prefix)
    // Months may be written out; anything else must be the word itself.
    if (known === undefined || (word.length > 3 && known[0] !== "month")) {
      return { kind: "word", type: "unknown", value: 0, length: word.length }
    }
    return { kind: "word", type: known[0], value: known[1], length: word.length }
  }

  private skipParentheses(): void {
    let depth = 0
    do {
      const c = this.text[this.at++]
      if (c === "(") depth++
      else if (c === ")") depth--
    } while (depth > 0 && this.at < this.text.length)
  }
}

const isDigit = (c: string): boolean => c >= "0" && c <= "9"
export const isSymbol = (token: Token, symbol: string): boolean => token.kind === "symbol" && token.symbol === symbol
export const isSign = (token: Token): boolean => isSymbol(token, "+") || isSymbol(token, "-")
export const isFixed = (token: Token, length: number): token is Token & { kind: "number" } =>
  token.kind === "number" && token.digits.length === length
