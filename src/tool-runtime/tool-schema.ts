/** Reading what a tool says of itself. A host may make it on demand, and nothing says that it cannot fail then. */
import { isEffectSchema } from "../tool.ts"
import type { Definition, SchemaType } from "../tool.ts"
import { attempt } from "./json-schema.ts"
import type { Side } from "./schema-document.ts"

/** A tool's schema; `undefined` where it has none, or throws as soon as it is looked at. */
export const toolSchema = (tool: Definition<unknown>, side: Side): SchemaType | undefined => {
  try {
    const schema = tool[side]
    isEffectSchema(schema)
    return schema
  } catch {
    return undefined
  }
}

/** A tool's description; empty where it has none, or throws when it is read. */
export const toolDescription = (tool: Definition<unknown>): string => {
  const description: unknown = attempt(() => tool.description)
  return typeof description === "string" ? description : ""
}
