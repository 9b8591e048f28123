import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"

/** A collection on demand, in a process that was not started for it. Only on V8. */
export const collector = (): (() => void) => {
  setFlagsFromString("--expose-gc")
  return runInNewContext("gc") as () => void
}
