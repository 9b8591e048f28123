/**
 * Why a pattern or its flags cannot be compiled: what is wrong, where, and what to write instead.
 *
 * A plain class, not a host error: the engine turns it into its own `SyntaxError` with this message.
 */
export class RegExpSyntaxError {
  readonly _tag = "RegExpSyntaxError"
  /** One sentence: the pattern, what is wrong with it, the fix. */
  readonly message: string
  /** Index into the pattern (or the flags) of the offending text, in UTF-16 units. */
  readonly index: number

  constructor(message: string, index: number) {
    this.message = message
    this.index = index
  }
}

/** Throws a {@link RegExpSyntaxError} that names the pattern; `what` says what is wrong and what to write. */
export type FailAt = (what: string, index: number) => never
