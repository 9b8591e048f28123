import type { CodeSet } from "./code-set.ts"
import type { Program } from "./program.ts"
import { caseClasses } from "./case-folding.ts"

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
/** Units scanned for one step. */
const unitsPerStepShift = 4

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
  input: string
  /**
   * After a match: start and end of group `n` at `2n` and `2n + 1`, in UTF-16 units, -1 for a group that took no part.
   * Longer than that: the tail holds loop counters. Overwritten by the next `start`.
   */
  readonly captures: Int32Array
  /** Steps used since `start`. One step is a backtrack, an iteration, an attempt, or sixteen units scanned. */
  stepsUsed = 0

  private readonly unicode: boolean
  private readonly limit: number
  private choices: Int32Array = NO_STACK
  private trail: Int32Array = NO_STACK
  // The machine's registers between runs.
  private instruction = -1
  private position = 0
  private choiceTop = 0
  private trailTop = 0
  /** Where the current attempt began. */
  private attempt = 0
  /** Where the scan of an interrupted instruction began, or -1. */
  private scanStart = -1
  /** Code points consumed by an interrupted scan of code points. */
  private scanCount = 0
  private overflowed = false

  /** @param limit words of backtracking state on each stack, default {@link maxBacktrack} */
  constructor(program: Program, input: string, limit: number = maxBacktrack) {
    this.program = program
    this.input = input
    this.limit = limit
    this.unicode = program.flags.unicode || program.flags.unicodeSets
    this.captures = new Int32Array(program.registerCount).fill(-1)
  }

  /**
   * Begins a search at `lastIndex` (0 up to the input's length); with the flag `y` only there. With `u` or `v` an index
   * inside a surrogate pair means the pair's start, as in https://tc39.es/ecma262/#sec-regexpbuiltinexec
   */
  start(lastIndex: number): void {
    let at = lastIndex
    const { input } = this
    if (
      this.unicode &&
      at > 0 &&
      at < input.length &&
      isTrail(input.charCodeAt(at)) &&
      isLead(input.charCodeAt(at - 1))
    ) {
      at--
    }
    this.attempt = at
    this.position = at
    this.instruction = -1
    this.choiceTop = 0
    this.trailTop = 0
    this.scanStart = -1
    this.overflowed = false
    this.stepsUsed = 0
  }

  /** Goes on for at most about `steps` steps (at least one). */
  run(steps: number): Outcome {
    if (this.choices.length === 0) {
      this.choices = spareChoices ?? new Int32Array(spareSize)
      this.trail = spareTrail ?? new Int32Array(spareSize)
      spareChoices = undefined
      spareTrail = undefined
    }
    const budget = steps < 1 ? 1 : steps
    const left = this.execute(budget)
    this.stepsUsed += budget - left
    const outcome = this.outcome
    if (outcome !== "paused") {
      if (this.choices.length === spareSize) spareChoices = this.choices
      if (this.trail.length === spareSize) spareTrail = this.trail
      this.choices = NO_STACK
      this.trail = NO_STACK
    }
    return outcome
  }

  private outcome: Outcome = "fail"

  /** Runs the machine until it ends or `steps` are used up; gives back the steps left and sets `outcome`. */
  private execute(steps: number): number {
    const { program, input, captures: registers, unicode } = this
    const { code, low, beyond, sets } = program
    const end = input.length
    const sticky = program.flags.sticky
    let choices = this.choices
    let trail = this.trail
    let sp = this.choiceTop
    let tp = this.trailTop
    let pc = this.instruction
    let pos = this.position
    let scanStart = this.scanStart
    this.scanStart = -1

    for (;;) {
      if (pc < 0) {
        // Look for the next place where a match may begin.
        const found = this.findAttempt(this.attempt)
        steps -= (this.attempt - pos) >> unitsPerStepShift
        if (found < 0) {
          this.outcome = "fail"
          return steps
        }
        if (found === 0 && steps <= 0) {
          this.position = this.attempt
          this.instruction = -1
          this.outcome = "paused"
          return steps
        }
        if (found === 0) {
          pos = this.attempt
          continue
        }
        pos = this.attempt
        pc = 1
        registers.fill(-1, 0, program.groupCount * 2)
        sp = 0
        tp = 0
      }

      machine: for (;;) {
        switch (code[pc]) {
          case 0: // FAIL
            break
          case 1: // MATCH
            registers[0] = this.attempt
            registers[1] = pos
            this.outcome = "match"
            return steps
          case 2: // CHAR
            if (pos < end && input.charCodeAt(pos) === code[pc + 1]) {
              pos++
              pc += 2
              continue machine
            }
            break
          case 3: // CHAR2
            if (pos + 1 < end && input.charCodeAt(pos) === code[pc + 1] && input.charCodeAt(pos + 1) === code[pc + 2]) {
              pos += 2
              pc += 3
              continue machine
            }
            break
          case 4: // CHAR3
            if (
              pos + 2 < end &&
              input.charCodeAt(pos) === code[pc + 1] &&
              input.charCodeAt(pos + 1) === code[pc + 2] &&
              input.charCodeAt(pos + 2) === code[pc + 3]
            ) {
              pos += 3
              pc += 4
              continue machine
            }
            break
          case 5: {
            // TEXT
            const count = code[pc + 1]
            if (pos + count > end) break
            const base = pc + 2
            let at = 0
            while (at < count && input.charCodeAt(pos + at) === code[base + at]) at++
            if (at === count) {
              pos += count
              pc = base + count
              continue machine
            }
            steps -= at >> unitsPerStepShift
            break
          }
          case 6: // EITHER
            if (pos < end) {
              const unit = input.charCodeAt(pos)
              if (unit === code[pc + 1] || unit === code[pc + 2]) {
                pos++
                pc += 3
                continue machine
              }
            }
            break
          case 7: // SET
            if (pos < end) {
              const unit = input.charCodeAt(pos)
              const table = code[pc + 1]
              if (unit < 256 ? low[(table << 8) | unit] === 1 : sets[table]!.has(unit)) {
                pos++
                pc += 2
                continue machine
              }
            }
            break
          case 8: // WIDE
            if (pos < end) {
              const unit = input.charCodeAt(pos)
              const table = code[pc + 1]
              if (unit < 256) {
                if (low[(table << 8) | unit] === 1) {
                  pos++
                  pc += 2
                  continue machine
                }
              } else {
                const codePoint = input.codePointAt(pos)!
                if (sets[table]!.has(codePoint)) {
                  pos += codePoint > 0xffff ? 2 : 1
                  pc += 2
                  continue machine
                }
              }
            }
            break
          case 9: {
            // SET_TIMES
            const table = code[pc + 1]
            const count = code[pc + 2]
            const start = scanStart < 0 ? pos : scanStart
            scanStart = -1
            if (count > end - start) break
            const stop = start + count
            const limit = stop - pos > chunk ? pos + chunk : stop
            const from = pos
            pos = scanSet(input, pos, limit, table << 8, low, sets[table]!)
            steps -= (pos - from) >> unitsPerStepShift
            if (pos < limit) break
            if (pos < stop) {
              scanStart = start
              if (steps > 0) continue machine
              this.pause(pc, pos, sp, tp)
              this.scanStart = start
              return steps
            }
            pc += 3
            continue machine
          }
          case 10: {
            // WIDE_TIMES
            const times = code[pc + 2]
            const count = this.scanWide(pos, sets[code[pc + 1]]!, times, scanStart)
            steps -= count >> (unitsPerStepShift - 1)
            pos = this.position
            if (this.scanStart >= 0) {
              scanStart = this.scanStart
              if (steps > 0) continue machine
              this.pause(pc, pos, sp, tp)
              return steps
            }
            scanStart = -1
            if (this.scanCount < times) break
            pc += 3
            continue machine
          }
          case 11: {
            // GREEDY
            const table = code[pc + 1]
            const most = code[pc + 3]
            const start = scanStart < 0 ? pos : scanStart
            scanStart = -1
            const stop = most < end - start ? start + most : end
            const limit = stop - pos > chunk ? pos + chunk : stop
            const from = pos
            pos = scanSet(input, pos, limit, table << 8, low, sets[table]!)
            steps -= (pos - from) >> unitsPerStepShift
            if (pos === limit && pos < stop) {
              scanStart = start
              if (steps > 0) continue machine
              this.pause(pc, pos, sp, tp)
              this.scanStart = start
              return steps
            }
            const least = start + code[pc + 2]
            if (pos < least) break
            pc += 5
            if (pos === least) {
              pc += 2
              continue machine
            }
            // Straight to the last place from which what follows may go on.
            if (sp + 4 > choices.length) {
              choices = this.growChoices()
              if (this.overflowed) return this.exhausted(steps)
            }
            choices[sp] = least
            sp++
            const peek = code[pc + 1]
            if (peek < 0 || canGoOn(input, pos, end, peek, low, beyond)) {
              choices[sp] = pos
              choices[sp + 1] = pc
              choices[sp + 2] = tp
              sp += 3
              pc += 2
              continue machine
            }
            // falls to GREEDY_BACK
            continue machine
          }
          case 12: {
            // GREEDY_BACK: below the top of the stack lies the least position
            const peek = code[pc + 1]
            const least = choices[sp - 1]
            const from = pos
            pos--
            if (peek >= 0) {
              const limit = pos - least > chunk ? pos - chunk : least
              while (pos > limit && !canGoOn(input, pos, end, peek, low, beyond)) pos--
              steps -= (from - pos) >> unitsPerStepShift
            }
            if (pos > least) {
              choices[sp] = pos
              choices[sp + 1] = pc
              choices[sp + 2] = tp
              sp += 3
              if (peek >= 0 && !canGoOn(input, pos, end, peek, low, beyond)) break
            } else {
              sp--
            }
            pc += 2
            continue machine
          }
          case 13: {
            // POSSESSIVE
            const table = code[pc + 1]
            const most = code[pc + 3]
            const start = scanStart < 0 ? pos : scanStart
            scanStart = -1
            const stop = most < end - start ? start + most : end
            const limit = stop - pos > chunk ? pos + chunk : stop
            const from = pos
            pos = scanSet(input, pos, limit, table << 8, low, sets[table]!)
            steps -= (pos - from) >> unitsPerStepShift
            if (pos === limit && pos < stop) {
              scanStart = start
              if (steps > 0) continue machine
              this.pause(pc, pos, sp, tp)
              this.scanStart = start
              return steps
            }
            if (pos - start < code[pc + 2]) break
            pc += 4
            continue machine
          }
          case 14: {
            // LAZY
            const table = code[pc + 1]
            const least = code[pc + 2]
            const most = code[pc + 3]
            if (least > 0) {
              const start = scanStart < 0 ? pos : scanStart
              scanStart = -1
              if (least > end - start) break
              const stop = start + least
              const limit = stop - pos > chunk ? pos + chunk : stop
              const from = pos
              pos = scanSet(input, pos, limit, table << 8, low, sets[table]!)
              steps -= (pos - from) >> unitsPerStepShift
              if (pos < limit) break
              if (pos < stop) {
                scanStart = start
                if (steps > 0) continue machine
                this.pause(pc, pos, sp, tp)
                this.scanStart = start
                return steps
              }
            }
            if (sp + 4 > choices.length) {
              choices = this.growChoices()
              if (this.overflowed) return this.exhausted(steps)
            }
            // LAZY_MORE begins by taking one more: the bound below its choice is the last position it may reach.
            choices[sp] = most - least < end - pos ? pos + most - least : end
            choices[sp + 1] = pos
            choices[sp + 2] = pc + 5
            choices[sp + 3] = tp
            sp += 4
            if (code[pc + 4] >= 0 && !canGoOn(input, pos, end, code[pc + 4], low, beyond)) break
            pc += 8
            continue machine
          }
          case 15: {
            // LAZY_MORE
            const table = code[pc + 1]
            const peek = code[pc + 2]
            const last = choices[sp - 1]
            const from = pos
            const limit = last - pos > chunk ? pos + chunk : last
            let ready = false
            while (pos < limit) {
              const unit = input.charCodeAt(pos)
              if (unit < 256 ? low[(table << 8) | unit] === 0 : !sets[table]!.has(unit)) break
              pos++
              if (peek < 0 || canGoOn(input, pos, end, peek, low, beyond)) {
                ready = true
                break
              }
            }
            steps -= (pos - from) >> unitsPerStepShift
            if (ready || (pos === limit && limit < last)) {
              choices[sp] = pos
              choices[sp + 1] = pc
              choices[sp + 2] = tp
              sp += 3
              if (!ready) break
              pc += 3
              continue machine
            }
            sp--
            break
          }
          case 16: {
            // WIDE_GREEDY
            const start = scanStart < 0 ? pos : scanStart
            const count = this.scanWide(pos, sets[code[pc + 1]]!, code[pc + 3], scanStart)
            steps -= count >> (unitsPerStepShift - 1)
            pos = this.position
            if (this.scanStart >= 0) {
              scanStart = this.scanStart
              if (steps > 0) continue machine
              this.pause(pc, pos, sp, tp)
              return steps
            }
            scanStart = -1
            const required = code[pc + 2]
            if (this.scanCount < required) break
            pc += 5
            if (this.scanCount === required) {
              pc += 2
              continue machine
            }
            if (sp + 4 > choices.length) {
              choices = this.growChoices()
              if (this.overflowed) return this.exhausted(steps)
            }
            let least = start
            for (let taken = 0; taken < required; taken++) least += input.codePointAt(least)! > 0xffff ? 2 : 1
            choices[sp] = least
            choices[sp + 1] = pos
            choices[sp + 2] = pc
            choices[sp + 3] = tp
            sp += 4
            if (code[pc + 1] >= 0 && !canGoOn(input, pos, end, code[pc + 1], low, beyond)) break
            pc += 2
            continue machine
          }
          case 17: {
            // WIDE_BACK
            const peek = code[pc + 1]
            const least = choices[sp - 1]
            const from = pos
            const limit = pos - least > chunk ? pos - chunk : least
            let ready = false
            do {
              pos--
              if (pos > least && isTrail(input.charCodeAt(pos)) && isLead(input.charCodeAt(pos - 1))) pos--
              ready = peek < 0 || canGoOn(input, pos, end, peek, low, beyond)
            } while (pos > limit && !ready)
            steps -= (from - pos) >> unitsPerStepShift
            if (pos > least) {
              choices[sp] = pos
              choices[sp + 1] = pc
              choices[sp + 2] = tp
              sp += 3
            } else {
              sp--
            }
            if (!ready) break
            pc += 2
            continue machine
          }
          case 18: {
            // WIDE_POSSESSIVE
            const count = this.scanWide(pos, sets[code[pc + 1]]!, code[pc + 3], scanStart)
            steps -= count >> (unitsPerStepShift - 1)
            pos = this.position
            if (this.scanStart >= 0) {
              scanStart = this.scanStart
              if (steps > 0) continue machine
              this.pause(pc, pos, sp, tp)
              return steps
            }
            scanStart = -1
            if (this.scanCount < code[pc + 2]) break
            pc += 4
            continue machine
          }
          case 19: // SPLIT
            if (sp + 4 > choices.length) {
              choices = this.growChoices()
              if (this.overflowed) return this.exhausted(steps)
            }
            choices[sp] = pos
            choices[sp + 1] = code[pc + 2]
            choices[sp + 2] = tp
            sp += 3
            pc = code[pc + 1]
            continue machine
          case 20: {
            // SPLIT_PEEK
            const first = code[pc + 2]
            const second = code[pc + 4]
            if (first >= 0 && !canGoOn(input, pos, end, first, low, beyond)) {
              pc = code[pc + 3]
              continue machine
            }
            if (second < 0 || canGoOn(input, pos, end, second, low, beyond)) {
              if (sp + 4 > choices.length) {
                choices = this.growChoices()
                if (this.overflowed) return this.exhausted(steps)
              }
              choices[sp] = pos
              choices[sp + 1] = code[pc + 3]
              choices[sp + 2] = tp
              sp += 3
            }
            pc = code[pc + 1]
            continue machine
          }
          case 21: // JUMP
            pc = code[pc + 1]
            continue machine
          case 22: // REPEAT
            pc = code[pc + 1]
            if (--steps <= 0) {
              this.pause(pc, pos, sp, tp)
              return steps
            }
            continue machine
          case 23: {
            // SAVE
            const register = code[pc + 1]
            if (sp > 0) {
              if (tp + 2 > trail.length) {
                trail = this.growTrail()
                if (this.overflowed) return this.exhausted(steps)
              }
              trail[tp] = register
              trail[tp + 1] = registers[register]
              tp += 2
            }
            registers[register] = pos
            pc += 2
            continue machine
          }
          case 24: {
            // CLEAR
            const stop = code[pc + 2]
            for (let register = code[pc + 1]; register < stop; register++) {
              if (registers[register] < 0) continue
              if (sp > 0) {
                if (tp + 2 > trail.length) {
                  trail = this.growTrail()
                  if (this.overflowed) return this.exhausted(steps)
                }
                trail[tp] = register
                trail[tp + 1] = registers[register]
                tp += 2
              }
              registers[register] = -1
            }
            steps -= (stop - code[pc + 1]) >> unitsPerStepShift
            pc += 3
            continue machine
          }
          case 25: {
            // ASSIGN
            const register = code[pc + 1]
            if (sp > 0) {
              if (tp + 2 > trail.length) {
                trail = this.growTrail()
                if (this.overflowed) return this.exhausted(steps)
              }
              trail[tp] = register
              trail[tp + 1] = registers[register]
              tp += 2
            }
            registers[register] = code[pc + 2]
            pc += 3
            continue machine
          }
          case 26: // PROGRESS
            if (registers[code[pc + 1]] === pos) break
            pc += 2
            continue machine
          case 27: {
            // COUNT
            const count = registers[code[pc + 1]]
            if (count < code[pc + 2]) {
              pc += 8
              continue machine
            }
            const exit = code[pc + 4]
            const lazy = code[pc + 7] === 1
            const bodyPeek = code[pc + 5]
            const exitPeek = code[pc + 6]
            if (count >= code[pc + 3] || (bodyPeek >= 0 && !canGoOn(input, pos, end, bodyPeek, low, beyond))) {
              pc = exit
              continue machine
            }
            if (exitPeek >= 0 && !canGoOn(input, pos, end, exitPeek, low, beyond)) {
              pc += 8
              continue machine
            }
            if (sp + 4 > choices.length) {
              choices = this.growChoices()
              if (this.overflowed) return this.exhausted(steps)
            }
            choices[sp] = pos
            choices[sp + 1] = lazy ? pc + 8 : exit
            choices[sp + 2] = tp
            sp += 3
            pc = lazy ? exit : pc + 8
            continue machine
          }
          case 28: {
            // ENTER
            const counter = code[pc + 1]
            const register = code[pc + 2]
            if (tp + 4 > trail.length) {
              trail = this.growTrail()
              if (this.overflowed) return this.exhausted(steps)
            }
            const count = registers[counter]
            if (sp > 0) {
              trail[tp] = counter
              trail[tp + 1] = count
              tp += 2
            }
            registers[counter] = count + 1
            if (register >= 0) {
              if (sp > 0) {
                trail[tp] = register
                trail[tp + 1] = registers[register]
                tp += 2
              }
              registers[register] = count < code[pc + 3] ? -1 : pos
            }
            pc += 4
            continue machine
          }
          case 29: // START
            if (pos !== 0) break
            pc++
            continue machine
          case 30: // START_LINE
            if (pos !== 0 && !isLineTerminator(input.charCodeAt(pos - 1))) break
            pc++
            continue machine
          case 31: // END
            if (pos !== end) break
            pc++
            continue machine
          case 32: // END_LINE
            if (pos !== end && !isLineTerminator(input.charCodeAt(pos))) break
            pc++
            continue machine
          case 33: // WORD_EDGE
          case 34: {
            // NO_WORD_EDGE
            const table = code[pc + 1]
            const before = pos > 0 && inSet(input.charCodeAt(pos - 1), table, low, sets)
            const after = pos < end && inSet(input.charCodeAt(pos), table, low, sets)
            if ((before !== after) !== (code[pc] === 33)) break
            pc += 2
            continue machine
          }
          case 35: // LOOK
            registers[code[pc + 1]] = sp
            registers[code[pc + 1] + 1] = pos
            // What the body overwrites must be restored when the whole lookaround is backtracked over.
            pc += 2
            continue machine
          case 36: // LOOK_DONE
            sp = registers[code[pc + 1]]
            pos = registers[code[pc + 1] + 1]
            pc += 2
            continue machine
          case 37: // UNLESS
            if (sp + 4 > choices.length) {
              choices = this.growChoices()
              if (this.overflowed) return this.exhausted(steps)
            }
            registers[code[pc + 1]] = sp
            choices[sp] = pos
            choices[sp + 1] = code[pc + 2]
            choices[sp + 2] = tp
            sp += 3
            pc += 3
            continue machine
          case 38: {
            // UNLESS_DONE: undo the body, then fail
            sp = registers[code[pc + 1]]
            const height = choices[sp + 2]
            while (tp > height) {
              tp -= 2
              registers[trail[tp]] = trail[tp + 1]
            }
            break
          }
          case 39: {
            // AHEAD
            const inside = pos < end && inSet(input.charCodeAt(pos), code[pc + 1], low, sets)
            if (inside === (code[pc + 2] === 1)) break
            pc += 3
            continue machine
          }
          case 40: {
            // BEHIND
            const inside = pos > 0 && inSet(input.charCodeAt(pos - 1), code[pc + 1], low, sets)
            if (inside === (code[pc + 2] === 1)) break
            pc += 3
            continue machine
          }
          case 41: {
            // REFERENCE
            const next = this.compareReference(pc, pos, scanStart)
            scanStart = this.scanStart
            this.scanStart = -1
            if (scanStart >= 0) {
              // One chunk was equal and more remains.
              steps -= chunk >> unitsPerStepShift
              if (steps > 0) continue machine
              this.pause(pc, pos, sp, tp)
              this.scanStart = scanStart
              return steps
            }
            if (next < 0) break
            steps -= (next > pos ? next - pos : pos - next) >> unitsPerStepShift
            pos = next
            pc += 4 + code[pc + 3]
            continue machine
          }
          case 42: // CHAR_BACK
            if (pos > 0 && input.charCodeAt(pos - 1) === code[pc + 1]) {
              pos--
              pc += 2
              continue machine
            }
            break
          case 43: // SET_BACK
            if (pos > 0 && inSet(input.charCodeAt(pos - 1), code[pc + 1], low, sets)) {
              pos--
              pc += 2
              continue machine
            }
            break
          case 44: // WIDE_BACKWARD
            if (pos > 0) {
              const start = codePointStart(input, pos)
              if (sets[code[pc + 1]]!.has(input.codePointAt(start)!)) {
                pos = start
                pc += 2
                continue machine
              }
            }
            break
          case 45: {
            // MEMBER
            const property = program.properties[code[pc + 1]]
            if (pos === end || !property.starts.has(input.codePointAt(pos)!)) break
            let stop = pos
            let taken = 0
            while (taken < code[pc + 2] && stop < end) {
              stop += input.codePointAt(stop)! > 0xffff ? 2 : 1
              taken++
            }
            steps--
            if (taken < code[pc + 2] || !property.has(input.slice(pos, stop))) break
            pos = stop
            pc += 3
            continue machine
          }
          case 46: {
            // MEMBER_BACK
            const property = program.properties[code[pc + 1]]
            let start = pos
            let taken = 0
            while (taken < code[pc + 2] && start > 0) {
              start = codePointStart(input, start)
              taken++
            }
            steps--
            if (taken < code[pc + 2] || !property.has(input.slice(start, pos))) break
            pos = start
            pc += 3
            continue machine
          }
          case 47: {
            // SWITCH
            const targets = program.switches[code[pc + 1]]
            const unit = pos < end ? input.charCodeAt(pos) : 257
            pc = targets[unit < 258 && pos < end ? (unit < 256 ? unit : 256) : unit > 257 ? 256 : 257]
            continue machine
          }
          case 48: // ALL
            if (end - pos < code[pc + 1]) break
            pos = end
            pc += 2
            continue machine
          default:
            throw new Error(`no such instruction: ${code[pc]}`)
        }

        // Backtrack.
        if (sp === 0) {
          pc = -1
          break machine
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
          this.pause(pc, pos, sp, tp)
          return steps
        }
      }

      // The attempt failed.
      if (sticky) {
        this.outcome = "fail"
        return steps
      }
      const next = this.attempt + (unicode && this.attempt < end && input.codePointAt(this.attempt)! > 0xffff ? 2 : 1)
      this.attempt = next
      pos = next
      if (--steps <= 0) {
        this.pause(-1, pos, 0, 0)
        return steps
      }
    }
  }

  /**
   * Moves `attempt` to the next place at or after `from` where a match may begin. 1: found; 0: scanned one chunk without
   * finding any, call again; -1: there is none.
   */
  private findAttempt(from: number): -1 | 0 | 1 {
    const { input, program } = this
    const end = input.length
    if (from > end) return -1
    const { search } = program
    if (program.flags.sticky) return 1
    switch (search.kind) {
      case "everywhere":
        return 1
      case "start":
        return from === 0 ? 1 : -1
      case "line": {
        if (from === 0) return 1
        const limit = end - from > chunk ? from + chunk : end
        for (let at = from; at <= limit; at++) {
          if (isLineTerminator(input.charCodeAt(at - 1))) {
            this.attempt = at
            return 1
          }
        }
        if (limit === end) return -1
        this.attempt = limit
        return 0
      }
      case "text":
        return this.findText(from, search.text)
      case "table": {
        const { low, beyond } = program
        const base = search.table << 8
        const high = beyond[search.table] & 1
        const limit = end - from > chunk ? from + chunk : end
        let at = from
        for (; at < limit; at++) {
          const unit = input.charCodeAt(at)
          if (unit < 256 ? low[base | unit] === 1 : high === 1) {
            // The second half of a pair is no place to begin.
            if (this.unicode && at > from && isTrail(unit) && isLead(input.charCodeAt(at - 1))) continue
            this.attempt = at
            return 1
          }
        }
        this.attempt = at
        if (at < end) {
          if (this.unicode && isTrail(input.charCodeAt(at)) && isLead(input.charCodeAt(at - 1))) this.attempt++
          return 0
        }
        return (beyond[search.table] & 2) !== 0 ? 1 : -1
      }
    }
  }

  private findText(from: number, text: string): -1 | 0 | 1 {
    const { input } = this
    const end = input.length
    const first = text.charCodeAt(0)
    // Often the text is near: a call of indexOf costs as much as looking at some thirty units.
    const near = end - from > 32 ? from + 32 : end
    for (let at = from; at < near; at++) {
      if (input.charCodeAt(at) === first) {
        this.attempt = at
        return 1
      }
    }
    if (near === end) return -1
    if (text.length === 1) {
      const at = input.indexOf(text, near)
      this.attempt = at < 0 ? end : at
      return at < 0 ? -1 : 1
    }
    // The host's search for longer texts may take time proportional to both lengths, so it gets a window.
    const limit = end - near > chunk ? near + chunk : end
    const at = input.slice(near, limit + text.length - 1).indexOf(text)
    this.attempt = at < 0 ? limit : near + at
    if (at >= 0) return 1
    return limit === end ? -1 : 0
  }

  /**
   * Takes up to `most` code points of `set` from `from`, at most a chunk at a time. Leaves the position in `position`,
   * the total in `scanCount`, and in `scanStart` where the scan began when more remains, else -1.
   */
  private scanWide(from: number, set: CodeSet, most: number, scanStart: number): number {
    const { input } = this
    const end = input.length
    const before = scanStart < 0 ? 0 : this.scanCount
    const limit = most - before > chunk ? before + chunk : most
    let at = from
    let count = before
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
    this.position = at
    this.scanCount = count
    this.scanStart = count === limit && limit < most ? (scanStart < 0 ? from : scanStart) : -1
    return count - before
  }

  /** The position after the group's text, or -1. Sets `scanStart` to the units compared so far when more remains. */
  private compareReference(pc: number, pos: number, done: number): number {
    const { code } = this.program
    const { input, captures } = this
    this.scanStart = -1
    const fold = code[pc + 1] === 1
    const back = code[pc + 2] === 1
    let start = -1
    let stop = -1
    for (let at = 0; at < code[pc + 3]; at++) {
      const group = code[pc + 4 + at]
      if (captures[2 * group] >= 0 && captures[2 * group + 1] >= 0) {
        start = captures[2 * group]
        stop = captures[2 * group + 1]
        break
      }
    }
    if (start < 0) return pos
    const length = stop - start
    const from = back ? pos - length : pos
    if (from < 0 || from + length > input.length) return -1
    const compared = done < 0 ? 0 : done
    const limit = length - compared > chunk ? compared + chunk : length
    if (!fold) {
      for (let at = compared; at < limit; at++) {
        if (input.charCodeAt(start + at) !== input.charCodeAt(from + at)) return -1
      }
    } else {
      const { canonicalize } = caseClasses(this.unicode)
      for (let at = compared; at < limit; at++) {
        if (!this.equalFolded(start + at, from + at, canonicalize)) return -1
      }
    }
    if (limit < length) {
      this.scanStart = limit
      return pos
    }
    // Code points are compared, so a pair must not be cut by the end of the text.
    if (this.unicode && length > 0) {
      if (splitsPair(input, from) || splitsPair(input, from + length)) return -1
    }
    return back ? from : from + length
  }

  /** Compares by unit; in Unicode mode the second half of a pair was compared with the first. */
  private equalFolded(left: number, right: number, canonicalize: (code: number) => number): boolean {
    const { input } = this
    const a = input.charCodeAt(left)
    const b = input.charCodeAt(right)
    if (!this.unicode || (a & 0xf800) !== 0xd800 || (b & 0xf800) !== 0xd800) {
      return a === b || canonicalize(a) === canonicalize(b)
    }
    if (isTrail(a) && left > 0 && isLead(input.charCodeAt(left - 1))) return isTrail(b)
    return canonicalize(input.codePointAt(left)!) === canonicalize(input.codePointAt(right)!)
  }

  private pause(instruction: number, position: number, choiceTop: number, trailTop: number): void {
    this.instruction = instruction
    this.position = position
    this.choiceTop = choiceTop
    this.trailTop = trailTop
    this.outcome = "paused"
  }

  private exhausted(steps: number): number {
    this.outcome = "exhausted"
    return steps
  }

  private growChoices(): Int32Array {
    return (this.choices = this.grown(this.choices))
  }

  private growTrail(): Int32Array {
    return (this.trail = this.grown(this.trail))
  }

  private grown(stack: Int32Array): Int32Array {
    if (stack.length * 2 > this.limit) {
      this.overflowed = true
      return stack
    }
    const larger = new Int32Array(stack.length * 2)
    larger.set(stack)
    return larger
  }
}

/** The end of the run of members from `from`, at most `limit`. */
function scanSet(input: string, from: number, limit: number, base: number, low: Uint8Array, set: CodeSet): number {
  let at = from
  while (at < limit) {
    const unit = input.charCodeAt(at)
    if (unit < 256 ? low[base | unit] === 0 : !set.has(unit)) break
    at++
  }
  return at
}

function canGoOn(input: string, pos: number, end: number, peek: number, low: Uint8Array, beyond: Uint8Array): boolean {
  if (pos >= end) return (beyond[peek] & 2) !== 0
  const unit = input.charCodeAt(pos)
  return unit < 256 ? low[(peek << 8) | unit] === 1 : (beyond[peek] & 1) !== 0
}

function inSet(unit: number, table: number, low: Uint8Array, sets: ReadonlyArray<CodeSet | undefined>): boolean {
  return unit < 256 ? low[(table << 8) | unit] === 1 : sets[table]!.has(unit)
}

function isLineTerminator(unit: number): boolean {
  return unit === 0x0a || unit === 0x0d || unit === 0x2028 || unit === 0x2029
}

function isLead(unit: number): boolean {
  return (unit & 0xfc00) === 0xd800
}

function isTrail(unit: number): boolean {
  return (unit & 0xfc00) === 0xdc00
}

/** Where the code point that ends at `pos` starts. */
function codePointStart(input: string, pos: number): number {
  return pos > 1 && isTrail(input.charCodeAt(pos - 1)) && isLead(input.charCodeAt(pos - 2)) ? pos - 2 : pos - 1
}

function splitsPair(input: string, pos: number): boolean {
  return pos > 0 && pos < input.length && isTrail(input.charCodeAt(pos)) && isLead(input.charCodeAt(pos - 1))
}
