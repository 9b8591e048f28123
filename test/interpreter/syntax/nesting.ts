/** Texts that nest `n` deep, one for each way in which a text can; parsed in a process of their own by parser-depth.test.ts. */
import { SyntaxFailure } from "../../../src/interpreter/syntax/failure.ts"
import { JavaScriptParser, loadTypeScriptParsers } from "../../../src/interpreter/syntax/parser.ts"

type Shape = (n: number) => string

const around =
  (before: string, open: string, inner: string, close: string, after = ""): Shape =>
  (n) =>
    before + open.repeat(n) + inner + close.repeat(n) + after

const numbered =
  (open: (index: number) => string, inner: string, close = ""): Shape =>
  (n) =>
    Array.from({ length: n }, (_, index) => open(index)).join("") + inner + close.repeat(n)

export const JAVASCRIPT: Readonly<Record<string, Shape>> = {
  parentheses: around("", "(", "1", ")"),
  "comma expressions": around("", "(1,", "1", ")"),
  "arrow functions that are called": around("return 1;", "(()=>{", "x", "})()"),
  "functions that are called": around("", "(function(){", "x", "})()"),
  "async functions that are awaited": around("", "(async()=>{await ", "1", "})()"),
  arrays: around("", "[", "1", "]"),
  objects: around("x=", "{a:", "1", "}"),
  methods: around("x=", "{m(){return ", "1", "}}"),
  getters: around("x=", "{get a(){return ", "1", "}}"),
  generators: around("x=", "function*(){yield ", "1", "}"),
  calls: around("", "f(", "1", ")"),
  "spread arguments": around("", "f(...[", "1", "])"),
  indices: around("", "a[", "1", "]"),
  "optional indices": around("", "a?.[", "1", "]"),
  "unary operators": around("x=", "!", "1", ""),
  awaits: around("", "await ", "1", ""),
  powers: around("x=", "2**", "1", ""),
  sums: around("x=", "1+", "1", ""),
  "sums in parentheses": around("x=", "(1+", "1", ")"),
  "nullish operators": around("x=", "(a??", "1", ")"),
  consequents: around("x=", "1?", "1", ":1"),
  alternates: around("x=", "1?1:", "1", ""),
  "arrow functions": around("x=", "a=>", "1", ""),
  assignments: around("", "a=", "1", ""),
  "new operators": around("x=", "new ", "a", ""),
  templates: around("x=", "`${", "1", "}`"),
  "computed methods of classes": around("x=", "class{[", "1", "](){}}"),
  superclasses: around("x=", "class extends ", "a", "{}"),
  "static blocks": around("x=", "class{static{x=", "1", "}}"),
  "array patterns": around("let ", "[", "a", "]", "=x"),
  "object patterns": around("let ", "{a:", "a", "}", "=x"),
  "defaults of parameters": around("x=", "(a=", "1", ")=>1"),
  "defaults of async parameters": around("x=", "async(a=", "1", ")=>1"),
  blocks: around("", "{", "1", "}"),
  ifs: around("", "if(1)", "x", ""),
  elses: around("", "if(1)x;else ", "x", ""),
  whiles: around("", "while(1)", "x", ""),
  "do loops": around("", "do ", "x;", "while(1);"),
  fors: around("", "for(;;)", "x", ""),
  "fors of": around("", "for(a of b)", "x", ""),
  trys: around("", "try{", "1", "}finally{}"),
  catches: around("", "try{}catch(e){", "1", "}"),
  switches: around("", "switch(1){case 1:", "1", "}"),
  labels: numbered((index) => `a${index}:`, "x"),
  "function declarations": numbered((index) => `function f${index}(){`, "", "}"),
  "groups of a pattern": around("x=/", "(", "a", ")", "/"),
  "lookbehinds of a pattern": around("x=/", "(?<!", "a", ")", "/"),
  "classes of a pattern": around("x=/", "[", "a", "]", "/v")
}

export const TYPESCRIPT: Readonly<Record<string, Shape>> = {
  "type arguments": around("let x: ", "A<", "B", ">"),
  "types in parentheses": around("let x: ", "(", "B", ")"),
  tuples: around("let x: ", "[", "B", "]"),
  "optional members of tuples": around("let x: ", "[a?: ", "B", "]"),
  "object types": around("let x: ", "{a:", "B", "}"),
  interfaces: around("interface A ", "{a:", "B", "}"),
  "function types": around("let x: ", "()=>", "B", ""),
  "parameters of function types": around("let x: ", "(a:", "B", ")=>B"),
  "constructor types": around("let x: ", "abstract new () => ", "B", ""),
  "type operators": around("let x: ", "keyof ", "B", ""),
  "conditional types": around("let x: ", "A extends B ? C : ", "B", ""),
  "indexed types": around("let x: ", "A[", "B", "]"),
  "template types": around("let x: ", "`${", "B", "}`"),
  "mapped types": around("let x: ", "{[k in ", "B", "]: C}"),
  "types of values": around("let x: ", "typeof a<", "B", ">"),
  "imported types": around("let x: ", "import('a').B<", "C", ">"),
  predicates: around("let x: ", "(a) => a is (", "B", ")"),
  "type parameters": around("function f", "<T extends A", "", ">", "(){}"),
  "type assertions": around("let x: number = ", "<T>", "y", ""),
  "as expressions": around("let x = y", " as T", "", ""),
  parentheses: around("let x: number = ", "(", "1", ")"),
  "functions that are called": around("let x: number = ", "(()=>{(", "1", ")})()"),
  "typed arrow functions": around("let x = ", "<T>(x: T) => ", "1", ""),
  "typed calls": around("let x: number = ", "f<T>(", "1", ")"),
  "superclasses with type arguments": around("let x: number = ", "class extends A<", "B", ">{}"),
  namespaces: around("", "namespace A {", "let x: B", "}"),
  "dotted namespaces": around("namespace A", ".B", "{let x: number}", ""),
  "values of enums": around("enum A { a = ", "(", "1", ")", "}"),
  decorators: around("", "@a(", "class{}", ") class A{}")
}

/** Deeper than any of them may be. */
const DEPTH = 4000

/** Where a text is refused, or what came of it instead. */
function outcome(parse: () => unknown): string {
  try {
    parse()
    return "accepted"
  } catch (error) {
    if (error instanceof SyntaxFailure) return `${error.error.message} ${error.error.position}`
    return error instanceof Error ? error.message.slice(-100) : "no error"
  }
}

export async function refusals(): Promise<Readonly<Record<string, string>>> {
  const [TypeScriptParser] = await loadTypeScriptParsers()
  const found: Record<string, string> = {}
  for (const [name, shape] of Object.entries(JAVASCRIPT)) {
    found[name] = outcome(() => new JavaScriptParser(shape(DEPTH)).parse())
  }
  for (const [name, shape] of Object.entries(TYPESCRIPT)) {
    found[`TypeScript: ${name}`] = outcome(() => new TypeScriptParser(shape(DEPTH)).parse())
  }
  return found
}

if (process.argv[2] === "refusals") console.log(JSON.stringify(await refusals()))
