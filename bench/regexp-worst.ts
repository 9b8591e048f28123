/** Patterns of the host's fast path (`src/interpreter/regexp/linear.ts`) with the text that, repeated, makes them work hardest. */
export const worst: ReadonlyArray<readonly [pattern: string, flags: string, unit: string]> = [
  ["\\d+-", "", "1"],
  ['"(?:[^"\\\\]|\\\\.)*"', "s", '"a\\'],
  ["(?:a|b)+c", "", "ab"],
  ["\\b(?:alpha|beta|gamma|delta)x", "i", "alpha "],
  ["(?:[ab]{3},){5}", "", "aba,"],
  ["\\w+\\b-", "", "a"],
  ["a{200}b", "", "a"]
]
