/** `Intl.Collator` (https://tc39.es/ecma402/#collator-objects). */
import { charge } from "../../interpreter/kernel/agent.ts"
import { stringOf } from "../../interpreter/kernel/convert.ts"
import { compareTexts } from "./collation.ts"
import { makeCollator } from "./collator-options.ts"
import { boundRow, serviceIntrinsics } from "./service.ts"
import type { Service } from "./service.ts"

const service: Service<Intl.Collator> = {
  name: "Collator",
  isCallable: true,
  make: makeCollator,
  supported: (locales, options) => Intl.Collator.supportedLocalesOf(locales, options),
  rows: (self) => [
    boundRow(self, "compare", 2, function* (host, args) {
      const a = yield* stringOf(args[0])
      const b = yield* stringOf(args[1])
      charge(4)
      return yield* compareTexts(host, a, b)
    })
  ]
}

export const collatorIntrinsics = serviceIntrinsics(service)
