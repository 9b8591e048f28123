import { languageSource } from "./check.ts"
import type { Guest, Source } from "./check.ts"
import { runGuest } from "./guest.ts"

/** The source of one kind; `missing` names the built-ins that the guest lacks. */
export async function sourceOf(
  kind: string,
  guest: Guest = runGuest
): Promise<{ readonly source: Source; readonly missing: ReadonlyArray<string> }> {
  if (kind === "web") return { source: (await import("./web-calls.ts")).webSource, missing: [] }
  if (kind !== "builtins") return { source: languageSource, missing: [] }
  const { builtinSource, presenceProgram } = await import("./builtin-calls.ts")
  const { logs, end, detail } = await guest(presenceProgram())
  if (end !== "value") throw new Error(`the guest cannot list its built-ins: ${detail}`)
  return { source: builtinSource(new Set(logs)), missing: logs }
}
