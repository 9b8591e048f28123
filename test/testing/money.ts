/** Shows a part of what it holds, and tells the rest as JSON. */
export class Money {
  readonly currency: string = "EUR"
  readonly #cents: number
  constructor(cents: number) {
    this.#cents = cents
  }
  toJSON(): unknown {
    return { currency: this.currency, cents: this.#cents }
  }
}
