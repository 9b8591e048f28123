/** Whether two types are the same, for assertions that the compiler checks. */
export type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false

/** Compiles only for `true`. */
export const expectType = <T extends true>(): T => true as T
