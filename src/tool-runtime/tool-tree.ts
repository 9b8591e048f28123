/**
 * The tree of tools in canonical form: one node per path segment, however the host nested and dotted its keys.
 * Nodes keep their children in Maps, so that `constructor` and `__proto__` are names like any other.
 */
import type { Definition } from "../tool.ts"
import { isDefinition } from "../tool.ts"
import { nameText } from "./name-text.ts"
import type { Namespace, Tools } from "./namespace.ts"
import { isNamespace } from "./namespace.ts"
import { silence } from "./silence.ts"

export type { Tools } from "./namespace.ts"

/** A place in the tree: a tool, a namespace, or both. */
export interface ToolNode {
  /** The dotted path; empty for the root. */
  readonly path: string
  readonly tool: Definition<unknown> | undefined
  /** By segment, in order of first appearance. */
  readonly children: ReadonlyMap<string, ToolNode>
  /** What {@link Namespace} values say of this node, in order of appearance. */
  readonly descriptions: ReadonlyArray<string>
}

/** One tool of the tree, with the descriptions of the namespaces around it, outermost first. */
export interface ToolEntry {
  readonly path: string
  readonly tool: Definition<unknown>
  readonly namespaces: ReadonlyArray<string>
}

/** The whole tree; `entries` are depth first by first appearance, a node's own tool before its children. */
export interface ToolTree {
  readonly root: ToolNode
  readonly entries: ReadonlyArray<ToolEntry>
}

type Depth = [never, 0, 1, 2, 3, 4, 5, 6, 7]

/**
 * The services that the tools of a tree need, as a union. Inference walks eight levels of nesting; deeper tools must
 * be given their services by annotation.
 */
export type ServicesOf<T, D extends number = 8> =
  T extends Definition<infer R>
    ? R
    : [D] extends [never]
      ? never
      : T extends { readonly _tag: "CodeModeNamespace"; readonly tools: infer N }
        ? ServicesOf<N, D>
        : T extends object
          ? { readonly [K in keyof T]-?: ServicesOf<T[K], Depth[D]> }[keyof T]
          : never

interface MutableNode {
  readonly path: string
  tool: Definition<unknown> | undefined
  readonly children: Map<string, MutableNode>
  readonly descriptions: Array<string>
}

const makeNode = (path: string): MutableNode => ({ path, tool: undefined, children: new Map(), descriptions: [] })

/** The path elements of a program's member accesses, split at dots: `["api.issues", "list"]` is `api`, `issues`, `list`. */
export const canonicalSegments = (keys: ReadonlyArray<string>): ReadonlyArray<string> =>
  keys.length === 0 ? [] : keys.join(".").split(".")

/** The node at a path, or `undefined`. Elements may contain dots. */
export const nodeAt = (root: ToolNode, keys: ReadonlyArray<string>): ToolNode | undefined => {
  let node: ToolNode | undefined = root
  for (const segment of canonicalSegments(keys)) {
    node = node.children.get(segment)
    if (node === undefined) return undefined
  }
  return node
}

const quoted = (path: string): string => JSON.stringify(nameText(path))

const kindOf = (value: unknown): string =>
  value === null
    ? "null"
    : Array.isArray(value)
      ? "an array"
      : value instanceof Promise
        ? "a promise"
        : typeof value === "object"
          ? "an object"
          : typeof value

const descend = (from: MutableNode, key: string): MutableNode => {
  let node = from
  for (const segment of key.split(".")) {
    if (segment === "") {
      const path = from.path === "" ? key : `${from.path}.${key}`
      throw new TypeError(
        `Tool name ${quoted(path)} contains an empty segment; dots separate segments, and each needs a name.`
      )
    }
    let child = node.children.get(segment)
    if (child === undefined) {
      child = makeNode(node.path === "" ? segment : `${node.path}.${segment}`)
      node.children.set(segment, child)
    }
    node = child
  }
  return node
}

interface Frame {
  readonly node: MutableNode
  readonly record: object
  readonly entries: ReadonlyArray<readonly [string, unknown]>
  next: number
}

/**
 * Builds the canonical tree. Where two tools are given for one path, the last in depth-first key order wins.
 *
 * @throws TypeError when a name has an empty segment (`""`, `"a..b"`, `".a"`), a record contains itself, or a value is
 *   neither a tool nor a record.
 */
export const makeToolTree = (tools: Tools<unknown> | Namespace<unknown> = {}): ToolTree => {
  const root = makeNode("")
  const open = new Set<object>()
  const stack: Array<Frame> = []
  const enter = (node: MutableNode, value: unknown): void => {
    let record = value
    for (const seen = new Set<unknown>(); isNamespace(record) && !seen.has(record);) {
      seen.add(record)
      if (typeof record.description === "string" && record.description !== "")
        node.descriptions.push(record.description)
      record = record.tools
    }
    if (typeof record !== "object" || record === null || Array.isArray(record) || record instanceof Promise) {
      silence(record)
      const [place, wanted] =
        node.path === ""
          ? ["The tool tree", "a record of tools"]
          : [`Tool tree entry ${quoted(node.path)}`, "a tool or a record of tools"]
      throw new TypeError(`${place} must be ${wanted}, not ${kindOf(record)}.`)
    }
    if (open.has(record)) throw new TypeError(`Tool tree entry ${quoted(node.path)} contains itself.`)
    open.add(record)
    stack.push({ node, record, entries: Object.entries(record), next: 0 })
  }

  if (isDefinition(tools)) throw new TypeError("The tool tree must be a record of tools, not a tool: give it a name.")
  enter(root, tools)
  // An own stack: the depth of a host's tree is not bounded by ours.
  for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
    if (frame.next === frame.entries.length) {
      open.delete(frame.record)
      stack.pop()
      continue
    }
    const [key, value] = frame.entries[frame.next++]!
    const node = descend(frame.node, key)
    if (isDefinition(value)) node.tool = value
    else enter(node, value)
  }

  return { root, entries: collect(root) }
}

const collect = (root: ToolNode): ReadonlyArray<ToolEntry> => {
  const entries: Array<ToolEntry> = []
  const stack: Array<{ readonly node: ToolNode; readonly namespaces: ReadonlyArray<string> }> = [
    { node: root, namespaces: [] }
  ]
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const { node, namespaces } = top
    if (node.tool !== undefined) entries.push({ path: node.path, tool: node.tool, namespaces })
    const below = node.descriptions.length === 0 ? namespaces : [...namespaces, ...node.descriptions]
    for (const child of [...node.children.values()].reverse()) stack.push({ node: child, namespaces: below })
  }
  return entries
}
