import fc from "fast-check"
import {
  declare,
  inArrow,
  inBlock,
  inFunction,
  inInitialiser,
  inLoop,
  inMethod,
  inParameters,
  topPlace
} from "./place.ts"
import type { Fragment, Place } from "./place.ts"
import { drain, prelude } from "./prelude.ts"

/**
 * Programs over statements, operators, closures, destructuring, generators, classes, exceptions, labels and asynchronous order. They are
 * deterministic, end by fuel, and never let a promise or an error message into a value: both print differently on purpose.
 */

const text =
  (value: string): Fragment =>
  () =>
    value

/** Guest helpers that make evaluation order visible. */
export const visibleHelpers = `
const $t = (tag, value) => { $raw("t" + tag); return value; };
const $key = (k) => typeof k === "symbol" ? "symbol" : k;
const $targets = new WeakMap();
const $plain = (v) => $targets.has(v) ? $plain($targets.get(v)) : v;
const $proxy = (target) => { if (typeof target !== "object" || target === null) return target; const made = $makeProxy(target); $targets.set(made, target); return made; };
const $makeProxy = (target) => new Proxy(target, {
  get(t, k, r) { $raw("get " + $key(k)); return Reflect.get(t, k, r); },
  set(t, k, v, r) { $raw("set " + $key(k)); return Reflect.set(t, k, v, r); },
  has(t, k) { $raw("has " + $key(k)); return Reflect.has(t, k); },
  deleteProperty(t, k) { $raw("delete " + $key(k)); return Reflect.deleteProperty(t, k); },
  ownKeys(t) { $raw("ownKeys"); return Reflect.ownKeys(t); },
  getOwnPropertyDescriptor(t, k) { $raw("descriptor " + $key(k)); return Reflect.getOwnPropertyDescriptor(t, k); },
  defineProperty(t, k, d) { $raw("define " + $key(k)); return Reflect.defineProperty(t, k, d); },
  getPrototypeOf(t) { $raw("proto"); return Reflect.getPrototypeOf(t); }
});
const $iter = (n, throwAt, onReturn) => ({ [Symbol.iterator]() { $raw("open"); let i = 0; return {
  next() { $tick(); $raw("next"); if (i === throwAt) throw "next failed"; return { value: i++, done: i > n }; },
  return(v) { $raw("return"); if (onReturn === 1) throw "return failed"; return onReturn === 2 ? 1 : {}; } }; } });
const $asyncIter = (n, throwAt, onReturn) => ({ [Symbol.asyncIterator]() { $raw("open async"); let i = 0; return {
  async next() { $tick(); $raw("next async"); if (i === throwAt) throw "next failed"; return { value: i++, done: i > n }; },
  async return(v) { $raw("return async"); if (onReturn === 1) throw "return failed"; return {}; } }; } });
const $asyncOf = (source) => { const it = source[Symbol.iterator](); return { [Symbol.asyncIterator]() { return {
  async next(v) { $tick(); return it.next(v); }, async return(v) { return it.return ? it.return(v) : { value: v, done: true }; } }; } }; };
const $then = (v, mode) => ({ then(resolve, reject) { $raw("then " + mode); if (mode === 1) throw "then failed"; if (mode === 2) { reject(v); return; }
  resolve(v); if (mode === 3) reject("too late"); } });
const $tag = (strings, ...values) => { $log(strings, strings.raw, values); return $cap(strings.join("|")); };
const $weigh = (v, left) => { if (!$keep.isArray(v)) return left - 1; for (let i = 0; i < v.length && left > 0; i++) left = $weigh(v[i], left - 1); return left; };
const $small = (v) => $keep.isArray(v) && $weigh(v, 40) <= 0 ? "big" : $cap(v);
const $fs = [];
const s = Symbol("s");
`

const name = fc.constantFrom("a", "b", "c", "d")
const varName = fc.constantFrom("v", "w")
const property = fc.constantFrom("x", "y", "k", "length", "name")
const label = fc.constantFrom("L1", "L2")

const literal: fc.Arbitrary<Fragment> = fc
  .oneof(
    fc.constantFrom("0", "1", "2", "3", "-1", "10"),
    fc.constantFrom("undefined", "null", "true", "false"),
    fc.constantFrom('""', '"a"', '"1"', '"b c"', '"x"', '"length"'),
    fc.constantFrom("-0", "0.5", "NaN", "Infinity", "1e21", "2 ** 31", "4294967295", "-2147483649", "1_000", "0x1f"),
    fc.constantFrom("0n", "1n", "-7n", "12345678901234567890n"),
    fc.constantFrom("s", "[]", "{}", "[1, 2, 3]", "[, 1]", "{ x: 1, y: 2 }", "Symbol.iterator", "/a(b)?/gu")
  )
  .map((value) => text(value.startsWith("{") || value.startsWith("-") || value.includes("**") ? `(${value})` : value))

const identifier: fc.Arbitrary<Fragment> = fc
  .constantFrom("a", "b", "c", "d", "a", "b", "v", "w", "o", "p", "xs", "f", "g", "K", "L", "gen", "e")
  .map(text)

const binaryOperator = fc.constantFrom(
  "-",
  "/",
  "%",
  "&",
  "|",
  "^",
  "<",
  ">",
  "<=",
  ">=",
  "==",
  "!=",
  "===",
  "!==",
  "in",
  "instanceof"
)

/** `+` and `*` can grow without end when assigned back; their results are kept small. */
const growingOperator = fc.constantFrom("+", "*", "+")
const logicalOperator = fc.constantFrom("&&", "||", "??")
const unaryOperator = fc.constantFrom("-", "+", "!", "~", "typeof", "void")
const assignmentOperator = fc.constantFrom("=", "=", "=", "+=", "-=", "*=", "%=", "|=", "&&=", "||=", "??=", ">>>=")

interface Grammar {
  expression: Fragment
  target: Fragment
  binding: Fragment
  assignmentPattern: Fragment
  statement: Fragment
  statements: Fragment
  params: Fragment
  functionBody: Fragment
  objectLiteral: Fragment
  iterable: Fragment
  awaited: Fragment
  /** From the brace on; the place's `hasSuperCall` says whether the class is derived. */
  classBody: Fragment
  classTail: Fragment
}

// The parts of a grammar name each other before they are known, so their types must be told.
type Tie = <K extends keyof Grammar>(key: K) => fc.Arbitrary<Fragment>

const { statements, functionBody, params, expression, classBody } = fc.letrec<Grammar>((loose) => {
  const tie = loose as Tie
  const e = tie("expression")
  const list = <T>(arbitrary: fc.Arbitrary<T>, maxLength: number) => fc.array(arbitrary, { maxLength })

  const iterable: fc.Arbitrary<Fragment> = fc.oneof(
    { depthIdentifier: "expression" },
    fc.constantFrom("xs", "[1, 2, 3]", '"pq"', "[[1, 2], [3]]", "[, 1]").map(text),
    fc
      .tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 2 }))
      .map(([n, at, mode]) => text(`$iter(${n}, ${at}, ${mode})`)),
    e.map((argument) => (place: Place) => `gen(${argument(place)})`),
    list(fc.tuple(fc.boolean(), e), 3).map(
      (items) => (place: Place) => `$small([${items.map(([hole, item]) => (hole ? "" : item(place))).join(", ")}])`
    ),
    e
  )

  const propertyKey: fc.Arbitrary<Fragment> = fc.oneof(
    { depthIdentifier: "expression" },
    property.map(text),
    fc.constantFrom("0", "1", '"q r"', "1n").map(text),
    fc.constant(text("[s]")),
    e.map((key) => (place: Place) => `[${key(place)}]`)
  )

  const objectMember: fc.Arbitrary<Fragment> = fc.oneof(
    { depthIdentifier: "expression" },
    fc.tuple(propertyKey, e).map(
      ([key, value]) =>
        (place: Place) =>
          `${key(place)}: $small(${value(place)})`
    ),
    name.map(text),
    e.map((value) => (place: Place) => `...${value(place)}`),
    fc.tuple(propertyKey, tie("functionBody")).map(([key, body]) => (place: Place) => {
      return `get ${key(place)}() { $raw("getter"); ${body(inMethod(place))} }`
    }),
    fc.tuple(propertyKey, tie("functionBody")).map(([key, body]) => (place: Place) => {
      const inner = inMethod(place)
      const parameter = declare(inner, "a")
      return `set ${key(place)}(${parameter}) { $raw("setter"); ${body(inner)} }`
    }),
    fc.tuple(propertyKey, tie("params"), tie("functionBody")).map(([key, parameters, body]) => (place: Place) => {
      const inner = inMethod(place)
      return `${key(place)}(${parameters(inner)}) { ${body(inner)} }`
    }),
    e.map((value) => (place: Place) => `valueOf() { $raw("valueOf"); $tick(); return ${value(inMethod(place))}; }`),
    e.map((value) => (place: Place) => `toString() { $raw("toString"); $tick(); return ${value(inMethod(place))}; }`),
    e.map((value) => (place: Place) => {
      return `[Symbol.toPrimitive](hint) { $raw(hint); return ${value(inMethod(place))}; }`
    })
  )

  const functionExpression: fc.Arbitrary<Fragment> = fc.oneof(
    { depthIdentifier: "expression" },
    fc.tuple(tie("params"), e).map(([parameters, body]) => (place: Place) => {
      const inner = inArrow(place, false)
      return `((${parameters(inner)}) => ($tick(), ${body(inner)}))`
    }),
    fc.tuple(tie("params"), tie("functionBody")).map(([parameters, body]) => (place: Place) => {
      const inner = inArrow(place, false)
      return `((${parameters(inner)}) => { ${body(inner)} })`
    }),
    fc.tuple(fc.boolean(), tie("params"), tie("functionBody")).map(([named, parameters, body]) => (place: Place) => {
      const inner = inFunction(place, false, false)
      return `(function ${named ? "self" : ""}(${parameters(inner)}) { ${body(inner)} })`
    })
  )

  const member: fc.Arbitrary<Fragment> = fc.oneof(
    { depthIdentifier: "expression" },
    fc.tuple(e, property, fc.boolean()).map(
      ([object, key, optional]) =>
        (place: Place) =>
          `(${object(place)})${optional ? "?." : "."}${key}`
    ),
    fc.tuple(e, e, fc.boolean()).map(
      ([object, key, optional]) =>
        (place: Place) =>
          `(${object(place)})${optional ? "?." : ""}[${key(place)}]`
    ),
    fc.tuple(property, fc.boolean()).map(([key, deep]) => (place: Place) => {
      return place.hasSuperProperty ? `super.${key}${deep ? "?.x" : ""}` : `o.${key}${deep ? "?.x.y" : ""}`
    }),
    fc.constant((place: Place) => (place.hasPrivate ? "this.#p" : "this?.p"))
  )

  const callArguments: fc.Arbitrary<Fragment> = list(fc.tuple(fc.boolean(), e, tie("iterable")), 3).map(
    (items) => (place: Place) =>
      items.map(([spread, item, source]) => (spread ? `...${source(place)}` : item(place))).join(", ")
  )

  const call: fc.Arbitrary<Fragment> = fc.oneof(
    { depthIdentifier: "expression" },
    fc.tuple(fc.constantFrom("f", "g", "f", "K", "o.k", "o?.y", "xs?.[0]?."), callArguments).map(
      ([callee, values]) =>
        (place: Place) =>
          `${callee}(${values(place)})`
    ),
    fc.tuple(e, callArguments).map(
      ([callee, values]) =>
        (place: Place) =>
          `(${callee(place)})?.(${values(place)})`
    ),
    fc.tuple(e, property, callArguments).map(([object, key, values]) => (place: Place) => {
      return `(${object(place)})?.${key}?.(${values(place)})`
    }),
    fc.tuple(fc.constantFrom("K", "L", "f", "Object", "g"), callArguments).map(
      ([callee, values]) =>
        (place: Place) =>
          `new ${callee}(${values(place)})`
    ),
    fc.tuple(functionExpression, callArguments).map(([callee, values]) => (place: Place) => {
      return `${callee(place)}(${values(place)})`
    }),
    fc.tuple(e, e).map(
      ([first, second]) =>
        (place: Place) =>
          `$tag\`p\${${first(place)}}\\n\${${second(place)}}\``
    ),
    fc.tuple(fc.constantFrom("map", "filter", "forEach", "some", "find", "flatMap"), functionExpression).map(
      ([method, callback]) =>
        (place: Place) =>
          `xs.${method}(${callback(place)})`
    ),
    e.map((value) => (place: Place) => `xs.push($small(${value(place)}))`),
    fc.constantFrom("xs.pop()", "xs.shift()", "xs.slice(1)", "xs.length", "[...xs.keys()]", "xs.reverse()").map(text)
  )

  const assignment: fc.Arbitrary<Fragment> = fc.oneof(
    { depthIdentifier: "expression" },
    fc.tuple(name, assignmentOperator, e).map(([target, operator, value]) => (place: Place) => {
      return operator === "="
        ? `(${target} = ${value(place)})`
        : `(${target} ${operator} $small(${value(place)}), ${target} = $small(${target}))`
    }),
    fc.tuple(tie("target"), assignmentOperator, e).map(([target, operator, value]) => (place: Place) => {
      return `(${target(place)} ${operator} $small(${value(place)}))`
    }),
    fc.tuple(tie("target"), fc.constantFrom("++", "--"), fc.boolean()).map(([target, operator, prefix]) => {
      return (place: Place) => (prefix ? `(${operator}${target(place)})` : `(${target(place)}${operator})`)
    }),
    fc.tuple(tie("assignmentPattern"), e).map(([pattern, value]) => (place: Place) => {
      return `(${pattern(place)} = ${value(place)})`
    })
  )

  const suspended: fc.Arbitrary<Fragment> = fc.oneof(
    { depthIdentifier: "expression" },
    e.map((value) => (place: Place) => (place.isGenerator ? `(yield ${value(place)})` : `$t("y", ${value(place)})`)),
    tie("iterable").map((value) => (place: Place) => {
      if (!place.isGenerator) return `[...${value(place)}]`
      // How an async generator delegates to a sync iterator without `throw` has changed since the host's engine was made.
      return place.isAsync ? `(yield* $asyncOf(${value(place)}))` : `(yield* ${value(place)})`
    }),
    tie("awaited").map((value) => (place: Place) => (place.isAsync ? `(await ${value(place)})` : `$t("w", 1)`))
  )

  return {
    expression: fc.oneof(
      { maxDepth: 3, depthSize: "xsmall", depthIdentifier: "expression", withCrossShrink: true },
      { weight: 8, arbitrary: literal },
      { weight: 10, arbitrary: identifier },
      {
        weight: 3,
        arbitrary: fc.tuple(e, binaryOperator, e).map(
          ([left, operator, right]) =>
            (place: Place) =>
              `(${left(place)} ${operator} ${right(place)})`
        )
      },
      {
        weight: 2,
        arbitrary: fc.tuple(e, growingOperator, e).map(
          ([left, operator, right]) =>
            (place: Place) =>
              `$cap(${left(place)} ${operator} ${right(place)})`
        )
      },
      {
        weight: 1,
        arbitrary: fc.tuple(e, fc.constantFrom("<< 3", ">> 1", ">>> 2", "** 2", "<< 33")).map(
          ([left, rest]) =>
            (place: Place) =>
              `$cap((${left(place)}) ${rest})`
        )
      },
      {
        weight: 2,
        arbitrary: fc.tuple(unaryOperator, e).map(
          ([operator, value]) =>
            (place: Place) =>
              `(${operator} ${value(place)})`
        )
      },
      {
        weight: 2,
        arbitrary: fc.tuple(e, logicalOperator, e).map(
          ([left, operator, right]) =>
            (place: Place) =>
              `(${left(place)} ${operator} ${right(place)})`
        )
      },
      {
        weight: 1,
        arbitrary: fc.tuple(e, e, e).map(
          ([test, yes, no]) =>
            (place: Place) =>
              `(${test(place)} ? ${yes(place)} : ${no(place)})`
        )
      },
      {
        weight: 1,
        arbitrary: fc.tuple(e, e).map(
          ([first, second]) =>
            (place: Place) =>
              `(${first(place)}, ${second(place)})`
        )
      },
      { weight: 3, arbitrary: assignment },
      { weight: 3, arbitrary: member },
      { weight: 3, arbitrary: call },
      { weight: 1, arbitrary: functionExpression },
      { weight: 2, arbitrary: tie("objectLiteral") },
      {
        weight: 2,
        arbitrary: list(fc.tuple(fc.nat(3), e, tie("iterable")), 4).map((items) => (place: Place) => {
          const parts = items.map(([kind, item, source]) =>
            kind === 0 ? "" : kind === 1 ? `...${source(place)}` : item(place)
          )
          return `$small([${parts.join(", ")}])`
        })
      },
      {
        weight: 1,
        arbitrary: fc.tuple(e, e).map(([first, second]) => (place: Place) => {
          return `$cap(\`\${${first(place)}}-\${${second(place)}}\`)`
        })
      },
      { weight: 2, arbitrary: e.map((value) => (place: Place) => `$t(${1}, ${value(place)})`) },
      { weight: 1, arbitrary: e.map((value) => (place: Place) => `$proxy(${value(place)})`) },
      { weight: 2, arbitrary: suspended },
      { weight: 1, arbitrary: tie("classTail").map((tail) => (place: Place) => `(class ${tail(place)})`) },
      {
        weight: 1,
        arbitrary: fc.tuple(e, property).map(
          ([object, key]) =>
            (place: Place) =>
              `(delete (${object(place)}).${key})`
        )
      },
      {
        weight: 1,
        arbitrary: fc.constantFrom("this", "arguments", "new.target", "#p in o").map((wish) => (place: Place) => {
          if (wish === "arguments") return place.hasArguments ? "[...arguments]" : "a"
          if (wish === "new.target") return place.hasNewTarget ? "(new.target === undefined)" : "b"
          if (wish === "#p in o") return place.hasPrivate ? "(#p in o)" : "o"
          return "this"
        })
      }
    ),

    target: fc.oneof(
      { depthIdentifier: "expression", withCrossShrink: true },
      name.map(text),
      property.map((key) => text(`o.${key}`)),
      fc.constantFrom("xs[0]", "xs[4]", "o[s]", "v").map(text),
      fc.tuple(e, e).map(
        ([object, key]) =>
          (place: Place) =>
            `(${object(place)})[${key(place)}]`
      ),
      fc.constant((place: Place) => (place.hasSuperProperty ? "super.x" : "this.x")),
      fc.constant((place: Place) => (place.hasPrivate ? "this.#p" : "p.x"))
    ),

    binding: fc.oneof(
      { maxDepth: 2, depthIdentifier: "binding", withCrossShrink: true },
      { weight: 4, arbitrary: name.map((wished) => (place: Place) => declare(place, wished)) },
      {
        weight: 1,
        arbitrary: fc
          .tuple(list(fc.tuple(fc.nat(2), tie("binding"), e), 3), fc.option(tie("binding"), { nil: undefined }))
          .map(([items, rest]) => (place: Place) => {
            const parts = items.map(([kind, inner, fallback]) => {
              if (kind === 0) return ""
              return kind === 1 ? inner(place) : `${inner(place)} = ${fallback(place)}`
            })
            if (rest !== undefined) parts.push(`...${rest(place)}`)
            return `[${parts.join(", ")}]`
          })
      },
      {
        weight: 1,
        arbitrary: fc
          .tuple(list(fc.tuple(fc.nat(3), propertyKey, tie("binding"), e), 3), fc.boolean())
          .map(([items, rest]) => (place: Place) => {
            const parts = items.map(([kind, key, inner, fallback]) => {
              if (kind === 0) return declare(place, "x")
              if (kind === 1) return `${declare(place, "y")} = ${fallback(place)}`
              if (kind === 2) return `${key(place)}: ${inner(place)}`
              return `${key(place)}: ${inner(place)} = ${fallback(place)}`
            })
            if (rest) parts.push(`...${declare(place, "r")}`)
            return `{ ${parts.join(", ")} }`
          })
      }
    ),

    assignmentPattern: fc.oneof(
      { maxDepth: 2, depthIdentifier: "binding", withCrossShrink: true },
      fc
        .tuple(list(fc.tuple(fc.nat(2), tie("target"), e), 3), fc.option(tie("target"), { nil: undefined }))
        .map(([items, rest]) => (place: Place) => {
          const parts = items.map(([kind, inner, fallback]) => {
            if (kind === 0) return ""
            return kind === 1 ? inner(place) : `${inner(place)} = ${fallback(place)}`
          })
          if (rest !== undefined) parts.push(`...${rest(place)}`)
          return `[${parts.join(", ")}]`
        }),
      fc
        .tuple(list(fc.tuple(fc.nat(2), propertyKey, tie("target"), e), 3), fc.option(name, { nil: undefined }))
        .map(([items, rest]) => (place: Place) => {
          const parts = items.map(([kind, key, inner, fallback]) => {
            if (kind === 0) return "a"
            if (kind === 1) return `${key(place)}: ${inner(place)}`
            return `${key(place)}: ${inner(place)} = ${fallback(place)}`
          })
          // A name first, and for the rest: before V8 finds the value to be undefined, it evaluates a first target that is a member.
          if (items.length > 0 && items[0][0] !== 0) parts.unshift("b")
          if (rest !== undefined) parts.push(`...${rest}`)
          return `{ ${parts.join(", ")} }`
        })
    ),

    params: fc
      .tuple(list(fc.tuple(fc.boolean(), tie("binding"), e), 2), fc.option(tie("binding"), { nil: undefined }))
      .map(([items, rest]) => (place: Place) => {
        const outer = inParameters(place)
        const parts = items.map(([hasDefault, binding, fallback]) => {
          return hasDefault ? `${binding(outer)} = ${fallback(outer)}` : binding(outer)
        })
        if (rest !== undefined) parts.push(`...${rest(outer)}`)
        return parts.join(", ")
      }),

    functionBody: fc.tuple(tie("statements"), e).map(([body, value]) => (place: Place) => {
      return `$tick(); ${body(place)}${place.canReturn ? ` return ${value(place)};` : ""}`
    }),

    objectLiteral: list(objectMember, 4).map((members) => (place: Place) => {
      // Accessors last, and none that replaces a data property: V8 lists the data properties of a literal first, wherever they stand.
      const parts = members.map((part) => part(place))
      const isAccessor = (part: string) => /^[gs]et /.test(part)
      const keyOf = (part: string) => /^(?:[gs]et )?([\w"]+|\[s\])/.exec(part)?.[1]
      // After a spread V8 leaves out the earlier of two properties with one key, and with it the place among the keys.
      const hasSpread = parts.some((part) => part.startsWith("..."))
      const isFirst = (part: string, at: number, all: string[]) =>
        !hasSpread || keyOf(part) === undefined || all.findIndex((other) => keyOf(other) === keyOf(part)) === at
      const data = parts.filter((part) => !isAccessor(part)).filter(isFirst)
      const taken = new Set(data.map(keyOf))
      // After a spread V8 asks some getters twice when an object rest leaves them out.
      const accessors = parts.filter((part) => isAccessor(part) && !taken.has(keyOf(part)) && !hasSpread)
      return `({ ${[...data, ...accessors].join(", ")} })`
    }),

    iterable,

    awaited: fc.oneof(
      { depthIdentifier: "expression" },
      e,
      fc.tuple(e, fc.nat(3)).map(
        ([value, mode]) =>
          (place: Place) =>
            `$then(${value(place)}, ${mode})`
      ),
      e.map((value) => (place: Place) => `fa(${value(place)})`),
      e.map((value) => (place: Place) => `Promise.resolve(${value(place)})`),
      e.map((value) => (place: Place) => `Promise.reject(${value(place)})`),
      fc
        .tuple(fc.constantFrom("all", "race", "allSettled", "any"), e, e)
        .map(([kind, first, second]) => (place: Place) => {
          return `Promise.${kind}([fa(${first(place)}), ${second(place)}, $then(3, 0)])`
        }),
      fc.tuple(tie("params"), tie("functionBody"), e).map(([parameters, body, value]) => (place: Place) => {
        const inner = inArrow(place, true)
        return `(async (${parameters(inner)}) => { ${body(inner)} })(${value(place)})`
      })
    ),

    classTail: fc
      .tuple(
        fc.option(
          fc.oneof({ depthIdentifier: "expression" }, fc.constantFrom("K", "null", "f", "Array").map(text), e),
          {
            nil: undefined,
            freq: 1
          }
        ),
        tie("classBody")
      )
      .map(([heritage, body]) => (place: Place) => {
        if (heritage === undefined) return body({ ...place, hasSuperCall: false })
        return `extends (${heritage(place)}) ${body({ ...place, hasSuperCall: true })}`
      }),

    classBody: fc
      .tuple(
        fc.option(fc.tuple(tie("params"), tie("statements"), fc.boolean(), tie("statements")), { nil: undefined }),
        list(
          fc.tuple(
            fc.constantFrom("field", "static", "method", "getter", "setter", "staticMethod", "block", "generator"),
            propertyKey,
            tie("params"),
            tie("functionBody"),
            e
          ),
          3
        )
      )
      .map(([maker, members]) => (outer: Place) => {
        const isDerived = outer.hasSuperCall
        const place: Place = { ...outer, hasPrivate: true, hasSuperCall: false, isAsync: false, isGenerator: false }
        const parts = ["#p = 1;"]
        if (maker !== undefined) {
          const [parameters, before, callsSuper, after] = maker
          const inner = inMethod(place, { hasSuperCall: isDerived })
          const chain = isDerived && callsSuper ? "super(1);" : ""
          parts.push(`constructor(${parameters(inner)}) { $tick(); ${before(inner)} ${chain} ${after(inner)} }`)
        }
        for (const [kind, key, parameters, body, value] of members) {
          const inner = inMethod(place)
          const named = key(place)
          if (kind === "field") parts.push(`${named} = ${value(inInitialiser(place))};`)
          if (kind === "static") parts.push(`static ${named} = ${value(inInitialiser(place))};`)
          if (kind === "method") parts.push(`${named}(${parameters(inner)}) { ${body(inner)} }`)
          if (kind === "getter") parts.push(`get ${named}() { ${body(inner)} }`)
          if (kind === "setter") parts.push(`set ${named}(${declare(inner, "a")}) { ${body(inner)} }`)
          if (kind === "staticMethod") parts.push(`static ${named}(${parameters(inner)}) { ${body(inner)} }`)
          if (kind === "block") parts.push(`static { ${body({ ...inInitialiser(place), canReturn: false })} }`)
          if (kind === "generator") {
            const generator = inMethod(place, { isGenerator: true })
            parts.push(`*${named}(${parameters(generator)}) { ${body(generator)} }`)
          }
        }
        return `{ ${parts.join(" ")} }`
      }),

    statements: list(tie("statement"), 4).map((items) => (place: Place) => items.map((item) => item(place)).join(" ")),

    statement: fc.oneof(
      { maxDepth: 3, depthSize: "xsmall", depthIdentifier: "statement", withCrossShrink: true },
      { weight: 5, arbitrary: e.map((value) => (place: Place) => `;(${value(place)});`) },
      { weight: 4, arbitrary: e.map((value) => (place: Place) => `$log(${value(place)});`) },
      {
        weight: 4,
        arbitrary: fc.tuple(fc.constantFrom("let", "const"), tie("binding"), e).map(([kind, binding, value]) => {
          return (place: Place) => {
            const bound = binding(place)
            return `${kind} ${bound} = ${value(place)};`
          }
        })
      },
      {
        weight: 1,
        arbitrary: fc.tuple(varName, e).map(
          ([target, value]) =>
            (place: Place) =>
              `var ${target} = ${value(place)};`
        )
      },
      {
        weight: 2,
        arbitrary: fc
          .tuple(e, tie("statements"), fc.option(tie("statements"), { nil: undefined }))
          .map(([test, yes, no]) => (place: Place) => {
            const otherwise = no === undefined ? "" : ` else { ${no(inBlock(place))} }`
            return `if (${test(place)}) { ${yes(inBlock(place))} }${otherwise}`
          })
      },
      { weight: 1, arbitrary: tie("statements").map((body) => (place: Place) => `{ ${body(inBlock(place))} }`) },
      {
        weight: 2,
        arbitrary: fc
          .tuple(fc.nat(3), tie("statements"), fc.constantFrom("i++", "i += 2", "$fs.push(() => i), i++"))
          .map(([n, body, step]) => (place: Place) => {
            return `for (let i = 0; i < ${n}; ${step}) { $tick(); $fs.push(() => i); ${body(inLoop(place))} }`
          })
      },
      {
        weight: 2,
        arbitrary: fc
          .tuple(tie("binding"), tie("iterable"), tie("statements"))
          .map(([binding, source, body]) => (place: Place) => {
            const head = binding(inBlock(place))
            return `for (const ${head} of ${source(place)}) { $tick(); ${body(inLoop(place))} }`
          })
      },
      {
        weight: 1,
        arbitrary: fc
          .tuple(tie("assignmentPattern"), tie("iterable"), tie("statements"))
          .map(([pattern, source, body]) => (place: Place) => {
            return `for (${pattern(place)} of ${source(place)}) { $tick(); ${body(inLoop(place))} }`
          })
      },
      {
        weight: 1,
        arbitrary: fc.tuple(name, e, tie("statements")).map(([key, object, body]) => (place: Place) => {
          // Which traps of a proxy an enumeration calls, and when, is left to the engine.
          return `for (const ${key} in $plain(${object(place)})) { $tick(); $log(${key}); ${body(inLoop(place))} }`
        })
      },
      {
        weight: 1,
        arbitrary: fc.tuple(e, tie("statements"), fc.boolean()).map(([test, body, after]) => (place: Place) => {
          const inner = `{ $tick(); ${body(inLoop(place))} }`
          return after ? `do ${inner} while (${test(place)});` : `while (${test(place)}) ${inner}`
        })
      },
      {
        weight: 1,
        arbitrary: fc
          .tuple(e, list(fc.tuple(fc.option(e, { nil: undefined, freq: 4 }), tie("statements"), fc.boolean()), 4))
          .map(([subject, cases]) => (place: Place) => {
            const inner: Place = { ...inBlock(place), canBreak: true }
            let hasDefault = false
            const parts = cases.map(([test, body, stop]) => {
              const isDefault = test === undefined && !hasDefault
              if (isDefault) hasDefault = true
              const head = isDefault ? "default" : `case ${(test ?? text("1"))(inner)}`
              return `${head}: ${body(inner)}${stop ? " break;" : ""}`
            })
            return `switch (${subject(place)}) { ${parts.join(" ")} }`
          })
      },
      {
        weight: 3,
        arbitrary: fc
          .tuple(tie("statements"), fc.nat(2), fc.boolean(), tie("statements"), tie("statements"))
          .map(([body, kind, bare, handler, final]) => (place: Place) => {
            const caught = inBlock(place)
            caught.lexical.add("e")
            const clause =
              kind === 0
                ? ""
                : bare
                  ? ` catch { ${handler(inBlock(place))} }`
                  : ` catch (e) { e = $err(e); $log(e); ${handler(caught)} }`
            const last = kind === 1 ? "" : ` finally { $raw("finally"); ${final(inBlock(place))} }`
            return `try { ${body(inBlock(place))} }${clause}${last}`
          })
      },
      {
        weight: 1,
        arbitrary: fc
          .tuple(fc.constantFrom("TypeError", "RangeError", ""), e)
          .map(([kind, value]) => (place: Place) => {
            return kind === "" ? `throw ${value(place)};` : `throw new ${kind}(${value(place)});`
          })
      },
      {
        weight: 1,
        arbitrary: e.map(
          (value) => (place: Place) => (place.canReturn ? `return ${value(place)};` : `$log(${value(place)});`)
        )
      },
      {
        weight: 1,
        arbitrary: fc.tuple(fc.constantFrom("break", "continue"), fc.nat(3)).map(([kind, index]) => (place: Place) => {
          const labels = place.labels.filter(({ loop }) => kind === "break" || loop)
          const chosen = labels[index]
          if (chosen !== undefined && (kind === "break" || place.canContinue)) return `${kind} ${chosen.name};`
          return (kind === "break" ? place.canBreak : place.canContinue) ? `${kind};` : ";"
        })
      },
      {
        weight: 1,
        arbitrary: fc
          .tuple(label, fc.boolean(), tie("statements"), tie("iterable"))
          .map(([wished, loop, body, source]) => (place: Place) => {
            if (place.labels.some((entry) => entry.name === wished)) return `{ ${body(inBlock(place))} }`
            const labels = [...place.labels, { name: wished, loop }]
            if (!loop) return `${wished}: { ${body({ ...inBlock(place), labels })} }`
            return `${wished}: for (const q of ${source(place)}) { $tick(); ${body({ ...inLoop(place), labels })} }`
          })
      },
      {
        weight: 1,
        arbitrary: fc.tuple(tie("params"), tie("functionBody")).map(([parameters, body]) => (place: Place) => {
          const chosen = declare(place, "h")
          const inner = inFunction(place, false, false)
          return `$log(typeof ${chosen}); function ${chosen}(${parameters(inner)}) { ${body(inner)} } ${chosen}(1);`
        })
      },
      {
        weight: 1,
        arbitrary: tie("classTail").map((tail) => (place: Place) => {
          const chosen = declare(place, "M")
          return `class ${chosen} ${tail(place)} $log(${chosen}); $log(new ${chosen}(2));`
        })
      },
      {
        weight: 2,
        arbitrary: fc.tuple(tie("awaited"), fc.boolean()).map(([value, logs]) => (place: Place) => {
          if (!place.isAsync) return ";"
          return logs ? `$log(await ${value(place)});` : `await ${value(place)};`
        })
      },
      {
        weight: 2,
        arbitrary: fc.tuple(e, e, tie("functionBody")).map(([value, next, body]) => (place: Place) => {
          const inner = inArrow(place, false)
          inner.lexical.add("x")
          return `Promise.resolve(${value(place)}).then((x) => { $log(x); ${body(inner)} }).then((x) => $log(x, ${next(inArrow(place, false))}), (x) => { $log("rejected", $err(x)); });`
        })
      },
      {
        weight: 1,
        arbitrary: e.map((value) => (place: Place) => {
          return `fa(${value(place)}).then((x) => { $log("fa", x); }, (x) => { $log("fa rejected", $err(x)); });`
        })
      },
      {
        weight: 1,
        arbitrary: fc
          .tuple(
            fc.oneof(
              { depthIdentifier: "expression" },
              e.map((value) => (place: Place) => `ag(${value(place)})`),
              fc
                .tuple(fc.nat(3), fc.nat(4), fc.nat(1))
                .map(([n, at, mode]) => text(`$asyncIter(${n}, ${at}, ${mode})`)),
              tie("iterable")
            ),
            tie("statements")
          )
          .map(([source, body]) => (place: Place) => {
            const inner = inLoop(place)
            if (place.isAsync) return `for await (const q of ${source(place)}) { $tick(); $log(q); ${body(inner)} }`
            return `for (const q of [${"1"}]) { ${body(inner)} }`
          })
      },
      {
        weight: 2,
        arbitrary: fc
          .tuple(e, list(fc.tuple(fc.constantFrom("next", "next", "return", "throw"), e), 4))
          .map(([argument, steps]) => (place: Place) => {
            const calls = steps.map(([method, value]) => {
              return `try { $log(it.${method}(${value(place)})); } catch (e) { $log("step threw", $err(e)); }`
            })
            return `{ const it = gen(${argument(place)}); ${calls.join(" ")} }`
          })
      },
      {
        weight: 1,
        arbitrary: fc
          .tuple(e, list(fc.tuple(fc.constantFrom("next", "next", "return", "throw"), e), 4))
          .map(([argument, steps]) => (place: Place) => {
            const calls = steps.map(([method, value], index) => {
              return `it.${method}(${value(place)}).then((x) => { $log("step ${index}", x); }, (x) => { $log("step ${index} threw", $err(x)); });`
            })
            return `{ const it = ag(${argument(place)}); ${calls.join(" ")} }`
          })
      }
    )
  }
})

const entry = fc.record({
  values: fc.array(expression, { minLength: 4, maxLength: 4 }),
  object: expression,
  array: fc.array(literal, { maxLength: 4 }),
  f: fc.tuple(params, functionBody),
  g: fc.tuple(params, expression),
  gen: fc.tuple(params, functionBody),
  fa: fc.tuple(params, functionBody),
  ag: fc.tuple(params, functionBody),
  K: classBody,
  L: classBody,
  main: fc.array(statements, { minLength: 1, maxLength: 2 }),
  nested: fc.boolean()
})

/** The text of whole programs, without the prelude. */
export const programBody: fc.Arbitrary<string> = entry.map((parts) => {
  const top: Place = topPlace()
  for (const declared of [
    "a",
    "b",
    "c",
    "d",
    "o",
    "p",
    "xs",
    "f",
    "g",
    "gen",
    "fa",
    "ag",
    "K",
    "L",
    "e",
    "x",
    "y",
    "r"
  ]) {
    top.lexical.add(declared)
  }
  const plain: Place = { ...top, isAsync: false }
  const fn = (place: Place, [parameters, body]: readonly [Fragment, Fragment]) =>
    `(${parameters(place)}) { ${body(place)} }`
  const arrow = inArrow(top, false)
  const lines = [
    `let a = 1, b = "b", c = null, d = 4n, e = 0;`,
    `var v, w = 2;`,
    `let o = { x: 1, y: { y: 2 }, k(q) { return $small([q, this === o]); }, [s]: 5 }, p = Object.create(o), xs = [${parts.array.map((item) => item(plain)).join(", ")}];`,
    `function f${fn(inFunction(plain, false, false), parts.f)}`,
    `const g = (${parts.g[0](arrow)}) => ($tick(), ${parts.g[1](arrow)});`,
    `function* gen${fn(inFunction(plain, false, true), parts.gen)}`,
    `async function fa${fn(inFunction(plain, true, false), parts.fa)}`,
    `async function* ag${fn(inFunction(plain, true, true), parts.ag)}`,
    `let K; try { K = class K ${parts.K(plain)}; } catch (e) { $log("class K", $err(e)); K = class {}; }`,
    `let L; try { L = class L extends K ${parts.L({ ...plain, hasSuperCall: true })}; } catch (e) { $log("class L", $err(e)); L = class extends K {}; }`,
    ...parts.values.map((value, index) => guarded(`${"abcd"[index]} = ${value(plain)};`)),
    guarded(`o.z = ${parts.object(plain)};`),
    ...parts.main.map((body) => guarded(body(inBlock(top)))),
    "$log(a, b, c, d, o, xs, v);",
    "for (const q of $fs.slice(0, 20)) $log(q());"
  ]
  const body = lines.join("\n")
  return parts.nested
    ? `const $main = async () => {\n${body}\n};\ntry { await $main(); } catch (e) { $log("ended by", $err(e)); }`
    : `try {\n${body}\n} catch (e) { $log("ended by", $err(e)); }`
})

/** One failing part must not end the whole program. */
function guarded(part: string): string {
  return `try { ${part} } catch (e) { $log("threw", $err(e)); }`
}

export function wholeProgram(body: string): string {
  return `${prelude}${visibleHelpers}${body}\n${drain}`
}
