/**
 * The instructions of a compiled pattern, each a number followed by its operands in one `Int32Array`.
 *
 * The matcher's switch repeats these numbers as literals, because engines build jump tables for literals only;
 * `test/interpreter/regexp/opcode.test.ts` compares the two.
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
  /** unit, unit, unit */
  CHAR3: 4,
  /** count, units… */
  TEXT: 5,
  /** unit, other unit: either of them */
  EITHER: 6,
  /** set: one unit */
  SET: 7,
  /** set: one code point */
  WIDE: 8,
  /** set, count */
  SET_TIMES: 9,
  /** set, count */
  WIDE_TIMES: 10,
  /** set, least, most, peek: greedy; the instruction after must be GREEDY_BACK */
  GREEDY: 11,
  /** peek: gives one unit back. Entered by backtracking only, else skipped by GREEDY */
  GREEDY_BACK: 12,
  /** set, least, most: greedy, never gives back */
  POSSESSIVE: 13,
  /** set, least, most, peek: then LAZY_MORE */
  LAZY: 14,
  /** set, peek */
  LAZY_MORE: 15,
  /** set, least, most, peek: then WIDE_BACK */
  WIDE_GREEDY: 16,
  /** peek */
  WIDE_BACK: 17,
  /** set, least, most */
  WIDE_POSSESSIVE: 18,
  /** to, to: tries the first, later the second */
  SPLIT: 19,
  /** to, peek, to, peek: like SPLIT, where the input allows */
  SPLIT_PEEK: 20,
  /** to */
  JUMP: 21,
  /** to: a jump back, charged as a step */
  REPEAT: 22,
  /** reg: the position */
  SAVE: 23,
  /** from reg, to reg: makes captures undefined */
  CLEAR: 24,
  /** reg, value */
  ASSIGN: 25,
  /** reg: fails when nothing was consumed since the position in it */
  PROGRESS: 26,
  /** reg, least, most, to (exit), peek (body), peek (exit), lazy: enters the body at the next instruction or leaves */
  COUNT: 27,
  /** counter reg, position reg or -1, least: begins an iteration */
  ENTER: 28,
  START: 29,
  START_LINE: 30,
  END: 31,
  END_LINE: 32,
  /** set */
  WORD_EDGE: 33,
  /** set */
  NO_WORD_EDGE: 34,
  /** reg (2): begins a positive lookaround */
  LOOK: 35,
  /** reg: ends it */
  LOOK_DONE: 36,
  /** reg, to (where to go when the body fails) */
  UNLESS: 37,
  /** reg: its body matched, so fail */
  UNLESS_DONE: 38,
  /** set, negate: the next unit, not consumed */
  AHEAD: 39,
  /** set, negate: the unit before, not consumed */
  BEHIND: 40,
  /** fold, back, group count, groups… */
  REFERENCE: 41,
  /** unit, backwards */
  CHAR_BACK: 42,
  /** set, backwards */
  SET_BACK: 43,
  /** set, a code point backwards */
  WIDE_BACKWARD: 44,
  /** property index, code points */
  MEMBER: 45,
  /** property index, code points */
  MEMBER_BACK: 46,
  /** table index: jumps by the next unit */
  SWITCH: 47,
  /** everything to the end of the input, least */
  ALL: 48
} as const
