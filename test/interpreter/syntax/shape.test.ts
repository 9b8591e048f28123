import { describe, expect, it } from "vitest"
import { analyse } from "../../../src/interpreter/syntax/analyse.ts"
import { locate } from "../../../src/interpreter/syntax/position.ts"
import { firstToken, unwrap } from "../../../src/interpreter/syntax/shape.ts"
import { read, refusal } from "./support.ts"

const statements = async (source: string): Promise<string[]> => {
  const { body } = await read(source)
  return body.map((node) => source.slice(node.start, node.end))
}

describe("fences and prose", () => {
  it.each([
    ["```js\nreturn 1\n```"],
    ["```\nreturn 1\n```\n"],
    ["\n  ```javascript\n  return 1\n  ```"],
    ["~~~ts\nreturn 1\n~~~"],
    ["````js\nreturn 1\n````"],
    ["```js\r\nreturn 1\r\n```"],
    ["Here is the program:\n\n```js\nreturn 1\n```\n\nIt returns 1, as you asked."],
    ['```js title="a.js"\nreturn 1\n```'],
    ["```js\nreturn 1"],
    ["```js\nreturn 1```"],
    ["```js return 1```"],
    ["> ```js\nreturn 1\n```"],
    // These parse as they stand: an expression, a label, a variable with a non-null assertion, each calling a template.
    ["Sure!\n```js\nreturn 1\n```"],
    ["Answer:\n\n```js\nreturn 1\n```"],
    ["Program\n```js\nreturn 1\n```"]
  ])("runs the content of %j", async (source) => {
    expect(await statements(source)).toEqual(["return 1"])
  })

  it("counts lines of the submitted text", async () => {
    const source = "Sure!\n\n```ts\nconst x: number = 1\nreturn x()\n```"
    const { body } = await read(source)
    expect(locate(source, body[1].start)).toEqual({ line: 5, column: 1 })
    expect(await refusal(source.replace("x()", "x(;"))).toMatchObject({ kind: "ParseError", at: "5:10" })
    expect(await refusal(source.replace("x()", "import.meta"))).toMatchObject({ kind: "UnsupportedSyntax", at: "5:8" })
  })

  it("keeps backticks and fences inside the program", async () => {
    expect(await statements("```js\nreturn `a${'`'}`\n```")).toEqual(["return `a${'`'}`"])
    expect(await statements("````js\nconst md = '```'\nreturn md\n````")).toHaveLength(2)
  })

  it("reads the shape of the content as well", async () => {
    expect((await read("```js\nasync function main() { return 1 }\n```")).entry).toBe("call")
  })

  it("leaves a text that parses alone, fences in strings included", async () => {
    expect(await statements("return '```js\\n1\\n```'")).toHaveLength(1)
  })

  it("does not choose between several fences", async () => {
    const error = await refusal("First this:\n```js\n1\n```\nThen this one:\n```js\n2\n```")
    expect(error).toMatchObject({ kind: "ParseError", at: "6:1" })
    expect(error.message).toContain("2 fenced blocks")
  })

  it("does not run other languages", async () => {
    const error = await refusal("Run this here:\n```bash\nls -la\n```")
    expect(error).toMatchObject({ kind: "ParseError", at: "2:1" })
    expect(error.message).toContain("bash")
  })

  it("refuses an empty fence", async () => {
    expect((await refusal("```js\n\n```")).message).toBe("Code cannot be empty.")
  })

  it("takes time in proportion to the text", () => {
    for (const source of [
      "```\n" + "x\n".repeat(200_000),
      "```" + " ".repeat(500_000) + "`\n```",
      "~".repeat(500_000) + "`",
      "```js" + " ".repeat(500_000) + "x",
      "`".repeat(500_000)
    ]) {
      expect(unwrap(source).kind).toMatch(/program|none|several|language/)
    }
    expect(firstToken("/* a */ ".repeat(100_000) + "/* x")).toBe(800_000)
  }, 5_000)
})

describe("a function alone", () => {
  it.each([
    "async () => { return 1 }",
    "() => 1;",
    "(async function () { return 1 })",
    "(() => 1)",
    "async function main() { return 1 }",
    "function run() { return 1 }",
    "// why\nasync function main() { return 1 }\n/* end */",
    "'use strict'\nasync () => 1",
    "function () { return 1 }",
    "async function () { return 1 };",
    "export default async function () { return 1 }",
    "export default function main() { return 1 }",
    "export default async () => 1",
    "interface A { b: 1 }\nasync function main(): Promise<number> { return 1 as number }",
    "async (): Promise<number> => 1",
    "async function (): Promise<number> { return 1 }"
  ])("is called: %s", async (source) => {
    const parsed = await read(source)
    expect(parsed.entry).toBe("call")
    expect(parsed.entryFunction!.params).toEqual([])
    const last = parsed.body.at(-1)!
    expect(last).toMatchObject({ type: "ReturnStatement", argument: { type: "CallExpression", arguments: [] } })
    expect(analyse(parsed).kind).toBe("program")
    expect(parsed.entryFunction!.functionScope).toBeDefined()
  })

  it.each([
    "async (x) => x",
    "function* g() { yield 1 }",
    "function main() {}\nmain()",
    "function a() {} function b() {}",
    "const main = async () => 1",
    "class A {}",
    "1; () => 2"
  ])("is not what this is: %s", async (source) => {
    expect(await read(source)).toMatchObject({ entry: "statements", entryFunction: null })
  })

  it("resolves the call to the declared name", async () => {
    const parsed = await read("async function main() { return main }")
    analyse(parsed)
    const call = parsed.body[1]
    if (call.type !== "ReturnStatement" || call.argument?.type !== "CallExpression") throw new Error("no call")
    if (call.argument.callee.type !== "Identifier") throw new Error("no name")
    expect(call.argument.callee.reference).toMatchObject({ kind: "local", binding: { name: "main", kind: "function" } })
  })
})

describe("texts that are no program", () => {
  it.each([
    ["curl https://example.com | jq .", "shell command", "tools"],
    ["$ npm install effect", "shell command", "tools"],
    ["ls -la /tmp/*.js", "shell command", "tools"],
    ['{"tool": "users.list", "arguments": {"limit": 1}}', "tool call", "tools.users.list({ … })"],
    ['{"name": "tools.a.b", "input": {}}', "tool call", "tools.a.b({ … })"],
    ['{"code": "return 1"}', "tool call", "program text"],
    ['{"a": 1}', "JSON document", "return"],
    ["<!DOCTYPE html>\n<html></html>", "HTML", "string"],
    ["<div class='a'>x</div>", "HTML", "string"],
    ["<tool_call>a</tool_call>", "markup", "JavaScript"],
    ["def main():\n    return 1", "Python", "braces"],
    ["for x in range(3):\n    print(x)", "Python", "braces"],
    ["import json", "Python", "JavaScript"],
    ["SELECT id FROM users WHERE a = 1", "SQL", "tool"],
    ["I will list the users and return them.", "prose", "comments"],
    ["Here's the result you wanted", "prose", "comments"]
  ])("%s", async (source, message, suggestion) => {
    const error = await refusal(source)
    expect(error.kind).toBe("ParseError")
    expect(error.message).toContain(message)
    expect(error.suggestions!.join()).toContain(suggestion)
  })

  it.each(["const ls = 1\nconst x = ;", "find = items.find(x => x.a ;", "let x = { a: 1 };\nif (x) { y ? z : }"])(
    "does not mistake a program with an error for one: %s",
    async (source) => {
      expect((await refusal(source)).message).not.toContain("looks like")
    }
  )
})
