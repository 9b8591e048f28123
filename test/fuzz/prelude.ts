/**
 * Guest source in front of every generated program. `$show` is total and calls no user code, except that it looks at own properties.
 * `$tick` is the fuel that ends every program; `$cap` keeps values small, far below any limit of either engine.
 */
export const prelude = `
const $log = ((log) => (...values) => { log(values.map((v) => $show(v)).join(" ")); return values[0]; })(console.log);
const $raw = ((log) => (text) => { log(text); })(console.log);
const $keep = { isArray: Array.isArray, keys: Reflect.ownKeys, own: Object.getOwnPropertyDescriptor, proto: Object.getPrototypeOf,
  tag: Object.prototype.toString, slice: String.prototype.slice, call: Function.prototype.call, asInt: BigInt.asIntN,
  errors: [TypeError, RangeError, ReferenceError, SyntaxError, EvalError, URIError, AggregateError, Error] };
const $errorName = (v) => { for (const c of $keep.errors) if (v instanceof c) return c.name; return "Error"; };
const $special = new Map();
for (const c of [Array, Object, Function, Map, Set, Promise, Error, TypeError, RangeError, RegExp, Date, Number, String, Boolean, Symbol, BigInt]) {
  $special.set(c.prototype, \`\${c.name}.prototype\`);
}
const $show = (v, depth = 3, seen = []) => {
  switch (typeof v) {
    case "undefined": return "undefined";
    case "boolean": return v ? "true" : "false";
    case "number": return v === 0 && 1 / v < 0 ? "-0" : \`\${v}\`;
    case "string": return JSON.stringify(v);
    case "bigint": return \`\${v}n\`;
    case "symbol": return \`Symbol(\${v.description})\`;
  }
  if (v === null) return "null";
  if ($special.has(v)) return $special.get(v);
  if (seen.includes(v)) return "<cycle>";
  if (v instanceof Promise) return "<promise>";
  if (v instanceof Error) return \`<\${$errorName(v)}>\`;
  if (depth === 0) return typeof v === "function" ? "<function>" : $keep.isArray(v) ? "<array>" : "<object>";
  const inside = [...seen, v];
  const parts = [];
  if (v instanceof Map) for (const [k, x] of Map.prototype.entries.call(v)) parts.push(\`\${$show(k, depth - 1, inside)} => \${$show(x, depth - 1, inside)}\`);
  if (v instanceof Set) for (const x of Set.prototype.values.call(v)) parts.push($show(x, depth - 1, inside));
  if (v instanceof Date) parts.push(\`@\${Date.prototype.getTime.call(v)}\`);
  let start = "{", end = "}";
  if (typeof v === "function") { start = "fn{"; }
  if ($keep.isArray(v)) { start = \`[\${v.length}: \`; end = "]"; }
  const names = $keep.keys(v);
  for (const k of names.length > 80 ? names.slice(0, 80) : names) {
    if ($keep.isArray(v) && k === "length") continue;
    // An error's stack is its prototype's here, and an own property in V8.
    if (typeof v === "function" && k === "prototype" || k === "stack") continue;
    const d = $keep.own(v, k);
    if (d === undefined) continue;
    const attributes = (d.enumerable ? "" : "~") + (d.configurable ? "" : "!") + ("value" in d && !d.writable ? "=" : "");
    const name = typeof k === "symbol" ? \`[\${$show(k)}]\` : k;
    parts.push(\`\${attributes}\${name}: \${"value" in d ? $show(d.value, depth - 1, inside) : "<" + (d.get ? "get" : "") + (d.set ? "set" : "") + ">"}\`);
  }
  const proto = $keep.proto(v);
  // Not the tag: the host's own is wrong for an object whose prototype is a proxy.
  const kind = proto === null ? "null-proto " : $keep.isArray(v) || typeof v === "function" || proto === Object.prototype ? "" : \`\${$special.get(proto) ?? "instance"} \`;
  return \`\${kind}\${start}\${parts.join(", ")}\${end}\`;
};
let $fuel = 120;
const $tick = () => { if (--$fuel < 0) throw "out of fuel"; };
const $cap = (v) => typeof v === "string" ? (v.length > 60 ? v.slice(0, 60) : v) : typeof v === "bigint" ? $keep.asInt(64, v)
  : $keep.isArray(v) && v.length > 30 ? v.slice(0, 30) : v;
const $err = (v) => v instanceof RangeError && v.message.startsWith("Maximum call stack") ? $raw("$overflow") : v instanceof Error ? \`caught \${$errorName(v)}\` : v;
`

/** After the program: lets every job that is still queued run, so that both engines have seen the same before the end. */
export const drain = `
for (let $turn = 0; $turn < 300; $turn++) await null;
`
