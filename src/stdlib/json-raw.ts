/** `JSON.rawJSON` and `JSON.isRawJSON` (https://tc39.es/ecma262/#sec-json.rawjson). */
import { agent, charge, pause } from "../interpreter/kernel/agent.ts"
import type { NativeSteps } from "../interpreter/kernel/builtin.ts"
import { stringOf } from "../interpreter/kernel/convert.ts"
import { engineFailure, throwError } from "../interpreter/kernel/errors.ts"
import type { Native } from "../interpreter/kernel/function.ts"
import { ObjectValue } from "../interpreter/kernel/object.ts"
import { ENUMERABLE } from "../interpreter/kernel/shape.ts"
import { JsonReader, READ_WINDOW } from "./json-reader.ts"

/** A frozen object that `JSON.stringify` writes as the text it holds. */
export class RawJsonValue extends ObjectValue {
  readonly text: string
  constructor(text: string) {
    super(agent.realm.rootShape(null, 4))
    this.text = text
    this.store("rawJSON", text, ENUMERABLE)
    this.preventExtensions()
  }
}

export const jsonRawJson: NativeSteps = function* (_thisValue, args) {
  const text = yield* stringOf(args[0])
  if (text === "" || /^[\t\n\r ]|[\t\n\r ]$/.test(text)) {
    throwRaw("the text must not be empty and must not begin or end with white space")
  }
  if (text[0] === "{" || text[0] === "[") throwRaw("the text must be one string, number, boolean or null")
  const reader = new JsonReader(text, false)
  while (!reader.read()) {
    if (charge(READ_WINDOW)) {
      pause()
      yield
    }
  }
  return new RawJsonValue(text)
}

const throwRaw = (what: string): never => throwError("SyntaxError", `JSON.rawJSON: ${what}.`, engineFailure())

export const jsonIsRawJson: Native = (_thisValue, args) => args[0] instanceof RawJsonValue
