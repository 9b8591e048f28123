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
