/**
 * How a tool's input is decoded. Arguments cross as JSON, and a signature shows the JSON form of a schema: text for a
 * `Date`, `null` for `undefined`. So it is that form which is decoded, and not the host objects that the schema itself
 * may name.
 */
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"

const codecs = new WeakMap<Schema.Top, Schema.Top>()

/** What decodes an argument of a tool with this input: the schema's JSON codec; the schema itself where it has none. */
export const inputCodec = (schema: Schema.Top): Schema.Top => {
  const known = codecs.get(schema)
  if (known !== undefined) return known
  const codec = jsonCodec(schema)
  codecs.set(schema, codec)
  return codec
}

/** What decodes this argument. `undefined`, which JSON lacks, is for the schema itself to take or refuse. */
export const decoderOf = (schema: Schema.Top, value: unknown): Schema.Top =>
  value === undefined ? schema : inputCodec(schema)

const jsonCodec = (schema: Schema.Top): Schema.Top => {
  try {
    // Whatever is passed to a tool that wants nothing is nothing, `{}` included, which a call without argument passes.
    return SchemaAST.isVoid(SchemaAST.toEncoded(schema.ast)) ? schema : Schema.toCodecJson(schema)
  } catch {
    // A symbol among a struct's keys has no JSON.
    return schema
  }
}
