/** A value in a message of the kit: as JSON, where it has some. Inputs may be decoded to anything. */
export function show(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value)
  } catch {
    // A cycle, a BigInt.
    return String(value)
  }
}
