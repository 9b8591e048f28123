import { createContext, Script } from "node:vm"

/** One function of the standard library, as the host has it. */
export interface Builtin {
  /** How messages name it: `Array.prototype.map`, `get Map.prototype.size`, `new Map`. */
  readonly name: string
  /** The guest expression that yields the function. */
  readonly reference: string
  /** The global that owns it, without `.prototype`. */
  readonly owner: string
  /** The bare method name; symbols as `@@iterator`. */
  readonly method: string
  readonly kind: "method" | "static" | "construct" | "getter"
}

const owners = [
  "Array",
  "String",
  "Number",
  "Boolean",
  "Symbol",
  "BigInt",
  "Object",
  "Function",
  "Map",
  "Set",
  "WeakMap",
  "WeakSet",
  "RegExp",
  "Date",
  "Math",
  "JSON",
  "Reflect",
  "ArrayBuffer",
  "DataView",
  "Uint8Array",
  "Int16Array",
  "Float64Array",
  "BigInt64Array",
  "Uint8ClampedArray",
  "Float32Array",
  "TypedArray",
  "Error",
  "TypeError",
  "AggregateError",
  "Promise",
  "globalThis",
  "ArrayIterator",
  "StringIterator",
  "MapIterator",
  "SetIterator",
  "RegExpStringIterator",
  "Generator",
  "IteratorPrototype"
]

/** Expressions for owners that have no global name. */
export const hiddenOwners: Record<string, string> = {
  TypedArray: "Object.getPrototypeOf(Uint8Array)",
  ArrayIterator: "({ prototype: Object.getPrototypeOf([][Symbol.iterator]()) })",
  StringIterator: '({ prototype: Object.getPrototypeOf(""[Symbol.iterator]()) })',
  MapIterator: "({ prototype: Object.getPrototypeOf(new Map().entries()) })",
  SetIterator: "({ prototype: Object.getPrototypeOf(new Set().values()) })",
  RegExpStringIterator: '({ prototype: Object.getPrototypeOf("".matchAll(/a/g)) })',
  Generator: "({ prototype: Object.getPrototypeOf(function* () {}).prototype })",
  IteratorPrototype: "({ prototype: Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]())) })"
}

/** Left out: what differs on purpose, what is not part of the language here, and what makes code from text. */
const excluded = new Set([
  // time, randomness and their text forms
  "Date.now",
  "new Date",
  "Math.random",
  "Date.prototype.toString",
  "Date.prototype.toDateString",
  "Date.prototype.toTimeString",
  "Date.prototype.@@toPrimitive",
  "Date.prototype.toLocaleString",
  "Date.prototype.toLocaleDateString",
  "Date.prototype.toLocaleTimeString",
  // V8's own
  "Error.captureStackTrace",
  "get RegExp.input",
  "globalThis.escape",
  "globalThis.unescape",
  // dynamic code
  "new Function",
  "call Function",
  "globalThis.eval",
  "Function.prototype.constructor",
  "Generator.prototype.constructor",
  // the same function has its own entry under its constructor's name
  "globalThis.parseFloat",
  "globalThis.parseInt"
])

/** Guest source: pairs of an owner's name and a function that yields it. */
export function ownerThunks(): string {
  const more = [
    "RangeError",
    "SyntaxError",
    "ReferenceError",
    "EvalError",
    "URIError",
    "Uint16Array",
    "Int32Array",
    "Int8Array"
  ]
  return [...owners, ...more, "Uint32Array", "BigUint64Array", "Iterator"]
    .filter((owner) => owner !== "globalThis")
    .map((owner) => `[${JSON.stringify(owner)}, () => ${hiddenOwners[owner] ?? owner}]`)
    .join(", ")
}

const survey = `(() => {
  const entries = [];
  for (const [owner, expression] of OWNERS) {
    const holder = (0, eval)(expression);
    const scan = (object, prefix, kind) => {
      for (const key of Reflect.ownKeys(object)) {
        if (typeof key === "symbol" && !/^Symbol\\./.test(key.description)) continue;
        const method = typeof key === "symbol" ? "@@" + key.description.slice(7) : key;
        const d = Object.getOwnPropertyDescriptor(object, key);
        if (typeof d.value === "function" && method !== "constructor") entries.push([owner, prefix, method, kind]);
        if (d.get) entries.push([owner, prefix, method, "getter"]);
      }
    };
    if (owner === "globalThis") {
      for (const key of ["parseInt", "parseFloat", "isNaN", "isFinite", "encodeURI", "encodeURIComponent", "decodeURI", "decodeURIComponent"])
        entries.push([owner, "", key, "static"]);
      continue;
    }
    scan(holder, owner, "static");
    if (holder.prototype) scan(holder.prototype, owner + ".prototype", "method");
    if (typeof holder === "function" && owner !== "TypedArray") entries.push([owner, "", owner, "construct"]);
  }
  return entries;
})()`

/** Everything callable that the host's own realm has under the owners, minus what is excluded. */
export function hostBuiltins(): ReadonlyArray<Builtin> {
  const list = owners.map((owner) => [owner, hiddenOwners[owner] ?? owner])
  const script = new Script(survey.replace("OWNERS", () => JSON.stringify(list)))
  const entries = script.runInContext(createContext({})) as ReadonlyArray<readonly [string, string, string, string]>
  const table: Array<Builtin> = []
  for (const [owner, prefix, method, kind] of entries) {
    const expression = hiddenOwners[owner] ?? owner
    const key = method.startsWith("@@") ? `[Symbol.${method.slice(2)}]` : `[${JSON.stringify(method)}]`
    const holder = prefix.endsWith(".prototype") ? `${expression}.prototype` : expression
    if (kind === "construct") {
      if (!excluded.has(`new ${owner}`)) {
        table.push({ name: `new ${owner}`, reference: expression, owner, method: "new", kind: "construct" })
      }
      if (!excluded.has(`call ${owner}`) && owner !== "Date") {
        table.push({ name: `call ${owner}`, reference: expression, owner, method: "call", kind: "static" })
      }
      continue
    }
    const name = `${kind === "getter" ? "get " : ""}${prefix === "" ? owner : prefix}.${method}`
    if (excluded.has(name) || /^get RegExp\.(?:\$|input|last|left|right)/.test(name)) continue
    const reference =
      kind === "getter" ? `Object.getOwnPropertyDescriptor(${holder}, ${key.slice(1, -1)}).get` : `${holder}${key}`
    table.push({ name, reference, owner, method, kind: kind as Builtin["kind"] })
  }
  return table
}
