import { describe, expect, it } from "vitest"
import type { AnyNode } from "../../../src/interpreter/syntax/ast.ts"
import { parseProgram, parseTypeScript } from "../../../src/interpreter/syntax/parse.ts"
import { nodes, read, refusal, resolveParsed, short } from "./support.ts"

/** A tree without places, to compare what two texts mean. */
const meaning = (node: AnyNode): unknown =>
  JSON.parse(
    JSON.stringify(node, (key, value: unknown) => {
      if (key === "start" || key === "end" || key === "raw" || key === "loc") return undefined
      return typeof value === "bigint" ? String(value) : value
    })
  )

describe("erasable TypeScript", () => {
  it.each([
    ["const x: number = 1", "const x = 1"],
    ["let x!: string; x = y!", "let x; x = y"],
    ["const f = (a: number, b?: string): void => {}", "const f = (a, b) => {}"],
    [
      "function f<T extends object>(this: Foo, a: T, ...b: T[]): a is T { return true }",
      "function f(a, ...b) { return true }"
    ],
    ["const x = y as const; const z = <Foo>y satisfies Bar", "const x = y; const z = y"],
    ["(x as any) = 1; x!++; (<any>x).y = 2", "x = 1; x++; x.y = 2"],
    ["a?.b!.c; a!?.b; (a?.b)!.c", "a?.b.c; a?.b; (a?.b).c"],
    ["f<string>(1); new Map<string, number>(); const g = f<string>", "f(1); new Map(); const g = f"],
    ["f?.<string>(1); tag<string>`a`", "f?.(1); tag`a`"],
    ["interface A { b: 1 } type C = A | { [k in keyof A]?: A[k] }\nreturn 1", "return 1"],
    ["declare const d: number; declare function e(): void; declare class F {}\nreturn 1", "return 1"],
    ["declare module 'm' { export = x } declare global { interface G {} }\nreturn 1", "return 1"],
    ["namespace Types { export type A = 1; interface B {} }\nreturn 1", "return 1"],
    ["function f(a: string): void; function f(a: any) { return a }\nf", "function f(a) { return a }\nf"],
    [
      "abstract class A<T> extends B<T> implements C, D { abstract m(): void; private readonly x?: number = 1; declare y: T; static #z: string; [key: string]: unknown; override n<U>(this: A<T>, a: U): U { return a } }",
      "class A extends B { x = 1; static #z; n(a) { return a } }"
    ],
    [
      "class A { constructor(a: string); constructor(a: any) {} get b(): number { return 1 } }",
      "class A { constructor(a) {} get b() { return 1 } }"
    ],
    ["try {} catch (e: unknown) {}", "try {} catch (e) {}"],
    ["const { a, b = 1 }: { a: number; b?: number } = c", "const { a, b = 1 } = c"],
    ["for (const x of y as number[]) {}", "for (const x of y) {}"],
    ["const f = async <T,>(x: T): Promise<T> => x", "const f = async (x) => x"],
    ["const f = <const T,>(x: T) => x; type G = <const T>(x: T) => T", "const f = (x) => x"],
    ["const t: number = a ? (b) : c => d", "const t = a ? (b) : c => d"],
    ["const t = a ? (b): c => d : e", "const t = a ? (b) => d : e"],
    ["const xs: T[] = ys.map(async type => type.x)", "const xs = ys.map(async type => type.x)"],
    ["type: for (;;) { break type } let q: number", "type: for (;;) { break type } let q"],
    ["class module {} let q: number", "class module {} let q"],
    [
      "const declare: number = 1, namespace = 2\ndeclare\nnamespace;",
      "const declare = 1, namespace = 2\ndeclare\nnamespace;"
    ],
    ["let x = y as any\n(foo)\ntype T = 1\n;[1]", "let x = y\n;(foo)\n;[1]"]
  ])("%s", async (typed, plain) => {
    expect(() => parseProgram(typed)).toThrow()
    const { program } = await parseTypeScript(typed)
    const wanted = parseProgram(plain).program
    const significant = (body: AnyNode[]) => body.filter(({ type }) => type !== "EmptyStatement").map(meaning)
    expect(significant(program.body as AnyNode[])).toEqual(significant(wanted.body as AnyNode[]))
    for (const node of nodes(program)) expect(node.type).not.toMatch(/^TS/)
  })

  it.each([
    ["class A { static override q = 1 }", "class A { static q = 1 }"],
    ["class A { override static q = 1; override m() {} }", "class A { static q = 1; m() {} }"],
    ["class A { abstract m(): void; abstract x: number; n() {} }", "class A { n() {} }"],
    ["abstract class A { static abstract m(): void; override abstract k(): void }", "class A {}"],
    ["class A { readonly private x = 1; readonly public static y = 2 }", "class A { x = 1; static y = 2 }"],
    ["class A { private private x = 1; readonly readonly y = 2 }", "class A { x = 1; y = 2 }"],
    ["class A { private #x = 1; public #m() {} }", "class A { #x = 1; #m() {} }"],
    ["class A { readonly m() {} }", "class A { m() {} }"],
    ["class A { public [k: string]: any; override [j: string]: any; x = 1 }", "class A { x = 1 }"],
    [
      "class A { constructor<T>(x: T) {} set x<T>(v: T) {} get y<T>() {} }",
      "class A { constructor(x) {} set x(v) {} get y() {} }"
    ],
    ["class A { declare override x: number }", "class A {}"],
    ["interface I { readonly m(): void; private x: number; get a(b): number; set c(d?): void }\nreturn 1", "return 1"],
    ["type T = [a?: string, b: number]; type R = readonly string; type T = 2\nreturn 1", "return 1"],
    ["function f<const T, in U>({ a }?: T) {}", "function f({ a }) {}"]
  ])("what a type checker would refuse: %s", async (typed, plain) => {
    expect(meaning((await read(typed)).program)).toEqual(meaning((await read(plain)).program))
  })

  it.each([
    "class A extends { override m() {} }",
    "let x: number = 1; let x = 2",
    "class A { abstract x = }",
    "const f = (a: number, a: string) => 1",
    "class A { private constructor(private x: number) {} }"
  ])("what the grammar or the language refuses stays refused: %s", async (typed) => {
    await expect(read(typed)).rejects.toThrow()
  })

  it("keeps every place exactly as submitted", async () => {
    const source = "interface A {\n  b: string\n}\nconst value: number = 1 as number\nreturn value<string>()"
    const { body } = await parseTypeScript(source)
    expect(body.map((node) => source.slice(node.start, node.end))).toEqual([
      "const value: number = 1 as number",
      "return value<string>()"
    ])
  })

  it("gives types no part in names", async () => {
    const { ref, scope } = resolveParsed(
      await parseTypeScript("declare const tools: any; type x = 1; const f = (a: x): typeof x => tools.a(x as x)")
    )
    expect([...scope.scope.bindings.keys()]).toEqual(["f"])
    expect(short(ref("tools"))).toBe("global tools")
    expect(short(ref("x"))).toBe("global x")
  })

  it("is not loaded for plain JavaScript, and does not excuse its errors", async () => {
    expect((await refusal("let a; let a")).message).toContain("already been declared")
    expect((await refusal("let a; let a; type T = 1")).message).toContain("already been declared")
    expect((await refusal("var this; type T = 1")).message).toContain("this")
    expect((await refusal("(this) => 1; type T = 1")).kind).toBe("ParseError")
  })

  it("reports the error of the reading that got further", async () => {
    expect(await refusal("const x: number = 1\nconst y: string = ;")).toMatchObject({ at: "2:19", kind: "ParseError" })
    expect(await refusal("const x = 1\nconst y = ;")).toMatchObject({ at: "2:11", kind: "ParseError" })
  })
})

describe("TypeScript that would have to be compiled", () => {
  it.each([
    [
      "enum Color { Red, Green = 5, Blue, 'x-y' = 'z' }",
      "1:1",
      "const Color = { Red: 0, Green: 5, Blue: 6, 'x-y': 'z' }"
    ],
    ["const enum A { B = f(), C }", "1:1", "const A = { B: f(), C: … }"],
    ["1\nnamespace N { export const x = 1 }", "2:1", "const N = { … }"],
    ["namespace A.B { f() }", "1:1", "A"],
    ["class A { constructor(private readonly x: number) {} }", "1:23", "this.x = x"],
    ["class A { constructor(public x = 1) {} }", "1:23", "this.x = x"],
    ["@logged class A {}", "1:1", "Logged"],
    ["class A { @logged m() {} }", "1:11", "Logged"],
    ["class A { m(@inject x) {} }", "1:13", "Logged"],
    ["class A { accessor x = 1 }", "1:11", "#x"],
    ["let y: any\nexport = y", "2:1", "return value"]
  ])("refuses %s at %s", async (source, at, rewrite) => {
    const error = await refusal(source)
    expect(error).toMatchObject({ kind: "UnsupportedSyntax", at })
    expect(error.suggestions).toHaveLength(1)
    expect(error.suggestions![0]).toContain(rewrite)
  })

  it("refuses in branches that never run", async () => {
    expect((await refusal("if (false) { enum A { B } }")).kind).toBe("UnsupportedSyntax")
  })

  it("accepts a declared enum, which is a type only", async () => {
    expect((await read("declare enum A { B }\nreturn 1")).body).toHaveLength(1)
  })
})
