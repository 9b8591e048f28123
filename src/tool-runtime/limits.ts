/** The limits a host may set. Each is absent by default: nothing is limited unless the host says so. */
import { checkKeys, checkObject } from "./known-keys.ts"

export interface ExecutionLimits {
  /** Wall-clock milliseconds for the whole execution, clean-up included; a safe integer of at least 1. */
  readonly timeoutMs?: number | undefined
  /** Admitted tool calls, `search` included; a safe integer from 0 on. The next call fails with `ToolCallLimitExceeded`. */
  readonly maxToolCalls?: number | undefined
  /** UTF-8 bytes of the result's value, of its logs and of its warnings; a safe integer from 0 on. More is cut and marked. */
  readonly maxOutputBytes?: number | undefined
  /** Interpreter steps, the same for the same program on every machine; a safe integer of at least 1. */
  readonly maxSteps?: number | undefined
  /**
   * Bytes of live data that the program may keep, counted now and then as it runs; a safe integer of at least 1. Garbage does not count. A program found
   * to keep more fails with `ExecutionFailure`, which it cannot catch. The figure is an estimate of what the host's objects take (a text counts two bytes
   * a UTF-16 unit, an integer wherever it is held); the least a program can have is a few hundred kilobytes. Between two counts it may exceed the limit, so a process should have room for
   * several times as much. Setting it costs at most a quarter of the program's time, more where it is near its limit.
   */
  readonly maxMemoryBytes?: number | undefined
  /** Tool calls running at once; a safe integer of at least 1. Further calls are admitted in order and wait for a place. */
  readonly maxConcurrentToolCalls?: number | undefined
}

/** The limits in force: an absent key means unlimited. */
export type ResolvedExecutionLimits = { readonly [K in keyof ExecutionLimits]?: number }

const MINIMUM: Readonly<Record<keyof ExecutionLimits, number>> = {
  timeoutMs: 1,
  maxToolCalls: 0,
  maxOutputBytes: 0,
  maxSteps: 1,
  maxMemoryBytes: 1,
  maxConcurrentToolCalls: 1
}

/**
 * Checks the limits of a host.
 *
 * @throws RangeError naming the limit and its minimum; TypeError where the limits are no object, or there is no limit of a name.
 */
export function resolveLimits(limits: ExecutionLimits | undefined): ResolvedExecutionLimits {
  if (limits !== undefined) {
    checkObject("limits", limits)
    checkKeys("limits", limits, Object.keys(MINIMUM))
  }
  const resolved: { -readonly [K in keyof ExecutionLimits]?: number } = {}
  for (const name of Object.keys(MINIMUM) as (keyof ExecutionLimits)[]) {
    const value: unknown = limits?.[name]
    if (value === undefined) continue
    if (typeof value !== "number" || !Number.isSafeInteger(value) || value < MINIMUM[name]) {
      throw new RangeError(`limits.${name} must be a safe integer of at least ${MINIMUM[name]}.`)
    }
    resolved[name] = value
  }
  return resolved
}
