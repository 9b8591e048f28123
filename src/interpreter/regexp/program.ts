import type { CodeSet } from "./code-set.ts"
import type { RegExpFlags } from "./flags.ts"
import type { LinearSearch } from "./linear.ts"
import type { Prefix } from "./prefix.ts"
import type { StringProperty } from "./string-set.ts"

/** How a search finds places worth trying. */
export type Search =
  | { readonly kind: "everywhere" }
  /** Only at the start of the input. */
  | { readonly kind: "start" }
  /** Where this text stands. */
  | { readonly kind: "text"; readonly text: string }
  /** Where the first units fit. */
  | ({ readonly kind: "prefix" } & Prefix)
  /** Where a table allows. */
  | { readonly kind: "table"; readonly table: number }

/** A compiled pattern: immutable, shared by any number of matchers. Made by {@link compile}. */
export interface Program {
  /** The pattern as given. */
  readonly source: string
  /** The flags as given, in the order given. */
  readonly flagText: string
  readonly flags: RegExpFlags
  /** Capturing groups, the whole match (group 0) included. */
  readonly groupCount: number
  /** Group names in source order, each with the indexes of the groups that carry it (several for a repeated name). */
  readonly groupNames: ReadonlyMap<string, ReadonlyArray<number>>
  /** Instructions, see opcode.ts. */
  readonly code: Int32Array
  /** 256 bytes per table: membership of the codes below 256. */
  readonly low: Uint8Array
  /** Per table, what the codes above and the end of input are: bit 0 some code ≥ 256 may belong, bit 1 the end does. */
  readonly beyond: Uint8Array
  /** Per table, the exact set; `undefined` for tables that only say what is worth trying. */
  readonly sets: ReadonlyArray<CodeSet | undefined>
  readonly properties: ReadonlyArray<StringProperty>
  /** Captures (two each), then loop counters and positions. */
  readonly registerCount: number
  readonly search: Search
  /** The host's engine, for patterns and inputs on which it is proven to take little time. */
  readonly linear: LinearSearch | undefined
  /** The instruction of the loop that every attempt begins with, see `leadingRun` in search.ts, or -1. */
  readonly leadingLoop: number
}
