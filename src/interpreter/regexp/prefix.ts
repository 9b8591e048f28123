import { CodeSet, hasLow } from "./code-set.ts"
import type { First } from "./first.ts"
import type { PatternNode, SetNode } from "./node.ts"

/**
 * What the first few units of a match may be, as bit masks for a search with one machine word of state.
 *
 * The entry for unit `u` (256 for all above 255) has a bit for each place at which `u` may stand. A place for the unit
 * before the match comes first when `before` is set. Forward, bit `k` is place `k` and the search is shift-and: one
 * shift and one mask per unit, whatever the pattern. Backward, bit `k` is place `k` from the end and the search looks at
 * windows from their end (BNDM), which skips most of the text when few units fit any place.
 */
export interface Prefix {
  readonly masks: Int32Array
  /** How many places there are, that before the match included. */
  readonly places: number
  /** Place 0 is the unit before the match. */
  readonly before: boolean
  /** With `before`: the start of the input fits as well. */
  readonly startFits: boolean
  readonly backward: boolean
}

const maxPlaces = 8
/** Enough for any ordinary pattern; nested loops could multiply the work. */
const maxWork = 400

/** `undefined` when matches may be empty. */
export function findPrefix(root: PatternNode, first: First, unicode: boolean): Prefix | undefined {
  if (root.min === 0) return undefined
  const builder = new PrefixBuilder(Math.min(root.min, maxPlaces), unicode)
  builder.walk(root, 1)
  const before = unitBefore(root, first)
  const shift = before === undefined ? 0 : 1
  const masks = new Int32Array(257)
  for (let unit = 0; unit <= 256; unit++) {
    let mask = builder.masks[unit]
    const possible =
      first.anything || (unit < 256 ? hasLow(first.low, unit) : first.high === undefined || first.high.length > 0)
    if (!possible) mask &= ~1
    masks[unit] = mask << shift
    if (before !== undefined && (unit < 256 ? before.low[unit] === 1 : before.high)) masks[unit] |= 1
  }
  // Places at the end that nearly everything fits only slow the search down.
  let places = builder.places + shift
  while (places > 1 + shift && share(masks, places - 1) > 0.7) places--
  for (let unit = 0; unit <= 256; unit++) masks[unit] &= (1 << places) - 1
  let sum = 0
  for (let place = 0; place < places; place++) sum += share(masks, place)
  const backward = places > 1 && sum < 0.3 * places
  return {
    masks: backward ? masks.map((mask) => reversed(mask, places)) : masks,
    places,
    before: before !== undefined,
    startFits: before?.atStart ?? false,
    backward
  }
}

/** About which share of ordinary text fits a place. */
function share(masks: Int32Array, place: number): number {
  let sum = 0
  for (let unit = 0; unit <= 256; unit++) if ((masks[unit] & (1 << place)) !== 0) sum += frequency(unit)
  return sum
}

function frequency(unit: number): number {
  if (unit > 127) return unit === 256 ? 0.02 : 0
  const char = String.fromCharCode(unit)
  if (char === " ") return 0.15
  if ("etaoinshrdlu".includes(char)) return 0.05
  if (char >= "a" && char <= "z") return 0.012
  if (char >= "0" && char <= "9") return 0.008
  return unit < 32 && char !== "\n" ? 0 : 0.004
}

function reversed(mask: number, places: number): number {
  let result = 0
  for (let place = 0; place < places; place++) if ((mask & (1 << place)) !== 0) result |= 1 << (places - 1 - place)
  return result
}

class PrefixBuilder {
  readonly masks = new Int32Array(257)
  readonly places: number
  private readonly all: number
  private readonly unicode: boolean
  private work = 0

  constructor(places: number, unicode: boolean) {
    this.places = places
    this.all = (1 << places) - 1
    this.unicode = unicode
  }

  /** Adds what `node` may match at the places in `at`; gives the places that what follows it may begin at. */
  walk(node: PatternNode, at: number): number {
    if (at === 0) return 0
    if (++this.work > maxWork) return this.anythingFrom(at)
    switch (node.kind) {
      case "text": {
        let places = at
        for (const unit of node.units) {
          if (places === 0) return 0
          this.masks[unit < 256 ? unit : 256] |= places
          places = (places << 1) & this.all
        }
        return places
      }
      case "set":
        return this.addSet(node, at)
      case "sequence":
        return node.items.reduce((places, item) => this.walk(item, places), at)
      case "choice":
        return node.items.reduce((places, item) => places | this.walk(item, at), 0)
      case "capture":
        return this.walk(node.body, at)
      case "loop": {
        let places = at
        for (let count = Math.min(node.least, this.places); count > 0; count--) places = this.walk(node.body, places)
        let fresh = places
        for (let count = node.least; count < node.most && fresh !== 0; count++) {
          fresh = this.walk(node.body, fresh) & ~places
          places |= fresh
        }
        return places
      }
      case "member":
      case "reference":
        return this.anythingFrom(at)
      default:
        return at
    }
  }

  private addSet({ set, wide }: SetNode, at: number): number {
    const page = set.page(0)
    for (let unit = 0; unit < 256; unit++) if (page[unit] === 1) this.masks[unit] |= at
    const { ranges } = set
    if (ranges === undefined || (ranges.length > 0 && ranges[ranges.length - 1] > 255)) this.masks[256] |= at
    if (!this.unicode || !wide) return (at << 1) & this.all
    // A member outside the basic plane takes two units.
    this.masks[256] |= at << 1
    return ((at << 1) | (at << 2)) & this.all
  }

  private anythingFrom(at: number): number {
    const lowest = at & -at
    const from = this.all & ~(lowest - 1)
    for (let unit = 0; unit <= 256; unit++) this.masks[unit] |= from
    return from
  }
}

interface UnitBefore {
  readonly low: Uint8Array
  readonly high: boolean
  readonly atStart: boolean
}

/** What must stand before a match because of the assertion it begins with. */
function unitBefore(node: PatternNode, first: First): UnitBefore | undefined {
  switch (node.kind) {
    case "capture":
      return unitBefore(node.body, first)
    case "sequence": {
      for (const item of node.items) {
        const found = unitBefore(item, first)
        if (found !== undefined) return found
        if (!item.zeroWidth) return undefined
      }
      return undefined
    }
    case "edge":
      if (node.at === "end" || !node.multiline) return undefined
      return { low: lineTerminators.page(0), high: true, atStart: true }
    case "word-edge": {
      // `\b` before a word character: the unit before is none.
      if (node.negate || first.anything || first.atEnd || first.high === undefined || first.high.length > 0)
        return undefined
      const words = node.words.page(0)
      if (first.low.some((word, at) => (word & ~node.words.lowBits[at]) !== 0)) return undefined
      return { low: words.map((bit) => 1 - bit), high: true, atStart: true }
    }
    case "look":
      if (!node.behind || node.negate) return undefined
      if (node.body.kind === "text") {
        const last = node.body.units.at(-1)!
        return { low: new CodeSet([last, last]).page(0), high: last > 255, atStart: false }
      }
      if (node.body.kind !== "set" || node.body.wide) return undefined
      return { low: node.body.set.page(0), high: true, atStart: false }
    default:
      return undefined
  }
}

const lineTerminators = new CodeSet([0x0a, 0x0a, 0x0d, 0x0d])
