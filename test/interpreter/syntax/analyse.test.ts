import { describe, expect, it } from "vitest"
import type { AnyNode, ESTree } from "../../../src/interpreter/syntax/ast.ts"
import { FRAME_HEADER, type FunctionScope, type Reference } from "../../../src/interpreter/syntax/scope.ts"
import { nodes, resolve, short } from "./support.ts"

const bindingOf = (reference: Reference) => {
  if (reference.kind === "global") throw new Error("global")
  return reference.binding
}

const find = <T extends AnyNode["type"]>(root: AnyNode, type: T, occurrence = 0): Extract<AnyNode, { type: T }> =>
  [...nodes(root)].filter((node): node is Extract<AnyNode, { type: T }> => node.type === type)[occurrence]

describe("names of the program", () => {
  it("resolves locals, and leaves what nobody declares to the globals", () => {
    const { ref, scope } = resolve("const a = 1\nlet b = a + c\nb = undefined")
    expect(short(ref("a", 1))).toBe("local a")
    expect(short(ref("c"))).toBe("global c")
    expect(short(ref("undefined"))).toBe("global undefined")
    expect(bindingOf(ref("b")).assigned).toBe(true)
    expect(bindingOf(ref("a")).assigned).toBe(false)
    expect(scope.kind).toBe("program")
    expect(scope.isAsync).toBe(true)
    expect(scope.slotCount).toBe(FRAME_HEADER + 2)
  })

  it("hoists var out of blocks, loops, switches and handlers, but not out of functions", () => {
    const { scope } = resolve(`
      if (x) { var a = 1 } else if (y) { for (var b = 0; ;) { var c } } else { do { var d } while (0) }
      for (var { e, f: [g = 1, ...h], ...i } of z) label: { var j }
      switch (x) { case 1: var k }
      try { var l } catch { var m } finally { var n }
      for (var o in p) while (1) { var q }
      function inner() { var r }
      const arrow = () => { var s }`)
    expect([...scope.scope.bindings.keys()].join("")).toBe("innerarrowabcdeghijklmnoq")
  })

  it("takes function declarations of the top together with vars, the last one winning", () => {
    const { scope, ref } = resolve("var f = 1\nfunction f() {}\nfunction f(a) {}")
    expect(scope.scope.functions.map((node) => node.params.length)).toEqual([0, 1])
    expect(bindingOf(ref("f")).kind).toBe("function")
    expect(bindingOf(ref("f")).assigned).toBe(true)
  })

  it("treats arguments as any global, and this as a slot", () => {
    const { ref, program, scope } = resolve("arguments; this")
    expect(short(ref("arguments"))).toBe("global arguments")
    expect(short(find(program, "ThisExpression").reference!)).toBe("local this")
    expect(scope.thisBinding?.slot).toBe(1)
  })
})

describe("blocks", () => {
  it("opens a scope only where something is declared", () => {
    const { program, scope } = resolve("{ a() }\n{ let b; const c = 1; class D {} function e() {} }")
    const [empty, full] = program.body as ESTree.BlockStatement[]
    expect(empty.scope).toBeUndefined()
    expect([...full.scope!.bindings.keys()]).toEqual(["b", "c", "D", "e"])
    expect(full.scope!.functions.map((node) => node.id?.name)).toEqual(["e"])
    expect(full.scope!.parent).toBe(scope.scope)
  })

  it("tells shadowed names apart", () => {
    const { ref } = resolve("let x = 1; { let x = 2; x } x")
    expect(bindingOf(ref("x", 2))).toBe(bindingOf(ref("x", 1)))
    expect(bindingOf(ref("x", 3))).toBe(bindingOf(ref("x", 0)))
    expect(bindingOf(ref("x", 0)).slot).not.toBe(bindingOf(ref("x", 1)).slot)
  })

  it("gives a handler's parameter a scope of its own, which var writes into", () => {
    const { ref, program } = resolve("try { f() } catch (e) { var e = 1; let x = e }")
    const handler = find(program, "CatchClause")
    expect(bindingOf(ref("e", 0)).kind).toBe("catch")
    expect(bindingOf(ref("e", 1))).toBe(bindingOf(ref("e", 0)))
    expect(bindingOf(ref("e", 0)).assigned).toBe(true)
    expect(handler.scope!.kind).toBe("catch")
    expect(handler.body.scope!.parent).toBe(handler.scope)
  })
})

describe("uninitialised names", () => {
  it.each([
    ["x; let x = 1", 0, "local x?"],
    ["let x = 1; x", 1, "local x"],
    ["let x = x", 1, "local x?"],
    ["let [a, b = a] = []; b", 0, "local a"],
    ["let { [k]: k } = o", 0, "local k?"],
    ["const x = 1, y = x", 1, "local x"],
    ["{ x; const x = 1 }", 0, "local x?"],
    ["new C; class C {}", 0, "local C?"],
    ["class C {} new C", 1, "local C"],
    ["f(); function f() {}", 0, "local f"],
    ["v; var v = 1", 0, "local v"],
    ["typeof x; let x", 0, "local x?"],
    ["using r = x; r", 1, "local r"]
  ])("%s, occurrence %i: %s", (source, occurrence, expected) => {
    const name = expected.replace(/^\w+ |\?$/g, "")
    expect(short(resolve(source).ref(name, occurrence))).toBe(expected)
  })

  it("does not trust other cases of a switch", () => {
    const { ref } = resolve("switch (f()) { case 0: let x = 1; x; break; case x: x }")
    expect(short(ref("x", 1))).toBe("local x")
    expect(short(ref("x", 2))).toBe("local x?")
    expect(short(ref("x", 3))).toBe("local x?")
    const { ref: inside } = resolve("switch (f()) { case 0: let x = 1; () => x; case 1: () => x }")
    expect(short(inside("x", 1))).toBe("captured x")
    expect(short(inside("x", 2))).toBe("captured x?")
  })

  it("believes closures that are made after the declaration", () => {
    const { ref } = resolve(
      "const early = () => x; let x = 1; const late = () => () => x; function hoisted() { return x }"
    )
    expect(short(ref("x", 0))).toBe("captured x?")
    expect(short(ref("x", 2))).toBe("captured x")
    expect(short(ref("x", 3))).toBe("captured x?")
  })

  it("believes functions hoisted in a block after the declaration", () => {
    const { ref } = resolve("let x = 1; { f(); function f() { return x } } if (x) { let y; function g() { y } }")
    expect(short(ref("x", 1))).toBe("captured x")
    expect(short(ref("y", 1))).toBe("captured y?")
  })

  it("checks parameters that earlier defaults use", () => {
    const { ref } = resolve("function f(a = b, b = a, c = () => d, d) { return a + b + d }")
    expect(short(ref("b", 0))).toBe("local b?")
    expect(short(ref("a", 1))).toBe("local a")
    expect(short(ref("d", 0))).toBe("captured d?")
    expect(short(ref("d", 2))).toBe("local d")
  })

  it("shows the right side of a lexical for-of its own uninitialised names", () => {
    const { ref, program } = resolve("let x = []; for (const x of x) x")
    const loop = find(program, "ForOfStatement")
    expect([...loop.headScope!.bindings.keys()]).toEqual(["x"])
    expect(bindingOf(ref("x", 2)).scope).toBe(loop.headScope)
    expect(short(ref("x", 2))).toBe("local x?")
    expect(short(ref("x", 3))).toBe("local x")
    expect(find(resolve("for (const x of y) x").program, "ForOfStatement").headScope).toBeUndefined()
  })
})

describe("functions", () => {
  it("puts simple parameters first in the frame", () => {
    const { fn } = resolve("function f(a, b) { let c }")
    const { scope, ...rest } = fn("f")
    expect([...scope.bindings.values()].map(({ name, slot, kind }) => [name, slot, kind])).toEqual([
      ["a", FRAME_HEADER, "parameter"],
      ["b", FRAME_HEADER + 1, "parameter"],
      ["c", FRAME_HEADER + 2, "let"]
    ])
    expect(rest).toMatchObject({ simpleParameters: true, parameterCount: 2, length: 2, slotCount: FRAME_HEADER + 3 })
  })

  it.each([
    ["(a, b) => 1", true, 2],
    ["(a, b = 1, c) => 1", false, 1],
    ["(a, ...b) => 1", false, 1],
    ["({ a }, [b]) => 1", false, 2],
    ["() => 1", true, 0]
  ])("%s: simple %s, length %i", (source, simple, length) => {
    expect(resolve(`x(${source})`).fn(0)).toMatchObject({ simpleParameters: simple, length })
  })

  it("keeps body and parameters apart only when parameters have expressions", () => {
    const apart = resolve("function f(a, b = () => a) { var a; var c; let d; function b() {} }").fn("f")
    expect(apart.bodyScope).not.toBe(apart.scope)
    expect([...apart.bodyScope.bindings.keys()].sort()).toEqual(["a", "b", "c", "d"])
    expect(apart.copiedParameters.map(({ variable, parameter }) => [variable.scope.kind, parameter.name])).toEqual([
      ["functionBody", "a"]
    ])
    expect(apart.scope.functions).toEqual([])
    expect(apart.bodyScope.functions).toHaveLength(1)
    const together = resolve("function f(a, { b }, ...c) { var a; function b() {} }").fn("f")
    expect(together.bodyScope).toBe(together.scope)
    expect([...together.scope.bindings.values()].map(({ kind }) => kind)).toEqual([
      "parameter",
      "parameter",
      "parameter"
    ])
    expect(together.scope.bindings.get("b")!.assigned).toBe(true)
  })

  it("binds the own name of a function expression below everything declared inside", () => {
    const { ref, fn } = resolve(
      "x = function f() { return f }; y = function g(g) { return g }; z = function h() { var h; h }"
    )
    expect(bindingOf(ref("f"))).toBe(fn("f").nameBinding)
    expect(fn("f").nameBinding!.kind).toBe("functionName")
    expect(fn("g").nameBinding).toBeNull()
    expect(bindingOf(ref("g", 1)).kind).toBe("parameter")
    expect(fn("h").nameBinding).toBeNull()
    expect(resolve("x = function f() { f = 1 }").fn("f").nameBinding!.assigned).toBe(true)
  })

  it("lets arrows take this, arguments and new.target from the function around them", () => {
    const { fn, program } = resolve("function f() { return () => () => [this, arguments, new.target] }")
    const owner = fn("f")
    for (const binding of [owner.thisBinding!, owner.argumentsBinding!, owner.newTargetBinding!]) {
      expect(binding.captured).toBe(true)
      expect(binding.kind).toBe("implicit")
    }
    expect(owner.thisBinding!.slot).toBe(1)
    expect(owner).toMatchObject({ usesThis: true, usesArguments: true, usesNewTarget: true, usesSuper: false })
    expect(fn(1)).toMatchObject({ usesThis: true, usesArguments: true, thisBinding: null, argumentsBinding: null })
    expect(fn(1).captures).toEqual([{ fromCapture: 0 }, { fromCapture: 1 }, { fromCapture: 2 }])
    expect(short(find(program, "MetaProperty").reference!)).toBe("captured new.target")
  })

  it("hands a captured name down through every function in between, once", () => {
    const { fn, ref } = resolve("let x = 1; const f = () => () => { x; return () => x + x }")
    expect(fn(0).captures).toEqual([{ fromSlot: bindingOf(ref("x")).slot }])
    expect(fn(1).captures).toEqual([{ fromCapture: 0 }])
    expect(fn(2).captures).toEqual([{ fromCapture: 0 }])
    expect(bindingOf(ref("x")).captured).toBe(true)
  })

  it("measures how deep a body nests, without the functions in it", () => {
    expect(resolve("x(() => a.b.c)").fn(0).astDepth).toBe(3)
    const { scope } = resolve("x(() => { if (a) { if (b) { c((d + e) * f) } } })")
    expect(scope.astDepth).toBe(3)
  })
})

describe("loops", () => {
  it("renews the captured let names of a for statement each turn", () => {
    const { program } = resolve("for (let i = 0, n = 9; i < n; i++) fns.push(() => i)\nfor (let j = 0; ;) j")
    const [first, second] = program.body as ESTree.ForStatement[]
    expect(first.scope!.perIteration.map(({ name }) => name)).toEqual(["i"])
    expect(second.scope!.perIteration).toEqual([])
  })

  it("counts the heads of var loops as assignments", () => {
    const { ref } = resolve("for (var k in o) k; for (w of o) w; let w")
    expect(bindingOf(ref("k")).assigned).toBe(true)
    expect(bindingOf(ref("w")).assigned).toBe(true)
    expect(bindingOf(resolve("for (const c of o) c").ref("c")).assigned).toBe(false)
  })
})

describe("classes", () => {
  const source = `
    class A extends B {
      static s = A
      #p = 1;
      [key()] = this.#p;
      x = () => arguments0
      static { var v = 1; let w = v; A.w = w }
      static get q() { return new.target }
      set q(value) {}
      constructor() { super(); super.m(() => super.n) }
      m() { return #p in this }
      get #g() { return 1 }
      set #g(value) {}
    }
    A`

  it("keeps two names: the declared one, and an immutable one inside", () => {
    const { ref, program } = resolve(source)
    const node = find(program, "ClassDeclaration")
    expect(bindingOf(ref("A", 0)).kind).toBe("class")
    const inner = node.scope!.bindings.get("A")!
    expect(inner.kind).toBe("className")
    expect(bindingOf(ref("A", 1))).toBe(inner)
    expect(short(ref("A", 1))).toBe("captured A?")
    expect(short(ref("A", 3))).toBe("local A")
  })

  it("resolves private names, one for a pair of accessors", () => {
    const { program } = resolve(source)
    const node = find(program, "ClassDeclaration")
    const names = [...node.scope!.bindings.values()].filter(({ kind }) => kind === "privateName")
    expect(names.map(({ name }) => name)).toEqual(["#p", "#g"])
    const uses = [...nodes(program)].filter((one): one is ESTree.PrivateIdentifier => one.type === "PrivateIdentifier")
    expect(uses.map((one) => short(one.reference!))).toEqual([
      "local #p",
      "captured #p",
      "captured #p",
      "local #g",
      "local #g"
    ])
  })

  it("gathers instance fields, and static fields and blocks, into one function each", () => {
    const { program, ref } = resolve(source)
    const { body } = find(program, "ClassDeclaration")
    expect(body.instanceScope).toMatchObject({ kind: "fieldInitializer", usesThis: true, node: body })
    expect(body.staticScope).toMatchObject({ kind: "staticInitializer", node: body })
    const block = find(program, "StaticBlock")
    expect([...block.scope!.bindings.keys()]).toEqual(["w", "v"])
    expect(bindingOf(ref("v")).scope.function).toBe(body.staticScope)
    const { body: plain } = find(resolve("class P { m() {} }").program, "ClassDeclaration")
    expect([plain.instanceScope, plain.staticScope]).toEqual([null, null])
  })

  it("carries computed keys and private names of fields to the initialiser", () => {
    const { program } = resolve(source)
    const fields = [...nodes(program)].filter(
      (one): one is ESTree.PropertyDefinition => one.type === "PropertyDefinition"
    )
    const computed = fields.find(({ computed: isComputed }) => isComputed)!
    expect(short(computed.keyReference!)).toBe("local %key0")
    expect(short(computed.keyRead!)).toBe("captured %key0")
    const hidden = fields.find(({ key }) => key.type === "PrivateIdentifier")!
    expect(short(hidden.keyRead!)).toBe("captured #p")
  })

  it("knows what super needs, in arrows too", () => {
    const { program } = resolve(source)
    const supers = [...nodes(program)].filter((one): one is ESTree.Super => one.type === "Super")
    expect(
      supers.map(({ reference, thisReference, newTargetReference }) => [
        short(reference!),
        short(thisReference!),
        newTargetReference ? short(newTargetReference) : null
      ])
    ).toEqual([
      ["local %function", "local this?", "local new.target"],
      ["local %function", "local this?", null],
      ["captured %function", "captured this?", null]
    ])
  })

  it("names the kinds of functions", () => {
    const { program } = resolve(source)
    const kinds = [...nodes(program)].flatMap((one) =>
      one.type === "MethodDefinition" ? [(one.value.functionScope as FunctionScope).kind] : []
    )
    expect(kinds).toEqual(["getter", "setter", "derivedConstructor", "method", "getter", "setter"])
    expect(resolve("class P { constructor() {} }").fn(0).kind).toBe("constructor")
    expect(resolve("x = { m() {} }").fn(0).kind).toBe("method")
    expect(resolve("x = { get m() { return 1 } }").fn(0).kind).toBe("getter")
  })

  it("looks private names of the heritage up outside", () => {
    const { program } = resolve("class Out { #x; m(o) { return class In extends o.#x { #x } } }")
    const [out, inner] = [...nodes(program)].filter(
      (one) => one.type === "ClassDeclaration" || one.type === "ClassExpression"
    )
    const use = [...nodes(program)].filter(
      (one): one is ESTree.PrivateIdentifier => one.type === "PrivateIdentifier"
    )[1]
    expect(bindingOf(use.reference!).scope).toBe(out.scope)
    expect(bindingOf(use.reference!).scope).not.toBe(inner.scope)
  })

  it("needs no scope for a class without names", () => {
    expect(find(resolve("x = class { m() {} }").program, "ClassExpression").scope).toBeUndefined()
  })
})

describe("every reference", () => {
  const programs = [
    "const f = (n) => n < 2 ? n : f(n - 1) + f(n - 2); return f(10)",
    "const make = (a) => { let n = 0; return { inc: () => (n += a), get now() { return [n, this, () => this.now] } } }",
    "for (const [k, { v = k, ...rest }] of Object.entries(o)) { if (v) out.push(() => ({ k, v, rest })) }",
    "function* g(a, b = a) { try { yield* b } catch ({ message = a }) { const f = () => message + arguments.length; yield f } }",
    "class A { static #n = 0; #v = A.#n++; [Symbol.iterator] = () => this.#v; static { for (const x of [1]) this[x] = () => x } }",
    "switch (x) { case 1: { let y = 1; function z() { return y + q } } case 2: var q = () => z; default: let z = q }",
    "label: for (let i = 0, f = () => i; i < 3; i++) { for (const i of [f]) { await using r = i; continue label } }"
  ]

  it.each(programs)("leads along the captures to the slot of its binding: %s", (source) => {
    const { program, scope } = resolve(source)
    const visit = (node: AnyNode, unit: FunctionScope): number => {
      let count = 0
      const reference = "reference" in node ? node.reference : undefined
      if (reference?.kind === "captured") {
        let capture = unit.captures[reference.index]
        let owner = unit.parent!
        while ("fromCapture" in capture) {
          capture = owner.captures[capture.fromCapture]
          owner = owner.parent!
        }
        expect(owner).toBe(reference.binding.scope.function)
        expect(capture.fromSlot).toBe(reference.binding.slot)
        expect(reference.binding.captured).toBe(true)
        count++
      }
      if (reference?.kind === "local" && node.type !== "Super") expect(reference.binding.slot).toBeGreaterThan(0)
      const classBody = node.type === "ClassBody" ? node : null
      for (const [key, value] of Object.entries(node) as [string, unknown][]) {
        for (const item of Array.isArray(value) ? (value as unknown[]) : [value]) {
          if (typeof item !== "object" || item === null || !("type" in item) || !("start" in item)) continue
          const child = item as AnyNode
          let inside = unit
          if ("functionScope" in node && node.functionScope && key !== "id") inside = node.functionScope
          if (classBody && child.type === "StaticBlock") inside = classBody.staticScope!
          if (classBody && child.type === "PropertyDefinition") {
            const owner = child.static ? classBody.staticScope! : classBody.instanceScope!
            if (child.value) count += visit(child.value, owner)
            if (child.computed) count += visit(child.key as AnyNode, unit)
            continue
          }
          count += visit(child, inside)
        }
      }
      return count
    }
    expect(visit(program, scope)).toBeGreaterThan(0)
  })

  it.each(programs)("has a slot that no other binding of its function has: %s", (source) => {
    const seen = new Map<FunctionScope, Map<number, string>>()
    const { program } = resolve(source)
    for (const node of nodes(program)) {
      const scopes = [
        "scope" in node ? node.scope : undefined,
        "functionScope" in node ? node.functionScope?.scope : undefined,
        "functionScope" in node ? node.functionScope?.bodyScope : undefined
      ]
      for (const scope of new Set(scopes)) {
        for (const { name, slot } of scope?.bindings.values() ?? []) {
          const slots = seen.get(scope!.function) ?? new Map<number, string>()
          seen.set(scope!.function, slots)
          expect(slots.get(slot)).toBeUndefined()
          expect(slot).toBeGreaterThanOrEqual(FRAME_HEADER)
          expect(slot).toBeLessThan(scope!.function.slotCount)
          slots.set(slot, name)
        }
      }
    }
  })
})
