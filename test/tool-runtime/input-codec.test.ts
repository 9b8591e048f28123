/** Inputs decode as by the library's JSON codec, texts for numbers that JSON lacks apart. */
import { Cause, Effect, Exit, Schema } from "effect"
import * as Arbitrary from "effect/Arbitrary"
import { describe, expect, it } from "vitest"
import { inputCodec } from "../../src/tool-runtime/input-codec.ts"

class Place extends Schema.Class<Place>("Place")({
  x: Schema.Number,
  y: Schema.optional(Schema.Number),
  at: Schema.Date
}) {}
class Named extends Place.extend<Named>("Named")({ names: Schema.Array(Schema.Number) }) {}
interface Tree {
  readonly n: number
  readonly of: ReadonlyArray<Tree>
}
const Tree = Schema.Struct({ n: Schema.Number, of: Schema.Array(Schema.suspend((): Schema.Codec<Tree> => Tree)) })
const { Number: number, String: string } = Schema

const schemas: Readonly<Record<string, Schema.Codec<unknown, unknown>>> = {
  number,
  struct: Schema.Struct({ a: number, b: Schema.optionalKey(number), c: Schema.optional(Schema.NullOr(number)) }),
  class: Place,
  subclass: Named,
  "array of a class": Schema.Array(Place),
  "part of itself": Tree,
  record: Schema.Record(string, number),
  tuple: Schema.Tuple([number, Schema.optionalKey(number)]),
  "tuple with a rest": Schema.TupleWithRest(Schema.Tuple([string]), [number, Schema.Boolean]),
  "non-empty array": Schema.NonEmptyArray(number),
  "struct with a rest": Schema.StructWithRest(Schema.Struct({ a: number }), [Schema.Record(string, number)]),
  union: Schema.Union([number, string, Schema.Struct({ t: Schema.Literal("x"), v: number })]),
  "exclusive union": Schema.Union([Schema.Struct({ a: number }), Schema.Struct({ b: number })], { mode: "oneOf" }),
  option: Schema.Option(number),
  map: Schema.ReadonlyMap(number, Place),
  set: Schema.ReadonlySet(number),
  "number from text": Schema.Struct({ a: Schema.NumberFromString, b: Schema.FiniteFromString }),
  brand: Schema.Struct({ a: number.pipe(Schema.brand("A")) }),
  checks: Schema.Struct({ a: number.check(Schema.isBetween({ minimum: 0, maximum: 10 })) }).check(
    Schema.makeFilter(({ a }) => a !== 5 || "not five")
  ),
  default: Schema.Struct({ a: number.pipe(Schema.withDecodingDefaultKey(Effect.succeed(7))) }),
  tagged: Schema.TaggedStruct("Tag", { n: number }),
  literals: Schema.Struct({ l: Schema.Literals([1, "a"]), n: number }),
  "JSON text": Schema.Struct({ j: Schema.fromJsonString(Schema.Struct({ n: number })), n: number }),
  "renamed keys": Schema.Struct({ a: number }).pipe(Schema.encodeKeys({ a: "A" })),
  bigint: Schema.Struct({ b: Schema.BigInt, n: number }),
  duration: Schema.Struct({ d: Schema.DurationFromMillis, n: number }),
  result: Schema.Result(number, string),
  anything: Schema.Struct({ u: Schema.Unknown, n: number })
}

const outcome = (codec: Schema.Codec<unknown, unknown>, data: unknown): unknown => {
  const exit = Schema.decodeUnknownExit(codec)(data)
  return Exit.isSuccess(exit) ? { value: exit.value } : Cause.hasFails(exit.cause)
}

describe("the codec of an input", () => {
  for (const [name, schema] of Object.entries(schemas)) {
    it(name, () => {
      const theirs = Schema.toCodecJson(schema) as Schema.Codec<unknown, unknown>
      const ours = inputCodec(schema) as unknown as Schema.Codec<unknown, unknown>
      const samples = Effect.runSync(Arbitrary.sampleEffect(Arbitrary.schema(schema), { count: 30, seed: 7 }))
      let compared = 0
      for (const sample of samples) {
        const encoded = Schema.encodeUnknownExit(theirs)(sample)
        const text = Exit.isSuccess(encoded) ? JSON.stringify(encoded.value) : undefined
        if (text === undefined || /"(?:NaN|-?Infinity)"/.test(text)) continue
        const data: unknown = JSON.parse(text)
        for (const each of [data, null, 5, "x", [], {}, [data], { a: data }]) {
          expect(outcome(ours, each), JSON.stringify(each)).toEqual(outcome(theirs, each))
        }
        compared++
      }
      expect(compared).toBeGreaterThan(5)
    })
  }
})
