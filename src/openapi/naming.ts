/** The tool path of an operation, and what happens when two operations want the same one. */
import type { JsonRecord } from "./document.ts"
import { ownText } from "./document.ts"

const sanitise = (segment: string): string => {
  const name = segment.replace(/[^A-Za-z0-9_$]+/g, "_").replace(/^_+|_+$/g, "")
  if (name === "") return "operation"
  return /^[0-9]/.test(name) ? `_${name}` : name
}

const capitalise = (word: string): string => word[0]!.toUpperCase() + word.slice(1)

const words = (text: string): ReadonlyArray<string> => text.split(/[^A-Za-z0-9]+/).filter((word) => word !== "")

/** `GET /users/{id}` as `getUsersById`. */
const synthesise = (method: string, path: string): string =>
  words(`${method} ${path.replace(/\{([^{}]*)\}/g, " By $1 ")}`)
    .map((word, index) => (index === 0 ? word.toLowerCase() : capitalise(word.toLowerCase())))
    .join("")

/** An id of more segments than this is no path that anyone meant. */
const MAX_SEGMENTS = 64

/** The path an operation would have if it were alone: its `operationId` split at dots, else its method and path. */
export const wantedPath = (operation: JsonRecord, method: string, path: string): ReadonlyArray<string> => {
  const id = ownText(operation, "operationId")
  if (id === undefined) return [sanitise(synthesise(method, path))]
  const segments = id.split(".")
  return (segments.length > MAX_SEGMENTS ? [id] : segments).map(sanitise)
}

/** Hands out paths, each once, such that no tool is also a namespace. */
export interface PathTable {
  readonly allocate: (wanted: ReadonlyArray<string>) => ReadonlyArray<string>
}

export const makePathTable = (): PathTable => {
  const tools = new Set<string>()
  const namespaces = new Set<string>()
  // Sanitised segments contain no dot, so the dotted text is the path.
  const prefixes = (path: ReadonlyArray<string>): ReadonlyArray<string> =>
    path.slice(1).map((_, index) => path.slice(0, index + 1).join("."))
  const available = (path: ReadonlyArray<string>): boolean => {
    const text = path.join(".")
    return !tools.has(text) && !namespaces.has(text) && !prefixes(path).some((prefix) => tools.has(prefix))
  }
  /** With the tool `users` taken, `users.list` becomes `usersList`. */
  const joinedAtTool = (path: ReadonlyArray<string>): ReadonlyArray<string> | undefined => {
    const at = prefixes(path).findIndex((prefix) => tools.has(prefix))
    if (at === -1) return undefined
    const joined = [...path.slice(0, at), path[at]! + capitalise(path[at + 1]!), ...path.slice(at + 2)]
    return available(joined) ? joined : undefined
  }
  const flat = (path: ReadonlyArray<string>): ReadonlyArray<string> => {
    const stem = path.join("_")
    for (let suffix = nextSuffix.get(stem) ?? 2; ; suffix++) {
      const candidate = [`${stem}_${suffix}`]
      if (!available(candidate)) continue
      nextSuffix.set(stem, suffix + 1)
      return candidate
    }
  }
  const nextSuffix = new Map<string, number>()

  return {
    allocate: (wanted) => {
      const path = available(wanted) ? wanted : (joinedAtTool(wanted) ?? flat(wanted))
      tools.add(path.join("."))
      for (const prefix of prefixes(path)) namespaces.add(prefix)
      return path
    }
  }
}
