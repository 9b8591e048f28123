/**
 * Programs that never end, or take far too long, one for every place where code of a program can run. `hogs/*.js` hold them in chunks that are
 * separated by a line `---`; a chunk starts with `// its name`. A line `//ends A B` says how a program may end before its time is up: `value`, or a
 * kind of diagnostic. Without it the program must never end by itself.
 */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

export interface Hog {
  /** `file: name`. */
  readonly name: string
  readonly source: string
  /** How it may end by itself. */
  readonly ends: readonly string[]
}

export function readHogs(root: string): readonly Hog[] {
  const folder = join(root, "test/security/hogs")
  return readdirSync(folder)
    .filter((file) => file.endsWith(".js"))
    .sort()
    .flatMap((file) =>
      readFileSync(join(folder, file), "utf8")
        .split(/^---\n/m)
        .map((chunk) => {
          const match = /^\/\/ (.+)\n(?:\/\/ends (.+)\n)?/.exec(chunk)
          if (match === null) throw new Error(`${file}: a chunk starts with "// its name"`)
          return {
            name: `${file.replace(/\.js$/, "")}: ${match[1]}`,
            source: chunk.slice(match[0].length),
            ends: match[2]?.split(" ") ?? []
          }
        })
    )
}
