/**
 * Documents that nobody wrote: real ones with random damage. `fromSpec` must not throw, every tool must render, and a
 * call with any input must succeed or fail with a `ToolError`.
 */
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { Effect, Exit } from "effect"
import { HttpClient } from "effect/http"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { ToolError } from "../../src/tool-error.ts"
import { flatten, inputType, outputType, recorder, resultOf } from "./support.ts"

const require = createRequire(import.meta.url)

const documents = [
  "3.0/json/petstore.json",
  "3.0/json/parameters-style.json",
  "3.0/json/schema-encoding-style.json",
  "3.1/json/train-travel.json",
  "3.0/json/circular.json",
  "3.0/json/security.json"
].map((name) => readFileSync(require.resolve(`@readme/oas-examples/${name}`), "utf8"))

const awkward = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    -1,
    "",
    ".",
    "..",
    "__proto__",
    "constructor",
    "{}",
    "#/",
    "#",
    "#/paths",
    "#/components/schemas/Pet",
    [],
    {},
    [null],
    { $ref: "#/components/schemas/Pet" },
    { $ref: "#" },
    { type: "object" },
    { readOnly: true },
    { allOf: [{ $ref: "#/components/schemas/Pet" }] }
  ),
  fc.jsonValue({ maxDepth: 3 })
)

interface Damage {
  readonly at: number
  readonly how: "delete" | "duplicate" | "replace"
  readonly value: unknown
}

const damages = fc.array(
  fc.record({
    at: fc.nat(),
    how: fc.constantFrom("delete" as const, "duplicate" as const, "replace" as const),
    value: awkward
  }),
  { minLength: 1, maxLength: 8 }
)

type Place = readonly [container: Record<string, unknown>, key: string]

const places = (root: unknown): ReadonlyArray<Place> => {
  const found: Array<Place> = []
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return
    for (const key of Object.keys(value)) {
      found.push([value as Record<string, unknown>, key])
      visit((value as Record<string, unknown>)[key])
    }
  }
  visit(root)
  return found
}

const damage = (text: string, list: ReadonlyArray<Damage>): unknown => {
  const document: unknown = JSON.parse(text)
  for (const { at, how, value } of list) {
    const all = places(document)
    if (all.length === 0) break
    const [container, key] = all[at % all.length]!
    const [other] = all[(at * 7) % all.length]!
    if (how === "delete") delete container[key]
    else container[key] = structuredClone(how === "replace" ? value : other)
  }
  return document
}

const { client } = recorder()

describe("damaged documents", () => {
  it("give tools that render and run, or reasons", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(documents.length - 1),
        damages,
        fc.dictionary(fc.constantFrom("body", "id", "petId", "primitive", "array", "object", "name", "limit"), awkward),
        async (which, list, extra) => {
          const { skipped, tools } = resultOf(damage(documents[which]!, list), {
            baseUrl: "https://api.test",
            auth: { resolve: () => Effect.succeed({ type: "bearer", token: "T" }) }
          })
          for (const skip of skipped) expect(skip.reason).not.toBe("")
          for (const tool of Object.values(flatten(tools))) {
            inputType(tool)
            outputType(tool)
            const { properties = {} } = tool.input as { readonly properties?: Record<string, unknown> }
            const input = { ...Object.fromEntries(Object.keys(properties).map((name) => [name, "a"])), ...extra }
            const exit = await Effect.runPromiseExit(
              tool.run(input).pipe(Effect.provideService(HttpClient.HttpClient, client))
            )
            if (Exit.isSuccess(exit)) continue
            const [reason] = exit.cause.reasons
            expect(reason).toMatchObject({ _tag: "Fail", error: expect.any(ToolError) })
          }
        }
      ),
      { numRuns: 60, ...(process.env["FUZZ_RUNS"] === undefined ? {} : { numRuns: Number(process.env["FUZZ_RUNS"]) }) }
    )
  })
})
