/** Which tools the instructions show in full: namespaces take turns, cheapest tool first, until the budget is used up. */
import { byCodeUnits } from "./search.ts"

/** A tool that could be shown, with what showing it costs. */
export interface Candidate {
  readonly namespace: string
  readonly path: string
  /** Estimated tokens. */
  readonly cost: number
}

/** About how many tokens a text is: a fourth of its UTF-16 units, half up. */
export const estimateTokens = (text: string): number => Math.round(text.length / 4)

/**
 * The paths to show within `budget` tokens. A namespace whose next tool does not fit is done, even where a later,
 * dearer one would be tried in its place.
 */
export const selectWithin = (candidates: ReadonlyArray<Candidate>, budget: number): ReadonlySet<string> => {
  const queues = new Map<string, Array<Candidate>>()
  for (const candidate of candidates) {
    const queue = queues.get(candidate.namespace)
    if (queue === undefined) queues.set(candidate.namespace, [candidate])
    else queue.push(candidate)
  }
  // Reversed, so that the cheapest is taken from the end.
  for (const queue of queues.values()) queue.sort((a, b) => b.cost - a.cost || byCodeUnits(b.path, a.path))
  let active = [...queues.keys()].sort(byCodeUnits).map((name) => queues.get(name)!)
  const taken = new Set<string>()
  let used = 0
  while (active.length > 0) {
    active = active.filter((queue) => {
      const next = queue.at(-1)!
      if (used + next.cost > budget) return false
      used += next.cost
      taken.add(next.path)
      queue.pop()
      return queue.length > 0
    })
  }
  return taken
}
