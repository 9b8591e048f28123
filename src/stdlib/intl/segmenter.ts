/** `Intl.Segmenter` (https://tc39.es/ecma402/#segmenter-objects): graphemes, words and sentences of a text. */
import { agent, charge } from "../../interpreter/kernel/agent.ts"
import { constant, method } from "../../interpreter/kernel/builtin.ts"
import type { IntrinsicDefinition } from "../../interpreter/kernel/builtin.ts"
import { integerOrInfinityOf, stringOf } from "../../interpreter/kernel/convert.ts"
import { throwRangeError, throwTypeError } from "../../interpreter/kernel/errors.ts"
import { describeValue } from "../../interpreter/kernel/function.ts"
import type { Native } from "../../interpreter/kernel/function.ts"
import { DirectIterator, DONE } from "../../interpreter/kernel/iterate.ts"
import { ObjectValue } from "../../interpreter/kernel/object.ts"
import type { IntrinsicName } from "../../interpreter/kernel/realm.ts"
import { CONFIGURABLE } from "../../interpreter/kernel/shape.ts"
import { runSteps } from "../../interpreter/kernel/steps.ts"
import type { Steps } from "../../interpreter/kernel/steps.ts"
import { wellKnown } from "../../interpreter/kernel/values.ts"
import type { Value } from "../../interpreter/kernel/values.ts"
import { recordToGuest } from "./copy-out.ts"
import { hostLocales, localeList } from "./locale-list.ts"
import { makeHostFormatter, optionsObject, present, stringOption } from "./options.ts"
import { serviceIntrinsics, serviceRow } from "./service.ts"
import type { Service } from "./service.ts"

function* makeSegmenter(locales: Value, optionsValue: Value): Steps<Intl.Segmenter> {
  const requested = yield* localeList(locales)
  const options = optionsObject(optionsValue, "Intl.Segmenter")
  const localeMatcher = yield* stringOption(options, "localeMatcher", ["lookup", "best fit"])
  const granularity = yield* stringOption(options, "granularity", ["grapheme", "word", "sentence"])
  charge(300)
  return makeHostFormatter(
    "Intl.Segmenter",
    () => new Intl.Segmenter(hostLocales(requested), present({ localeMatcher, granularity }) as Intl.SegmenterOptions)
  )
}

/** The host prepares so much text in a millisecond. */
const MAX_TEXT = 1 << 18

/** What `segment` answers (https://tc39.es/ecma402/#sec-segments-objects). */
class SegmentsValue extends ObjectValue {
  readonly host: Intl.Segments
  readonly length: number
  constructor(host: Intl.Segments, length: number) {
    super(agent.realm.shapeOf("%SegmentsPrototype%"))
    this.host = host
    this.length = length
  }
}

class SegmentIterator extends DirectIterator {
  private readonly host: Iterator<Intl.SegmentData>
  constructor(segments: SegmentsValue) {
    super(agent.realm.shapeOf("%SegmentIteratorPrototype%"))
    this.host = segments.host[Symbol.iterator]()
  }

  override get nativeNext(): Native {
    return segmentIteratorNext
  }

  override step(): Value | typeof DONE {
    charge(12)
    const result = this.host.next()
    return result.done === true ? DONE : recordToGuest(result.value)
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
  if (at < 0 || at >= segments.length) return undefined
  charge(40)
  const found = segments.host.containing(at)
  return found === undefined ? undefined : recordToGuest(found)
}

const service: Service<Intl.Segmenter> = {
  name: "Segmenter",
  isCallable: false,
  make: makeSegmenter,
  supported: (locales, options) => Intl.Segmenter.supportedLocalesOf(locales, options),
  rows: (self) => [
    serviceRow(self, "segment", 1, function* (host, args) {
      const text = yield* stringOf(args[0])
      if (text.length > MAX_TEXT) {
        throwRangeError("Intl.Segmenter: a text can have at most 262,144 characters here. Split it into lines first.")
      }
      charge(20 + (text.length >> 5))
      return new SegmentsValue(host.segment(text), text.length)
    })
  ]
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
