/** `console.table`: rows and columns as tab-separated lines. */
import { charge, pause, SUSP } from "../interpreter/kernel/agent.ts"
import { ArrayValue } from "../interpreter/kernel/array.ts"
import { Accessor, found, ObjectValue } from "../interpreter/kernel/object.ts"
import { ENUMERABLE } from "../interpreter/kernel/shape.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import { HOLE, numberKey, SymbolValue } from "../interpreter/kernel/values.ts"
import type { PropertyKey, Value } from "../interpreter/kernel/values.ts"
import { breathe, Formatter } from "./console-format.ts"
import { MapValue } from "./map.ts"
import { TableCursor } from "./ordered-table.ts"
import { SetValue } from "./set-value.ts"

/** One row: its label, its named cells, and the whole value where the row has no cells of its own. */
interface TableRow {
  readonly label: string
  readonly cells: ReadonlyMap<string, Value>
  readonly whole: Value | typeof ABSENT
}

const ABSENT: unique symbol = Symbol("absent")
const MAX_ROWS = 100_000
const INDEX = "(index)"

/** What stands in a table: anything that has members, but no function, promise or error. */
const isTabular = (value: Value): value is ObjectValue =>
  value instanceof ObjectValue &&
  !value.isCallable &&
  !value.isProxy &&
  value.builtinTag !== "Promise" &&
  value.builtinTag !== "Error" &&
  value.builtinTag !== "Date" &&
  value.builtinTag !== "RegExp"

/** An own property's value without running a getter. */
function dataValue(o: ObjectValue, key: PropertyKey): Value | typeof ABSENT {
  if (!o.lookup(key) || found.value instanceof Accessor) return ABSENT
  return found.value === HOLE ? undefined : found.value
}

function* enumerableKeys(o: ObjectValue): Steps<PropertyKey[]> {
  const keys: PropertyKey[] = []
  let own = o.ownKeys()
  if (own === SUSP) own = (yield) as PropertyKey[]
  for (const key of own) {
    if (!(key instanceof SymbolValue) && o.lookup(key) && (found.flags & ENUMERABLE) !== 0) keys.push(key)
    if (charge(1)) {
      pause()
      yield
    }
  }
  return keys
}

function* makeRow(label: string, value: Value): Steps<TableRow> {
  const cells = new Map<string, Value>()
  if (!isTabular(value) || value instanceof MapValue || value instanceof SetValue) return { label, cells, whole: value }
  for (const key of yield* enumerableKeys(value)) {
    const cell = dataValue(value, key)
    if (cell !== ABSENT) cells.set(String(key), cell)
    yield* breathe()
  }
  return { label, cells, whole: ABSENT }
}

function* rowsOf(data: ObjectValue): Steps<TableRow[]> {
  const rows: TableRow[] = []
  if (data instanceof MapValue || data instanceof SetValue) {
    const cursor = new TableCursor(data.table)
    while (rows.length < MAX_ROWS && cursor.advance()) {
      if (data instanceof SetValue) rows.push(yield* makeRow(String(rows.length), cursor.key))
      else {
        const cells = new Map<string, Value>([
          ["Key", cursor.key],
          ["Value", cursor.value]
        ])
        rows.push({ label: String(rows.length), cells, whole: ABSENT })
      }
    }
    return rows
  }
  if (data instanceof ArrayValue) {
    for (let i = 0; i < data.length && i < MAX_ROWS; i++) {
      const value = dataValue(data, numberKey(i))
      rows.push(yield* makeRow(String(i), value === ABSENT ? undefined : value))
    }
    return rows
  }
  for (const key of yield* enumerableKeys(data)) {
    if (rows.length === MAX_ROWS) break
    const value = dataValue(data, key)
    rows.push(yield* makeRow(String(key), value === ABSENT ? undefined : value))
  }
  return rows
}

/** The names that the second argument chooses, in its order. */
function chosenColumns(columns: Value): string[] | undefined {
  if (!(columns instanceof ArrayValue)) return undefined
  const names: string[] = []
  for (let i = 0; i < Math.min(columns.length, 1000); i++) {
    const name = dataValue(columns, i)
    if (typeof name === "string" || typeof name === "number") names.push(String(name))
  }
  return names
}

/** The text of a table; undefined when the value is not tabular and is logged as it is. */
export function* formatTable(data: Value, columns: Value): Steps<string | undefined> {
  if (!isTabular(data)) return undefined
  const rows = yield* rowsOf(data)
  const chosen = chosenColumns(columns)
  const names = new Set<string>(chosen)
  let hasWhole = false
  for (const row of rows) {
    if (chosen === undefined) {
      for (const name of row.cells.keys()) {
        names.add(name)
        yield* breathe()
      }
    }
    if (row.whole !== ABSENT) hasWhole = true
  }
  const formatter = new Formatter()
  formatter.text(INDEX)
  for (const name of names) {
    if (formatter.isFull) break
    formatter.text("\t")
    formatter.text(oneLine(name))
    yield* breathe()
  }
  if (hasWhole) formatter.text("\tValues")
  for (const row of rows) {
    formatter.text(`\n${oneLine(row.label)}`)
    for (const name of names) {
      if (formatter.isFull) return formatter.finish()
      yield* breathe()
      formatter.text("\t")
      if (row.cells.has(name)) yield* cell(formatter, row.cells.get(name))
    }
    if (hasWhole) {
      formatter.text("\t")
      if (row.whole !== ABSENT) yield* cell(formatter, row.whole)
    }
  }
  return formatter.finish()
}

const oneLine = (text: string): string => (/[\t\n\r]/.test(text) ? JSON.stringify(text) : text)

/** Text is bare unless it would break the table. */
function* cell(formatter: Formatter, value: Value): Steps<void> {
  if (typeof value === "string" && value.length < 1 << 14) formatter.text(oneLine(value))
  else yield* formatter.top(value)
}
