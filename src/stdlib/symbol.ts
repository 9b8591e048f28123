/** `Symbol` (https://tc39.es/ecma262/#sec-symbol-objects). */
import { agent, SUSP } from "../interpreter/kernel/agent.ts"
import { constant, constructor_, getter, link, method, steps } from "../interpreter/kernel/builtin.ts"
import { toString } from "../interpreter/kernel/convert.ts"
import { throwTypeError } from "../interpreter/kernel/errors.ts"
import { describeValue } from "../interpreter/kernel/function.ts"
import type { IntrinsicDefinitions } from "../interpreter/kernel/realm.ts"
import { CONFIGURABLE } from "../interpreter/kernel/shape.ts"
import { runSteps } from "../interpreter/kernel/steps.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import { SymbolValue, wellKnown } from "../interpreter/kernel/values.ts"
import type { Value } from "../interpreter/kernel/values.ts"
import { chargeKey, checkName } from "../interpreter/kernel/long-key.ts"
import { enclosed } from "../interpreter/kernel/rope.ts"
import { PrimitiveWrapper } from "../interpreter/kernel/wrapper.ts"

/** `ThisSymbolValue` (https://tc39.es/ecma262/#sec-thissymbolvalue). */
function thisSymbol(value: Value, name: string): SymbolValue {
  const symbol = value instanceof PrimitiveWrapper ? value.primitive : value
  if (symbol instanceof SymbolValue) return symbol
  return throwTypeError(`Symbol.prototype.${name} was called on ${describeValue(value)}, which is not a symbol.`)
}

export const symbolText = (symbol: SymbolValue): string => enclosed("Symbol(", symbol.description ?? "", ")")

/** https://tc39.es/ecma262/#sec-symbol-description */
function* makeSymbol(description: Value): Steps<Value> {
  if (description === undefined) return new SymbolValue(undefined)
  let text = toString(description)
  if (text === SUSP) text = (yield) as string
  return new SymbolValue(text)
}

/** https://tc39.es/ecma262/#sec-symbol.for */
function* symbolFor(_: Value, args: readonly Value[]): Steps<Value> {
  let key = toString(args[0])
  if (key === SUSP) key = (yield) as string
  checkName(key, "A key of Symbol.for")
  chargeKey(key)
  const registry = agent.realm.symbols
  let symbol = registry.get(key)
  if (symbol === undefined) registry.set(key, (symbol = new SymbolValue(key, true)))
  return symbol
}

export const symbolIntrinsics = {
  "%Symbol%": constructor_({
    name: "Symbol",
    length: 0,
    prototype: "%Symbol.prototype%",
    native: (_, args, newTarget) => {
      if (newTarget !== undefined) throwTypeError("Symbol is not a constructor: write Symbol(...) without 'new'.")
      return runSteps(makeSymbol(args[0]))
    },
    rows: [
      ...Object.entries(wellKnown).map(([name, symbol]) => constant(name, symbol)),
      steps("for", 1, symbolFor),
      // https://tc39.es/ecma262/#sec-symbol.keyfor
      method("keyFor", 1, (_, args) => {
        const symbol = args[0]
        if (!(symbol instanceof SymbolValue)) {
          return throwTypeError(`Symbol.keyFor: the argument must be a symbol, not ${describeValue(symbol)}.`)
        }
        return symbol.registered ? symbol.description : undefined
      })
    ]
  }),
  "%Symbol.prototype%": {
    prototype: "%Object.prototype%",
    rows: [
      link("constructor", "%Symbol%"),
      getter("description", (t) => thisSymbol(t, "description").description),
      method("toString", 0, (t) => symbolText(thisSymbol(t, "toString"))),
      method("valueOf", 0, (t) => thisSymbol(t, "valueOf")),
      method(wellKnown.toPrimitive, 1, (t) => thisSymbol(t, "[Symbol.toPrimitive]"), CONFIGURABLE),
      constant(wellKnown.toStringTag, "Symbol", CONFIGURABLE)
    ]
  }
} satisfies IntrinsicDefinitions
