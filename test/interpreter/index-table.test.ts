import fc from "fast-check"
import { assert, it } from "vitest"
import { IndexTable } from "../../src/interpreter/kernel/index-table.ts"
import { LongList } from "../../src/interpreter/kernel/long-list.ts"
import { found } from "../../src/interpreter/kernel/object.ts"
import { HOLE } from "../../src/interpreter/kernel/values.ts"
import type { Value } from "../../src/interpreter/kernel/values.ts"

const DEFAULT = 7
const CONFIGURABLE = 4

type Step =
  | { readonly do: "set"; readonly key: number; readonly flags: number }
  | { readonly do: "run"; readonly from: number; readonly count: number; readonly by: number }
  | { readonly do: "delete"; readonly key: number }
  | { readonly do: "truncate"; readonly length: number }
  | { readonly do: "restrict"; readonly freeze: boolean }

const key = fc.oneof(fc.nat(20), fc.nat(3000), fc.nat(2 ** 32 - 2))
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant("set" as const), key, flags: fc.constantFrom(7, 7, 7, 3, 5, 0) }),
  fc.record({
    do: fc.constant("run" as const),
    from: fc.nat(4000),
    count: fc.nat(1500),
    by: fc.constantFrom(1, -1, 3)
  }),
  fc.record({ do: fc.constant("delete" as const), key }),
  fc.record({ do: fc.constant("truncate" as const), length: key }),
  fc.record({ do: fc.constant("restrict" as const), freeze: fc.boolean() })
)

it("behaves as a map from index to element", () => {
  fc.assert(
    fc.property(
      fc.array(fc.option(fc.nat(9), { nil: undefined }), { maxLength: 30 }),
      fc.array(step, { maxLength: 30 }),
      (base, steps) => {
        const model = new Map<number, { value: Value; flags: number }>()
        base.forEach((value, i) => value !== undefined && model.set(i, { value, flags: DEFAULT }))
        const table = new IndexTable(new LongList(base.map((value) => (value === undefined ? HOLE : value))))
        let n = 100
        const set = (at: number, flags: number): void => {
          if (at < 0) return
          model.set(at, { value: n, flags })
          table.set(at, n++, flags)
        }
        for (const step of steps) {
          if (step.do === "set") set(step.key, step.flags)
          else if (step.do === "run") for (let i = 0; i < step.count; i++) set(step.from + i * step.by, DEFAULT)
          else if (step.do === "delete") {
            model.delete(step.key)
            table.delete(step.key)
          } else if (step.do === "truncate") {
            const above = [...model.keys()].filter((k) => k >= step.length)
            const fixed = above.filter((k) => (model.get(k)!.flags & CONFIGURABLE) === 0)
            const reached = Math.max(step.length, ...fixed.map((k) => k + 1))
            for (const k of above) if (k >= reached) model.delete(k)
            assert.equal(table.truncate(step.length), reached)
          } else if (table.restrict(step.freeze)) {
            for (const entry of model.values()) entry.flags &= step.freeze ? ~5 : ~4
          }
        }
        assert.deepEqual(
          [...table.keys()],
          [...model.keys()].sort((a, b) => a - b)
        )
        assert.isAtLeast(table.size, model.size)
        for (const [k, { value, flags }] of model) {
          assert.isTrue(table.find(k))
          assert.deepEqual([found.value, found.flags], [value, flags])
        }
        if (table.isPlain) {
          assert.isTrue([...model.values()].every(({ flags }) => flags === DEFAULT))
          const length = Math.max(0, ...model.keys()) + 1
          if (length < 10_000) {
            while (!table.absorb(100, length));
            const { all } = table
            for (let i = 0; i < length; i++) assert.equal(all.at(i), model.has(i) ? model.get(i)!.value : HOLE)
          }
        }
      }
    ),
    { numRuns: 300 }
  )
})
