/** Recording and auditing need what the tools need; stubs need nothing of theirs. */
import { Context, Effect, Schema } from "effect"
import { Tool, toolError } from "../../src/index.ts"
import { audit, inject, record, stub, stubs } from "../../src/testing.ts"
import type { Recording, Report } from "../../src/testing.ts"
import type { Equal } from "./equal.ts"
import { expectType } from "./equal.ts"

class Db extends Context.Service<Db, { readonly find: (id: string) => Effect.Effect<string> }>()("Db") {}
class Mail extends Context.Service<Mail, { readonly send: (to: string) => Effect.Effect<void> }>()("Mail") {}

const find = Tool.make({
  description: "Find",
  input: Schema.Struct({ id: Schema.String }),
  run: ({ id }) => Effect.flatMap(Db, (db) => db.find(id))
})
const sent = Effect.flatMap(Mail, (mail) => mail.send("x"))

const recorded = record({ code: "", tools: { find } })
expectType<Equal<typeof recorded, Effect.Effect<Recording, never, Db>>>()
const audited = audit({ tools: { a: { find } }, samples: { "a.find": { id: "1" } } })
expectType<Equal<typeof audited, Effect.Effect<Report, never, Db>>>()

const stubbed = stub(find, [{ answer: Effect.succeed("1") }, { answer: Effect.fail(toolError("no")) }])
expectType<Equal<typeof stubbed, Tool.Definition>>()
const needing = stub(find, [{ answer: sent }])
expectType<Equal<typeof needing, Tool.Definition<Mail>>>()
const injected = inject(find, [{ times: 1, answer: Effect.die("x") }])
expectType<Equal<typeof injected, Tool.Definition<Db>>>()
const both = inject(find, [{ answer: sent }])
expectType<Equal<typeof both, Tool.Definition<Db | Mail>>>()

const recordedStubs = record({ code: "", tools: stubs({ find }, { find: [{ answer: Effect.succeed("1") }] }) })
expectType<Equal<typeof recordedStubs, Effect.Effect<Recording>>>()
