import { assert, it } from "vitest"
import { Alike } from "../../src/interpreter/kernel/alike.ts"

const long = (end: string): string => "x".repeat(20_000) + end

it("equal texts and integers are found again, others are not", () => {
  const texts = new Alike<string>()
  const first = long("a")
  assert.isUndefined(texts.find(first, first))
  assert.isUndefined(texts.find(long("b"), long("b")))
  assert.strictEqual(texts.find(long("a"), long("a")), first)
  const integers = new Alike<bigint>()
  for (const n of [1n, 2n]) assert.isUndefined(integers.find((n << 1000n).toString(16), n << 1000n))
  assert.strictEqual(integers.find((1n << 1000n).toString(16), 1n << 1000n), 1n << 1000n)
})

it("texts that differ at their ends are not compared with each other, and those that look the same with few", () => {
  const texts = new Alike<string>()
  for (let i = 0; i < 1000; i++) {
    const text = long(`${i}`.padStart(4, "0"))
    assert.isUndefined(texts.find(text, text))
    assert.strictEqual(texts.compared, 0)
  }
  for (let i = 0; i < 100; i++) {
    const text = `x${"x".repeat(i)}y${"x".repeat(20_000 - i)}`
    texts.find(text, text)
    assert.isAtMost(texts.compared, 4)
  }
})
