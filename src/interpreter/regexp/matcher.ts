import { caseClasses } from "./case-folding.ts"
import { pagesFilled } from "./code-set.ts"
import type { CodeSet } from "./code-set.ts"
import type { LinearSearch } from "./linear.ts"
import type { Program } from "./program.ts"
import { codePointStart, isLead, isLineTerminator, isTrail, splitsPair } from "./text.ts"

/**
 * How a run ended.
 *
 * - `"match"`, `"fail"`: the search is over; after a match {@link Matcher.captures} holds the result.
 * - `"paused"`: the steps are used up; call {@link Matcher.run} again to go on.
 * - `"exhausted"`: more than {@link maxBacktrack} words of backtracking state would be needed; the search is over.
 */
export type Outcome = "match" | "fail" | "paused" | "exhausted"

/** Limit on each of the two backtracking stacks, in 32-bit words (2^23 words are 32 MiB). */
export const maxBacktrack = 1 << 23

/** Longest uninterrupted scan, in UTF-16 units: about 0.1 ms. */
const chunk = 65_536
/** Sixteen units scanned are one step. */
const unitsPerStepShift = 4

/** Code points scanned at once: each may lie in a page of its set that has yet to be filled. */
const wideChunk = 512
const stepsPerPage = 200

/** A look-up in a property of strings takes up to 50 µs. */
const stepsPerMember = 100

// How the machine stopped.
const MATCHED = 0
const FAILED = 1
const INTERRUPTED = 2
const EXHAUSTED = 3

// What a seldom used instruction says instead of the next instruction.
const BACKTRACK = -1
const INTERRUPT = -2
const EXHAUST = -3

// What a look for the next attempt finds.
const FOUND = 0
const NONE = 1
const NOT_YET = 2

// Stacks of the size most patterns need, lent to a matcher for the time of one synchronous run.
let spareChoices: Int32Array | undefined
let spareTrail: Int32Array | undefined
const spareSize = 2048
const NO_STACK = new Int32Array(0)

/**
 * Searches one input with one program.
 *
 * A backtracking machine over the program's instructions. All its state is in integers: a stack of choices (position,
 * instruction, height of the trail; some with an extra bound below) and a trail of overwritten registers. Nothing
 * recurses, so a run can stop after any step and be continued later, and input length never reaches the host stack.
 *
 * @example Find a date, at most 1,000 steps at a time
 * ```ts
 * const matcher = new Matcher(compile("(\\d{4})-(\\d\\d)", ""), "on 2026-11-29")
 * matcher.start(0)
 * let outcome = matcher.run(1000)
 * while (outcome === "paused") outcome = matcher.run(1000)
 * // outcome "match", matcher.captures.slice(0, 6): [3, 10, 3, 7, 8, 10]
 * ```
 */
export class Matcher {
  readonly program: Program
  readonly input: string
  /**
   * After a match: start and end of group `n` at `2n` and `2n + 1`, in UTF-16 units, -1 for a group that took no part.
   * Longer than that: the tail holds loop counters. Overwritten by the next `start`.
   */
  readonly captures: Int32Array
  /** Steps used since `start`. One step is a backtrack, an iteration, an attempt, or sixteen units scanned. */
  stepsUsed = 0

  private readonly unicode: boolean
  private readonly linearAllowed: boolean
  private readonly limit: number
  private choices: Int32Array = NO_STACK
  private trail: Int32Array = NO_STACK
  private steps = 0
  // The machine's state between runs; the instruction is -1 between attempts.
  private instruction = -1
  private position = 0
  private choiceTop = 0
  private trailTop = 0
  /** Where the scan of an interrupted instruction began (for REFERENCE: how much was equal), or -1. */
  private scanStart = -1
  /** Code points taken by a scan of code points. */
  private scanCount = 0
  /** Where the current attempt began. */
  private attempt = 0
  /** Where the run of a leading loop ended in the current attempt, or -1. */
  private runEnd = -1
  // A shift-and search: the next unit to read (-1: not begun) and a bit for each place reached.
  private scanAt = -1
  private scanBits = 0

  /**
   * @param limit words of backtracking state on each stack, default {@link maxBacktrack}
   * @param linear whether the host's engine may be used where it is proven to take little time, default `true`
   */
  constructor(program: Program, input: string, limit: number = maxBacktrack, linear = true) {
    this.linearAllowed = linear
    this.program = program
    this.input = input
    this.limit = limit
    this.unicode = program.flags.unicode || program.flags.unicodeSets
    this.captures = new Int32Array(program.registerCount)
  }

  /**
   * Begins a search at `lastIndex` (0 up to the input's length); with the flag `y` only there. With `u` or `v` an index
   * inside a surrogate pair means the pair's start, as in https://tc39.es/ecma262/#sec-regexpbuiltinexec
   */
  start(lastIndex: number): void {
    const { input } = this
    this.attempt = this.unicode && splitsPair(input, lastIndex) ? lastIndex - 1 : lastIndex
    this.instruction = -1
    this.scanAt = -1
    this.scanStart = -1
    this.stepsUsed = 0
  }

  /** Goes on for about `steps` steps (at least one; a step that scans text may overdraw by some thousand). */
  run(steps: number): Outcome {
    const { linear } = this.program
    if (linear !== undefined && this.linearAllowed && this.input.length - this.attempt <= linear.maxInput) {
      const outcome = this.runLinear(linear)
      if (outcome !== undefined) return outcome
    }
    if (this.choices.length === 0) this.borrowStacks()
    const budget = steps < 1 ? 1 : steps
    this.steps = budget
    const outcome = this.search()
    this.stepsUsed += budget - this.steps
    if (outcome !== "paused") this.returnStacks()
    return outcome
  }

  /** The whole search in one go, on the host's engine. */
  private runLinear(linear: LinearSearch): Outcome | undefined {
    const { input, attempt, captures } = this
    if (attempt > input.length) return "fail"
    const found = linear.exec(input, attempt, captures)
    if (found === undefined) return undefined
    this.stepsUsed += 1 + (((found ? captures[1] : input.length) - attempt) >> unitsPerStepShift)
    return found ? "match" : "fail"
  }

  private borrowStacks(): void {
    this.choices = spareChoices ?? new Int32Array(spareSize)
    this.trail = spareTrail ?? new Int32Array(spareSize)
    spareChoices = undefined
    spareTrail = undefined
  }

  private returnStacks(): void {
    if (this.choices.length === spareSize) spareChoices = this.choices
    if (this.trail.length === spareSize) spareTrail = this.trail
    this.choices = NO_STACK
    this.trail = NO_STACK
  }

  /** Attempts one place after the other. */
  private search(): Outcome {
    const { program, captures, unicode, input } = this
    const { sticky } = program.flags
    const captureEnd = program.groupCount * 2
    for (;;) {
      if (this.instruction < 0) {
        const found = sticky ? FOUND : this.findAttempt()
        if (found === NONE || this.attempt > input.length) return "fail"
        if (found === NOT_YET) {
          if (this.steps <= 0) return "paused"
          continue
        }
        for (let register = 0; register < captureEnd; register++) captures[register] = -1
        this.instruction = 1
        this.position = this.attempt
        this.choiceTop = 0
        this.trailTop = 0
        this.runEnd = -1
      }
      switch (this.execute()) {
        case MATCHED:
          captures[0] = this.attempt
          captures[1] = this.position
          return "match"
        case FAILED: {
          if (sticky) return "fail"
          if (this.runEnd > this.attempt) {
            this.attempt = this.runEnd
            this.scanAt = -1
          }
          const { attempt } = this
          this.attempt += unicode && attempt < input.length && input.codePointAt(attempt)! > 0xffff ? 2 : 1
          this.instruction = -1
          this.steps--
          break
        }
        case EXHAUSTED:
          return "exhausted"
      }
      if (this.steps <= 0) return "paused"
    }
  }

  /** Moves `attempt` to the next place, from where it is, at which a match may begin. */
  private findAttempt(): number {
    const { search } = this.program
    switch (search.kind) {
      case "everywhere":
        return FOUND
      case "start":
        return this.attempt === 0 ? FOUND : NONE
      case "prefix":
        return search.backward
          ? this.findPrefixBackward(search.masks, search.places, search.before, search.startFits)
          : this.findPrefix(search.masks, search.places, search.before, search.startFits)
      case "text":
        return this.findText(search.text)
      case "table":
        return this.findInTable(search.table)
    }
  }

  private findPrefix(masks: Int32Array, places: number, before: boolean, startFits: boolean): number {
    const { input, unicode } = this
    const end = input.length
    const top = 1 << (places - 1)
    const back = before ? places - 1 : places
    let at = this.scanAt
    let bits = this.scanBits
    if (at < 0) {
      at = this.attempt
      bits = 0
      if (before) {
        if (at === 0) bits = startFits ? 1 : 0
        else {
          const unit = input.charCodeAt(at - 1)
          bits = masks[unit < 256 ? unit : 256] & 1
        }
      }
    }
    const from = at
    const limit = end - at > chunk ? at + chunk : end
    while (at < limit) {
      const unit = input.charCodeAt(at)
      at++
      bits = ((bits << 1) | 1) & masks[unit < 256 ? unit : 256]
      if (bits >= top) {
        bits &= ~top
        const start = at - back
        // The second half of a pair is no place to begin.
        if (unicode && splitsPair(input, start)) continue
        this.steps -= (at - from) >> unitsPerStepShift
        this.scanAt = at
        this.scanBits = bits
        this.attempt = start
        return FOUND
      }
    }
    this.steps -= (at - from) >> unitsPerStepShift
    this.scanAt = at
    this.scanBits = bits
    return at >= end ? NONE : NOT_YET
  }

  private findPrefixBackward(masks: Int32Array, places: number, before: boolean, startFits: boolean): number {
    const { input, unicode, attempt } = this
    if (before && attempt === 0 && startFits) return FOUND
    const offset = before ? 1 : 0
    const lastWindow = input.length - places
    const top = 1 << (places - 1)
    const full = top * 2 - 1
    const from = before && attempt === 0 ? 0 : attempt - offset
    const limit = lastWindow - from > chunk ? from + chunk : lastWindow
    let reads = 0
    let window = from
    while (window <= limit) {
      let bits = full
      let at = window + places
      let next = at
      while (bits !== 0) {
        at--
        const unit = input.charCodeAt(at)
        bits &= masks[unit < 256 ? unit : 256]
        reads++
        if ((bits & top) !== 0) {
          // A beginning of the prefix starts at `at`.
          if (at > window) next = at
          else break
        }
        bits = (bits << 1) & full
      }
      if (bits !== 0) {
        const start = window + offset
        if (!(unicode && splitsPair(input, start))) {
          this.steps -= reads >> unitsPerStepShift
          this.attempt = start
          return FOUND
        }
        next = window + 1
      }
      window = next
    }
    this.steps -= reads >> unitsPerStepShift
    this.attempt = window + offset
    return window > lastWindow ? NONE : NOT_YET
  }

  private findText(text: string): number {
    const { input, attempt: from } = this
    const end = input.length
    const first = text.charCodeAt(0)
    // Often the text is near: a call of indexOf costs as much as looking at some thirty units.
    const near = end - from > 32 ? from + 32 : end
    for (let at = from; at < near; at++) {
      if (input.charCodeAt(at) === first) {
        this.attempt = at
        return FOUND
      }
    }
    if (near === end) return NONE
    if (text.length === 1) {
      const at = input.indexOf(text, near)
      if (at < 0) return NONE
      this.steps -= (at - from) >> (unitsPerStepShift + 3)
      this.attempt = at
      return FOUND
    }
    // The host's search for longer texts may take time proportional to both lengths, so it gets a window.
    const limit = end - near > chunk ? near + chunk : end
    const at = input.slice(near, limit + text.length - 1).indexOf(text)
    this.attempt = at < 0 ? limit : near + at
    this.steps -= (this.attempt - from) >> (unitsPerStepShift + 1)
    return at >= 0 ? FOUND : limit === end ? NONE : NOT_YET
  }

  /** For patterns that may match the empty string but not everywhere. */
  private findInTable(table: number): number {
    const { input, unicode, attempt: from } = this
    const { low, beyond } = this.program
    const end = input.length
    const base = table << 8
    const high = beyond[table] & 1
    const limit = end - from > chunk ? from + chunk : end
    let at = from
    for (; at < limit; at++) {
      const unit = input.charCodeAt(at)
      if ((unit < 256 ? low[base | unit] : high) === 1 && !(unicode && splitsPair(input, at))) {
        this.steps -= (at - from) >> unitsPerStepShift
        this.attempt = at
        return FOUND
      }
    }
    this.steps -= (at - from) >> unitsPerStepShift
    this.attempt = at
    if (at < end) return NOT_YET
    return (beyond[table] & 2) !== 0 ? FOUND : NONE
  }

  /**
   * Runs the machine from its saved state until it matches, fails, or is interrupted.
   *
   * The case numbers are those of opcode.ts. Registers of the machine are local variables; every way out saves them.
   * Tests of `peek` tables are written out because calls in a function of this size are not inlined.
   */
  private execute(): number {
    const { program, input, captures: registers } = this
    const { code, low, beyond, sets, leadingLoop } = program
    const end = input.length
    let { choices, trail, steps } = this
    let pc = this.instruction
    let pos = this.position
    let sp = this.choiceTop
    let tp = this.trailTop

    for (;;) {
      switch (code[pc]) {
        case 0: // FAIL
          break
        case 1: // MATCH
          this.position = pos
          this.steps = steps
          return MATCHED
        case 2: // CHAR
          if (pos < end && input.charCodeAt(pos) === code[pc + 1]) {
            pos++
            pc += 2
            continue
          }
          break
        case 3: // CHAR2
          if (pos + 1 < end && input.charCodeAt(pos) === code[pc + 1] && input.charCodeAt(pos + 1) === code[pc + 2]) {
            pos += 2
            pc += 3
            continue
          }
          break
        case 4: {
          // TEXT
          const count = code[pc + 1]
          if (pos + count > end) break
          const base = pc + 2
          let at = 0
          while (at < count && input.charCodeAt(pos + at) === code[base + at]) at++
          steps -= at >> unitsPerStepShift
          if (at < count) break
          pos += count
          pc = base + count
          continue
        }
        case 5: // EITHER
          if (pos < end) {
            const unit = input.charCodeAt(pos)
            if (unit === code[pc + 1] || unit === code[pc + 2]) {
              pos++
              pc += 3
              continue
            }
          }
          break
        case 6: // SET
          if (pos < end) {
            const unit = input.charCodeAt(pos)
            const table = code[pc + 1]
            if (unit < 256 ? low[(table << 8) | unit] === 1 : sets[table]!.has(unit)) {
              pos++
              pc += 2
              continue
            }
          }
          break
        case 7: {
          // SET_TIMES
          const table = code[pc + 1]
          const start = pos
          const count = code[pc + 2]
          if (count > end - pos) break
          if (count > chunk) {
            this.save(pc, pos, sp, tp, steps)
            const next = this.scanTimes(pc)
            if (next === BACKTRACK) {
              steps = this.steps
              break
            }
            if (next === INTERRUPT) return INTERRUPTED
            pos = this.position
            steps = this.steps
            pc = next
            continue
          }
          const stop = pos + count
          const base = table << 8
          while (pos < stop) {
            const unit = input.charCodeAt(pos)
            if (unit < 256 ? low[base | unit] === 0 : !sets[table]!.has(unit)) break
            pos++
          }
          steps -= (pos - start) >> unitsPerStepShift
          if (pos < stop) break
          pc += 3
          continue
        }
        case 8: // GREEDY
        case 9: {
          // POSSESSIVE
          const table = code[pc + 1]
          const most = code[pc + 3]
          let start = pos
          if (this.scanStart >= 0) {
            start = this.scanStart
            this.scanStart = -1
          }
          const stop = most < end - start ? start + most : end
          const limit = stop - pos > chunk ? pos + chunk : stop
          const from = pos
          const base = table << 8
          while (pos < limit) {
            const unit = input.charCodeAt(pos)
            if (unit < 256 ? low[base | unit] === 0 : !sets[table]!.has(unit)) break
            pos++
          }
          steps -= (pos - from) >> unitsPerStepShift
          if (pos === limit && pos < stop) {
            this.save(pc, pos, sp, tp, steps)
            this.scanStart = start
            return INTERRUPTED
          }
          if (pc === leadingLoop) this.runEnd = pos
          const least = start + code[pc + 2]
          if (pos < least) break
          if (code[pc] === 9) {
            pc += 4
            continue
          }
          pc += 5
          if (pos === least) {
            pc += 2
            continue
          }
          if (sp + 4 > choices.length) {
            if (!this.growChoices()) return EXHAUSTED
            choices = this.choices
          }
          choices[sp] = least
          choices[sp + 1] = pos
          choices[sp + 2] = pc
          choices[sp + 3] = tp
          sp += 4
          const peek = code[pc + 1]
          if (peek >= 0) {
            const unit = pos < end ? input.charCodeAt(pos) : -1
            if ((unit < 0 ? beyond[peek] >> 1 : unit < 256 ? low[(peek << 8) | unit] : beyond[peek] & 1) === 0) break
          }
          pc += 2
          continue
        }
        case 10: {
          // GREEDY_BACK
          const peek = code[pc + 1]
          const least = choices[sp - 1]
          const from = pos
          pos--
          let ready = 1
          if (peek >= 0) {
            const limit = pos - least > chunk ? pos - chunk : least
            const high = beyond[peek] & 1
            const base = peek << 8
            for (;;) {
              const unit = input.charCodeAt(pos)
              ready = unit < 256 ? low[base | unit] : high
              if (ready === 1 || pos <= limit) break
              pos--
            }
            steps -= (from - pos) >> unitsPerStepShift
          }
          if (pos > least) {
            choices[sp] = pos
            choices[sp + 1] = pc
            choices[sp + 2] = tp
            sp += 3
          } else {
            sp--
          }
          if (ready === 0) break
          pc += 2
          continue
        }
        case 11: // LAZY
          if (sp + 4 > choices.length) {
            if (!this.growChoices()) return EXHAUSTED
            choices = this.choices
          }
          // LAZY_MORE begins by taking one more: the bound below its choice is the last position it may reach.
          choices[sp] = code[pc + 2] < end - pos ? pos + code[pc + 2] : end
          choices[sp + 1] = pos
          choices[sp + 2] = pc + 4
          choices[sp + 3] = tp
          sp += 4
          if (code[pc + 3] >= 0) {
            const peek = code[pc + 3]
            const unit = pos < end ? input.charCodeAt(pos) : -1
            if ((unit < 0 ? beyond[peek] >> 1 : unit < 256 ? low[(peek << 8) | unit] : beyond[peek] & 1) === 0) break
          }
          pc += 7
          continue
        case 12: {
          // LAZY_MORE
          const table = code[pc + 1]
          const peek = code[pc + 2]
          const last = choices[sp - 1]
          const from = pos
          const limit = last - pos > chunk ? pos + chunk : last
          let ready = 0
          let more = true
          while (pos < limit) {
            const unit = input.charCodeAt(pos)
            if (unit < 256 ? low[(table << 8) | unit] === 0 : !sets[table]!.has(unit)) {
              more = false
              break
            }
            pos++
            if (peek < 0) ready = 1
            else {
              const next = pos < end ? input.charCodeAt(pos) : -1
              ready = next < 0 ? beyond[peek] >> 1 : next < 256 ? low[(peek << 8) | next] : beyond[peek] & 1
            }
            if (ready !== 0) break
          }
          if (more && pos < last) {
            choices[sp] = pos
            choices[sp + 1] = pc
            choices[sp + 2] = tp
            sp += 3
          } else {
            sp--
            if (pc === leadingLoop) this.runEnd = pos
          }
          steps -= (pos - from) >> unitsPerStepShift
          if (ready === 0) break
          pc += 3
          continue
        }
        case 13: // SPLIT
          if (sp + 4 > choices.length) {
            if (!this.growChoices()) return EXHAUSTED
            choices = this.choices
          }
          choices[sp] = pos
          choices[sp + 1] = code[pc + 2]
          choices[sp + 2] = tp
          sp += 3
          pc = code[pc + 1]
          continue
        case 14: {
          // SPLIT_PEEK
          const unit = pos < end ? input.charCodeAt(pos) : -1
          const first = code[pc + 2]
          if (
            first >= 0 &&
            (unit < 0 ? beyond[first] >> 1 : unit < 256 ? low[(first << 8) | unit] : beyond[first] & 1) === 0
          ) {
            pc = code[pc + 3]
            continue
          }
          const second = code[pc + 4]
          if (
            second < 0 ||
            (unit < 0 ? beyond[second] >> 1 : unit < 256 ? low[(second << 8) | unit] : beyond[second] & 1) !== 0
          ) {
            if (sp + 4 > choices.length) {
              if (!this.growChoices()) return EXHAUSTED
              choices = this.choices
            }
            choices[sp] = pos
            choices[sp + 1] = code[pc + 3]
            choices[sp + 2] = tp
            sp += 3
          }
          pc = code[pc + 1]
          continue
        }
        case 15: // JUMP
          pc = code[pc + 1]
          continue
        case 16: // REPEAT
          pc = code[pc + 1]
          if (--steps > 0) continue
          this.save(pc, pos, sp, tp, steps)
          return INTERRUPTED
        case 17: // SAVE
        case 18: {
          // ASSIGN
          const register = code[pc + 1]
          if (sp > 0) {
            if (tp + 2 > trail.length) {
              if (!this.growTrail()) return EXHAUSTED
              trail = this.trail
            }
            trail[tp] = register
            trail[tp + 1] = registers[register]
            tp += 2
          }
          if (code[pc] === 17) {
            registers[register] = pos
            pc += 2
          } else {
            registers[register] = code[pc + 2]
            pc += 3
          }
          continue
        }
        case 19: {
          // CLEAR
          const stop = code[pc + 2]
          for (let register = code[pc + 1]; register < stop; register++) {
            if (registers[register] < 0) continue
            if (sp > 0) {
              if (tp + 2 > trail.length) {
                if (!this.growTrail()) return EXHAUSTED
                trail = this.trail
              }
              trail[tp] = register
              trail[tp + 1] = registers[register]
              tp += 2
            }
            registers[register] = -1
          }
          steps -= (stop - code[pc + 1]) >> unitsPerStepShift
          pc += 3
          continue
        }
        case 20: // PROGRESS
          if (registers[code[pc + 1]] === pos) break
          pc += 2
          continue
        case 21: {
          // COUNT
          const count = registers[code[pc + 1]]
          if (count < code[pc + 2]) {
            pc += 8
            continue
          }
          const unit = pos < end ? input.charCodeAt(pos) : -1
          const exit = code[pc + 4]
          const body = code[pc + 5]
          const after = code[pc + 6]
          if (
            count >= code[pc + 3] ||
            (body >= 0 &&
              (unit < 0 ? beyond[body] >> 1 : unit < 256 ? low[(body << 8) | unit] : beyond[body] & 1) === 0)
          ) {
            pc = exit
            continue
          }
          const lazy = code[pc + 7] === 1
          pc += 8
          if (
            after >= 0 &&
            (unit < 0 ? beyond[after] >> 1 : unit < 256 ? low[(after << 8) | unit] : beyond[after] & 1) === 0
          ) {
            continue
          }
          if (sp + 4 > choices.length) {
            if (!this.growChoices()) return EXHAUSTED
            choices = this.choices
          }
          choices[sp] = pos
          choices[sp + 1] = lazy ? pc : exit
          choices[sp + 2] = tp
          sp += 3
          if (lazy) pc = exit
          continue
        }
        case 22: {
          // ENTER
          const counter = code[pc + 1]
          const register = code[pc + 2]
          const count = registers[counter]
          if (tp + 4 > trail.length) {
            if (!this.growTrail()) return EXHAUSTED
            trail = this.trail
          }
          trail[tp] = counter
          trail[tp + 1] = count
          tp += 2
          registers[counter] = count + 1
          if (register >= 0) {
            trail[tp] = register
            trail[tp + 1] = registers[register]
            tp += 2
            registers[register] = count < code[pc + 3] ? -1 : pos
          }
          if (sp === 0) tp = 0
          pc += 4
          continue
        }
        case 23: // START
          if (pos !== 0) break
          pc++
          continue
        case 24: // START_LINE
          if (pos !== 0 && !isLineTerminator(input.charCodeAt(pos - 1))) break
          pc++
          continue
        case 25: // END
          if (pos !== end) break
          pc++
          continue
        case 26: // END_LINE
          if (pos !== end && !isLineTerminator(input.charCodeAt(pos))) break
          pc++
          continue
        case 27: // WORD_EDGE
        case 28: {
          // NO_WORD_EDGE
          const table = code[pc + 1]
          const base = table << 8
          let sides = code[pc] - 27
          if (pos > 0) {
            const unit = input.charCodeAt(pos - 1)
            sides ^= unit < 256 ? low[base | unit] : sets[table]!.has(unit) ? 1 : 0
          }
          if (pos < end) {
            const unit = input.charCodeAt(pos)
            sides ^= unit < 256 ? low[base | unit] : sets[table]!.has(unit) ? 1 : 0
          }
          if (sides === 0) break
          pc += 2
          continue
        }
        case 29: // LOOK
          registers[code[pc + 1]] = sp
          registers[code[pc + 1] + 1] = pos
          pc += 2
          continue
        case 30: // LOOK_DONE
          sp = registers[code[pc + 1]]
          pos = registers[code[pc + 1] + 1]
          pc += 2
          continue
        case 31: // UNLESS
          if (sp + 4 > choices.length) {
            if (!this.growChoices()) return EXHAUSTED
            choices = this.choices
          }
          registers[code[pc + 1]] = sp
          choices[sp] = pos
          choices[sp + 1] = code[pc + 2]
          choices[sp + 2] = tp
          sp += 3
          pc += 3
          continue
        case 32: {
          // UNLESS_DONE: undo the body, then fail
          sp = registers[code[pc + 1]]
          const height = choices[sp + 2]
          while (tp > height) {
            tp -= 2
            registers[trail[tp]] = trail[tp + 1]
          }
          break
        }
        case 33: // AHEAD
        case 34: {
          // BEHIND
          const at = code[pc] === 33 ? pos : pos - 1
          const table = code[pc + 1]
          let inside = 0
          if (at >= 0 && at < end) {
            const unit = input.charCodeAt(at)
            inside = unit < 256 ? low[(table << 8) | unit] : sets[table]!.has(unit) ? 1 : 0
          }
          if (inside === code[pc + 2]) break
          pc += 3
          continue
        }
        case 35: {
          // SWITCH
          const targets = code[pc + 1]
          const unit = pos < end ? input.charCodeAt(pos) : 257
          pc = code[targets + (unit < 256 || pos >= end ? unit : 256)]
          continue
        }
        case 36: // ALL
          if (end - pos < code[pc + 1]) break
          pos = end
          pc += 2
          continue
        default: {
          this.save(pc, pos, sp, tp, steps)
          const next = this.executeRare()
          steps = this.steps
          pos = this.position
          sp = this.choiceTop
          choices = this.choices
          if (next >= 0) {
            pc = next
            continue
          }
          if (next === INTERRUPT) return INTERRUPTED
          if (next === EXHAUST) return EXHAUSTED
        }
      }

      // Backtrack.
      if (sp === 0) {
        this.steps = steps
        return FAILED
      }
      sp -= 3
      pos = choices[sp]
      pc = choices[sp + 1]
      const height = choices[sp + 2]
      while (tp > height) {
        tp -= 2
        registers[trail[tp]] = trail[tp + 1]
      }
      if (--steps <= 0) {
        this.save(pc, pos, sp, tp, steps)
        return INTERRUPTED
      }
    }
  }

  private save(instruction: number, position: number, choiceTop: number, trailTop: number, steps: number): void {
    this.instruction = instruction
    this.position = position
    this.choiceTop = choiceTop
    this.trailTop = trailTop
    this.steps = steps
  }

  /** The instructions kept out of the big function: on code points, on references, backwards. Gives the next one. */
  private executeRare(): number {
    const { input, position: pos, instruction: pc, program } = this
    const { code, sets } = program
    switch (code[pc]) {
      case 40: {
        // WIDE
        if (pos === input.length) return BACKTRACK
        const codePoint = input.codePointAt(pos)!
        if (!this.holds(sets[code[pc + 1]]!, codePoint)) return BACKTRACK
        this.position = codePoint > 0xffff ? pos + 2 : pos + 1
        return pc + 2
      }
      case 41: // WIDE_TIMES
        if (this.scanWide(sets[code[pc + 1]]!, code[pc + 2])) return INTERRUPT
        return this.scanCount < code[pc + 2] ? BACKTRACK : pc + 3
      case 42: // WIDE_GREEDY
        return this.wideGreedy()
      case 43: // WIDE_BACK
        return this.wideBack()
      case 44: // WIDE_POSSESSIVE
        if (this.scanWide(sets[code[pc + 1]]!, code[pc + 3])) return INTERRUPT
        if (pc === program.leadingLoop) this.runEnd = this.position
        return this.scanCount < code[pc + 2] ? BACKTRACK : pc + 4
      case 45: // REFERENCE
        return this.compareReference()
      case 46: // CHAR_BACK
        if (pos === 0 || input.charCodeAt(pos - 1) !== code[pc + 1]) return BACKTRACK
        this.position = pos - 1
        return pc + 2
      case 47: // SET_BACK
        if (pos === 0 || !sets[code[pc + 1]]!.has(input.charCodeAt(pos - 1))) return BACKTRACK
        this.position = pos - 1
        return pc + 2
      case 48: {
        // WIDE_BACKWARD
        if (pos === 0) return BACKTRACK
        const start = codePointStart(input, pos)
        if (!this.holds(sets[code[pc + 1]]!, input.codePointAt(start)!)) return BACKTRACK
        this.position = start
        return pc + 2
      }
      case 49: {
        // MEMBER
        const property = program.properties[code[pc + 1]]
        if (pos === input.length || !this.holds(property.starts, input.codePointAt(pos)!)) return BACKTRACK
        let stop = pos
        for (let taken = 0; taken < code[pc + 2]; taken++) {
          if (stop === input.length) return BACKTRACK
          stop += input.codePointAt(stop)! > 0xffff ? 2 : 1
        }
        this.steps -= stepsPerMember
        if (!property.has(input.slice(pos, stop))) return BACKTRACK
        this.position = stop
        return pc + 3
      }
      case 50: {
        // MEMBER_BACK
        const property = program.properties[code[pc + 1]]
        let start = pos
        for (let taken = 0; taken < code[pc + 2]; taken++) {
          if (start === 0) return BACKTRACK
          start = codePointStart(input, start)
        }
        this.steps -= stepsPerMember
        if (!property.has(input.slice(start, pos))) return BACKTRACK
        this.position = start
        return pc + 3
      }
      default:
        throw new Error(`no such instruction: ${code[pc]}`)
    }
  }

  /** Membership, charging for a page that had to be filled. */
  private holds(set: CodeSet, code: number): boolean {
    const before = pagesFilled
    const result = set.has(code)
    if (pagesFilled !== before) this.steps -= (pagesFilled - before) * stepsPerPage
    return result
  }

  /** SET_TIMES of more than a chunk. */
  private scanTimes(pc: number): number {
    const { input } = this
    const { code, sets } = this.program
    const set = sets[code[pc + 1]]!
    const start = this.scanStart < 0 ? this.position : this.scanStart
    const stop = start + code[pc + 2]
    if (stop > input.length) {
      this.scanStart = -1
      return BACKTRACK
    }
    const from = this.position
    const limit = Math.min(from + chunk, stop)
    let at = from
    while (at < limit && set.has(input.charCodeAt(at))) at++
    this.steps -= (at - from) >> (unitsPerStepShift - 1)
    this.position = at
    this.scanStart = at === limit && limit < stop ? start : -1
    if (this.scanStart >= 0) return INTERRUPT
    return at < stop ? BACKTRACK : pc + 3
  }

  /**
   * Takes up to `most` code points of `set`, moving `position` and counting in `scanCount`. True after a chunk of which
   * the scan did not find the end: the instruction is to be executed again.
   */
  private scanWide(set: CodeSet, most: number): boolean {
    const { input, position: from } = this
    const end = input.length
    if (this.scanStart < 0) this.scanCount = 0
    const limit = most - this.scanCount > wideChunk ? this.scanCount + wideChunk : most
    const pagesBefore = pagesFilled
    let at = from
    let count = this.scanCount
    while (count < limit && at < end) {
      const unit = input.charCodeAt(at)
      if ((unit & 0xfc00) === 0xd800) {
        const code = input.codePointAt(at)!
        if (!set.has(code)) break
        at += code > 0xffff ? 2 : 1
      } else {
        if (!set.has(unit)) break
        at++
      }
      count++
    }
    this.steps -= ((at - from) >> (unitsPerStepShift - 1)) + (pagesFilled - pagesBefore) * stepsPerPage
    this.position = at
    this.scanCount = count
    if (count === limit && limit < most) {
      if (this.scanStart < 0) this.scanStart = from
      return true
    }
    return false
  }

  private wideGreedy(): number {
    const { input, program, instruction: pc } = this
    const { code, sets } = program
    let least = this.scanStart < 0 ? this.position : this.scanStart
    if (this.scanWide(sets[code[pc + 1]]!, code[pc + 3])) return INTERRUPT
    this.scanStart = -1
    if (pc === program.leadingLoop) this.runEnd = this.position
    const required = code[pc + 2]
    if (this.scanCount < required) return BACKTRACK
    if (this.scanCount === required) return pc + 7
    for (let taken = 0; taken < required; taken++) least += input.codePointAt(least)! > 0xffff ? 2 : 1
    this.steps -= required >> unitsPerStepShift
    let sp = this.choiceTop
    if (sp + 4 > this.choices.length && !this.growChoices()) return EXHAUST
    const { choices } = this
    choices[sp++] = least
    choices[sp++] = this.position
    choices[sp++] = pc + 5
    choices[sp++] = this.trailTop
    this.choiceTop = sp
    return this.canGoOn(code[pc + 6], this.position) ? pc + 7 : BACKTRACK
  }

  private wideBack(): number {
    const { input, choices, instruction: pc } = this
    const peek = this.program.code[pc + 1]
    let sp = this.choiceTop
    const least = choices[sp - 1]
    const from = this.position
    const limit = from - least > chunk ? from - chunk : least
    let at = from
    let ready: boolean
    do {
      at = codePointStart(input, at)
      ready = this.canGoOn(peek, at)
    } while (at > limit && !ready)
    this.steps -= (from - at) >> unitsPerStepShift
    this.position = at
    if (at > least) {
      choices[sp++] = at
      choices[sp++] = pc
      choices[sp++] = this.trailTop
    } else {
      sp--
    }
    this.choiceTop = sp
    return ready ? pc + 2 : BACKTRACK
  }

  private canGoOn(peek: number, at: number): boolean {
    if (peek < 0) return true
    const { low, beyond } = this.program
    if (at >= this.input.length) return (beyond[peek] & 2) !== 0
    const unit = this.input.charCodeAt(at)
    return unit < 256 ? low[(peek << 8) | unit] === 1 : (beyond[peek] & 1) !== 0
  }

  private compareReference(): number {
    const { input, captures, unicode, position: pos, instruction: pc } = this
    const { code } = this.program
    const next = pc + 4 + code[pc + 3]
    const done = this.scanStart < 0 ? 0 : this.scanStart
    this.scanStart = -1
    let start = -1
    let stop = -1
    for (let at = pc + 4; at < next; at++) {
      const group = code[at]
      if (captures[2 * group] >= 0 && captures[2 * group + 1] >= 0) {
        start = captures[2 * group]
        stop = captures[2 * group + 1]
        break
      }
    }
    if (start < 0 || start === stop) return next
    const back = code[pc + 2] === 1
    const length = stop - start
    const from = back ? pos - length : pos
    if (from < 0 || from + length > input.length) return BACKTRACK
    const limit = length - done > chunk ? done + chunk : length
    let at = done
    if (code[pc + 1] === 0) {
      while (at < limit && input.charCodeAt(start + at) === input.charCodeAt(from + at)) at++
    } else {
      const { canonicalize } = caseClasses(unicode)
      while (at < limit && equalFolded(input, start + at, from + at, unicode, canonicalize)) at++
    }
    this.steps -= (at - done) >> (unitsPerStepShift - 1)
    if (at < limit) return BACKTRACK
    if (limit < length) {
      this.scanStart = limit
      return INTERRUPT
    }
    // Code points are compared, so a pair must not be cut at either end of the text.
    if (unicode && (splitsPair(input, from) || splitsPair(input, from + length))) return BACKTRACK
    this.position = back ? from : from + length
    return next
  }

  private growChoices(): boolean {
    const grown = this.grown(this.choices)
    if (grown === undefined) return false
    this.choices = grown
    return true
  }

  private growTrail(): boolean {
    const grown = this.grown(this.trail)
    if (grown === undefined) return false
    this.trail = grown
    return true
  }

  private grown(stack: Int32Array): Int32Array | undefined {
    if (stack.length * 2 > this.limit) return undefined
    const larger = new Int32Array(stack.length * 2)
    larger.set(stack)
    return larger
  }
}

/** Whether the units match with case ignored; the second half of a pair was compared with the first. */
function equalFolded(
  input: string,
  left: number,
  right: number,
  unicode: boolean,
  canonicalize: (code: number) => number
): boolean {
  const a = input.charCodeAt(left)
  const b = input.charCodeAt(right)
  if (!unicode || (a & 0xf800) !== 0xd800 || (b & 0xf800) !== 0xd800)
    return a === b || canonicalize(a) === canonicalize(b)
  if (isTrail(a) && left > 0 && isLead(input.charCodeAt(left - 1))) return isTrail(b)
  return canonicalize(input.codePointAt(left)!) === canonicalize(input.codePointAt(right)!)
}
