/** Which way imports point, and what of the host the library touches. */
import { readdirSync, readFileSync } from "node:fs"
import { dirname, join, normalize, sep } from "node:path"
import { fileURLToPath } from "node:url"
import { parse } from "acorn"
import { transformSync } from "esbuild"
import { describe, expect, it } from "vitest"

const root = fileURLToPath(new URL("..", import.meta.url))
const posix = (path: string): string => path.split(sep).join("/")

interface Source {
  /** Relative to `src`. */
  readonly path: string
  readonly text: string
}

const sources: readonly Source[] = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts"))
  .map((path) => ({ path: posix(path), text: readFileSync(join(root, "src", path), "utf8") }))

interface Import {
  readonly from: string
  readonly to: string
  readonly isType: boolean
}

const importsOf = ({ path, text }: Source): Import[] => {
  const code = text.replace(/^\s*\*.*$/gm, "")
  const found = [...code.matchAll(/^(?:import|export)\b( type)?[^;"']*?from "([^"]+)"/gm)].map(([, type, to]) => ({
    from: path,
    to,
    isType: type !== undefined
  }))
  const dynamic = [...code.matchAll(/\bimport\("([^"]+)"\)/g)].map(([, to]) => ({ from: path, to, isType: false }))
  return [...found, ...dynamic].map((one) =>
    one.to.startsWith(".") ? { ...one, to: posix(normalize(join(dirname(path), one.to))) } : one
  )
}

const imports = sources.flatMap(importsOf)
const isOwn = (path: string): boolean => path.endsWith(".ts")

/** The room of a file: a folder, a part of the interpreter, or the file itself at the top. */
const roomOf = (path: string): string => {
  const [first, second] = path.split("/")
  if (second === undefined) return first
  return first === "interpreter" && !second.endsWith(".ts") ? `${first}/${second}` : first
}

/** What each room may import of ours, and of others. Every arrow points down this list. */
const ROOMS: Record<string, { readonly rooms: readonly string[]; readonly packages: readonly string[] }> = {
  "index.ts": { rooms: ["codemode.ts", "openapi", "tool-runtime", "tool.ts", "tool-error.ts"], packages: [] },
  "declarations.ts": { rooms: ["tool-runtime"], packages: ["effect"] },
  "testing.ts": { rooms: ["testing"], packages: [] },
  testing: { rooms: ["codemode.ts", "tool-runtime", "tool.ts", "tool-error.ts"], packages: ["effect"] },
  "codemode.ts": { rooms: ["tool-runtime", "tool.ts"], packages: ["effect"] },
  "tool-runtime": {
    rooms: ["interpreter", "interpreter/syntax", "interpreter/kernel", "stdlib", "tool.ts", "tool-error.ts"],
    packages: ["effect", "effect/Schema", "effect/SchemaAST"]
  },
  openapi: { rooms: ["tool.ts", "tool-error.ts"], packages: ["effect", "effect/http", "yaml"] },
  "tool.ts": { rooms: [], packages: ["effect"] },
  "tool-error.ts": { rooms: [], packages: ["effect"] },
  interpreter: { rooms: ["interpreter/compile", "interpreter/syntax", "interpreter/kernel"], packages: [] },
  stdlib: { rooms: ["interpreter/kernel", "interpreter/regexp"], packages: [] },
  "interpreter/compile": { rooms: ["interpreter/kernel", "interpreter/syntax"], packages: [] },
  "interpreter/kernel": { rooms: ["interpreter/regexp"], packages: [] },
  "interpreter/syntax": { rooms: [], packages: ["acorn", "@sveltejs/acorn-typescript"] },
  "interpreter/regexp": { rooms: [], packages: ["@eslint-community/regexpp"] }
}

describe("imports", () => {
  it("stay within what each room may know", () => {
    const strays = imports
      .filter(({ from, to }) => {
        const room = ROOMS[roomOf(from)]
        if (room === undefined) return true
        if (!isOwn(to)) return !room.packages.includes(to)
        return roomOf(to) !== roomOf(from) && !room.rooms.includes(roomOf(to))
      })
      .map(({ from, to }) => `${from} → ${to}`)
    expect(strays).toEqual([])
  })

  it("have no way round in circles between rooms", () => {
    const rooms = Object.keys(ROOMS)
    const reach = (room: string, seen = new Set<string>()): Set<string> => {
      for (const next of ROOMS[room].rooms) if (!seen.has(next)) reach(next, seen.add(next))
      return seen
    }
    expect(rooms.filter((room) => reach(room).has(room))).toEqual([])
    expect(new Set(sources.map(({ path }) => roomOf(path)))).toEqual(new Set(rooms))
  })

  it("name packages that are dependencies, and only those", () => {
    const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
      readonly dependencies: Record<string, string>
      readonly peerDependencies: Record<string, string>
    }
    const packageOf = (name: string): string =>
      name
        .split("/")
        .slice(0, name.startsWith("@") ? 2 : 1)
        .join("/")
    const used = new Set(imports.filter(({ to }) => !isOwn(to)).map(({ to }) => packageOf(to)))
    expect([...used].sort()).toEqual([...Object.keys(dependencies), ...Object.keys(peerDependencies)].sort())
  })

  it("of the declarations never load the engine", () => {
    const values = new Map<string, string[]>()
    for (const { from, to, isType } of imports) {
      if (isType || !isOwn(to)) continue
      values.set(from, [...(values.get(from) ?? []), to])
    }
    const loaded = new Set<string>()
    const load = (path: string): void => {
      if (loaded.has(path)) return
      loaded.add(path)
      for (const next of values.get(path) ?? []) load(next)
    }
    load("declarations.ts")
    const engine = [...loaded].filter((path) => /^(interpreter\/(kernel|compile|regexp)|stdlib)\//.test(path))
    expect(engine).toEqual([])
  })
})

/** Globals of the host that have no power: data types, and what is computed from data alone. */
const HARMLESS = new Set(
  (
    "undefined NaN Infinity Object Array Map Set WeakMap WeakSet WeakRef String Number Boolean Symbol BigInt Math JSON Date RegExp Promise Proxy Reflect Intl " +
    "Error TypeError RangeError SyntaxError EvalError ReferenceError URIError AggregateError ArrayBuffer DataView Int8Array Uint8Array Uint8ClampedArray Int16Array " +
    "Uint16Array Int32Array Uint32Array Float32Array Float64Array BigInt64Array BigUint64Array parseInt parseFloat isNaN isFinite encodeURIComponent decodeURIComponent " +
    "encodeURI decodeURI TextEncoder TextDecoder URL URLSearchParams Headers FormData Blob File Response atob btoa arguments"
  ).split(" ")
)

/** Members of harmless globals that read the outside all the same. */
const AMBIENT_MEMBERS = new Set(["Date.now", "Math.random"])

type Node = { readonly type: string; readonly [key: string]: unknown }
const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as { type?: unknown }).type === "string"

/** Names that a file uses and declares nowhere, and ambient members and calls. */
function ambientUses({ text }: Source): Set<string> {
  const { code } = transformSync(text, { loader: "ts", target: "es2022" })
  const declared = new Set<string>()
  const used = new Set<string>()
  const members = new Set<string>()
  const declare = (pattern: unknown): void => {
    if (!isNode(pattern)) return
    if (pattern.type === "Identifier") declared.add(pattern.name as string)
    for (const key of ["left", "argument", "value", "local", "id"]) declare(pattern[key])
    for (const key of ["elements", "properties", "params", "declarations", "specifiers"]) {
      for (const part of (pattern[key] as unknown[] | undefined) ?? []) declare(part)
    }
  }
  const visit = (node: Node): void => {
    if (/Function|^Class/.test(node.type)) {
      declare(node.id)
      for (const param of (node.params as unknown[] | undefined) ?? []) declare(param)
    }
    if (node.type === "VariableDeclarator") declare(node.id)
    if (node.type === "CatchClause") declare(node.param)
    if (node.type.startsWith("Import") && "local" in node) declare(node.local)
    if (node.type === "MemberExpression" && node.computed !== true) {
      const object = node.object as Node
      if (object.type === "Identifier")
        members.add(`${object.name as string}.${(node.property as Node).name as string}`)
    }
    if (
      (node.type === "NewExpression" || node.type === "CallExpression") &&
      (node.arguments as unknown[]).length === 0
    ) {
      const callee = node.callee as Node
      if (callee.type === "Identifier" && callee.name === "Date") members.add("new Date()")
    }
    if (node.type === "Identifier") used.add(node.name as string)
    for (const [key, value] of Object.entries(node)) {
      const isName =
        (key === "property" && node.type === "MemberExpression") ||
        (key === "key" && /Property|MethodDefinition/.test(node.type)) ||
        key === "label" ||
        key === "imported" ||
        key === "exported"
      if (isName && node.computed !== true) continue
      if (node.type === "ExportSpecifier" || node.type === "ExportAllDeclaration") continue
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child)
    }
  }
  visit(parse(code, { ecmaVersion: "latest", sourceType: "module" }) as unknown as Node)
  const ambient = [...used].filter((name) => !declared.has(name) && !HARMLESS.has(name))
  const reads = [...members].filter((member) => AMBIENT_MEMBERS.has(member) || member === "new Date()")
  return new Set([...ambient, ...reads])
}

/** Uses that are meant, with their reason. */
const ALLOWED: Record<string, readonly string[]> = {}

describe("the outside", () => {
  it("is not touched: no network, files, process, timers, clock, randomness, dynamic code", () => {
    const strays = sources.flatMap((source) =>
      [...ambientUses(source)]
        .filter((name) => !ALLOWED[source.path]?.includes(name))
        .map((name) => `${source.path}: ${name}`)
    )
    expect(strays).toEqual([])
  }, 60_000)

  it("would be noticed", () => {
    const uses = (text: string): string[] => [...ambientUses({ path: "x.ts", text })].sort()
    expect(uses("const a: number = 1; export const f = (b: { fetch: 1 }) => b.fetch + a")).toEqual([])
    expect(uses("fetch('x'); process.exit(); eval('1'); new Function('1'); setTimeout(() => {}, 1)")).toEqual([
      "Function",
      "eval",
      "fetch",
      "process",
      "setTimeout"
    ])
    expect(uses("globalThis.x; performance.now(); Date.now(); Math.random(); new Date(); require('fs')")).toEqual([
      "Date.now",
      "Math.random",
      "globalThis",
      "new Date()",
      "performance",
      "require"
    ])
  })

  it("is not imported either: no module of Node", () => {
    expect(
      imports.filter(({ to }) => to.startsWith("node:") || ["fs", "vm", "path", "child_process"].includes(to))
    ).toEqual([])
  })
})

describe("files", () => {
  it("have kebab-case names", () => {
    expect(sources.map(({ path }) => path).filter((path) => !/^([a-z0-9-]+\/)*[a-z0-9-]+\.ts$/.test(path))).toEqual([])
  })
})
