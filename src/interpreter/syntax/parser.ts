/**
 * The acorn parser for programs: the text is the body of a strict async function. Nothing else imports acorn's code.
 *
 * acorn knows modules and scripts. A module has the right strictness and comments, but reserves `await` in nested
 * functions, and refuses `function f(){} function f(){}` and `var f; function f(){}` at its top, which a function body allows.
 */
import { Parser, type Node, type Options } from "acorn"

// acorn's own scope flags; they are not exported.
const SCOPE_FUNCTION = 2
const SCOPE_ASYNC = 4
const SCOPE_ARROW = 16
const SCOPE_CLASS_CODE = 256 | 512

/** Syntax that acorn reads and no program may use. */
export interface Refusal {
  readonly what: "import" | "export" | "dynamicImport" | "importMeta"
  readonly node: Node
}

interface ParserScope {
  flags: number
  readonly var: string[]
  readonly lexical: string[]
  readonly functions: string[]
}

declare module "acorn" {
  // What this file uses of the parser's inside; acorn's plugins are written against it.
  interface Parser {
    scopeStack: ParserScope[]
    reservedWords: RegExp
    reservedWordsStrict: RegExp
    reservedWordsStrictBind: RegExp
    readonly start: number
    checkLocalExport(id: Identifier): void
    parseImport(node: Node): Node
    parseExport(node: Node, exports?: unknown): Node
    parseDynamicImport(node: Node): Node
    parseImportMeta(node: Node): Node
  }
}

const options: Options = {
  ecmaVersion: "latest",
  sourceType: "module",
  allowReturnOutsideFunction: true,
  allowAwaitOutsideFunction: true,
  // So that an import in a nested block gets the same answer as one at the top.
  allowImportExportEverywhere: true,
  allowHashBang: false
}

type ParserClass = new (options: Options, input: string, startPos?: number) => Parser

const script = new (Parser as unknown as ParserClass)({ ecmaVersion: "latest", sourceType: "script" }, "")

/** A parser that also keeps what it read and must not run. */
export interface ProgramParser extends Parser {
  readonly refusals: Refusal[]
}

/** Makes the program parser from acorn's, or from one that a plugin has extended. */
export const programParser = (base: typeof Parser): new (input: string, startPos?: number) => ProgramParser =>
  class extends (base as unknown as ParserClass) {
    readonly refusals: Refusal[] = []

    constructor(input: string, startPos?: number) {
      super(options, input, startPos)
      this.reservedWords = script.reservedWords
      this.reservedWordsStrict = script.reservedWordsStrict
      this.reservedWordsStrictBind = script.reservedWordsStrictBind
      this.scopeStack[0].flags = SCOPE_FUNCTION | SCOPE_ASYNC
    }

    /** The outermost function is the program, which nobody can `new`. */
    get allowNewDotTarget(): boolean {
      for (let index = this.scopeStack.length - 1; index > 0; index--) {
        const flags = this.scopeStack[index].flags
        if (flags & SCOPE_CLASS_CODE) return true
        if (flags & SCOPE_FUNCTION && !(flags & SCOPE_ARROW)) return true
      }
      return false
    }

    override checkLocalExport(): void {}

    override parseImport(node: Node): Node {
      this.refusals.push({ what: "import", node })
      return super.parseImport(node)
    }

    override parseExport(node: Node, exports?: unknown): Node {
      this.refusals.push({ what: "export", node })
      return super.parseExport(node, exports)
    }

    override parseDynamicImport(node: Node): Node {
      this.refusals.push({ what: "dynamicImport", node })
      return super.parseDynamicImport(node)
    }

    override parseImportMeta(node: Node): Node {
      this.refusals.push({ what: "importMeta", node })
      return super.parseImportMeta(node)
    }
  }

export const JavaScriptParser = programParser(Parser)
