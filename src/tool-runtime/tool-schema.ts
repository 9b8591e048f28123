/** Reading a tool's schemas. A host may make them on demand, and nothing says that it cannot fail then. */
import { isEffectSchema } from "../tool.ts"
import type { Definition, SchemaType } from "../tool.ts"
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
