/** The law `gate`: every call passes the hooks, and a start hook that fails denies it. */
import { Cause, Effect, Exit } from "effect"
import type { Options, Result, ToolCallEnded, ToolCallStarted } from "../codemode.ts"
import { toolExpression } from "../tool-runtime/expression.ts"
import type { Definition } from "../tool.ts"
import { realTime, runDetached } from "./detached.ts"
import type { Subject } from "./findings.ts"
import { hostEffect } from "./host-effect.ts"
import { show } from "./show.ts"
import type { Tree } from "./tool-map.ts"
import { mapTools, withRun } from "./tool-map.ts"

/** How long the tools that were called were at work, in milliseconds by path; infinity where one does not end. */
export type Times = ReadonlyMap<string, number>

export const auditGate = (subject: Subject): Effect.Effect<Times> =>
  Effect.gen(function* () {
    const { entries, samples, findings } = subject
    const times = new Map<string, number>()
    for (const { path, tool } of entries) {
      const messages = yield* denied(subject, path)
      if (!samples.has(path)) {
        findings.judge("gate", path, messages)
        continue
      }
      const passed = yield* passes(subject, path, tool, (time) => void times.set(path, time))
      if (typeof passed !== "string") findings.judge("gate", path, [...messages, ...passed])
      else if (messages.length > 0) findings.judge("gate", path, messages)
      else findings.leave("gate", path, passed)
    }
    return times
  })

/** The text of the failing start hook: nothing of it may reach the program. */
const REASON = "the audit denies this call"

/** Calls a tool whose start hook fails, in each way that it can. The input is not decoded, and no sample is passed: it may be one that is not accepted. */
const denied = (subject: Subject, path: string): Effect.Effect<string[]> =>
  Effect.gen(function* () {
    const messages: string[] = []
    const ways: readonly [string, Effect.Effect<void>][] = [
      ["fails", Effect.fail(REASON) as unknown as Effect.Effect<void>],
      ["dies", Effect.die(new Error(REASON))]
    ]
    for (const [way, denial] of ways) {
      let runs = 0
      let ends = 0
      const tools = mapTools<unknown>(subject.options.tools ?? {}, (tool) => ({
        ...withRun(tool, () => Effect.sync(() => void runs++)),
        input: {},
        output: undefined
      }))
      const result = yield* call(subject, path, "{}", tools, {
        onToolCallStart: () => denial,
        onToolCallEnd: () => Effect.sync(() => void ends++)
      })
      if (runs > 0) messages.push(`it runs although the start hook ${way}.`)
      if (ends > 0) messages.push(`the end hook is told of a call that the start hook denied.`)
      if (result === undefined) messages.push(`a call that the start hook denied does not end.`)
      else if (!result.ok || (result.value as Caught).caught !== true) {
        messages.push(`the program cannot catch that the start hook ${way}: ${show(result)}`)
      } else if (show(result).includes(REASON)) messages.push(`the program can read why the start hook ${way}.`)
      else if (result.toolCalls.length !== 1) messages.push(`a denied call is not in \`toolCalls\`.`)
    }
    return messages
  })

interface Caught {
  readonly caught?: boolean
  readonly why?: string
}

/** Calls a tool for real; answers what is wrong, or why nothing can be said. */
const passes = (
  subject: Subject,
  path: string,
  tool: Definition<unknown>,
  took: (time: number) => void
): Effect.Effect<string[] | string> =>
  Effect.gen(function* () {
    const { onToolCallStart, onToolCallEnd } = subject.options
    const started: ToolCallStarted[] = []
    const ended: ToolCallEnded[] = []
    const inputs: unknown[] = []
    const messages: string[] = []
    let mayRun = false
    let isDenied = false
    const watch = (one: Definition<unknown>): Definition<unknown> =>
      withRun(one, (input) =>
        Effect.suspend(() => {
          inputs.push(input)
          if (!mayRun) messages.push("it runs before the start hook has ended.")
          const began = realTime()
          took(Infinity)
          return Effect.onExit(
            hostEffect(() => one.run(input)),
            // One that was given up on does not end by itself.
            (exit) => Effect.sync(() => (wasInterrupted(exit) ? undefined : took(realTime() - began)))
          )
        })
      )
    const tools = mapTools<unknown>(subject.options.tools ?? {}, (one) => (one === tool ? watch(one) : one))
    const result = yield* call(subject, path, subject.samples.get(path) ?? "{}", tools, {
      onToolCallStart: (event) =>
        Effect.gen(function* () {
          started.push(event)
          // Whoever does not wait for the hook is ahead of it now.
          yield* Effect.yieldNow
          const exit = yield* Effect.exit(
            onToolCallStart === undefined ? Effect.void : hostEffect(() => onToolCallStart(event))
          )
          isDenied = Exit.isFailure(exit) && !Cause.hasInterruptsOnly(exit.cause)
          mayRun = Exit.isSuccess(exit)
          yield* exit
        }),
      onToolCallEnd: (event) =>
        Effect.andThen(
          Effect.sync(() => void ended.push(event)),
          onToolCallEnd === undefined ? Effect.void : hostEffect(() => onToolCallEnd(event))
        )
    })
    if (result === undefined) return "the call did not end in time."
    if (started.length === 0) {
      return inputs.length > 0
        ? ["it runs without the start hook being told.", ...messages]
        : `the sample is not accepted: ${result.ok ? ((result.value as Caught).why ?? show(result.value)) : result.error.message}`
    }
    if (isDenied) {
      return inputs.length > 0
        ? ["it runs although the host's start hook denied it.", ...messages]
        : "the host's own start hook denies the sample."
    }
    if (started.length !== 1 || started[0].index !== 0 || started[0].name !== path) {
      messages.push(
        `the start hook is told of ${show(started.map(({ index, name }) => [index, name]))} instead of one call.`
      )
    }
    if (inputs.length !== 1) messages.push(`it runs ${inputs.length} times for one call.`)
    else if (!Object.is(inputs[0], started[0].input)) messages.push("the start hook sees another input than the tool.")
    if (ended.length !== 1 || ended[0].index !== 0 || ended[0].name !== path) {
      messages.push(`the end hook is told of ${ended.length} calls instead of one.`)
    } else {
      const isFailure = result.ok && (result.value as Caught).caught === true
      if ((ended[0].outcome === "failure") !== isFailure) {
        messages.push(`the end hook is told of a ${ended[0].outcome}, and the program sees the opposite.`)
      }
    }
    return messages
  })

const wasInterrupted = (exit: Exit.Exit<unknown, unknown>): boolean =>
  Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause)

/** One awaited call; the value tells whether the program caught a failure. Undefined where it takes too long. */
const call = (
  { options, patience }: Subject,
  path: string,
  input: string,
  tools: Tree,
  hooks: Pick<Options<Tree, never>, "onToolCallStart" | "onToolCallEnd">
): Effect.Effect<Result | undefined> =>
  runDetached(
    { ...options, limits: {}, tools, ...hooks },
    `try { await ${toolExpression(path)}(${input}); return { caught: false } } catch (error) { return { caught: true, why: error.message } }`,
    patience
  )
