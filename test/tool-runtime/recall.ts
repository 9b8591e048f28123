/** How well `search` finds what is meant. */
import type { RankingName } from "../../src/tool-runtime/catalog.ts"
import { makeCatalog } from "../../src/tool-runtime/catalog.ts"
import { toolExpression } from "../../src/tool-runtime/expression.ts"
import type { Tools } from "../../src/tool-runtime/tool-tree.ts"

/** An intent as a model would phrase it, and the paths of the tools that serve it. */
export type Intent = readonly [query: string, tools: ReadonlyArray<string>]

/** How many intents find a tool of theirs in the first 1, 3 and 10 places. */
export interface Recall {
  readonly intents: number
  readonly at1: number
  readonly at3: number
  readonly at10: number
  readonly missed: ReadonlyArray<string>
}

export const recallIn = (tools: Tools<unknown>, intents: ReadonlyArray<Intent>, ranking: RankingName): Recall => {
  const { search } = makeCatalog(tools, { ranking })
  const ranks = intents.map(([query, wanted]) => {
    const paths = wanted.map(toolExpression)
    return search({ query, limit: 10 }).items.findIndex(({ path }) => paths.includes(path))
  })
  const within = (places: number): number => ranks.filter((rank) => rank !== -1 && rank < places).length
  return {
    intents: ranks.length,
    at1: within(1),
    at3: within(3),
    at10: within(10),
    missed: intents.filter((_, at) => ranks[at] === -1 || ranks[at]! >= 3).map(([query]) => query)
  }
}
