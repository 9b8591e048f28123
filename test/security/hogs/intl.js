// long options, caught
const s = "abcd-".repeat(2 ** 17) + "abcd"
for (;;) {
  try { new Intl.DateTimeFormat("en", { calendar: s }) } catch {} try { new Date().toLocaleString("en", { timeZone: s }) } catch {}
  try { (5).toLocaleString("en", { numberingSystem: s }) } catch {} try { "a".localeCompare("b", "en", { collation: s }) } catch {}
}
---
// huge options, caught
const s = "a".repeat(2 ** 24)
for (;;) {
  try { new Intl.NumberFormat("en", { style: "currency", currency: s }) } catch {}
  try { new Intl.NumberFormat("en", { style: "unit", unit: s }) } catch {}
  try { new Intl.RelativeTimeFormat("en", { numberingSystem: s }) } catch {}
}
---
// long options that are still allowed, caught
const s = "abcd-".repeat(50) + "abcd"
for (;;) { try { new Intl.DateTimeFormat("en", { calendar: s }) } catch {} }
---
// numbers of long texts
const s = "1".repeat(2 ** 24), f = new Intl.NumberFormat("en")
for (;;) { f.format(s); f.formatRange(s, s); f.formatToParts({ toString: () => s }) }
---
// numbers of hexadecimal texts
const s = "0x" + "f".repeat(2 ** 24 - 2), f = new Intl.NumberFormat("en")
for (;;) f.format(s)
---
// numbers of texts, without a formatter
const s = "1".repeat(60_000)
for (;;) { +s; s < 5; s == 5; Math.max(s) }
---
// units of long texts, caught
const s = "s".repeat(2 ** 24), f = new Intl.RelativeTimeFormat("en")
for (;;) { try { f.format(1, s) } catch {} }
---
// spans of far dates
const f = new Intl.DateTimeFormat("zh-u-ca-chinese", { dateStyle: "full", timeStyle: "full" })
for (let i = 1; ; i++) { try { f.formatRangeToParts(8.64e15 - i * 1e10, 8.64e15) } catch {} try { f.formatRange(0, i * 1e10) } catch {} }
---
// comparing combining marks
const c = new Intl.Collator("vi"), a = "e" + "\u0323\u0301\u0327".repeat(300), b = "e" + "\u0301\u0327\u0323".repeat(300)
for (;;) { c.compare(a, b); a.localeCompare(b) }
---
// comparing long texts of combining marks, caught
const a = ("e" + "\u0323\u0301\u0327".repeat(33)).repeat(600), b = ("e" + "\u0301\u0327\u0323".repeat(33)).repeat(600), c = "e" + "\u0323\u0301\u0327".repeat(9000)
for (;;) { a.localeCompare(b, "vi"); try { a.localeCompare(c, "vi") } catch {} }
