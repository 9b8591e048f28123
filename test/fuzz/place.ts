/** Where a fragment of a program stands: what is legal there, and which names its block has declared already. */
export interface Place {
  readonly isAsync: boolean
  readonly isGenerator: boolean
  readonly canReturn: boolean
  readonly canBreak: boolean
  readonly canContinue: boolean
  /** Labels around, innermost last; `loop` tells whether `continue` may name it. */
  readonly labels: ReadonlyArray<{ readonly name: string; readonly loop: boolean }>
  readonly hasSuperProperty: boolean
  readonly hasSuperCall: boolean
  readonly hasPrivate: boolean
  readonly hasArguments: boolean
  readonly hasNewTarget: boolean
  /** Lexical names of the block; shared with parameters and catch bindings, which must not be declared again. */
  readonly lexical: Set<string>
}

/** A piece of a program. Legal wherever it is rendered: what the place forbids becomes something near that it allows. */
export type Fragment = (place: Place) => string

export const topPlace = (): Place => ({
  isAsync: true,
  isGenerator: false,
  canReturn: false,
  canBreak: false,
  canContinue: false,
  labels: [],
  hasSuperProperty: false,
  hasSuperCall: false,
  hasPrivate: false,
  hasArguments: false,
  hasNewTarget: false,
  lexical: new Set()
})

export const inBlock = (place: Place): Place => ({ ...place, lexical: new Set() })

export const inLoop = (place: Place): Place => ({ ...inBlock(place), canBreak: true, canContinue: true })

const insideFunction: Pick<Place, "canReturn" | "canBreak" | "canContinue" | "labels"> = {
  canReturn: true,
  canBreak: false,
  canContinue: false,
  labels: []
}

export const inArrow = (place: Place, isAsync: boolean): Place => ({
  ...inBlock(place),
  ...insideFunction,
  isAsync,
  isGenerator: false
})

export const inFunction = (place: Place, isAsync: boolean, isGenerator: boolean): Place => ({
  ...inBlock(place),
  ...insideFunction,
  isAsync,
  isGenerator,
  hasSuperProperty: false,
  hasSuperCall: false,
  hasArguments: true,
  hasNewTarget: true
})

export const inMethod = (place: Place, options: Partial<Place> = {}): Place => ({
  ...inFunction(place, false, false),
  hasSuperProperty: true,
  ...options
})

/** Field initialisers and static blocks: `this` and `super.x`, neither `arguments` nor `await`. */
export const inInitialiser = (place: Place): Place => ({ ...inMethod(place), canReturn: false, hasArguments: false })

/** Parameter defaults belong to the function, yet `yield` and `await` are not allowed in them. */
export const inParameters = (place: Place): Place => ({ ...place, isAsync: false, isGenerator: false })

const spare = ["a", "b", "c", "d", "e", "m", "n", "q", "r", "t", "u"]

/** Declares a lexical name in the place's block: the wished one, or one that is free. */
export function declare(place: Place, wished: string): string {
  let name = wished
  if (place.lexical.has(name)) {
    name = spare.find((candidate) => !place.lexical.has(candidate)) ?? `z${place.lexical.size}`
  }
  place.lexical.add(name)
  return name
}
