import { Effect } from "effect"
import { assert, expect, it } from "vitest"
import { CodeMode } from "../../src/index.ts"
import { DENSE_LIMIT, LongList } from "../../src/interpreter/kernel/long-list.ts"

it("answers as an array does, on both sides of every page", () => {
  for (const begin of [0, 10, DENSE_LIMIT + 5]) {
    const list = new LongList(Array.from({ length: begin }, (_, i) => i))
    for (let i = begin; i < DENSE_LIMIT + 200_000; i++) list.push(i)
    const start = Math.max(DENSE_LIMIT, begin)
    const places = [0, 9, start - 1, start, start + 65_535, start + 65_536, start + 131_072, DENSE_LIMIT + 199_999]
    for (const place of places) {
      assert.equal(list.at(place), place)
      list.put(place, -place)
      assert.equal(list.at(place), -place)
    }
    for (const length of [start + 131_073, start + 131_072, start + 131_071, start + 65_536, start + 1, start, 7]) {
      list.truncate(length)
      assert.equal(list.length, length)
      list.push("new")
      assert.equal(list.at(length), "new")
      assert.equal(list.length, length + 1)
    }
  }
})

it("programs do not see where an array goes on in pages", { timeout: 60_000 }, async () => {
  const program = `
    const n = ${DENSE_LIMIT}
    const filled = Array(n + 100_000).fill(1)
    filled[n + 7] = 8
    filled.length = n + 50_000
    filled.push(2, 3)
    const pushed = []
    for (let i = 0; i < n - 3; i++) pushed[i] = 0
    for (let i = 0; i < 6; i++) pushed.push(i)
    pushed[n + 10] = "far"
    const made = Array.from({ length: n + 70_000 }, (_, i) => i)
    const parts = "x".repeat(n + 9).split("")
    const parsed = JSON.parse("[" + "0,".repeat(n + 1) + "1]")
    delete made[n + 3]
    Object.freeze(parts)
    return [
      [filled.length, filled[n + 7], filled.at(-1), filled.at(-2), filled.at(-3), n + 7 in filled],
      [pushed.length, pushed[n - 1], pushed[n + 2], pushed[n + 3], n + 3 in pushed, pushed[n + 10], pushed.pop(), pushed.length],
      [made.length, made[n], made[n + 3], n + 3 in made, made[n + 69_999], made.lastIndexOf(n + 65_536)],
      [parts.length, parts[n + 8], Object.getOwnPropertyDescriptor(parts, n + 8).writable],
      [parsed.length, parsed[n], parsed[n + 1]],
      [made.splice(n, 2, "a").length, made[n], made[n + 1], made.length]
    ]
  `
  const n = DENSE_LIMIT
  const result = await Effect.runPromise(CodeMode.make({ tools: {} }).execute(program))
  expect(result).toHaveProperty("value", [
    [n + 50_002, 8, 3, 2, 1, true],
    [n + 11, 2, 5, null, false, "far", "far", n + 10],
    [n + 70_000, n, null, false, n + 69_999, n + 65_536],
    [n + 9, "x", false],
    [n + 2, 0, 1],
    [2, "a", n + 2, n + 69_999]
  ])
})
