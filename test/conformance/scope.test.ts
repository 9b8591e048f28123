import { expect, it } from "vitest"
import { parseMetadata } from "./metadata.ts"
import { exclusion } from "./scope.ts"

const why = (path: string, yaml: string, body: string) => {
  const source = `/*---\n${yaml}\n---*/\n${body}`
  return exclusion(path, source, parseMetadata(source))
}

it("excludes by folder, flag, feature, host hook and dynamic code, and nothing else", () => {
  const path = "language/expressions/a.js"
  expect(why("language/eval-code/direct/a.js", "", "")).toBe("folder language/eval-code/")
  expect(why("language/exports/a.js", "", "")).toBeUndefined()
  expect(why(path, "flags: [noStrict]", "")).toBe("flag noStrict")
  expect(why(path, "features: [Symbol, Temporal]", "")).toBe("feature Temporal")
  expect(why(path, "", "var other = $262.createRealm().global;")).toBe("host hook")
  expect(why(path, "", "$262.detachArrayBuffer(b);")).toBeUndefined()
  expect(why(path, "", "eval('1');")).toBe("dynamic code")
  expect(why(path, "", "new GeneratorFunction('yield 1');")).toBe("dynamic code")
  expect(why(path, "", "f instanceof Function; typeof eval; o.eval(1);")).toBeUndefined()
  expect(why(path, "description: eval(x) in the description", "var x;")).toBeUndefined()
  expect(why(path, "", "import('x');")).toBe("module syntax")
  expect(why(path, "", "// import('x')\nvar x;")).toBeUndefined()
})
