/**
 * Finds equal long texts again. The host's own tables hash a text above 16,383 units by its length alone, so that each look-up among many that are alike
 * compares all of them.
 */

/** How many that look the same are told apart; further ones count as new each time. */
const MOST_ALIKE = 4
const SAMPLES = 32

export class Alike {
  private readonly kept = new Map<string, string[]>()
  /** How many texts the last look-up was compared with. */
  compared = 0

  /** The equal text that was found before, if there is one; a new one is kept. */
  find(text: string): string | undefined {
    const sample = sampleOf(text)
    const alike = this.kept.get(sample)
    this.compared = 0
    if (alike === undefined) {
      this.kept.set(sample, [text])
      return undefined
    }
    for (const other of alike) {
      this.compared++
      if (other === text) return other
    }
    if (alike.length < MOST_ALIKE) alike.push(text)
    return undefined
  }
}

/** Length, some units spread over the text, and its end. Unit by unit: a part of the text would keep all of it alive. */
function sampleOf(text: string): string {
  const { length } = text
  let sample = `${length}:`
  for (let i = 0; i < SAMPLES; i++)
    sample += text[Math.floor((i * length) / SAMPLES)] + text[Math.max(length - i - 1, 0)]
  return sample
}
