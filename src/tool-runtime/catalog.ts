/**
 * Discovery over one tree of tools: what exists, how it is called, what the model is told, what `search` answers and
 * what a wrong name probably meant. Made once per runtime; everything costly is made when first asked for and kept.
 */
import type { Namespace, Tools } from "./namespace.ts"
import { toolExpression } from "./expression.ts"
import { checkKeys, checkObject } from "./known-keys.ts"
import { once } from "./once.ts"
import { makeInstructions } from "./instructions.ts"
import { makeHints } from "./near-miss.ts"
import type { Hints } from "./near-miss.ts"
import { inputProperties } from "./schema-document.ts"
import { makePlainRanking, makeSearchIndex } from "./search.ts"
import type { Ranking, SearchDocument } from "./search.ts"
import type { SearchInput, SearchOutput } from "./search-contract.ts"
import type { Signature, SignatureStyle } from "./signature.ts"
import { makeSignature } from "./signature.ts"
import { toolDescription, toolSchema } from "./tool-schema.ts"
import type { ToolEntry, ToolNode, ToolTree } from "./tool-tree.ts"
import { makeToolTree, nodeAt } from "./tool-tree.ts"
import { makeWeightedRanking } from "./weighted-ranking.ts"

/** How `search` orders what it finds; see {@link DiscoveryOptions.ranking}. */
export type RankingName = "plain" | "weighted"

/** How tools are shown and found. */
export interface DiscoveryOptions {
  /**
   * About how many tokens the list of tools in the instructions may take; tools beyond it are found with `search`. A
   * safe integer from 0 on, default 2000. Headings, namespace lines and prose are not counted.
   */
  readonly catalogBudget?: number | undefined
  /**
   * `plain`, the default, adds fixed points per word and field. `weighted` counts rare words more than common ones and
   * names more than descriptions, and knows word stems and verbs that mean the same.
   */
  readonly ranking?: RankingName | undefined
  /** Layout of signatures, default `standard`. */
  readonly signatureStyle?: SignatureStyle | undefined
}

/** A tool as hosts and models read about it. */
export interface ToolDescription {
  /** The canonical dotted path. */
  readonly path: string
  /** The tool's full description. */
  readonly description: string
  /** How to call it and what comes back. */
  readonly signature: string
}

/** Everything that can be known of a tree of tools without calling one. */
export interface Catalog extends Hints {
  readonly tree: ToolTree
  /** One entry per tool, in order of first appearance. Fresh objects at each call. */
  catalog(): Array<ToolDescription>
  /** The text for the model; the same bytes at each call. */
  instructions(): string
  /** Answers a decoded request. */
  search(request: SearchInput): SearchOutput
  /** The node at a path, whose elements may contain dots; `undefined` when there is none. */
  lookup(keys: ReadonlyArray<string>): ToolNode | undefined
  /** The names directly below a path in order of first appearance; `undefined` when there is no such path. */
  children(keys: ReadonlyArray<string>): ReadonlyArray<string> | undefined
  /** The signature of a tool with what it leaves out; `undefined` when the path is no tool. */
  signature(path: string): Signature | undefined
}

const DEFAULT_BUDGET = 2000
const DEFAULT_LIMIT = 10

const RANKINGS: Record<RankingName, (documents: ReadonlyArray<SearchDocument>) => Ranking> = {
  plain: makePlainRanking,
  weighted: makeWeightedRanking
}

const oneOf = (name: string, value: unknown, allowed: ReadonlyArray<string>): void => {
  if (value !== undefined && !allowed.includes(value as string)) {
    throw new RangeError(`${name} must be ${allowed.map((option) => JSON.stringify(option)).join(" or ")}.`)
  }
}

const validate = (options: DiscoveryOptions): void => {
  checkObject("discovery", options)
  checkKeys("discovery", options, ["catalogBudget", "ranking", "signatureStyle"])
  const { catalogBudget } = options
  if (catalogBudget !== undefined && !(Number.isSafeInteger(catalogBudget) && catalogBudget >= 0)) {
    throw new RangeError("discovery.catalogBudget must be a safe integer of at least 0.")
  }
  oneOf("discovery.ranking", options.ranking, Object.keys(RANKINGS))
  oneOf("discovery.signatureStyle", options.signatureStyle, ["standard", "compact"])
}

/** What is searched for a tool. Its input speaks by the names and descriptions of the root's properties. */
const documentOf = (entry: ToolEntry): SearchDocument => {
  const properties = inputProperties(toolSchema(entry.tool, "input"))
  return {
    path: entry.path,
    description: toolDescription(entry.tool),
    names: properties.map(({ name }) => name),
    notes: [...properties.flatMap(({ description }) => description ?? []), ...entry.namespaces]
  }
}

/**
 * Makes the catalog of a tree.
 *
 * @throws TypeError when the tree has a name with an empty segment or a value that is no tool (see `makeToolTree`), or
 *   the options are no object or have a name that is none of theirs.
 * @throws RangeError when an option is out of range.
 */
export const makeCatalog = (
  tools: Tools<unknown> | Namespace<unknown> = {},
  options: DiscoveryOptions = {}
): Catalog => {
  validate(options)
  const tree = makeToolTree(tools)
  const { entries } = tree
  const style = options.signatureStyle ?? "standard"
  const budget = options.catalogBudget ?? DEFAULT_BUDGET

  const signatures: Array<Signature | undefined> = []
  const signatureAt = (position: number): Signature => {
    const known = signatures[position]
    if (known !== undefined) return known
    const { path, tool } = entries[position]!
    const made = makeSignature({ path, input: toolSchema(tool, "input"), output: toolSchema(tool, "output") }, style)
    signatures[position] = made
    return made
  }
  const describe = (position: number): ToolDescription => ({
    path: entries[position]!.path,
    description: toolDescription(entries[position]!.tool),
    signature: signatureAt(position).text
  })

  const index = once(() => makeSearchIndex(entries.map(documentOf), RANKINGS[options.ranking ?? "plain"]))
  const positions = once(() => new Map(entries.map(({ path }, position) => [path, position])))
  const instructions = once(() => {
    const described = entries.map((_, position) => describe(position))
    const { text, coverage } = makeInstructions(described, budget)
    // Where not all is shown, programs search and guess; the first that does need not wait for the indexes.
    if (coverage === "partial") {
      index().prepare()
      hints.prepareHints()
    }
    return text
  })
  const hints = makeHints(tree)
  const lookup = (keys: ReadonlyArray<string>): ToolNode | undefined => nodeAt(tree.root, keys)

  return {
    tree,
    catalog: () => entries.map((_, position) => describe(position)),
    instructions,
    search: (request) => {
      const offset = request.offset ?? 0
      const { positions: found, total } = index().search({
        query: request.query ?? "",
        namespace: request.namespace,
        offset,
        limit: request.limit ?? DEFAULT_LIMIT
      })
      const items = found.map((position) => {
        const { path, description, signature } = describe(position)
        return { path: toolExpression(path), description, signature }
      })
      const remaining = Math.max(0, total - offset - items.length)
      return { items, remaining, next: remaining > 0 ? { offset: offset + items.length } : null }
    },
    lookup,
    children: (keys) => {
      const node = lookup(keys)
      return node === undefined ? undefined : [...node.children.keys()]
    },
    signature: (path) => {
      const position = positions().get(path)
      return position === undefined ? undefined : signatureAt(position)
    },
    ...hints
  }
}
