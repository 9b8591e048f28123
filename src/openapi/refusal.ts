/** How the pure steps of a call stop: with a text that the program may read. `call.ts` catches it at one door. */
import { toolError } from "../tool-error.ts"

/** Refuses a call before anything was sent. */
export const refuse = (message: string): never => {
  throw toolError(message)
}
