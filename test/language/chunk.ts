/**
 * Guest programs in files: `test/programs/*.js` hold chunks that are separated by a line `---`. A chunk starts with comment lines, which are not
 * part of the program, so that its own first line is line 1:
 *
 * ```
 * // what it shows, in one line
 * //> [1, "a"]                      its value, as a JavaScript literal
 * //! TypeError: fragment @2:5      or how it fails: class (or diagnostic kind), part of the message, line and column
 * //? fragment                      part of one of the suggestions
 * //warning fragment                part of one of the warnings
 * //log text                        a line of the log; all of them, in order
 * //host reason                     not compared with the engine of the host, because …
 * //once reason                     not run again with forced suspensions, because …
 * ```
 */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

export interface Failure {
  /** Class of the error, `thrown` for other values, or the kind of a program that was refused. */
  readonly name: string
  /** Part of the message. */
  readonly message: string
  /** `line:column`, where the chunk says so. */
  readonly place: string | undefined
}

export interface Chunk {
  readonly name: string
  readonly source: string
  /** Text of a JavaScript expression. */
  readonly value: string | undefined
  readonly failure: Failure | undefined
  readonly suggestions: readonly string[]
  readonly warnings: readonly string[]
  readonly logs: readonly string[]
  /** Why the host's engine is not asked. */
  readonly host: string | undefined
  /** Why there is no run with forced suspensions. */
  readonly once: string | undefined
}

export function parseChunk(text: string, where: string): Chunk {
  const lines = text.split("\n")
  const header: string[] = []
  while (lines.length > 0 && lines[0].startsWith("//")) header.push(lines.shift() as string)
  const title = header.shift()
  if (title === undefined || !title.startsWith("// ")) throw new Error(`${where}: a chunk starts with "// its name"`)
  let value: string | undefined
  let failure: Failure | undefined
  let host: string | undefined
  let once: string | undefined
  const suggestions: string[] = []
  const warnings: string[] = []
  const logs: string[] = []
  for (const line of header) {
    const match = /^\/\/(>|!|\?|warning|log|host|once)(?: (.*))?$/.exec(line)
    if (match === null) throw new Error(`${where}: ${line} is no expectation`)
    const rest = match[2] ?? ""
    if (match[1] === ">") value = rest
    else if (match[1] === "!") failure = parseFailure(rest, where)
    else if (match[1] === "?") suggestions.push(rest)
    else if (match[1] === "warning") warnings.push(rest)
    else if (match[1] === "log") logs.push(rest)
    else if (match[1] === "host") host = rest
    else once = rest
  }
  if ((value === undefined) === (failure === undefined))
    throw new Error(`${where}: "//> value" or "//! failure", one of them`)
  const source = lines.join("\n")
  return { name: title.slice(3), source, value, failure, suggestions, warnings, logs, host, once }
}

function parseFailure(text: string, where: string): Failure {
  const match = /^(\w+)(?:: (.*?))?(?: @(\d+:\d+))?$/.exec(text)
  if (match === null) throw new Error(`${where}: "${text}" is not "Class: part of the message @line:column"`)
  return { name: match[1], message: match[2] ?? "", place: match[3] }
}

export function parseChunks(text: string, file: string): readonly Chunk[] {
  let line = 1
  return text.split(/^---\n/m).map((part) => {
    const where = `${file}:${line}`
    line += part.split("\n").length
    return parseChunk(part, where)
  })
}

/** Every file of a folder with its chunks. Two chunks of one name in a file are an error: the name is how a failure is found. */
export function readPrograms(folder: string): ReadonlyMap<string, readonly Chunk[]> {
  const files = new Map<string, readonly Chunk[]>()
  for (const file of readdirSync(folder).sort()) {
    if (!file.endsWith(".js")) continue
    const chunks = parseChunks(readFileSync(join(folder, file), "utf8"), file)
    const names = new Set<string>()
    for (const { name } of chunks) {
      if (names.has(name)) throw new Error(`${file}: two chunks are called "${name}"`)
      names.add(name)
    }
    files.set(file, chunks)
  }
  return files
}
