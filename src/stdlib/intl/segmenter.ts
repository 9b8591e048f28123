/** `Intl.Segmenter` (https://tc39.es/ecma402/#segmenter-objects): graphemes, words and sentences of a text. */
import { agent, charge, pause } from "../../interpreter/kernel/agent.ts"
import { constant, method } from "../../interpreter/kernel/builtin.ts"
import type { IntrinsicDefinition } from "../../interpreter/kernel/builtin.ts"
import { integerOrInfinityOf, stringOf } from "../../interpreter/kernel/convert.ts"
import { throwRangeError, throwTypeError } from "../../interpreter/kernel/errors.ts"
import { describeValue } from "../../interpreter/kernel/function.ts"
import type { Native } from "../../interpreter/kernel/function.ts"
import { DirectIterator, DONE } from "../../interpreter/kernel/iterate.ts"
import { ObjectValue } from "../../interpreter/kernel/object.ts"
import type { Crossing } from "../../interpreter/kernel/object.ts"
import type { IntrinsicName } from "../../interpreter/kernel/realm.ts"
import { CONFIGURABLE } from "../../interpreter/kernel/shape.ts"
import { runSteps } from "../../interpreter/kernel/steps.ts"
import type { Steps } from "../../interpreter/kernel/steps.ts"
import { wellKnown } from "../../interpreter/kernel/values.ts"
import type { Value } from "../../interpreter/kernel/values.ts"
import { recordToGuest } from "./copy-out.ts"
import { localeList } from "./locale-list.ts"
import { makeHostFormatter, optionsObject, stringOption } from "./options.ts"
import { serviceIntrinsics, serviceRow } from "./service.ts"
import type { Service } from "./service.ts"

function* makeSegmenter(locales: Value, optionsValue: Value): Steps<Intl.Segmenter> {
  const requested = yield* localeList(locales)
  const options = optionsObject(optionsValue, "Intl.Segmenter")
  const localeMatcher = yield* stringOption(options, "localeMatcher", ["lookup", "best fit"])
  const granularity = yield* stringOption(options, "granularity", ["grapheme", "word", "sentence"])
  const read = { localeMatcher, granularity }
  return makeHostFormatter("Segmenter", requested, read, 3000, (known, given) => new Intl.Segmenter(known, given))
}

const MAX_TEXT = 1 << 20

/** What `segment` answers (https://tc39.es/ecma402/#sec-segments-objects). */
class SegmentsValue extends ObjectValue {
  override crossing(): Crossing {
    return { as: "empty", what: "the segments of a text", instead: "write `[...segments]`" }
  }

  readonly segmenter: Intl.Segmenter
  readonly text: string
  constructor(segmenter: Intl.Segmenter, text: string) {
    super(agent.realm.shapeOf("%SegmentsPrototype%"))
    this.segmenter = segmenter
    this.text = text
  }
}

const WINDOW = 1024
/** The host finds longer segments in one step each, which would hold the thread for too long. */
const LARGEST_WINDOW = 1 << 17
/** How far the rules look ahead, generously. */
const MARGIN = 256

/**
 * The segments of a text from a boundary on. Each step of the host's own iterator takes time in proportion to its text (0.4 ms for 200,000
 * characters), so the host gets windows that begin at a boundary; of each the segments that end well before the window's end count.
 */
class SegmentCursor {
  private readonly segmenter: Intl.Segmenter
  private readonly text: string
  private found: Intl.SegmentData[] = []
  private next = 0
  private position: number

  constructor({ segmenter, text }: SegmentsValue, position: number) {
    this.segmenter = segmenter
    this.text = text
    this.position = position
  }

  step(): Intl.SegmentData | undefined {
    if (this.next === this.found.length) this.fill()
    return this.found[this.next++]
  }

  private fill(): void {
    const { text, position } = this
    this.found = []
    this.next = 0
    for (let size = WINDOW; position < text.length && this.found.length === 0; size *= 2) {
      if (size > LARGEST_WINDOW) {
        throwRangeError("Intl.Segmenter: a segment can have at most 130,000 characters here. Split the text first.")
      }
      if (size > WINDOW) charge(size >> 2)
      const window = text.substring(position, position + size)
      const isLast = position + size >= text.length
      for (const { segment, index, isWordLike } of this.segmenter.segment(window)) {
        charge(80)
        const end = index + segment.length
        if (!isLast && end > size - MARGIN) break
        const found = { segment, index: position + index, input: text }
        this.found.push(isWordLike === undefined ? found : { ...found, isWordLike })
        this.position = position + end
        // In a window that has grown around one long segment, each further step would take long.
        if (size > WINDOW) break
      }
    }
  }
}

class SegmentIterator extends DirectIterator {
  private readonly cursor: SegmentCursor
  constructor(segments: SegmentsValue) {
    super(agent.realm.shapeOf("%SegmentIteratorPrototype%"))
    this.cursor = new SegmentCursor(segments, 0)
  }

  override get nativeNext(): Native {
    return segmentIteratorNext
  }

  override step(): Value | typeof DONE {
    const segment = this.cursor.step()
    return segment === undefined ? DONE : recordToGuest(segment)
  }
}

const segmentIteratorNext: Native = (thisValue) => {
  if (!(thisValue instanceof SegmentIterator)) {
    return throwTypeError(`next of a segment iterator was called on ${describeValue(thisValue)}.`)
  }
  const value = thisValue.step()
  const { realm } = agent
  return value === DONE ? realm.iteratorResult(undefined, true) : realm.iteratorResult(value, false)
}

function thisSegments(thisValue: Value, member: string): SegmentsValue {
  if (thisValue instanceof SegmentsValue) return thisValue
  return throwTypeError(`${member} requires that 'this' be the segments of a text, not ${describeValue(thisValue)}.`)
}

/** https://tc39.es/ecma402/#sec-%intlsegmentsprototype%.containing */
function* containing(thisValue: Value, index: Value): Steps<Value> {
  const segments = thisSegments(thisValue, "containing")
  const at = yield* integerOrInfinityOf(index)
  const { text } = segments
  if (at < 0 || at >= text.length) return undefined
  // After a line feed there is a boundary of every kind.
  const cursor = new SegmentCursor(segments, at === 0 ? 0 : text.lastIndexOf("\n", at - 1) + 1)
  for (;;) {
    const segment = cursor.step()
    if (segment === undefined || segment.index + segment.segment.length > at) {
      return segment === undefined ? undefined : recordToGuest(segment)
    }
    if (charge(1)) {
      pause()
      yield
    }
  }
}

function* textToSegment([value]: readonly Value[]): Steps<string> {
  const text = yield* stringOf(value)
  if (text.length <= MAX_TEXT) return text
  return throwRangeError(
    "Intl.Segmenter: a text can have at most 1,048,576 characters here. Split it into lines first."
  )
}

const service: Service<Intl.Segmenter> = {
  name: "Segmenter",
  isCallable: false,
  make: makeSegmenter,
  supported: (locales, options) => Intl.Segmenter.supportedLocalesOf(locales, options),
  rows: (self) => [serviceRow(self, "segment", 1, textToSegment, (host, text) => new SegmentsValue(host, text))]
}

export const segmenterIntrinsics: Record<IntrinsicName, IntrinsicDefinition> = {
  ...serviceIntrinsics(service),
  "%SegmentsPrototype%": {
    prototype: "%Object.prototype%",
    rows: [
      method("containing", 1, (thisValue, args) => runSteps(containing(thisValue, args[0]))),
      method(wellKnown.iterator, 0, (thisValue) => new SegmentIterator(thisSegments(thisValue, "[Symbol.iterator]")))
    ]
  },
  "%SegmentIteratorPrototype%": {
    prototype: "%IteratorPrototype%",
    rows: [
      method("next", 0, segmentIteratorNext),
      constant(wellKnown.toStringTag, "Segmenter String Iterator", CONFIGURABLE)
    ]
  }
}
