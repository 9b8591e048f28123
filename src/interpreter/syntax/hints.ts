/**
 * What a text that does not parse looks like, and what a missing name stands for: one clause each on what to do instead.
 */

/** A better message for a text that is not a program at all. */
export interface Likeness {
  readonly message: string
  readonly suggestion: string
}

const HEAD_LENGTH = 400

const SHELL_COMMANDS: ReadonlySet<string> = new Set(
  (
    "ls cd pwd cat curl wget grep rg find sed awk echo mkdir rmdir rm cp mv touch chmod chown sudo apt apt-get brew npm npx " +
    "yarn pnpm node deno bun python python3 pip pip3 git gh docker kubectl bash sh zsh source head tail sort wc tar unzip " +
    "ssh scp ping whoami which env printf xargs jq make cargo go tree kill ps df du"
  ).split(" ")
)

const noShell = "There is no shell here: write JavaScript, and call tools as `await tools.name({ … })`."

/** Whether a first line is a shell command: a known word, then flags, paths or words rather than JavaScript. */
const isShell = (line: string): boolean => {
  if (/^\$\s+\S/.test(line) || /^#!.*\b(?:ba|z)?sh\b/.test(line)) return true
  if (/^(?:export\s+)?[A-Z_][A-Z0-9_]*=\S*\s+[a-z]/.test(line)) return true
  const match = /^([a-z][\w-]*)(?:\s+(\S.*))?$/.exec(line)
  if (!match || !SHELL_COMMANDS.has(match[1])) return false
  return (
    match[2] === undefined ||
    !/^(?:[=(.?;,+*%&|<>[]|in\b|of\b|instanceof\b)/.test(match[2]) ||
    /^\.{0,2}\//.test(match[2])
  )
}

const isPython = (head: string): boolean =>
  /^(?:async )?def \w+\(/m.test(head) ||
  /^from [\w.]+ import /m.test(head) ||
  /^import \w+(?: as \w+)?$/m.test(head) ||
  /^(?:if|elif|while|with) [^(){};?]*:[ \t]*(?:#.*)?$/m.test(head) ||
  /^(?:async )?for [\w, ]+ in [^{};?]*:[ \t]*(?:#.*)?$/m.test(head) ||
  /^(?:else|try|finally|except(?: [\w., ()]+)?):[ \t]*(?:#.*)?$/m.test(head) ||
  /^print [^(=]/m.test(head)

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    // Not JSON is an answer here, not a failure.
    return undefined
  }
}

const CODE_KEYS = ["code", "source", "program", "script", "javascript"] as const
const CALL_KEYS = ["tool", "name", "tool_name", "function", "recipient_name", "tool_calls", "method"] as const
const ARGUMENT_KEYS = ["arguments", "args", "input", "parameters", "params", "tool_calls", "function"] as const

const jsonLikeness = (source: string): Likeness | undefined => {
  const document = parseJson(source)
  if (typeof document !== "object" || document === null) return undefined
  const first: unknown = Array.isArray(document) ? document[0] : document
  const keys = typeof first === "object" && first !== null ? first : {}
  if (CODE_KEYS.some((key) => typeof Reflect.get(keys, key) === "string")) {
    return {
      message: "This looks like the JSON document of a tool call, not a program.",
      suggestion: "Send the program text itself, without the JSON around it."
    }
  }
  if (CALL_KEYS.some((key) => key in keys) && ARGUMENT_KEYS.some((key) => key in keys)) {
    const name = CALL_KEYS.map((key) => Reflect.get(keys, key) as unknown).find((value) => typeof value === "string")
    const path = typeof name === "string" && /^[\w$]+(?:\.[\w$]+)*$/.test(name) ? name.replace(/^tools\./, "") : "name"
    return {
      message: "This looks like the JSON document of a tool call, not a program.",
      suggestion: `Write JavaScript that makes the call: return await tools.${path}({ … })`
    }
  }
  return {
    message: "This looks like a JSON document, not a program.",
    suggestion: "Write JavaScript. To return this value, put `return` before it."
  }
}

/** What the text looks like, when it does not look like JavaScript. `position` is where the parser gave up. */
export const likeness = (source: string, position: number | null): Likeness | undefined => {
  const head = source.trimStart().slice(0, HEAD_LENGTH)
  const firstLine = head.split(/[\n\r]/, 1)[0].trimEnd()
  if (/^[{[]/.test(head)) {
    const json = jsonLikeness(source)
    if (json) return json
  }
  if (/^<(?:!doctype|\?xml|[a-z][\w:-]*(?:\s|>|\/))/i.test(head)) {
    return {
      message: "This looks like HTML or other markup, not a program.",
      suggestion: "Send JavaScript. To produce markup, return it as a string."
    }
  }
  if (isShell(firstLine)) {
    return { message: "This looks like a shell command, not a program.", suggestion: noShell }
  }
  if (isPython(head)) {
    return {
      message: "This looks like Python, not JavaScript.",
      suggestion: "Write the same in JavaScript: blocks in braces, `const` and `let`, `await tools.name({ … })`."
    }
  }
  if (/^(?:select\s[^=(]*\sfrom|insert\s+into|update\s+\w+\s+set|delete\s+from|create\s+table)\s/i.test(head)) {
    return {
      message: "This looks like SQL, not a program.",
      suggestion: "There is no database here: pass the query as a string to a tool that runs it."
    }
  }
  // A sentence: words, and the parser stopped near the first of them.
  const start = source.length - source.trimStart().length
  const nearStart = position === null || position - start <= firstLine.length
  if (nearStart && /^(?:#{1,6} |[-*] |\d+\. )?[A-Z][\w'’]*,?(?: [\w'’"`(),:/-]+){2,}/.test(firstLine)) {
    return {
      message: "This looks like prose, not a program.",
      suggestion: "Send only JavaScript; put explanations in comments."
    }
  }
  return undefined
}

const noNetwork = "There is no network here: call a tool through `tools` instead."
const noFiles = "There is no file system here: use a tool from `tools` instead."
const noTimers = "There are no timers here: `await` what you wait for, or leave the delay to a tool."
const noModulesHere = "There are no modules here: use the standard library and `tools`."
const noPage = "There is no page or browser here: return data instead."
const noDialog = "Nobody can answer while a program runs: return what you want to say."
const noProcess = "There is no process or operating system here: everything a program needs comes through `tools`."
const noThreads = "There are no threads here: start calls together and `await Promise.all([...])`."
const python = (write: string): string => `That is Python: write \`${write}\`.`

/** Names that programs expect and that are absent on purpose, each with what to do instead. */
const absentGlobals: ReadonlyMap<string, string> = new Map([
  ...[
    "fetch",
    "XMLHttpRequest",
    "WebSocket",
    "EventSource",
    "axios",
    "got",
    "ky",
    "superagent",
    "http",
    "https",
    "net"
  ].map((name) => [name, noNetwork] as const),
  ...["Request", "Response", "FormData", "AbortController", "AbortSignal"].map((name) => [name, noNetwork] as const),
  ...["fs", "path", "readFile", "writeFile", "readFileSync", "writeFileSync", "File", "FileReader", "Blob"].map(
    (name) => [name, noFiles] as const
  ),
  ...[
    "setTimeout",
    "setInterval",
    "setImmediate",
    "clearTimeout",
    "clearInterval",
    "clearImmediate",
    "sleep",
    "delay"
  ].map((name) => [name, noTimers] as const),
  ...["requestAnimationFrame", "requestIdleCallback"].map((name) => [name, noTimers] as const),
  ...["require", "module", "exports", "define", "__dirname", "__filename", "lodash", "_", "moment", "dayjs"].map(
    (name) => [name, noModulesHere] as const
  ),
  ...[
    "window",
    "document",
    "navigator",
    "location",
    "localStorage",
    "sessionStorage",
    "indexedDB",
    "history",
    "screen"
  ].map((name) => [name, noPage] as const),
  ...["$", "jQuery", "Element", "HTMLElement", "Node", "Event", "EventTarget", "DOMParser", "page", "browser"].map(
    (name) => [name, noPage] as const
  ),
  ...["alert", "confirm", "prompt", "input", "readline"].map((name) => [name, noDialog] as const),
  ...["os", "child_process", "exec", "execSync", "spawn", "spawnSync", "shell", "subprocess", "Deno", "Bun"].map(
    (name) => [name, noProcess] as const
  ),
  ...["Worker", "SharedArrayBuffer", "Atomics", "worker_threads", "cluster"].map((name) => [name, noThreads] as const),
  ["process", "There is no process here, and no environment: everything a program needs comes through `tools`."],
  ["Buffer", "There is no Buffer here: use `Uint8Array`, `TextEncoder`, `atob` and `btoa`."],
  ["global", "Use `globalThis`."],
  ["self", "Use `globalThis`."],
  ["performance", "There is no performance clock here: use `Date.now()` or `console.time`."],
  ["Temporal", "Temporal is not available here: use `Date`."],
  ["WeakRef", "Collection cannot be observed here: keep the object itself, or use a `WeakMap`."],
  ["FinalizationRegistry", "Collection cannot be observed here: release resources with `using` or `finally`."],
  ["ShadowRealm", "There is one realm here: write functions instead."],
  ["MessageChannel", "There are no message channels here: call functions and `await` promises."],
  ["ReadableStream", "There are no streams here: use async generators."],
  ["util", "There is no util module here: print with `console.log`, which shows nested values."],
  ["await", "`await` works only in async functions: mark the enclosing function `async`."],
  ["arguments", "`arguments` exists only inside functions."],
  ["print", "Use `console.log`."],
  ["echo", "Use `console.log`."],
  ["puts", "Use `console.log`."],
  ["println", "Use `console.log`."],
  ["len", python("value.length")],
  ["str", python("String(value)")],
  ["int", python("Math.trunc(Number(value))")],
  ["float", python("Number(value)")],
  ["range", python("for (let i = 0; i < n; i++)")],
  ["True", python("true")],
  ["False", python("false")],
  ["None", python("null")],
  ["json", python("JSON.parse(text) or JSON.stringify(value)")],
  ["nil", "Use `null`."],
  ["NULL", "Use `null`."]
])

/** Of those, words that programs also use for their own variables: a near miss of such a variable is likelier. */
const COMMON_WORDS: ReadonlySet<string> = new Set(
  (
    "got http https net path sleep delay define module exports location history screen page browser input os exec shell " +
    "cluster self util print echo len str int float range json nil _ $"
  ).split(" ")
)

const comparable = (name: string): string => name.toLowerCase().replace(/[^a-z0-9\u0080-\uffff]/g, "")

/** Edits between two words, a swap of neighbours counting as one; anything above `limit` comes back as `limit + 1`. */
const editDistance = (left: string, right: string, limit: number): number => {
  if (Math.abs(left.length - right.length) > limit) return limit + 1
  let beforeLast: number[] = []
  let last = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (let row = 1; row <= left.length; row++) {
    const current = [row]
    let best = row
    for (let column = 1; column <= right.length; column++) {
      const same = left[row - 1] === right[column - 1]
      let cost = Math.min(last[column] + 1, current[column - 1] + 1, last[column - 1] + (same ? 0 : 1))
      if (row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1]) {
        cost = Math.min(cost, beforeLast[column - 2] + 1)
      }
      current.push(cost)
      best = Math.min(best, cost)
    }
    if (best > limit) return limit + 1
    beforeLast = last
    last = current
  }
  return last[right.length]
}

/** Names longer than this are not compared: nobody misspells them by a letter, and comparing costs their product. */
const MAX_COMPARED = 64

/**
 * The name among `known` that `name` is most likely a misspelling of: equal but for case and punctuation, or one edit away
 * (two in words of six letters and more). The first of equally near ones wins.
 */
export const nearestName = (name: string, known: Iterable<string>): string | undefined => {
  if (name.length > MAX_COMPARED) return undefined
  const wanted = comparable(name)
  const limit = name.length >= 6 ? 2 : name.length >= 3 ? 1 : 0
  let best: string | undefined
  let bestDistance = limit + 0.75
  for (const candidate of known) {
    if (candidate === name || candidate.length > MAX_COMPARED) continue
    const letters = comparable(candidate)
    const same = wanted !== "" && letters === wanted
    let distance = same ? 0 : Math.max(1, editDistance(name, candidate, limit))
    // `Jsn` is nearer to `JSON` than its letters' case says.
    if (distance > limit && limit > 0 && (letters !== candidate || wanted !== name)) {
      distance = editDistance(wanted, letters, limit) + 0.5
    }
    if (distance < bestDistance) {
      best = candidate
      bestDistance = distance
    }
  }
  return best
}

/**
 * What to do about a name that does not exist, in one sentence; undefined when there is nothing better to say than that.
 *
 * `known` are the names that do exist where it was used, the likeliest first: locals, then globals. A well-known absent
 * global is explained; anything else is compared with them.
 */
export const absentGlobalHint = (name: string, known: Iterable<string>): string | undefined => {
  const absent = absentGlobals.get(name)
  if (absent !== undefined && !COMMON_WORDS.has(name)) return absent
  const near = nearestName(name, known)
  if (near !== undefined) return `Did you mean \`${near}\`?`
  return absent ?? (SHELL_COMMANDS.has(name) ? noShell : undefined)
}
