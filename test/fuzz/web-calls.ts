import fc from "fast-check"
import type { Source } from "./check.ts"
import { runHere } from "./host.ts"
import { prelude } from "./prelude.ts"

/**
 * Random use of the web helpers, compared with the host's own: URL and its query, codecs, base64, headers, structured clones. Objects of the
 * host have parts of its own, so programs log what can be read from them, and the names of errors.
 */

const pick = (...values: ReadonlyArray<string>): fc.Arbitrary<string> => fc.constantFrom(...values)
const quoted = (text: fc.Arbitrary<string>): fc.Arbitrary<string> => text.map((value) => JSON.stringify(value))

const odd = pick(
  " ",
  "%",
  "%41",
  "%zz",
  "ä",
  "😀",
  "\\",
  "#",
  "?",
  "&",
  "=",
  "+",
  "a",
  "B",
  "1",
  ":",
  "@",
  "/",
  "..",
  "\t",
  "\n",
  '"',
  "<",
  "'",
  "|",
  "\ud83d"
)
const piece = fc.array(odd, { maxLength: 4 }).map((parts) => parts.join(""))
const urlText = fc
  .tuple(
    pick("http:", "https:", "HTTP:", "file:", "mailto:", "data:", "ws:", "foo:", "", "javascript:"),
    pick("//", "/", "", "///", "\\\\"),
    pick("", "user@", "user:pass@", "u%41:@", "@"),
    pick(
      "example.com",
      "EXAMPLE.com",
      "127.1",
      "0x7f.1",
      "[::1]",
      "[1:2::3]",
      "ä.de",
      "a b",
      "",
      "256.256.256.256",
      "a.",
      "xn--4ca.de"
    ),
    pick("", ":80", ":443", ":8080", ":99999", ":", ":0080"),
    fc.oneof(
      pick("", "/", "/a/b/../c", "/./a//b", "/%2e%2E/x"),
      piece.map((text) => `/${text}`)
    ),
    fc.oneof(
      pick("", "?", "?a=1&b=2&a=3", "?x=%20+y"),
      piece.map((text) => `?${text}`)
    ),
    fc.oneof(
      pick("", "#", "#f"),
      piece.map((text) => `#${text}`)
    )
  )
  .map((parts) => parts.join(""))
const url = quoted(fc.oneof({ weight: 6, arbitrary: urlText }, { weight: 1, arbitrary: piece }))

const member = pick(
  "href",
  "protocol",
  "username",
  "password",
  "host",
  "hostname",
  "port",
  "pathname",
  "search",
  "hash"
)
const memberValue = fc.oneof(
  quoted(piece),
  url,
  pick(
    '""',
    '"https"',
    '"ftp:"',
    '"8080"',
    '"80"',
    '"example.org:81"',
    '"/p"',
    '"?q=1"',
    '"#h"',
    "undefined",
    "null",
    "90"
  )
)
const name = quoted(fc.oneof(pick("a", "b", "c", ""), piece))
const pairs = fc
  .array(
    fc.tuple(name, name).map(([key, value]) => `[${key}, ${value}]`),
    { maxLength: 3 }
  )
  .map((list) => `[${list.join(", ")}]`)
const record = fc
  .array(
    fc.tuple(name, name).map(([key, value]) => `[${key}]: ${value}`),
    { maxLength: 3 }
  )
  .map((list) => `{ ${list.join(", ")} }`)

const paramsCall = (target: string): fc.Arbitrary<string> =>
  fc
    .oneof(
      fc.tuple(pick("append", "set"), name, name).map(([call, key, value]) => `${call}(${key}, ${value})`),
      fc.tuple(pick("get", "getAll", "has", "delete"), name).map(([call, key]) => `${call}(${key})`),
      fc.tuple(pick("has", "delete"), name, name).map(([call, key, value]) => `${call}(${key}, ${value})`),
      pick(
        "sort()",
        "size",
        "toString()",
        "append('a')",
        "get()",
        "forEach(function (v, k, all) { $raw(k + v + (this === 1) + (all.size)) }, 1)",
        "entries().next()"
      )
    )
    .map((call) => `$try(() => ${target}.${call})`)

const urlProgram = fc
  .tuple(
    fc.oneof(
      url,
      url.chain((text) => url.map((base) => `${text}, ${base}`))
    ),
    fc.array(
      fc.oneof(
        fc.tuple(member, memberValue).map(([key, value]) => `$try(() => { u.${key} = ${value} })`),
        paramsCall("u.searchParams"),
        pick("$try(() => u.toJSON() + u)", "$try(() => u.origin)")
      ),
      { maxLength: 4 }
    )
  )
  .map(
    ([args, steps]) =>
      `{ $raw("URL"); $try(() => URL.canParse(${args})); const u = $try(() => new URL(${args}), true); if (u) { $url(u); ${steps.map((step) => `${step}; $url(u);`).join(" ")} } }`
  )

/** Node takes other letters for bytes where a percent sign begins no escape. */
const decodes = (text: string): boolean => !/%(?![0-9a-f]{2})[^]*[^ -~]|[^ -~][^]*%(?![0-9a-f]{2})/i.test(text)

const paramsProgram = fc
  .tuple(
    fc.oneof(
      quoted(piece).filter(decodes),
      pairs,
      record,
      url.filter(decodes),
      pick("undefined", "new URLSearchParams('a=1')", "[['a']]", "new Map([['m', 1]])", "5", "[1]")
    ),
    fc.array(paramsCall("p"), { maxLength: 5 })
  )
  .map(
    ([init, steps]) =>
      `{ $raw("URLSearchParams"); const p = $try(() => new URLSearchParams(${init}), true); if (p) { $pairs(p); ${steps.map((step) => `${step}; $pairs(p);`).join(" ")} } }`
  )

const headerName = pick('"a"', '"A"', '"content-type"', '"Set-Cookie"', '"set-cookie"', '"x y"', '""', '"b"', '"ä"')
const headerValue = pick('"1"', '" 2 "', '""', '"a, b"', '"x\\u0000"', '"ä"', '"\\u{1F600}"', "5", '"\\tq\\n"')
const headersProgram = fc
  .tuple(
    fc.oneof(
      pick(
        "undefined",
        "new Headers({ q: '1' })",
        "[['a', '1'], ['A', '2']]",
        "[['a']]",
        "null",
        "5",
        "new Map([['m', 'n']])"
      ),
      fc.tuple(headerName, headerValue).map(([key, value]) => `{ [${key}]: ${value} }`)
    ),
    fc.array(
      fc
        .oneof(
          fc
            .tuple(pick("append", "set"), headerName, headerValue)
            .map(([call, key, value]) => `${call}(${key}, ${value})`),
          fc.tuple(pick("get", "has", "delete"), headerName).map(([call, key]) => `${call}(${key})`),
          pick("getSetCookie()", "forEach(function (v, k) { $raw(k + v + (this === 1)) }, 1)", "append('a')", "get()")
        )
        .map((call) => `$try(() => h.${call})`),
      { maxLength: 5 }
    )
  )
  .map(
    ([init, steps]) =>
      `{ $raw("Headers"); const h = $try(() => new Headers(${init}), true); if (h) { $pairs(h); ${steps.map((step) => `${step}; $pairs(h);`).join(" ")} } }`
  )

const base64Text = fc.oneof(
  quoted(
    fc
      .array(pick("A", "b", "+", "/", "=", " ", "\n", "-", "_", "é", "Q", "9", "=="), { maxLength: 8 })
      .map((parts) => parts.join(""))
  ),
  pick('"aGVsbG8="', "undefined", "null", "12", '"ÿ"', '"\\u0100"')
)
const base64Program = fc.tuple(pick("atob", "btoa"), base64Text).map(([call, text]) => `$try(() => ${call}(${text}))`)

const bytes = fc
  .array(
    fc.oneof(
      fc.nat(255),
      fc.constantFrom(0xef, 0xbb, 0xbf, 0xf0, 0x9f, 0x98, 0x80, 0xc3, 0xa4, 0xd8, 0x3d, 0xff, 0xfe)
    ),
    { maxLength: 8 }
  )
  .map((list) => `new Uint8Array([${list.join(", ")}])`)
const codecProgram = fc.oneof(
  fc
    .oneof(quoted(piece), pick('"\\ud83dx"', '"ab\\udc00"', "undefined", "null"))
    .map((text) => `$try(() => new TextEncoder().encode(${text}))`),
  fc
    .tuple(quoted(piece), fc.nat(9))
    .map(
      ([text, size]) =>
        `$try(() => { const b = new Uint8Array(${size}); const r = new TextEncoder().encodeInto(${text}, b); return [r.read, r.written, b] })`
    ),
  fc
    .tuple(
      pick('"utf-8"', '"UTF8"', '" utf-8 "', '"utf-16le"', '"utf-16be"', '"bogus"', "undefined", '"utf-16"'),
      pick("undefined", "{ fatal: true }", "{ ignoreBOM: true }", "{ fatal: 1, ignoreBOM: 1 }", "null"),
      fc.array(fc.tuple(bytes, pick("undefined", "{ stream: true }", "{}")), { maxLength: 4 })
    )
    .map(
      ([label, options, chunks]) =>
        `{ const d = $try(() => new TextDecoder(${label}, ${options}), true); if (d) { $raw($show([d.encoding, d.fatal, d.ignoreBOM])); ${chunks
          .map(([chunk, how]) => `$try(() => d.decode(${chunk}, ${how}));`)
          .join(" ")} } }`
    )
)

const leaf = pick(
  "1",
  "-0",
  "NaN",
  '"s"',
  "undefined",
  "null",
  "10n",
  "true",
  "new Date(5)",
  "new Date(NaN)",
  "/a/gi",
  "Object(1)",
  "Object('s')",
  "Object(2n)",
  "new Uint8Array([1, 2, 3]).subarray(1)",
  "new ArrayBuffer(3)",
  "new DataView(new ArrayBuffer(4), 1)",
  "new TypeError('m', { cause: 1 })",
  "new Error()",
  "Object.assign(new RangeError('r'), { name: 'Mine' })",
  "Object.create({ inherited: 1 }, { hidden: { value: 1 }, own: { value: 2, enumerable: true } })",
  "new (class C { x = 1; #y = 2 })()",
  "[, 1, , 2]",
  "Object.assign([1], { extra: 2 })",
  "{ get g() { $raw('get g'); return 1 } }",
  "(() => 1)",
  "Symbol('s')",
  "new WeakMap()",
  "new Proxy({}, {})",
  "Object.freeze({ f: 1 })"
)
const graph = fc.letrec<{ tree: string }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3 },
    { weight: 3, arbitrary: leaf },
    { weight: 1, arbitrary: fc.array(tie("tree"), { maxLength: 3 }).map((items) => `[${items.join(", ")}]`) },
    {
      weight: 1,
      arbitrary: fc
        .array(fc.tuple(pick("a", "b", "1", "__proto__x"), tie("tree")), { maxLength: 3 })
        .map((items) => `{ ${items.map(([key, value]) => `${key}: ${value}`).join(", ")} }`)
    },
    { weight: 1, arbitrary: tie("tree").map((item) => `new Map([[${item}, shared], ["k", ${item}]])`) },
    { weight: 1, arbitrary: tie("tree").map((item) => `new Set([${item}, shared])`) },
    { weight: 1, arbitrary: fc.constant("shared") },
    { weight: 1, arbitrary: fc.constant("cyclic") }
  )
})).tree
const cloneProgram = fc
  .tuple(
    graph,
    pick("", ", undefined", ", {}", ", { transfer: [] }", ", { transfer: [buffer] }", ", { transfer: [1] }")
  )
  .map(
    ([value, options]) =>
      `{ const shared = { s: 1 }, cyclic = []; cyclic.push(cyclic); const buffer = new ArrayBuffer(2); $try(() => structuredClone(${value}${options})); $raw($show(buffer.byteLength)); }`
  )

const helpers = `
const $try = (run, keep) => { try { const v = run(); if (!keep) $raw($show(v)); return v; } catch (e) { $raw("threw " + (e instanceof Error ? e.name : $show(e))); } };
const $pairs = (v) => { $raw($show([...v])); };
const $url = (u) => { $raw($show([u.href, u.origin, u.protocol, u.username, u.password, u.host, u.hostname, u.port, u.pathname, u.search, u.hash, [...u.searchParams]])); };
$special.set(Uint8Array.prototype, "Uint8Array.prototype");
`

export const webSource: Source = {
  arbitrary: fc
    .array(fc.oneof(urlProgram, paramsProgram, headersProgram, base64Program, codecProgram, cloneProgram), {
      minLength: 1,
      maxLength: 8
    })
    .map((parts) => parts.join("\n")),
  whole: (body) => `${prelude}${helpers}${body}\n`,
  host: runHere,
  callsIn: (body) => body.split("$try(").length - 1
}
