/**
 * How deep texts may nest. The parser calls itself for what is nested, and near the end of its stack V8 does not always throw: where it has a
 * regular expression to compile there, it ends the process. So the methods through which every recursion passes are counted, and a text that nests
 * too deeply is refused while a third of the stack is left.
 */
import type { Parser } from "acorn"
import { tooDeep } from "./failure.ts"

/** The most units at once. A unit is about 100 bytes of stack before the host has optimised the parser; V8 has 984 KiB by default. */
const MAX_UNITS = 6100

/** What a call of each method takes, with what it calls until the next of them (measured: `test/interpreter/syntax/parser-depth.test.ts`). */
const UNITS: Readonly<Record<string, number>> = {
  parseStatement: 6,
  parseForStatement: 4,
  parseBlock: 6,
  parseFunctionBody: 4,
  parseMaybeAssign: 6,
  parseExprOp: 4,
  parseMaybeUnary: 5,
  parseAwait: 3,
  parseSubscript: 15,
  parseExprAtom: 14,
  parseBindingAtom: 11,
  regexp_disjunction: 11,
  regexp_eatNestedClass: 8,
  // Of the TypeScript plugin.
  tryParse: 6,
  tsParseType: 20,
  tsParseTypeOperatorOrHigher: 7,
  tsParseTypeAssertion: 4,
  tsParseNonArrayType: 8,
  tsParseModuleOrNamespaceDeclaration: 10
}

interface Counting extends Parser {
  /** The units of the calls at hand. */
  units: number
}

type Method = (this: Counting, ...args: readonly unknown[]) => unknown

/** A parser that counts. */
export function withDepthLimit(base: typeof Parser): typeof Parser {
  const counting = class extends (base as unknown as new (...args: never[]) => Parser) {
    units = 0
  }
  for (const [name, units] of Object.entries(UNITS)) {
    const method = (base.prototype as unknown as Record<string, Method | undefined>)[name]
    if (method === undefined) continue
    // No rest parameter: the list of arguments would double what the call costs. None of the methods has more.
    const counted: Method = function (a, b, c, d, e, f) {
      const before = this.units
      this.units = before + units
      // No `SyntaxError`: where the TypeScript plugin tries alternatives it would go on with the next.
      if (this.units > MAX_UNITS) throw tooDeep(this.start)
      const result = method.call(this, a, b, c, d, e, f)
      // Not in a `finally`: whoever goes on after a throw is itself in such a call, which sets what was before it.
      this.units = before
      return result
    }
    Object.defineProperty(counting.prototype, name, { value: counted, writable: true, configurable: true })
  }
  return counting as unknown as typeof Parser
}
