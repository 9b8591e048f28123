/**
 * Whether something that holds can be reached from a node. Every node is visited once over all questions, and the
 * answer does not depend on the order in which they are asked, circles included: the members of a circle share one
 * answer (Tarjan's strongly connected components, without host recursion).
 */

interface Visit<N> {
  readonly node: N
  readonly edges: ReadonlyArray<N>
  next: number
  readonly index: number
  low: number
  holds: boolean
}

export const makeReach = <N extends object>(
  holds: (node: N) => boolean,
  edges: (node: N) => ReadonlyArray<N>
): ((node: N) => boolean) => {
  const answers = new Map<N, boolean>()

  const explore = (root: N): void => {
    const visits = new Map<N, Visit<N>>()
    const component: Array<Visit<N>> = []
    const path: Array<Visit<N>> = []
    const enter = (node: N): void => {
      const visit: Visit<N> = {
        node,
        edges: edges(node),
        next: 0,
        index: visits.size,
        low: visits.size,
        holds: holds(node)
      }
      visits.set(node, visit)
      component.push(visit)
      path.push(visit)
    }
    enter(root)
    while (path.length > 0) {
      const visit = path[path.length - 1]!
      if (visit.next < visit.edges.length) {
        const node = visit.edges[visit.next++]!
        const known = answers.get(node)
        const open = visits.get(node)
        if (known !== undefined) visit.holds ||= known
        else if (open === undefined) enter(node)
        else visit.low = Math.min(visit.low, open.index)
        continue
      }
      path.pop()
      const parent = path[path.length - 1]
      if (parent !== undefined) {
        parent.low = Math.min(parent.low, visit.low)
        parent.holds ||= visit.holds
      }
      if (visit.low !== visit.index) continue
      // `visit` is the first of its circle that was entered, and has gathered what the others found.
      for (;;) {
        const member = component.pop()!
        answers.set(member.node, visit.holds)
        if (member === visit) break
      }
    }
  }

  return (node) => {
    const known = answers.get(node)
    if (known !== undefined) return known
    explore(node)
    return answers.get(node)!
  }
}
