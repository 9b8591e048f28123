/** CR, LF, U+2028, U+2029. */
export function isLineTerminator(unit: number): boolean {
  return unit === 0x0a || unit === 0x0d || unit === 0x2028 || unit === 0x2029
}

export function isLead(unit: number): boolean {
  return (unit & 0xfc00) === 0xd800
}

export function isTrail(unit: number): boolean {
  return (unit & 0xfc00) === 0xdc00
}

/** Whether `at` lies between the two halves of a surrogate pair. */
export function splitsPair(text: string, at: number): boolean {
  return at > 0 && at < text.length && isTrail(text.charCodeAt(at)) && isLead(text.charCodeAt(at - 1))
}

/** Where the code point that ends at `at` starts. */
export function codePointStart(text: string, at: number): number {
  return splitsPair(text, at - 1) ? at - 2 : at - 1
}
