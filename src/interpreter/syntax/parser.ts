/**
 * The acorn parser for programs: the text is the body of a strict async function. Nothing else imports acorn's code.
 *
 * acorn knows modules and scripts. A module has the right strictness and comments, but reserves `await` in nested
 * functions, and refuses `function f(){} function f(){}` and `var f; function f(){}` at its top, which a function body
 * allows.
 */
import { Parser, tokTypes, type Node, type Options, type Program } from "acorn"
import type { Expression, Statement } from "./ast.ts"
import { isStackOverflow, OUT_OF_STACK } from "./failure.ts"
import { withDepthLimit } from "./parser-depth.ts"

// acorn's own scope flags; they are not exported.
const SCOPE_FUNCTION = 2
const SCOPE_ASYNC = 4
const SCOPE_ARROW = 16
const SCOPE_CLASS_CODE = 256 | 512

/** From this many names on, acorn's lists of names are replaced by an index; it searches them for each declaration. */
const LONG_LIST = 64

/** No real pattern comes near this. */
const MAX_PATTERN_DEPTH = 500

// The TypeScript plugin tries alternatives in turn, so nesting may make it read a text exponentially often, and it
// searches lists of names.
const MAX_TOKENS_PER_UNIT = 8
const MAX_TYPED_NAMES = 20_000

/** acorn makes a number and a text again of each BigInt: five megabytes of digits take it seconds. */
const MAX_BIGINT_DIGITS = 10_000
const N = 110

const DUPLICATE_GROUP = "Duplicate capture group name"

/** What the parser says to `<!--`. */
const HTML_COMMENT = "HTML-like comments are not available"

/** Syntax that acorn reads and no program may use. */
export interface Refusal {
  readonly what: "import" | "export" | "dynamicImport" | "importMeta"
  readonly node: Node
}

/** What acorn asks of its lists of names. */
interface NameList {
  readonly length: number
  readonly 0?: string | undefined
  indexOf(name: string): number
  push(name: string): number
}

interface ParserScope {
  flags: number
  var: NameList
  lexical: NameList
  functions: NameList
  /** Of the TypeScript plugin. */
  readonly types?: readonly string[]
}

interface PatternState {
  readonly source: string
  readonly flags: string
  readonly groupNames: Record<string, unknown>
  readonly lastStringValue: string
  eat(code: number): boolean
  raise(message: string): never
  // Ours: how deep the disjunction being read is, and the names of groups in it and in its alternative so far.
  depth: number
  disjunction: Set<string> | undefined
  alternative: Set<string> | undefined
}

declare module "acorn" {
  // What this file uses of the parser's inside; acorn's plugins are written against it.
  interface Parser {
    scopeStack: ParserScope[]
    reservedWords: RegExp
    reservedWordsStrict: RegExp
    reservedWordsStrictBind: RegExp
    type: TokenType
    readonly pos: number
    readonly start: number
    readonly end: number
    raise(position: number, message: string): never
    unexpected(position?: number): never
    startNode(): Node
    finishNode<T extends Node>(node: Node, type: T["type"]): T
    eat(type: TokenType): boolean
    canInsertSemicolon(): boolean
    nextToken(): void
    readToken_lt_gt(code: number): void
    catchStackOverflow<T>(parse: () => T): T
    currentScope(): ParserScope
    declareName(name: string, kind: number, position: number): void
    checkLocalExport(id: Identifier): void
    parseExpression(): Expression
    parseImport(node: Node): Node
    parseExport(node: Node, exports?: unknown): Node
    parseDynamicImport(node: Node): Node
    parseImportMeta(node: Node): Node
    readonly inGenerator: boolean
    inGeneratorContext(): boolean
    regexp_pattern(state: PatternState): void
    regexp_disjunction(state: PatternState): void
    regexp_alternative(state: PatternState): void
    regexp_groupSpecifier(state: PatternState): void
    regexp_eatGroupName(state: PatternState): boolean
    readInt(radix: number, length?: number, mayBeOctal?: boolean): number | null
    readRegexp(): void
    validateRegExpPattern(state: PatternState): void
    finishToken(type: TokenType, value: unknown): void
    // Of the TypeScript plugin.
    readonly tsParseConstModifier: (node: Node) => void
    shouldParseArrow(items: readonly Node[]): boolean
    tsParseTypeParameters(parseModifiers?: (node: Node) => void): Node
    tsParseExpressionStatement(node: Node, expression: Expression): Node | undefined
  }
}

const options: Options = {
  ecmaVersion: "latest",
  sourceType: "module",
  allowReturnOutsideFunction: true,
  // The constructor below sets the reserved words; acorn would build their lists for each text (a fifth of parsing ten lines).
  allowReserved: true,
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
  /** Parses a text that is one expression, as in `async function () {}`, which no statement may start with. */
  parseLoneExpression(): Program
}

export type ProgramParserClass = new (input: string) => ProgramParser

/** Makes the program parser from acorn's, or from one that a plugin has extended. */
const programParser = (base: typeof Parser, extra: Partial<Options>): ProgramParserClass =>
  class extends (withDepthLimit(base) as unknown as ParserClass) implements ProgramParser {
    readonly refusals: Refusal[] = []

    constructor(input: string) {
      super({ ...options, ...extra }, input)
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

    parseLoneExpression(): Program {
      const program = this.startNode() as Program
      this.nextToken()
      const statement = this.startNode()
      const expression = this.parseExpression()
      while (this.eat(tokTypes.semi));
      if (this.type !== tokTypes.eof) this.unexpected()
      Object.assign(statement, { expression })
      const body = [this.finishNode<Statement & { type: "ExpressionStatement" }>(statement, "ExpressionStatement")]
      return this.finishNode<Program>(Object.assign(program, { body }), "Program")
    }

    /** acorn takes any error that mentions a stack for an overflow, also its own about a text that does. */
    override catchStackOverflow<T>(parse: () => T): T {
      try {
        return parse()
      } catch (error) {
        if (error instanceof SyntaxError || !isStackOverflow(error)) throw error
        return this.raise(this.start, OUT_OF_STACK)
      }
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

    /** Whether a `/` after `yield` begins a pattern. acorn's guess from the tokens forgets generator methods. */
    override inGeneratorContext(): boolean {
      return this.inGenerator
    }

    /** In a module `a <!--b` is `a < !(--b)`, in a script a comment: nobody means the first, so neither is accepted. */
    override readToken_lt_gt(code: number): void {
      if (code === 60 && this.input.startsWith("<!--", this.pos)) this.raise(this.pos, HTML_COMMENT)
      super.readToken_lt_gt(code)
    }

    override readInt(radix: number, length?: number, mayBeOctal?: boolean): number | null {
      const start = this.pos
      const value = super.readInt(radix, length, mayBeOctal)
      if (this.pos - start > MAX_BIGINT_DIGITS && this.input.charCodeAt(this.pos) === N) {
        this.raise(this.start, "A BigInt literal can have at most 10,000 digits")
      }
      return value
    }

    // Once it has checked a literal, acorn makes a `RegExp` of the host, which nobody needs and which takes the host
    // seconds where a kilobyte names properties of strings. So the end of the check is where we leave.
    override readRegexp(): void {
      try {
        super.readRegexp()
      } catch (thrown) {
        if (!(thrown instanceof CheckedPattern)) throw thrown
        const { source: pattern, flags } = thrown.state
        this.finishToken(tokTypes.regexp, { pattern, flags, value: null })
      }
    }

    override validateRegExpPattern(state: PatternState): void {
      super.validateRegExpPattern(state)
      throw new CheckedPattern(state)
    }

    override regexp_pattern(state: PatternState): void {
      state.depth = 0
      state.alternative = undefined
      super.regexp_pattern(state)
    }

    // Two groups may have one name only in different alternatives of one disjunction. acorn compares each group with all
    // earlier ones of its name, along the nesting of both: two seconds for a literal of 100 kB. So the names are gathered here.
    override regexp_disjunction(state: PatternState): void {
      if (++state.depth > MAX_PATTERN_DEPTH) state.raise("Groups nest too deeply")
      const { disjunction, alternative } = state
      state.disjunction = undefined
      super.regexp_disjunction(state)
      state.alternative = union(alternative, state.disjunction, () => state.raise(DUPLICATE_GROUP))
      state.disjunction = disjunction
      state.depth--
    }

    override regexp_alternative(state: PatternState): void {
      state.alternative = undefined
      super.regexp_alternative(state)
      state.disjunction = union(state.disjunction, state.alternative)
    }

    override regexp_groupSpecifier(state: PatternState): void {
      if (!state.eat(0x3f /* ? */)) return
      if (!this.regexp_eatGroupName(state)) state.raise("Invalid group")
      const name = state.lastStringValue
      state.groupNames[name] = true
      state.alternative ??= new Set()
      if (state.alternative.has(name)) state.raise(DUPLICATE_GROUP)
      state.alternative.add(name)
    }
  }

/** Puts the smaller set into the larger. */
const union = (one: Set<string> | undefined, other: Set<string> | undefined, onShared?: () => never) => {
  if (one === undefined || other === undefined) return one ?? other
  const [larger, smaller] = one.size < other.size ? [other, one] : [one, other]
  for (const name of smaller) {
    if (onShared !== undefined && larger.has(name)) onShared()
    larger.add(name)
  }
  return larger
}

class CheckedPattern {
  readonly state: PatternState

  constructor(state: PatternState) {
    this.state = state
  }
}

/** Answers as the array that it replaces does, without searching. */
class IndexedNames implements NameList {
  readonly 0: string | undefined
  private readonly names: Set<string>

  constructor(names: Iterable<string>) {
    this.names = new Set(names)
    this[0] = this.names.values().next().value
  }

  get length(): number {
    return this.names.size
  }

  indexOf(name: string): number {
    return this.names.has(name) ? 0 : -1
  }

  push(name: string): number {
    return this.names.add(name).size
  }
}

const indexed = (names: NameList): NameList =>
  names.length > LONG_LIST && Array.isArray(names) ? new IndexedNames(names as string[]) : names

/** The parser of plain JavaScript. */
export const JavaScriptParser: ProgramParserClass = class extends programParser(Parser, {}) {
  override declareName(name: string, kind: number, position: number): void {
    const scope = this.currentScope()
    scope.lexical = indexed(scope.lexical)
    scope.functions = indexed(scope.functions)
    scope.var = indexed(scope.var)
    super.declareName(name, kind, position)
  }
}

// The plugin has token types of its own for `type`, `declare`, `module` and the like; as in all names, the label is "name".
// It tells them from variables by what comes next, but forgets labels, classes and `async type => …`.
const endsName = /\s*(?:=>|[:;}]|$)/y
const startsClass = /\s*(?:[{<]|extends\b|implements\b)/y

const matchesAt = (pattern: RegExp, text: string, offset: number): boolean => {
  pattern.lastIndex = offset
  return pattern.test(text)
}

/** `a ? (b) : c => d` reads as a function `(b): c => d` that lacks the rest; see {@link typeScriptParsers}. */
const followsQuestionMark = (source: string, offset: number): boolean =>
  /\?[\s(]*$/.test(source.slice(Math.max(0, offset - 100), offset))

/**
 * What the plugin refuses although the grammar allows it: the checks of a type checker, on text that is erased. After them it reads on as if nothing were
 * wrong.
 */
const typeCheck = new RegExp(
  [
    "^This member cannot have an 'override' modifier",
    "^Abstract methods can only appear within an abstract class",
    "^'\\w+' modifier (?:must precede|cannot be used with) '\\w+' modifier",
    "^'\\w+' modifier (?:cannot appear on a type |can only appear on a (?:type parameter|property declaration))",
    "^(?:Duplicate modifier: |Accessibility modifier already seen)",
    "^'override' modifier cannot appear on an index signature",
    "^Index signatures cannot have ",
    "^Private (?:elements|methods) cannot have ",
    "^Class methods cannot have the 'readonly' modifier",
    "^Type parameters cannot appear on a constructor declaration",
    "^A (?:'get' accesor must not have any formal parameters|'set' accessor cannot have )",
    "^'get' and 'set' accessors cannot declare 'this'",
    "^An accessor cannot have type parameters",
    "^A required element cannot follow an optional element",
    "^'readonly' type modifier is only permitted",
    "^A binding pattern parameter cannot be optional",
    "^type '.*' has already been declared"
  ].join("|")
)

/**
 * `preferConditional` decides what `a ? (b): c => d` may be: with it, never a function with a return type.
 */
const typeScriptParser = (
  plugin: (base: typeof Parser) => typeof Parser,
  preferConditional: boolean
): ProgramParserClass =>
  // The plugin reads `node.loc`, so it needs locations.
  class extends programParser(Parser.extend(plugin), { locations: true }) {
    private tokens = 0

    override nextToken(): void {
      if (++this.tokens > MAX_TOKENS_PER_UNIT * this.input.length + 10_000) {
        this.raise(this.start, "Too many nested type arguments or assertions to tell apart")
      }
      const isAfterClass = this.type === tokTypes._class
      super.nextToken()
      if (this.type.label !== "name" || this.type === tokTypes.name) return
      if (matchesAt(endsName, this.input, this.end) || (isAfterClass && matchesAt(startsClass, this.input, this.end))) {
        this.type = tokTypes.name
      }
    }

    override raise(position: number, message: string): never {
      // Where the plugin forgets to fill in a template it is about modifiers of what is erased.
      const isTypeCheck = typeof message !== "string" || typeCheck.test(message)
      return isTypeCheck ? (undefined as never) : super.raise(position, message)
    }

    override declareName(name: string, kind: number, position: number): void {
      const { lexical, types } = this.currentScope()
      if (lexical.length + (types?.length ?? 0) > MAX_TYPED_NAMES) {
        this.raise(position, "Too many declarations in one scope for a program in TypeScript")
      }
      super.declareName(name, kind, position)
    }

    override shouldParseArrow(items: readonly Node[]): boolean {
      if (preferConditional && this.type === tokTypes.colon && items.length === 1) {
        if (followsQuestionMark(this.input, items[0].start)) return false
      }
      return super.shouldParseArrow(items)
    }

    /** `type` or `module` may be a whole statement; the plugin's look for a declaration would eat its semicolon. */
    override tsParseExpressionStatement(node: Node, expression: Expression): Node | undefined {
      if (this.type === tokTypes.semi || this.canInsertSemicolon()) return undefined
      return super.tsParseExpressionStatement(node, expression)
    }

    /** The plugin allows `const` type parameters of functions, but not of function types and signatures. */
    override tsParseTypeParameters(parseModifiers?: (node: Node) => void): Node {
      return super.tsParseTypeParameters(parseModifiers ?? this.tsParseConstModifier)
    }
  }

/** The parsers that also read TypeScript, in the order to try them. */
export type TypeScriptParsers = readonly [ProgramParserClass, ProgramParserClass]

let typeScriptParsers: Promise<TypeScriptParsers> | null = null

/** Loads the parsers of TypeScript; their code is fetched when they are first asked for. */
export const loadTypeScriptParsers = (): Promise<TypeScriptParsers> =>
  (typeScriptParsers ??= import("@sveltejs/acorn-typescript").then(
    ({ tsPlugin }) => [typeScriptParser(tsPlugin(), false), typeScriptParser(tsPlugin(), true)] as const,
    (error: unknown) => {
      // A fetch that failed may succeed the next time.
      typeScriptParsers = null
      throw error
    }
  ))
