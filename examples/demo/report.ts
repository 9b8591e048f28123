/** What the demo prints: the program, its calls, its logs and its result. */
import { CodeMode } from "../../src/index.ts"

/** One tool call as the hooks told of it. */
export interface Call {
  readonly name: string
  readonly input: unknown
  /** Absent for calls that were interrupted. */
  readonly ended?: { readonly durationMs: number; readonly message?: string | undefined }
}

export interface Report {
  readonly code: string
  readonly calls: readonly Call[]
  /** What a server of the demo was asked, a line each. */
  readonly requests: readonly string[]
  readonly result: CodeMode.Result
  readonly milliseconds: number
}

/** Calls, and requests, that are listed one by one. */
const LISTED = 8

export class Printer {
  private readonly isColoured: boolean
  private readonly width: number

  /** `width`: columns of the terminal; unlimited when the output is piped. */
  constructor(isColoured: boolean, width: number) {
    this.isColoured = isColoured
    this.width = width
  }

  report({ code, calls, requests, result, milliseconds }: Report): string {
    const sections = [this.heading("Program"), this.program(code)]
    if (calls.length > 0) sections.push(this.heading("Tool calls"), this.calls(calls))
    if (requests.length > 0) sections.push(this.heading("Requests"), this.requests(requests))
    if (result.logs !== undefined) sections.push(this.heading("Logs"), result.logs.join("\n"))
    if (result.ok && result.warnings !== undefined) {
      const warnings = result.warnings.map((warning) => CodeMode.renderDiagnostic(warning, code))
      sections.push(this.heading("Warnings"), this.colour(33, warnings.join("\n\n")))
    }
    if (result.ok) sections.push(this.heading("Result"), layout(result.value))
    else sections.push(this.heading("Failure"), this.colour(31, CodeMode.renderDiagnostic(result.error, code)))
    const many = result.toolCalls.length === 1 ? "1 tool call" : `${result.toolCalls.length} tool calls`
    const cut = result.truncated === true ? ", cut to the output limit" : ""
    return `${sections.join("\n")}\n\n${this.colour(2, `${many} in ${milliseconds.toFixed(1)} ms${cut}`)}\n`
  }

  private colour(style: number, text: string): string {
    if (!this.isColoured) return text
    return text
      .split("\n")
      .map((line) => `\u001b[${style}m${line}\u001b[0m`)
      .join("\n")
  }

  private heading(text: string): string {
    return `\n${this.colour(1, text)}\n`
  }

  private program(code: string): string {
    const lines = code.replace(/\s+$/, "").split("\n")
    const digits = String(lines.length).length
    return lines.map((line, i) => `${this.colour(2, `${String(i + 1).padStart(digits)} |`)} ${line}`).join("\n")
  }

  private requests(requests: readonly string[]): string {
    const more = requests.length > LISTED ? [this.colour(2, `… and ${requests.length - LISTED} more`)] : []
    return [...requests.slice(0, LISTED), ...more].join("\n")
  }

  private calls(calls: readonly Call[]): string {
    const width = Math.max(...calls.slice(0, LISTED).map(({ name }) => name.length))
    const lines = calls.slice(0, LISTED).map((call) => this.line(call, width))
    if (calls.length > LISTED) lines.push(this.colour(2, `… and ${calls.length - LISTED} more`))
    for (const [name, group] of Object.entries(groups(calls))) {
      const times = group.flatMap(({ ended }) => (ended === undefined ? [] : [ended.durationMs]))
      if (group.length < 2 || times.length === 0) continue
      lines.push(this.colour(2, `${name}: ${group.length} calls, the longest ${Math.max(...times)} ms`))
    }
    return lines.join("\n")
  }

  private line({ name, input, ended }: Call, width: number): string {
    const time = ended === undefined ? "interrupted" : `${ended.durationMs} ms`
    const start = `${name.padEnd(width)}  ${time.padStart(6)}  `
    const note = ended?.message === undefined ? "" : `  ${ended.message}`
    const text = JSON.stringify(input) + note
    const room = Math.max(20, this.width - start.length)
    const shown = text.length > room ? `${text.slice(0, room - 1)}…` : text
    return start + (note === "" ? shown : this.colour(31, shown))
  }
}

/** JSON with what fits on a line on one line. */
function layout(value: unknown, indent = ""): string {
  const text = JSON.stringify(value)
  if (text.length + indent.length <= 90 || typeof value !== "object" || value === null) return text
  const deeper = `${indent}  `
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"]
  const members = Array.isArray(value)
    ? value.map((member) => layout(member, deeper))
    : Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${layout(member, deeper)}`)
  return `${open}\n${members.map((member) => deeper + member).join(",\n")}\n${indent}${close}`
}

function groups(calls: readonly Call[]): Record<string, Call[]> {
  const byName: Record<string, Call[]> = {}
  for (const call of calls) (byName[call.name] ??= []).push(call)
  return byName
}
