import type { Shape } from "./program.ts"

/** How one run ended, in terms that do not depend on the engine. */
export type Outcome = { readonly logs: ReadonlyArray<string> } & (
  | { readonly type: "completed" }
  /** Refused before anything ran. */
  | { readonly type: "refused"; readonly kind: string; readonly message: string; readonly line: number | undefined }
  /** Ended with an uncaught error. `message` begins with the error's class where the engine tells it. */
  | { readonly type: "failed"; readonly kind: string; readonly message: string; readonly line: number | undefined }
  | { readonly type: "timeout" }
  /** The engine itself broke. */
  | { readonly type: "defect"; readonly message: string }
)

export interface Engine {
  readonly shape: Shape
  readonly run: (code: string) => Promise<Outcome>
}

export type EngineName = "codemode" | "bare" | "host" | "host-program"

export const engineNames: ReadonlyArray<EngineName> = ["codemode", "bare", "host", "host-program"]

/** `slice` forces a suspension every so many steps; only the bare engine has that. */
export async function makeEngine(name: EngineName, timeoutMs: number, slice?: number): Promise<Engine> {
  if (name === "codemode") return (await import("./engine-codemode.ts")).codemodeEngine(timeoutMs)
  if (name === "bare") return (await import("./engine-bare.ts")).bareEngine(timeoutMs, slice)
  return (await import("./engine-host.ts")).hostEngine(name === "host" ? "script" : "program", timeoutMs)
}
