/** How a canonical path is written in a program. */

const IDENTIFIER = /^[A-Za-z_$][A-Za-z0-9_$]*$/

/** Whether a name needs no quotes as a property, in a program and in a type. Reserved words do not. */
export const isIdentifier = (name: string): boolean => IDENTIFIER.test(name)

/**
 * The expression that reaches the tool with a canonical dotted path: `.name` for identifiers, reserved words included,
 * `["name"]` for everything else.
 *
 * @example
 * ```ts
 * import { CodeMode } from "effect-codemode"
 *
 * CodeMode.toolExpression("context7.resolve-library-id") // tools.context7["resolve-library-id"]
 * ```
 */
export const toolExpression = (path: string): string => {
  if (typeof path !== "string") {
    throw new TypeError(`toolExpression takes a tool's path, a string, not ${path === null ? "null" : typeof path}.`)
  }
  let text = "tools"
  if (path === "") return text
  for (const segment of path.split(".")) text += isIdentifier(segment) ? `.${segment}` : `[${JSON.stringify(segment)}]`
  return text
}

const STEP = /\.?([A-Za-z_$][A-Za-z0-9_$]*)|\[\s*("(?:[^"\\]|\\.)*")\s*\]/y

/**
 * The canonical path of a text such as `tools.context7["resolve-library-id"]`, or `undefined` where the text is not
 * such an expression. The leading `tools` is optional.
 */
export const pathOfExpression = (text: string): string | undefined => {
  const segments: Array<string> = []
  STEP.lastIndex = 0
  while (STEP.lastIndex < text.length) {
    const step = STEP.exec(text)
    if (step === null) return undefined
    if (step[1] !== undefined) {
      if (segments.length > 0 && step[0] === step[1]) return undefined
      segments.push(step[1])
    } else {
      try {
        segments.push(JSON.parse(step[2]!) as string)
      } catch {
        return undefined
      }
    }
  }
  if (segments[0] === "tools" && segments.length > 1) segments.shift()
  return segments.length === 0 ? undefined : segments.join(".")
}
