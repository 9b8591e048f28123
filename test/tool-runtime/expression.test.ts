import { describe, expect, it } from "vitest"
import { pathOfExpression, toolExpression } from "../../src/tool-runtime/expression.ts"

const rows: ReadonlyArray<readonly [path: string, expression: string]> = [
  ["orders.lookup", "tools.orders.lookup"],
  ["context7.resolve-library-id", 'tools.context7["resolve-library-id"]'],
  ["a.123", 'tools.a["123"]'],
  ["class.new.$x._y", "tools.class.new.$x._y"],
  ['quo"te', 'tools["quo\\"te"]'],
  ["nested.__proto__", "tools.nested.__proto__"],
  ["日本.é", 'tools["日本"]["é"]']
]

describe("toolExpression", () => {
  for (const [path, expression] of rows) {
    it(`writes ${path} as ${expression}, and reads it back`, () => {
      expect(toolExpression(path)).toBe(expression)
      expect(pathOfExpression(expression)).toBe(path)
    })
  }

  it("names what it takes", () => {
    expect(() => toolExpression(5 as never)).toThrow(
      new TypeError("toolExpression takes a tool's path, a string, not number.")
    )
    expect(() => toolExpression(null as never)).toThrow(/not null\.$/)
  })

  it("reads nothing from what is no expression", () => {
    for (const text of ["", "a b", "tools[0]", "tools['a']", 'tools["a"]b', "tools.a()", 'tools["\\x"]']) {
      expect(pathOfExpression(text)).toBeUndefined()
    }
  })
})
