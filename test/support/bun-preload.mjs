// What Bun's stand-in for vitest lacks: the suite's own timeout (as in vitest.config.ts), `assert` and `expect.poll`.
import { expect } from "bun:test"
import { readFileSync } from "node:fs"

const POLL_MS = 5000
expect.poll = (get) =>
  new Proxy(
    {},
    {
      get:
        (_, matcher) =>
        async (...wanted) => {
          for (const end = Date.now() + POLL_MS; ; await Bun.sleep(20)) {
            try {
              return expect(await get())[matcher](...wanted)
            } catch (error) {
              if (Date.now() > end) throw error
            }
          }
        }
    }
  )

const ASSERT = /^import \{ assert(?:, )?(.*)\} from "vitest"$/m
const TIMEOUT = `import { setDefaultTimeout } from "bun:test"; setDefaultTimeout(30_000); `

Bun.plugin({
  name: "vitest",
  setup(build) {
    build.onLoad({ filter: /[\\/]test[\\/].*\.ts$/ }, ({ path }) => {
      const text = readFileSync(path, "utf8").replace(
        ASSERT,
        'import { assert } from "chai"; import { $1} from "vitest"'
      )
      return { contents: path.endsWith(".test.ts") ? TIMEOUT + text : text, loader: "ts" }
    })
  }
})
