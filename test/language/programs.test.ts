import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { readPrograms } from "./chunk.ts"
import { verify } from "./verify.ts"

const folder = join(dirname(fileURLToPath(import.meta.url)), "..", "programs")

for (const [file, chunks] of readPrograms(folder)) {
  describe(file, () => {
    for (const chunk of chunks) {
      it(chunk.name, async () => {
        const complaints = await verify(chunk)
        if (complaints.length > 0) expect.fail(`${complaints.join("\n")}\n\n${chunk.source}`)
      })
    }
  })
}
