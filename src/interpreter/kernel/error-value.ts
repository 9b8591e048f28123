/** Error objects and the program's own stack traces. */
import { agent, NATIVE_FRAME } from "./agent.ts"
import type { Frame } from "./agent.ts"
import type { FailureDetails } from "./errors.ts"
import { FRAME_FUNCTION, FRAME_POSITION, functionName, FunctionValue } from "./function.ts"
import { ObjectValue } from "./object.ts"
import type { Shape } from "./shape.ts"

export interface TraceEntry {
  readonly functionName: string
  /** Offset in the program text. */
  readonly position: number
}

const TRACE_LENGTH = 10

export class ErrorValue extends ObjectValue {
  /** What the engine or a tool knows of the failure; null for errors that the program made. */
  readonly details: FailureDetails | null
  readonly trace: readonly TraceEntry[]

  constructor(shape: Shape, details: FailureDetails | null, trace: readonly TraceEntry[]) {
    super(shape)
    this.details = details
    this.trace = trace
  }

  override get builtinTag(): string {
    return "Error"
  }

  /** Where it was made, if known. */
  get position(): number | undefined {
    return this.trace[0]?.position
  }

  private stackText: string | null = null

  /** The text of `stack`, as it was when it was first asked for. `Error.prototype.stack` is an accessor that reads it. */
  get stack(): string {
    return (this.stackText ??= agent.realm.describeStack(this))
  }
}

/** The running guest calls, innermost first. `position` replaces the innermost one's. */
export function captureTrace(position?: number): TraceEntry[] {
  const trace: TraceEntry[] = []
  let last: Frame = NATIVE_FRAME
  const note = (frame: Frame): boolean => {
    if (frame === last || frame.length === 0) return true
    last = frame
    const fn: unknown = frame[FRAME_FUNCTION]
    const at = trace.length === 0 && position !== undefined ? position : frame[FRAME_POSITION]
    trace.push({ functionName: fn instanceof FunctionValue ? functionName(fn) : "", position: at })
    return trace.length < TRACE_LENGTH
  }
  let depth = agent.depth
  for (let level = agent.stacks.length - 1; level >= 0; level--) {
    const entry = agent.entryDepths[level]
    while (depth >= entry) {
      const frame = agent.frames[depth] ?? NATIVE_FRAME
      if (!note(frame)) return trace
      depth--
    }
    depth = entry - 1
    const records = agent.stacks[level].records
    for (let i = records.length - 1; i >= 0 && i > records.length - 200; i--) {
      const frame = records[i].frame
      if (frame !== null && !note(frame)) return trace
    }
  }
  if (trace.length === 0 && position !== undefined) trace.push({ functionName: "", position })
  return trace
}
