import { assert, it } from "vitest"
import { Alike } from "../../src/interpreter/kernel/alike.ts"

const long = (end: string): string => "x".repeat(20_000) + end

it("equal texts are found again, others are not", () => {
  const texts = new Alike()
  const first = long("a")
  assert.isUndefined(texts.find(first))
  assert.isUndefined(texts.find(long("b")))
  assert.strictEqual(texts.find(long("a")), first)
})

it("texts that differ at their ends are not compared with each other, and those that look the same with few", () => {
  const texts = new Alike()
  for (let i = 0; i < 1000; i++) {
    const text = long(`${i}`.padStart(4, "0"))
    assert.isUndefined(texts.find(text))
    assert.strictEqual(texts.compared, 0)
  }
  for (let i = 0; i < 100; i++) {
    const text = `x${"x".repeat(i)}y${"x".repeat(20_000 - i)}`
    texts.find(text)
    assert.isAtMost(texts.compared, 4)
  }
})
