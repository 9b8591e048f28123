/** What the engine asks of its host, answered by nobody: for tests and benches of the engine alone. */
import type { HostPort } from "../../src/interpreter/kernel/host.ts"

export const silentHost: HostPort = {
  now: () => 0,
  random: () => 0.5,
  timeZone: "UTC",
  log: () => {},
  callTool: () => undefined,
  search: () => undefined,
  toolKeys: () => [],
  hintForName: () => undefined,
  interruptionObserved: () => {}
}
