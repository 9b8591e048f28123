/** `eval` exists as a name; a program has no dynamic code. */
import { method } from "../interpreter/kernel/builtin.ts"
import type { Row } from "../interpreter/kernel/builtin.ts"
import { throwError } from "../interpreter/kernel/errors.ts"

export const dynamicCodeGlobals: readonly Row[] = [
  method("eval", 1, () =>
    throwError(
      "EvalError",
      "eval(...) cannot run text: dynamic code is not available here. Write the code in the program itself; JSON.parse(...) reads data."
    )
  )
]
