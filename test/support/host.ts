/**
 * Whether the engine under the tests is V8, by which the expectations of comparisons are made. JavaScriptCore (Bun) differs from the
 * specification elsewhere and knows another version of Unicode, so there the comparison says nothing.
 */
export const hostIsV8 = process.versions["bun"] === undefined
