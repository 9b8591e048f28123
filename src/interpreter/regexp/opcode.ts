/**
 * The instructions of a compiled pattern, each a number followed by its operands in one `Int32Array`.
 *
 * The matcher's switches repeat these numbers as literals, because engines build jump tables for literals only;
 * `test/interpreter/regexp/opcode.test.ts` compares the two. From 40 on are those seldom met.
 *
 * Operands: `set` a table index, `peek` a table index or -1 for "always", `to` an instruction, `reg` a register.
 */
export const OP = {
  /** Backtrack. Always instruction 0. */
  FAIL: 0,
  /** The whole pattern has matched. */
  MATCH: 1,
  /** unit */
  CHAR: 2,
  /** unit, unit */
  CHAR2: 3,
  /** count, units… */
  TEXT: 4,
  /** unit, other unit: either of them */
  EITHER: 5,
  /** set: one unit */
  SET: 6,
  /** set, count */
  SET_TIMES: 7,
  /** set, least, most, peek; then GREEDY_BACK, entered by backtracking only */
  GREEDY: 8,
  /** set, least, most: greedy, never gives back */
  POSSESSIVE: 9,
  /** peek: gives units back, down to the position below the choice */
  GREEDY_BACK: 10,
  /** set, most, peek; then LAZY_MORE, entered by backtracking only */
  LAZY: 11,
  /** set, peek: takes more, up to the position below the choice */
  LAZY_MORE: 12,
  /** to, to: tries the first, later the second */
  SPLIT: 13,
  /** to, peek, to, peek: like SPLIT, where the input allows */
  SPLIT_PEEK: 14,
  /** to */
  JUMP: 15,
  /** to: a jump back, charged as a step */
  REPEAT: 16,
  /** reg: the position */
  SAVE: 17,
  /** reg, value */
  ASSIGN: 18,
  /** from reg, to reg: makes captures undefined */
  CLEAR: 19,
  /** reg: fails when nothing was consumed since the position in it */
  PROGRESS: 20,
  /** reg, least, most, to (exit), peek (body), peek (exit), lazy: enters the body at the next instruction or leaves */
  COUNT: 21,
  /** counter reg, position reg or -1, least: begins an iteration */
  ENTER: 22,
  START: 23,
  START_LINE: 24,
  END: 25,
  END_LINE: 26,
  /** set */
  WORD_EDGE: 27,
  /** set */
  NO_WORD_EDGE: 28,
  /** reg (2): begins a positive lookaround */
  LOOK: 29,
  /** reg: ends it */
  LOOK_DONE: 30,
  /** reg, to: begins a negative lookaround, goes on at `to` when the body fails */
  UNLESS: 31,
  /** reg: its body matched, so fail */
  UNLESS_DONE: 32,
  /** set, negate: the next unit, not consumed */
  AHEAD: 33,
  /** set, negate: the unit before, not consumed */
  BEHIND: 34,
  /** where in the code a table of 258 targets is: for each unit below 256, any other unit, the end of input */
  SWITCH: 35,
  /** least: everything to the end of the input */
  ALL: 36,
  /** set: one code point */
  WIDE: 40,
  /** set, count */
  WIDE_TIMES: 41,
  /** set, least, most, peek: then WIDE_BACK */
  WIDE_GREEDY: 42,
  /** peek */
  WIDE_BACK: 43,
  /** set, least, most */
  WIDE_POSSESSIVE: 44,
  /** fold, back, group count, groups… */
  REFERENCE: 45,
  /** unit, backwards */
  CHAR_BACK: 46,
  /** set, backwards */
  SET_BACK: 47,
  /** set, a code point backwards */
  WIDE_BACKWARD: 48,
  /** property index, code points */
  MEMBER: 49,
  /** property index, code points */
  MEMBER_BACK: 50
} as const
