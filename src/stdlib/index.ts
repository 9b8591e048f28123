/**
 * The standard library: what a program can reach, and nothing else. `%globalThis%` below is the single list of global names; every other row
 * hangs from one of them. A noun's file holds its rows; this file only joins the tables. It may import the kernel and its own files.
 */
import { constant, link } from "../interpreter/kernel/builtin.ts"
import type { Row } from "../interpreter/kernel/builtin.ts"
import type { IntrinsicDefinitions } from "../interpreter/kernel/realm.ts"
import { arrayBufferIntrinsics } from "./array-buffer.ts"
import { arrayIteratorIntrinsics } from "./array-iterator.ts"
import { arrayIntrinsics } from "./array.ts"
import { asyncFromSyncIteratorIntrinsics } from "./async-from-sync-iterator.ts"
import { asyncIteratorHelperIntrinsics } from "./async-iterator-helper.ts"
import { asyncIteratorIntrinsics } from "./async-iterator.ts"
import { base64Globals } from "./base64-globals.ts"
import { bigintIntrinsics } from "./bigint.ts"
import { booleanIntrinsics } from "./boolean.ts"
import { collectionIteratorIntrinsics } from "./collection-iterator.ts"
import { consoleIntrinsics } from "./console.ts"
import { cryptoIntrinsics } from "./crypto.ts"
import { dataViewIntrinsics } from "./data-view.ts"
import { dateIntrinsics } from "./date.ts"
import { disposableStackIntrinsics } from "./disposable-stack.ts"
import { dynamicCodeGlobals } from "./dynamic-code.ts"
import { errorIntrinsics } from "./error.ts"
import { functionIntrinsics } from "./function.ts"
import { generatorIntrinsics } from "./generator.ts"
import { headersIntrinsics } from "./headers.ts"
import { intlIntrinsics } from "./intl/index.ts"
import { iteratorHelperIntrinsics } from "./iterator-helper.ts"
import { iteratorPrototypeIntrinsics } from "./iterator-prototype.ts"
import { iteratorIntrinsics } from "./iterator.ts"
import { jsonIntrinsics } from "./json.ts"
import { mapIntrinsics } from "./map.ts"
import { mathIntrinsics } from "./math.ts"
import { microtaskGlobals } from "./microtask.ts"
import { numberGlobals, numberIntrinsics } from "./number.ts"
import { objectPrototypeIntrinsics } from "./object-prototype.ts"
import { objectIntrinsics } from "./object.ts"
import { promiseIntrinsics } from "./promise.ts"
import { proxyIntrinsics } from "./proxy.ts"
import { reflectIntrinsics } from "./reflect.ts"
import { regExpStringIteratorIntrinsics } from "./regexp-string-iterator.ts"
import { regExpIntrinsics } from "./regexp.ts"
import { setIntrinsics } from "./set.ts"
import { stringIteratorIntrinsics } from "./string-iterator.ts"
import { stringIntrinsics } from "./string.ts"
import { structuredCloneGlobals } from "./structured-clone.ts"
import { symbolIntrinsics } from "./symbol.ts"
import { textCodecIntrinsics } from "./text-codec.ts"
import { toolGlobals } from "./tools.ts"
import { typedArrayIntrinsics } from "./typed-array.ts"
import { uriGlobals } from "./uri.ts"
import { urlSearchParamsIntrinsics } from "./url-search-params.ts"
import { urlIntrinsics } from "./url.ts"
import { weakCollectionIntrinsics } from "./weak-collection.ts"
import { weakRefIntrinsics } from "./weak-ref.ts"

const globals: readonly Row[] = [
  link("AggregateError", "%AggregateError%"),
  link("Array", "%Array%"),
  link("ArrayBuffer", "%ArrayBuffer%"),
  link("AsyncDisposableStack", "%AsyncDisposableStack%"),
  link("AsyncIterator", "%AsyncIterator%"),
  link("BigInt", "%BigInt%"),
  link("BigInt64Array", "%BigInt64Array%"),
  link("BigUint64Array", "%BigUint64Array%"),
  link("Boolean", "%Boolean%"),
  link("console", "%console%"),
  link("crypto", "%crypto%"),
  link("DataView", "%DataView%"),
  link("Date", "%Date%"),
  link("DisposableStack", "%DisposableStack%"),
  link("Error", "%Error%"),
  link("EvalError", "%EvalError%"),
  link("Float16Array", "%Float16Array%"),
  link("Float32Array", "%Float32Array%"),
  link("Float64Array", "%Float64Array%"),
  link("Function", "%Function%"),
  link("globalThis", "%globalThis%"),
  link("Headers", "%Headers%"),
  constant("Infinity", Infinity),
  link("Int16Array", "%Int16Array%"),
  link("Int32Array", "%Int32Array%"),
  link("Int8Array", "%Int8Array%"),
  link("Intl", "%Intl%"),
  link("Iterator", "%Iterator%"),
  link("JSON", "%JSON%"),
  link("Map", "%Map%"),
  link("Math", "%Math%"),
  constant("NaN", NaN),
  link("Number", "%Number%"),
  link("Object", "%Object%"),
  link("Promise", "%Promise%"),
  link("Proxy", "%Proxy%"),
  link("RangeError", "%RangeError%"),
  link("ReferenceError", "%ReferenceError%"),
  link("Reflect", "%Reflect%"),
  link("RegExp", "%RegExp%"),
  link("Set", "%Set%"),
  link("String", "%String%"),
  link("SuppressedError", "%SuppressedError%"),
  link("Symbol", "%Symbol%"),
  link("SyntaxError", "%SyntaxError%"),
  link("TextDecoder", "%TextDecoder%"),
  link("TextEncoder", "%TextEncoder%"),
  link("TypeError", "%TypeError%"),
  link("Uint16Array", "%Uint16Array%"),
  link("Uint32Array", "%Uint32Array%"),
  link("Uint8Array", "%Uint8Array%"),
  link("Uint8ClampedArray", "%Uint8ClampedArray%"),
  constant("undefined", undefined),
  link("URIError", "%URIError%"),
  link("URL", "%URL%"),
  link("URLSearchParams", "%URLSearchParams%"),
  link("WeakMap", "%WeakMap%"),
  link("WeakRef", "%WeakRef%"),
  link("WeakSet", "%WeakSet%"),
  ...base64Globals,
  ...dynamicCodeGlobals,
  ...microtaskGlobals,
  ...numberGlobals,
  ...structuredCloneGlobals,
  ...toolGlobals,
  ...uriGlobals
]

export const intrinsics: IntrinsicDefinitions = {
  "%globalThis%": { prototype: "%Object.prototype%", rows: globals },
  ...arrayBufferIntrinsics,
  ...arrayIntrinsics,
  ...arrayIteratorIntrinsics,
  ...asyncFromSyncIteratorIntrinsics,
  ...asyncIteratorHelperIntrinsics,
  ...asyncIteratorIntrinsics,
  ...bigintIntrinsics,
  ...booleanIntrinsics,
  ...collectionIteratorIntrinsics,
  ...consoleIntrinsics,
  ...cryptoIntrinsics,
  ...dataViewIntrinsics,
  ...dateIntrinsics,
  ...disposableStackIntrinsics,
  ...errorIntrinsics,
  ...functionIntrinsics,
  ...generatorIntrinsics,
  ...headersIntrinsics,
  ...intlIntrinsics,
  ...iteratorHelperIntrinsics,
  ...iteratorIntrinsics,
  ...iteratorPrototypeIntrinsics,
  ...jsonIntrinsics,
  ...mapIntrinsics,
  ...mathIntrinsics,
  ...numberIntrinsics,
  ...objectIntrinsics,
  ...objectPrototypeIntrinsics,
  ...promiseIntrinsics,
  ...proxyIntrinsics,
  ...reflectIntrinsics,
  ...regExpIntrinsics,
  ...regExpStringIteratorIntrinsics,
  ...setIntrinsics,
  ...stringIntrinsics,
  ...stringIteratorIntrinsics,
  ...symbolIntrinsics,
  ...textCodecIntrinsics,
  ...typedArrayIntrinsics,
  ...urlIntrinsics,
  ...urlSearchParamsIntrinsics,
  ...weakCollectionIntrinsics,
  ...weakRefIntrinsics
}
