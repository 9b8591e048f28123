/**
 * What large allocations cost where the heap is counted (census.ts). A few calls of a built-in can allocate more than the rest of the program in a whole
 * slice, so they shorten the slice by their bytes. These steps are not the program's: they do not count toward `maxSteps`.
 */
import { agent } from "./agent.ts"

/** A slice of nothing but weight allocates eight megabytes. */
export const BYTES_PER_STEP = 512

/** Allocations below this cost nothing but the steps of making them. */
const LIGHT = 1 << 9

/** Takes steps from the slice that are not the program's. */
export function take(steps: number): void {
  agent.budget -= steps
  agent.realm.weight += steps
}

/** Takes the weight of an allocation of so many bytes from the slice. */
export function weigh(bytes: number): void {
  if (agent.realm.countsMemory && bytes >= LIGHT) take(Math.ceil(bytes / BYTES_PER_STEP))
}

/** Steps that clearing so many bytes costs. */
export function weighBytes(length: number): void {
  if (agent.realm.countsMemory) weigh(length)
  else take(length >> 12)
}

/** Steps that joining long texts costs, because reading what comes out makes the host copy all of it. */
export function weighText(length: number): void {
  if (agent.realm.countsMemory) weigh(length * 2)
  else take(length >> 12)
}

/** Steps that putting together so many units costs, which a built-in does in one go. */
export function weighCopy(length: number): void {
  weigh(length * 2)
  take(length >> 5)
}

/** The host makes ropes from this length on, and parts that keep the whole text alive. */
const SHORTEST_PART = 13

/**
 * `text.substring(start, end)` that keeps little more alive than itself, where the heap is counted. The host lets parts share the memory of the whole, and
 * parts of parts too, so a program could hold a gigabyte by a few characters.
 */
export const partOf = (text: string, start: number, end: number): string => apart(text.substring(start, end), text)

/**
 * A part that the host has made of a text. It is copied where the length falls below a power of two: then nothing keeps more than twice its length,
 * however many parts of parts there are in between, and a text that loses a little again and again is copied a few times only.
 */
export const apart = (part: string, text: string): string =>
  Math.clz32(part.length) > Math.clz32(text.length) ? ownText(part) : part

/** A text that shares memory with no other, where the heap is counted. */
export function ownText(part: string): string {
  if (!agent.realm.countsMemory || part.length < SHORTEST_PART) return part
  weigh(part.length * 4)
  return copyOfText(part)
}

/** A text in memory of its own. */
export const copyOfText = (part: string): string =>
  // The rope is flattened into memory of its own, of which this is nearly all.
  part.length < SHORTEST_PART ? part : ` ${part}`.substring(1)
