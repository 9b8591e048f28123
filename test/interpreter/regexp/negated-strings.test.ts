import fc from "fast-check"
import { expect, it } from "vitest"
import { compile } from "../../../src/interpreter/regexp/index.ts"
import { accepts } from "../../support/caught.ts"
import { hostIsV8 } from "../../support/host.ts"

it.skipIf(!hostIsV8)("negated classes with v are refused where they may contain strings, and only there", () => {
  const member = fc.constantFrom(
    "a",
    "a-b",
    "\\d",
    "\\p{L}",
    "\\q{c}",
    "\\q{cd}",
    "\\q{}",
    "\\p{Basic_Emoji}",
    "[^e]",
    "[f\\q{gh}]",
    "[a--\\q{bc}]",
    "[\\q{bc}--a]",
    "[\\q{bc}&&[a\\q{bc}]]",
    "[\\q{bc}&&a]"
  )
  fc.assert(
    fc.property(fc.array(member, { minLength: 1, maxLength: 4 }), fc.constantFrom("v", "vi"), (members, flags) => {
      const pattern = `[^${members.join("")}]`
      // The host's classes are by the specification.
      const expected = accepts(() => new RegExp(pattern, flags))
      expect([pattern, accepts(() => compile(pattern, flags))]).toEqual([pattern, expected])
    }),
    { numRuns: 1000 }
  )
})
