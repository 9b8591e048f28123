/** The front matter of a test262 file, as far as a runner needs it. */
export interface Metadata {
  readonly flags: ReadonlyArray<string>
  readonly features: ReadonlyArray<string>
  readonly includes: ReadonlyArray<string>
  readonly negative: { readonly phase: string; readonly type: string } | undefined
}

const frontMatter = /\/\*---([\s\S]*?)---\*\//

/** The YAML block between the comment markers, or the empty string. */
export function frontMatterOf(source: string): string {
  return frontMatter.exec(source)?.[1] ?? ""
}

/** The file without its front matter: what runs, and what scope rules about calls look at. */
export function bodyOf(source: string): string {
  return source.replace(frontMatter, "")
}

function list(yaml: string, key: string): ReadonlyArray<string> {
  const flow = new RegExp(`^[ \\t]*${key}:[ \\t]*\\[([\\s\\S]*?)\\]`, "m").exec(yaml)
  if (flow !== null) {
    return flow[1]
      .split(",")
      .map((item) => item.trim())
      .filter((item) => item !== "")
  }
  const block = new RegExp(`^[ \\t]*${key}:[ \\t]*\\r?\\n((?:[ \\t]*-[ \\t]*.*(?:\\r?\\n|$))+)`, "m").exec(yaml)
  if (block === null) return []
  return block[1]
    .split(/\r?\n/)
    .map((line) => line.trim().replace(/^-\s*/, ""))
    .filter((item) => item !== "")
}

/** Reads flags, features, includes and negative; both list forms of YAML occur in test262. */
export function parseMetadata(source: string): Metadata {
  const yaml = frontMatterOf(source).replace(/\r\n?/g, "\n")
  const negative = /^negative:\s*\n((?:[ \t]+.*\n?)+)/m.exec(yaml)?.[1]
  const phase = negative === undefined ? undefined : /phase:\s*(\w+)/.exec(negative)?.[1]
  const type = negative === undefined ? undefined : /type:\s*(\w+)/.exec(negative)?.[1]
  return {
    flags: list(yaml, "flags"),
    features: list(yaml, "features"),
    includes: list(yaml, "includes"),
    negative: phase === undefined || type === undefined ? undefined : { phase, type }
  }
}
