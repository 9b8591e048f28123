/** What a runtime needs is what its tools need: nothing is erased and nothing added. */
import { Context, Effect, Schema } from "effect"
import { CodeMode, Namespace, Tool } from "../../src/index.ts"
import type { Equal } from "./equal.ts"
import { expectType } from "./equal.ts"

class Db extends Context.Service<Db, { readonly find: (id: string) => Effect.Effect<string> }>()("Db") {}
class Mail extends Context.Service<Mail, { readonly send: (to: string) => Effect.Effect<void> }>()("Mail") {}

const find = Tool.make({
  description: "Find",
  input: Schema.Struct({ id: Schema.String }),
  run: ({ id }) => Effect.flatMap(Db, (db) => db.find(id))
})
const send = Tool.make({
  description: "Send",
  input: Schema.Struct({ to: Schema.String }),
  run: ({ to }) => Effect.flatMap(Mail, (mail) => mail.send(to))
})
const plain = Tool.make({ description: "Plain", input: { type: "object" }, run: () => Effect.succeed(1) })

// One tool, a union of several, none.
expectType<Equal<typeof find, Tool.Definition<Db>>>()
expectType<Equal<typeof plain, Tool.Definition>>()
const one = CodeMode.make({ tools: { find } })
expectType<Equal<typeof one, CodeMode.Runtime<Db>>>()
const both = CodeMode.make({ tools: { a: { find }, b: { c: { send, plain } } } })
expectType<Equal<typeof both, CodeMode.Runtime<Db | Mail>>>()
const none = CodeMode.make({ tools: { plain } })
expectType<Equal<typeof none, CodeMode.Runtime>>()
const empty = CodeMode.make()
expectType<Equal<typeof empty, CodeMode.Runtime>>()
const emptyToo = CodeMode.make({})
expectType<Equal<typeof emptyToo, CodeMode.Runtime>>()

// Namespaces, nested in records and at the root, eight levels deep.
const described = CodeMode.make({
  tools: { a: Namespace.make({ description: "A", tools: { b: Namespace.make({ tools: { find } }), send } }) }
})
expectType<Equal<typeof described, CodeMode.Runtime<Db | Mail>>>()
const rootNamespace = CodeMode.make({ tools: Namespace.make({ tools: { find } }) })
expectType<Equal<typeof rootNamespace, CodeMode.Runtime<Db>>>()
const deep = CodeMode.make({ tools: { a: { b: { c: { d: { e: { f: { g: { find } } } } } } } } })
expectType<Equal<typeof deep, CodeMode.Runtime<Db>>>()

// Trees that are not written out: records of tools, and tools of several needs under one name.
declare const record: Record<string, Tool.Definition<Db>>
const dynamic = CodeMode.make({ tools: { all: record } })
expectType<Equal<typeof dynamic, CodeMode.Runtime<Db>>>()
declare const either: Tool.Definition<Db> | Tool.Definition<Mail>
const union = CodeMode.make({ tools: { either } })
expectType<Equal<typeof union, CodeMode.Runtime<Db | Mail>>>()
// One tree or another: TypeScript gives each the keys of both, the absent ones as optional.
const chosen = CodeMode.make({ tools: Math.random() < 2 ? { find } : { mail: { send } } })
expectType<Equal<typeof chosen, CodeMode.Runtime<Db | Mail>>>()
const absent = CodeMode.make({ tools: Math.random() < 2 ? { plain } : { find: { find } } })
expectType<Equal<typeof absent, CodeMode.Runtime<Db>>>()

// A runtime that needs less stands where one that needs more is wanted.
const wider: CodeMode.Runtime<Db | Mail> = one
void wider
// @ts-expect-error and not the other way round
const narrower: CodeMode.Runtime = one
void narrower

// The result: never fails, needs what the tools need.
const effect = both.execute("return 1")
expectType<Equal<typeof effect, Effect.Effect<CodeMode.Result, never, Db | Mail>>>()
const direct = CodeMode.execute({ code: "return 1", tools: { a: find, b: send } })
expectType<Equal<typeof direct, Effect.Effect<CodeMode.Result, never, Db | Mail>>>()
const bare = CodeMode.execute({ code: "return 1" })
expectType<Equal<typeof bare, Effect.Effect<CodeMode.Result>>>()

// Hooks may use the services of the tools, and no others.
CodeMode.make({
  tools: { find },
  onToolCallStart: (call) =>
    Effect.flatMap(Db, (db) => {
      expectType<Equal<typeof call, CodeMode.ToolCallStarted>>()
      return Effect.asVoid(db.find(call.name))
    }),
  onToolCallEnd: (call) => {
    expectType<Equal<typeof call, CodeMode.ToolCallEnded>>()
    return Effect.void
  }
})
CodeMode.make({
  tools: { find },
  // @ts-expect-error the tools do not need Mail, so a hook may not
  onToolCallStart: () => Effect.flatMap(Mail, (mail) => mail.send("x"))
})
CodeMode.make({
  tools: { find },
  // @ts-expect-error hooks do not fail
  onToolCallEnd: () => Effect.fail("no")
})
// @ts-expect-error a program is required
CodeMode.execute({ tools: { find } })
// @ts-expect-error a string is no tool
CodeMode.make({ tools: { find: "find" } })
// @ts-expect-error no such limit
CodeMode.make({ limits: { timeout: 1 } })
