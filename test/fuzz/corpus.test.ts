import { readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { languageSource } from "./check.ts"
import { runGuest, slicedGuest } from "./guest.ts"
import { runHost } from "./host.ts"
import { difference } from "./observe.ts"

const folder = join(dirname(fileURLToPath(import.meta.url)), "corpus")

// What the fuzzer once found, minimised and by hand made plainer.
describe("programs that once ran differently from the host engine", () => {
  for (const name of readdirSync(folder)) {
    it(name, async () => {
      const code = languageSource.whole(readFileSync(join(folder, name), "utf8"))
      const host = runHost(code)
      expect(host.end).toBe("value")
      expect(host.logs.length).toBeGreaterThan(0)
      expect(difference(host, await runGuest(code))).toBeUndefined()
      expect(difference(host, await slicedGuest(1)(code))).toBeUndefined()
    })
  }
})
