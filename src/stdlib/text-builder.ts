/** Long texts, piece by piece, under the length cap of one string. */
import { flatten, MAX_STRING, throwTooLong } from "../interpreter/kernel/rope.ts"
import { hold, letGoOf } from "../interpreter/kernel/steps.ts"
import { ownText, weighCopy } from "../interpreter/kernel/weight.ts"

const PIECE = 1 << 14

/**
 * Collects text. The host makes ropes of repeated concatenation and flattens them in one go when they are read (2 million
 * pieces: 150 ms), so every 16 thousand units are flattened as they come. The algorithm that makes one holds it until it is finished.
 */
export class TextBuilder {
  private readonly pieces: string[] = []
  private tail = ""
  length = 0

  constructor() {
    hold(this)
  }

  add(text: string): void {
    this.length += text.length
    if (this.length > MAX_STRING) throwTooLong()
    if (text.length >= PIECE) {
      // Alone: joined to the tail it would be copied once more.
      if (this.tail !== "") this.push(this.tail)
      this.push(text)
      this.tail = ""
      return
    }
    this.tail += text
    if (this.tail.length >= PIECE) {
      this.push(this.tail)
      this.tail = ""
    }
  }

  private push(piece: string): void {
    flatten(piece)
    weighCopy(piece.length)
    this.pieces.push(piece)
  }

  finish(): string {
    letGoOf(this)
    // One piece alone is what was added, which may be a part of a longer text.
    if (this.pieces.length === 0) return ownText(this.tail)
    weighCopy(this.length)
    this.pieces.push(this.tail)
    return this.pieces.join("")
  }
}

/** Whether the unit at an index continues a surrogate pair, so that text must not be cut before it. */
export const splitsPair = (text: string, index: number): boolean => {
  const low = text.charCodeAt(index)
  // Past the end the unit is NaN.
  if (!(low >= 0xdc00 && low <= 0xdfff) || index === 0) return false
  const high = text.charCodeAt(index - 1)
  return high >= 0xd800 && high <= 0xdbff
}
