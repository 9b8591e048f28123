/** Schemas whose rendered types are compiled and tried with values. */
import * as Schema from "effect/Schema"

export interface Case {
  readonly name: string
  readonly schema: unknown
  readonly side?: "input" | "output"
  /** The type allows more than the schema, for the reason given: values that do not fit are not tried. */
  readonly loose?: string
  /** The type allows less than the schema, for the reason given: values that fit are not tried. */
  readonly strict?: string
}

const string = { type: "string" }
const number = { type: "number" }
const integer = { type: "integer" }
const boolean = { type: "boolean" }
const nothing = { type: "null" }
const object = (properties: Record<string, unknown>, ...required: ReadonlyArray<string>): Record<string, unknown> => ({
  type: "object",
  properties,
  ...(required.length === 0 ? {} : { required })
})
const array = (items: unknown): Record<string, unknown> => ({ type: "array", items })

const user = object({ id: string, admin: boolean }, "id")
const anything = "the contract writes it as unknown or {}"

const json: ReadonlyArray<Case> = [
  { name: "string", schema: string },
  { name: "number", schema: number },
  { name: "integer", schema: integer },
  { name: "boolean", schema: boolean },
  { name: "null", schema: nothing },
  { name: "anything", schema: {}, loose: anything },
  { name: "string with format", schema: { type: "string", format: "email" } },
  { name: "string with bounds", schema: { type: "string", minLength: 1, maxLength: 9, pattern: ".*" } },
  { name: "number const", schema: { const: 5 } },
  { name: "negative const", schema: { const: -1.5 } },
  { name: "string const", schema: { const: 'a"b' } },
  { name: "null const", schema: { const: null } },
  { name: "object const", schema: { const: { a: 1, b: ["x"] } } },
  { name: "empty array const", schema: { const: [] } },
  { name: "string enum", schema: { type: "string", enum: ["open", "closed"] } },
  { name: "mixed enum", schema: { enum: ["open", 1, false, null] } },
  { name: "enum with newlines", schema: { enum: ["a\nb", "\u2028"] } },
  { name: "enum of one", schema: { type: "number", enum: [1] } },
  { name: "array of strings", schema: array(string) },
  { name: "array of anything", schema: { type: "array" } },
  { name: "array of arrays", schema: array(array(number)) },
  { name: "array of objects", schema: array(user) },
  { name: "array of a union", schema: array({ anyOf: [string, number] }) },
  { name: "array of an enum", schema: array({ enum: ["a", "b"] }) },
  { name: "array of nullable", schema: array({ type: ["string", "null"] }) },
  { name: "items without type", schema: { items: string }, strict: "a schema without a type allows any" },
  { name: "empty tuple", schema: { type: "array", items: false } },
  {
    name: "closed tuple",
    schema: { type: "array", prefixItems: [string, number], items: false, minItems: 2 }
  },
  {
    name: "closed tuple by length",
    schema: { type: "array", prefixItems: [string, number], minItems: 2, maxItems: 2 }
  },
  {
    name: "tuple with optional elements",
    schema: { type: "array", prefixItems: [string, number], items: false, minItems: 1 }
  },
  { name: "tuple with a rest", schema: { type: "array", prefixItems: [string], items: number, minItems: 1 } },
  { name: "open tuple", schema: { type: "array", prefixItems: [string, boolean], minItems: 2 } },
  { name: "tuple of unions", schema: { type: "array", prefixItems: [{ anyOf: [string, number] }], items: false } },
  { name: "older tuple", schema: { type: "array", items: [string, number], additionalItems: false, minItems: 2 } },
  {
    name: "older tuple with a rest",
    schema: { type: "array", items: [string], additionalItems: boolean, minItems: 1 }
  },
  { name: "tuple of objects", schema: { type: "array", prefixItems: [user, user], items: false, minItems: 2 } },
  { name: "object", schema: { type: "object" }, loose: anything },
  { name: "required field", schema: object({ a: string }, "a") },
  { name: "optional field", schema: object({ a: string }) },
  {
    name: "fields of every kind",
    schema: object({ a: string, b: number, c: boolean, d: nothing }, "a", "b", "c", "d")
  },
  { name: "nested objects", schema: object({ a: object({ b: object({ c: string }, "c") }, "b") }, "a") },
  { name: "quoted names", schema: object({ "foo-bar": string, "1": number, "a b": boolean }, "foo-bar", "1") },
  { name: "hard names", schema: object({ 'quo"te': string, "new\nline": number, "": boolean }, 'quo"te') },
  {
    name: "reserved names",
    schema: object({ class: string, new: number, default: boolean, readonly: string }, "class")
  },
  { name: "names of types", schema: object({ string: number, get: string, async: boolean }, "string", "get") },
  { name: "inherited names", schema: object({ constructor: string, toString: number }, "constructor", "toString") },
  { name: "a field called required", schema: object({ required: boolean, properties: string }, "required") },
  {
    name: "properties without type",
    schema: { properties: { a: string }, required: ["a"] },
    strict: "it allows any other type"
  },
  { name: "closed object", schema: { ...object({ a: string }, "a"), additionalProperties: false } },
  { name: "dictionary", schema: { type: "object", additionalProperties: number } },
  { name: "dictionary of arrays", schema: { type: "object", additionalProperties: array(string) } },
  { name: "dictionary of objects", schema: { type: "object", additionalProperties: user } },
  { name: "dictionary of unions", schema: { type: "object", additionalProperties: { anyOf: [string, number] } } },
  { name: "dictionary of anything", schema: { type: "object", additionalProperties: {} }, loose: anything },
  {
    name: "dictionary with a field of its type",
    schema: { ...object({ a: string }, "a"), additionalProperties: string }
  },
  { name: "dictionary with an optional field", schema: { ...object({ a: string }), additionalProperties: string } },
  {
    name: "dictionary with a narrower field",
    schema: { ...object({ a: { enum: ["x"] } }, "a"), additionalProperties: string }
  },
  {
    name: "dictionary of unions with fields",
    schema: { ...object({ a: number, b: string }, "a", "b"), additionalProperties: { type: ["string", "number"] } }
  },
  {
    name: "dictionary with a field of another type",
    schema: { ...object({ a: number }, "a"), additionalProperties: string },
    strict: "TypeScript cannot say it of a literal"
  },
  {
    name: "dictionary of anything with a field",
    schema: { ...object({ a: number }, "a"), additionalProperties: {} }
  },
  {
    name: "pattern properties",
    schema: { type: "object", patternProperties: { "^x-": string }, additionalProperties: false }
  },
  {
    name: "pattern properties of two types",
    schema: { type: "object", patternProperties: { "^x-": string, "^y-": number }, additionalProperties: false },
    loose: "a type has one index, of either"
  },
  {
    name: "patterns and others",
    schema: { type: "object", patternProperties: { "^x-": string }, additionalProperties: string }
  },
  {
    name: "listed names",
    schema: { type: "object", propertyNames: { enum: ["a", "b"] }, additionalProperties: number }
  },
  {
    name: "names by pattern",
    schema: { type: "object", propertyNames: { pattern: "^[a-z]+$" }, additionalProperties: number }
  },
  { name: "type list", schema: { type: ["string", "number"] } },
  { name: "type list with null", schema: { type: ["string", "null"] } },
  { name: "nullable object", schema: { type: ["object", "null"], properties: { a: string }, required: ["a"] } },
  { name: "nullable array", schema: { type: ["array", "null"], items: string } },
  { name: "nullable keyword", schema: { type: "string", nullable: true } },
  { name: "nullable keyword on an object", schema: { ...user, nullable: true } },
  { name: "nullable keyword on a part", schema: { nullable: true, allOf: [user] } },
  { name: "nullable enum", schema: { type: ["string", "null"], enum: ["a", null] } },
  { name: "scalar or array", schema: { type: ["string", "array"], items: string } },
  { name: "union", schema: { anyOf: [string, number] } },
  { name: "union by oneOf", schema: { oneOf: [string, boolean] } },
  { name: "union with null", schema: { anyOf: [user, nothing] } },
  { name: "union of objects", schema: { anyOf: [object({ a: string }, "a"), object({ b: number }, "b")] } },
  {
    name: "tagged union",
    schema: {
      oneOf: [
        object({ kind: { const: "circle" }, radius: number }, "kind", "radius"),
        object({ kind: { const: "square" }, side: number }, "kind", "side")
      ]
    }
  },
  {
    name: "union of consts with titles",
    schema: {
      oneOf: [
        { const: "a", title: "A" },
        { const: "b", title: "B" }
      ]
    }
  },
  { name: "union of arrays", schema: { anyOf: [array(string), array(number)] } },
  { name: "nested unions", schema: { anyOf: [{ anyOf: [string, number] }, { oneOf: [boolean, nothing] }] } },
  { name: "the same member twice", schema: { anyOf: [string, { type: "string", format: "date" }] } },
  { name: "union with an unknown member", schema: { anyOf: [string, {}] }, loose: anything },
  {
    name: "union and common fields",
    schema: {
      type: "object",
      anyOf: [object({ name: string }, "name"), object({ count: number }, "count")],
      properties: { common: boolean },
      required: ["common"]
    }
  },
  {
    name: "choice of required fields",
    schema: { ...object({ a: string, b: string }), anyOf: [{ required: ["a"] }, { required: ["b"] }] },
    loose: "which fields are required is not said"
  },
  {
    name: "required beside a union",
    schema: {
      type: "object",
      required: ["id"],
      oneOf: [object({ id: { const: 1 }, a: string }), object({ id: { const: 2 }, a: string })]
    }
  },
  {
    name: "union with the type beside it",
    schema: { type: "object", oneOf: [user, object({ name: string }, "name")] }
  },
  { name: "enums with the type beside them", schema: { type: "string", anyOf: [{ enum: ["a"] }, { enum: ["b"] }] } },
  {
    name: "non-finite numbers beside a number",
    schema: { anyOf: [number, { type: "string", enum: ["NaN"] }] },
    strict: "they are left out"
  },
  { name: "non-finite texts alone", schema: { type: "string", enum: ["NaN", "Infinity"] } },
  { name: "conjunction", schema: { allOf: [object({ a: string }, "a"), object({ b: number }, "b")] } },
  {
    name: "conjunction and own fields",
    schema: { allOf: [object({ a: string }, "a")], ...object({ own: boolean }, "own") }
  },
  { name: "conjunction of one", schema: { allOf: [user], description: "A user" } },
  {
    name: "conjunction that requires",
    schema: { type: "object", allOf: [object({ a: string, b: string }), { required: ["a"] }] }
  },
  {
    name: "conjunction that requires from outside",
    schema: { type: "object", allOf: [object({ a: string })], required: ["a"] }
  },
  {
    name: "conjunction of a union",
    schema: { allOf: [{ anyOf: [object({ a: string }, "a"), object({ b: string }, "b")] }, object({ c: number }, "c")] }
  },
  {
    name: "conjunction in a conjunction",
    schema: { allOf: [{ allOf: [object({ a: string }, "a")] }, object({ b: number }, "b")] }
  },
  { name: "conjunction of scalars", schema: { allOf: [string, { enum: ["a", "b"] }] } },
  { name: "part that only documents", schema: { type: "string", allOf: [{ description: "A note" }] } },
  { name: "reference", schema: { $ref: "#/$defs/User", $defs: { User: user } } },
  {
    name: "reference in a field",
    schema: { ...object({ user: { $ref: "#/$defs/User" } }, "user"), $defs: { User: user } }
  },
  { name: "reference in items", schema: { ...array({ $ref: "#/definitions/User" }), definitions: { User: user } } },
  {
    name: "reference to a reference",
    schema: { $ref: "#/$defs/A", $defs: { A: { $ref: "#/$defs/B" }, B: { enum: ["b"] } } }
  },
  {
    name: "reference and fields",
    schema: { $ref: "#/$defs/User", ...object({ active: boolean }, "active"), $defs: { User: user } }
  },
  {
    name: "reference that requires",
    schema: { $ref: "#/$defs/User", required: ["admin"], $defs: { User: user } }
  },
  { name: "nullable reference", schema: { $ref: "#/$defs/User", nullable: true, $defs: { User: user } } },
  { name: "escaped reference", schema: { $ref: "#/$defs/a~1b%20c", $defs: { "a/b c": string } } },
  {
    name: "two references to one",
    schema: {
      ...object({ from: { $ref: "#/$defs/P" }, to: { $ref: "#/$defs/P" } }, "from", "to"),
      $defs: { P: object({ x: number, y: number }, "x", "y") }
    }
  },
  {
    name: "recursive reference",
    schema: {
      $ref: "#/$defs/Node",
      $defs: { Node: object({ name: string, children: array({ $ref: "#/$defs/Node" }) }, "name") }
    },
    loose: "the inner occurrence is unknown"
  },
  { name: "missing reference", schema: { $ref: "#/$defs/Nope" }, loose: anything, strict: anything },
  {
    name: "old nullable reference",
    schema: {
      ...object({ user: { allOf: [{ $ref: "#/$defs/User" }], nullable: true } }, "user"),
      $defs: { User: user }
    }
  },
  {
    name: "deep object",
    schema: Array.from({ length: 7 }).reduce<unknown>((inner) => object({ next: inner }, "next"), string)
  },
  {
    name: "too deep an object",
    schema: Array.from({ length: 12 }).reduce<unknown>((inner) => object({ next: inner }, "next"), string),
    loose: "below the ninth level everything is unknown"
  },
  { name: "empty struct form", schema: { not: nothing }, loose: anything },
  { name: "older empty struct form", schema: { anyOf: [{ type: "object" }, { type: "array" }] }, loose: anything },
  { name: "forbidden field", schema: object({ a: string, b: false }, "a") },
  {
    name: "documented fields",
    schema: object(
      {
        a: { ...string, description: "One */ two\n\nthree", default: "x", deprecated: true, format: "date" },
        b: { ...array(number), minItems: 0, maxItems: 9, default: [1] }
      },
      "a"
    )
  },
  {
    name: "documented nested fields",
    schema: object({ a: { ...object({ b: { ...string, description: "Inner" } }, "b"), description: "Outer" } }, "a")
  },
  {
    name: "everything at once",
    schema: {
      type: "object",
      required: ["items", "mode"],
      properties: {
        mode: { oneOf: [{ const: "fast" }, { const: "slow" }] },
        items: array({ allOf: [{ $ref: "#/$defs/Base" }, object({ extra: { type: ["string", "null"] } }, "extra")] }),
        labels: { type: "object", additionalProperties: string }
      },
      $defs: { Base: object({ id: { type: ["string", "integer"] } }, "id") }
    }
  }
]

class Account extends Schema.Class<Account>("Account")({
  id: Schema.String,
  tags: Schema.Array(Schema.String)
}) {}

const effect: ReadonlyArray<Case> = [
  { name: "String", schema: Schema.String },
  { name: "Number", schema: Schema.Number, strict: "JSON texts of non-finite numbers are left out" },
  { name: "Finite", schema: Schema.Finite },
  { name: "Int", schema: Schema.Int },
  { name: "Boolean", schema: Schema.Boolean },
  { name: "Null", schema: Schema.Null },
  { name: "Literal", schema: Schema.Literal("a") },
  { name: "Literals", schema: Schema.Literals(["a", 1, true]) },
  { name: "Enum", schema: Schema.Enum({ A: "a", B: 2 }) },
  { name: "Struct", schema: Schema.Struct({ a: Schema.String, b: Schema.Finite }) },
  { name: "optionalKey", schema: Schema.Struct({ a: Schema.optionalKey(Schema.String), b: Schema.Boolean }) },
  { name: "optional", schema: Schema.Struct({ a: Schema.optional(Schema.String), b: Schema.Boolean }) },
  { name: "NullOr", schema: Schema.Struct({ a: Schema.NullOr(Schema.String) }) },
  { name: "Array", schema: Schema.Array(Schema.String) },
  { name: "NonEmptyArray", schema: Schema.NonEmptyArray(Schema.String) },
  { name: "Tuple", schema: Schema.Tuple([Schema.String, Schema.Boolean]) },
  { name: "Tuple with an optional element", schema: Schema.Tuple([Schema.String, Schema.optionalKey(Schema.Boolean)]) },
  { name: "TupleWithRest", schema: Schema.TupleWithRest(Schema.Tuple([Schema.String]), [Schema.Boolean]) },
  { name: "Record", schema: Schema.Record(Schema.String, Schema.Finite) },
  {
    name: "Record of listed keys",
    schema: Schema.Record(Schema.Literals(["a", "b"]), Schema.Finite)
  },
  {
    name: "StructWithRest",
    schema: Schema.StructWithRest(Schema.Struct({ a: Schema.String }), [Schema.Record(Schema.String, Schema.String)])
  },
  { name: "Union", schema: Schema.Union([Schema.String, Schema.Struct({ a: Schema.Int })]) },
  {
    name: "TaggedUnion",
    schema: Schema.Union([
      Schema.TaggedStruct("A", { a: Schema.String }),
      Schema.TaggedStruct("B", { b: Schema.Boolean })
    ])
  },
  { name: "Class", schema: Account },
  { name: "Class, output", schema: Account, side: "output" },
  { name: "identifier", schema: Schema.Struct({ a: Schema.String }).annotate({ identifier: "Named Thing" }) },
  { name: "brand", schema: Schema.String.pipe(Schema.brand("Id")) },
  {
    name: "checks",
    schema: Schema.Struct({
      a: Schema.String.check(Schema.isMinLength(1)),
      b: Schema.Int.check(Schema.isGreaterThan(0))
    })
  },
  { name: "NumberFromString", schema: Schema.NumberFromString },
  { name: "Date", schema: Schema.Date },
  { name: "Date, output", schema: Schema.Struct({ at: Schema.Date }), side: "output" },
  { name: "JSON text", schema: Schema.fromJsonString(Schema.Struct({ a: Schema.Int })) },
  { name: "Option", schema: Schema.Option(Schema.String) },
  { name: "described number", schema: Schema.Struct({ n: Schema.Finite.annotate({ description: "A number" }) }) },
  { name: "empty Struct", schema: Schema.Struct({}), loose: anything }
]

export const cases: ReadonlyArray<Case> = [...json, ...effect.map((each) => ({ ...each, name: `Effect ${each.name}` }))]
