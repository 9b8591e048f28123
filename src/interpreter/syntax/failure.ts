/** How the front end refuses a program. */

/** Why a program text cannot run, with the place in the submitted text. */
export interface ProgramError {
  readonly kind: "ParseError" | "UnsupportedSyntax"
  /** One sentence or two, without a location suffix. */
  readonly message: string
  /** The UTF-16 offset into the submitted text; null where no single place is at fault. */
  readonly position: number | null
  /** What to write instead; absent when the message says it all. */
  readonly suggestions?: readonly string[]
}

/** The one thing that parsing, checking and analysing throw. */
export class SyntaxFailure extends Error {
  readonly error: ProgramError

  constructor(error: ProgramError) {
    super(error.message)
    this.name = "SyntaxFailure"
    this.error = error
  }
}

/** The refusal of a text that nests so deeply, or chains so many operators, that running it could exhaust the host's stack. */
export const tooDeep = (position: number | null): SyntaxFailure =>
  new SyntaxFailure({
    kind: "ParseError",
    message: "The program nests too deeply or chains too many operators in one expression.",
    position,
    suggestions: ["Split the expression into several statements, or build the value in a loop."]
  })

/** What the parser raises, with a place, when the host's stack is exhausted. */
export const OUT_OF_STACK = "Not enough stack space to parse the program"

/**
 * Whether an error says that the host's stack is exhausted: the host's own (V8 and JavaScriptCore; SpiderMonkey), or the
 * parser's. Other syntax errors may quote the program, so their text proves nothing.
 */
export const isStackOverflow = (error: unknown): boolean => {
  if (error instanceof SyntaxError) return error.message.startsWith(OUT_OF_STACK)
  return error instanceof Error && /call stack|too much recursion/i.test(error.message)
}
