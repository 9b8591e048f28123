import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { TestFile } from "./scope.ts"

/**
 * How a test becomes text to run.
 *
 * `program`: the body of an async function, as `execute` takes it. `script`: a strict global script, what test262 was
 * written for; only the host engine runs it, as the reference.
 */
export type Shape = "program" | "script"

export interface Assembled {
  readonly code: string
  /** Lines before the first line of the test itself. */
  readonly offset: number
  readonly source: string
}

/** Printed by a program whose test must end with an uncaught error: the marker and the error's class name. */
export const uncaughtMarker = "conformance: uncaught "

// `$DONE` prints; the program waits for the first print, so that it does not return before an asynchronous test is over.
// The thenable has no prototype and calls nothing a test may have replaced.
const asyncPrelude = `
var $conformance = { settled: false, wake: undefined };
var print = (function (log) {
  return function print(message) {
    log(message);
    $conformance.settled = true;
    if ($conformance.wake) $conformance.wake();
  };
})(console.log);
`

const asyncEpilogue = `
await { __proto__: null, then: function (resolve) { if ($conformance.settled) resolve(); else $conformance.wake = resolve; } };
return;
`

// asyncHelpers.js looks for $DONE on the global object, where a script's function declarations live but a program's do not.
const globalDone = `Object.defineProperty(globalThis, "$DONE", { value: $DONE, writable: true, enumerable: false, configurable: true });\n`

const hostObject = `
var $262 = (function (transfer, isDetached) {
  return {
    global: globalThis,
    detachArrayBuffer: function (buffer) {
      if (typeof $detach === "function") return $detach(buffer);
      if (!isDetached.call(buffer)) transfer.call(buffer);
      return null;
    },
    destroy: function () {}
  };
})(ArrayBuffer.prototype.transfer, Object.getOwnPropertyDescriptor(ArrayBuffer.prototype, "detached")?.get);
`

// Two harness files make code from text, which this language refuses. The same values come from ordinary code here.
const harnessRewrites: Record<string, (text: string) => string> = {
  "resizableArrayBufferUtils.js": (text) =>
    replaceOnce(
      text,
      `return new Function('return class My' + type + ' extends ' + type + ' {}')();`,
      `var name = 'My' + type; return ({ [name]: class extends globalThis[type] {} })[name];`
    ),
  "wellKnownIntrinsicObjects.js": (text) =>
    replaceOnce(
      text.replace(/^(\s*)source: (["'`])((?:\\.|(?!\2).)+)\2,$/gm, (line, indent: string, _quote, source: string) => {
        return `${line} make: function () { return ${source.replace(/\\(["'`])/g, "$1")}; },`
      }),
      `actual = new Function("return " + wkio.source)();`,
      `actual = wkio.make();`
    )
}

function replaceOnce(text: string, before: string, after: string): string {
  if (!text.includes(before)) throw new Error(`the harness changed: \`${before}\` not found`)
  return text.replace(before, () => after)
}

/** Builds programs for one checkout and one shape; harness files are read once. */
export class Assembler {
  readonly checkout: string
  readonly shape: Shape
  private readonly harness = new Map<string, string>()
  private readonly preludes = new Map<string, string>()

  constructor(checkout: string, shape: Shape) {
    this.checkout = checkout
    this.shape = shape
  }

  assemble(test: TestFile): Assembled {
    const source = readFileSync(join(this.checkout, "test", test.path), "utf8")
    const { flags, includes, negative } = test.metadata
    const isAsync = flags.includes("async")
    const parts = ["assert.js", "sta.js", ...(isAsync ? ["doneprintHandle.js"] : []), ...includes]
    const needsHost = source.includes("$262") || includes.some((name) => this.file(name).includes("$262"))
    const prelude = this.prelude(parts, needsHost, !isAsync && /\bprint\b/.test(source))
    if (this.shape === "script") return assembled(prelude, source, "\n")
    if (negative?.phase === "runtime") {
      // An inner async arrow has the scope rules of the program's own body, and its failure can be named exactly.
      return assembled(
        `${prelude}var $run = async () => {\n`,
        source,
        `\n};\ntry { await $run(); } catch (error) { console.log(${JSON.stringify(uncaughtMarker)} + error.constructor.name); }\nreturn;\n`
      )
    }
    if (negative !== undefined) return assembled(prelude, source, "\n")
    return assembled(prelude, source, isAsync ? asyncEpilogue : "\nreturn;\n")
  }

  private prelude(parts: ReadonlyArray<string>, needsHost: boolean, needsPrint: boolean): string {
    const key = `${parts.join()} ${needsHost} ${needsPrint}`
    const known = this.preludes.get(key)
    if (known !== undefined) return known
    let text = this.shape === "script" ? `"use strict";\n` : ""
    if (needsHost) text += hostObject
    // Every host of test262 has `print`; only asynchronous tests need it to do more.
    if (needsPrint) text += "function print(message) { console.log(message); }\n"
    for (const part of parts) {
      if (part === "doneprintHandle.js") text += this.shape === "script" ? "var print = console.log;\n" : asyncPrelude
      text += `${this.file(part)}\n`
      if (part === "doneprintHandle.js" && this.shape === "program") text += globalDone
    }
    this.preludes.set(key, text)
    return text
  }

  private file(name: string): string {
    const known = this.harness.get(name)
    if (known !== undefined) return known
    const text = readFileSync(join(this.checkout, "harness", name), "utf8")
    const rewrite = harnessRewrites[name]
    const result = rewrite === undefined ? text : rewrite(text)
    this.harness.set(name, result)
    return result
  }
}

function assembled(prelude: string, source: string, epilogue: string): Assembled {
  return { code: prelude + source + epilogue, offset: prelude.split(/\r\n|[\n\r\u2028\u2029]/).length - 1, source }
}
