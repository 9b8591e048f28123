/** The data set of the demo, 63 OpenAPI documents of a package, and the tools over it. */
import { readdirSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join, relative, sep } from "node:path"
import { Effect, Schema } from "effect"
import { Tool, toolError } from "../../src/index.ts"

const folder = dirname(createRequire(import.meta.url).resolve("@readme/oas-examples/package.json"))

/** Documents by name, such as `3.0/petstore`. */
const files = new Map(
  ["3.0", "3.1"].flatMap((version) =>
    readdirSync(join(folder, version, "json"), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".json"))
      .sort()
      .map((file) => {
        const path = join(folder, version, "json", file)
        const name = `${version}/${relative(join(folder, version, "json"), path)
          .split(sep)
          .join("/")
          .slice(0, -5)}`
        return [name, path] as const
      })
  )
)

const read = (path: string): Effect.Effect<Record<string, unknown>> =>
  Effect.sync(() => JSON.parse(readFileSync(path, "utf8")) as Record<string, unknown>)

const Summary = Schema.Struct({
  name: Schema.String.annotate({ description: "What specs.read takes" }),
  version: Schema.String.annotate({ description: "The version of OpenAPI" }),
  bytes: Schema.Int
})

/** Only described, never checked: documents hold more than this, and examples of mistakes hold less. */
const Document = {
  type: "object",
  properties: {
    openapi: { type: "string" },
    info: { type: "object", properties: { title: { type: "string" }, version: { type: "string" } } },
    servers: { type: "array", items: { type: "object", properties: { url: { type: "string" } } } },
    paths: {
      type: "object",
      description: "By path such as /pets/{id}; each holds operations by method such as get",
      additionalProperties: { type: "object" }
    },
    components: { type: "object" }
  },
  required: ["openapi", "info"]
}

export const specs = {
  list: Tool.make({
    description: "List every OpenAPI document",
    input: Schema.Struct({ version: Schema.optionalKey(Schema.Literals(["3.0", "3.1"])) }),
    output: Schema.Array(Summary),
    run: ({ version }) =>
      Effect.sync(() =>
        [...files]
          .filter(([name]) => version === undefined || name.startsWith(version))
          .map(([name, path]) => ({ name, version: name.slice(0, 3), bytes: readFileSync(path).length }))
      )
  }),
  read: Tool.make({
    description: "Read one OpenAPI document",
    input: Schema.Struct({ name: Schema.String.annotate({ description: "A name that specs.list gives" }) }),
    output: Document,
    run: ({ name }) => {
      const path = files.get(name)
      return path === undefined
        ? Effect.fail(toolError(`There is no document called '${name}'. specs.list tells the names.`))
        : read(path)
    }
  })
}
