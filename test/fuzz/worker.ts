import { check } from "./check.ts"
import type { Answer, Order } from "./cli.ts"
import { runGuest, slicedGuest } from "./guest.ts"
import { sourceOf } from "./worker-source.ts"

const [kind, slice] = process.argv.slice(2)
const guest = slice === "" ? runGuest : slicedGuest(Number(slice))
const { source, missing } = await sourceOf(kind, guest)

// Programs leave rejections behind on purpose; inside a context of the host engine they surface here.
process.on("unhandledRejection", () => undefined)
process.on("disconnect", () => process.exit(0))
process.on("message", async ({ seed, count }: Order) => {
  const tally = { programs: 0, refused: 0, lines: 0, calls: 0 }
  const finding = await check(source, seed, count, tally, guest)
  process.send?.({ finding, tally, missing } satisfies Answer)
})
process.send?.("ready")
