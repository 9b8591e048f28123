/** An ordinary pattern over ordinary text, searched for every match as `matchAll` or `replace` would. */
export interface PatternBench {
  readonly name: string
  readonly pattern: string
  readonly flags: string
  readonly text:
    | "log"
    | "prose"
    | "csv"
    | "json"
    | "code"
    | "html"
    | "url"
    | "date"
    | "word"
    | "line"
    | "mixed"
    | "identifier"
}

export const patterns: ReadonlyArray<PatternBench> = [
  { name: "ISO date, validate", pattern: "^\\d{4}-\\d{2}-\\d{2}$", flags: "", text: "date" },
  { name: "ISO date, find", pattern: "(\\d{4})-(\\d{2})-(\\d{2})", flags: "g", text: "log" },
  {
    name: "ISO time with zone",
    pattern: "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)?Z",
    flags: "g",
    text: "log"
  },
  { name: "named date groups", pattern: "(?<year>\\d{4})-(?<month>\\d\\d)-(?<day>\\d\\d)", flags: "g", text: "log" },
  { name: "e-mail, find", pattern: "[\\w.+-]+@[\\w-]+\\.[\\w.-]+", flags: "g", text: "prose" },
  { name: "e-mail, validate", pattern: "^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$", flags: "", text: "mixed" },
  { name: "IPv4", pattern: "\\b(?:\\d{1,3}\\.){3}\\d{1,3}\\b", flags: "g", text: "log" },
  { name: "UUID", pattern: "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", flags: "gi", text: "log" },
  { name: "level alternation", pattern: "\\b(?:ERROR|WARN|FATAL)\\b", flags: "g", text: "log" },
  { name: "level, ignore case", pattern: "error|warning|fatal", flags: "gi", text: "log" },
  { name: "key=value", pattern: '(\\w+)=("[^"]*"|\\S+)', flags: "g", text: "log" },
  { name: "log line", pattern: "^(\\S+) (\\w+) \\[([^\\]]+)\\] (.*)$", flags: "gm", text: "log" },
  { name: "words", pattern: "\\w+", flags: "g", text: "prose" },
  { name: "words, Unicode", pattern: "\\p{L}+", flags: "gu", text: "prose" },
  { name: "capitalised words", pattern: "\\b[A-Z][a-z]+\\b", flags: "g", text: "prose" },
  { name: "white space", pattern: "\\s+", flags: "g", text: "prose" },
  { name: "trim", pattern: "^\\s+|\\s+$", flags: "g", text: "line" },
  { name: "sentences", pattern: "[^.!?]+[.!?]+", flags: "g", text: "prose" },
  { name: "literal", pattern: "regular", flags: "g", text: "prose" },
  { name: "literal, ignore case", pattern: "regular", flags: "gi", text: "prose" },
  { name: "line breaks", pattern: "\\r?\\n", flags: "g", text: "prose" },
  { name: "doubled word", pattern: "\\b(\\w+)\\s+\\1\\b", flags: "g", text: "prose" },
  { name: "CSV fields", pattern: '(?:^|,)("(?:[^"]|"")*"|[^,]*)', flags: "gm", text: "csv" },
  { name: "commas", pattern: ",\\s*", flags: "g", text: "csv" },
  { name: "numbers", pattern: "-?\\d+(?:\\.\\d+)?(?:[eE][+-]?\\d+)?", flags: "g", text: "json" },
  { name: "JSON strings", pattern: '"(?:[^"\\\\]|\\\\.)*"', flags: "g", text: "json" },
  { name: "JSON keys", pattern: '"([^"]+)"\\s*:', flags: "g", text: "json" },
  { name: "thousands", pattern: "\\B(?=(?:\\d{3})+(?!\\d))", flags: "g", text: "json" },
  { name: "line comments", pattern: "//.*$", flags: "gm", text: "code" },
  { name: "block comments", pattern: "/\\*[\\s\\S]*?\\*/", flags: "g", text: "code" },
  { name: "import lines", pattern: "^import\\s+.*?from\\s+[\"'](.+?)[\"']", flags: "gm", text: "code" },
  { name: "function names", pattern: "function\\s+(\\w+)\\s*\\(", flags: "g", text: "code" },
  { name: "identifiers", pattern: "[A-Za-z_$][\\w$]*", flags: "g", text: "code" },
  { name: "strings in code", pattern: "([\"'])(?:(?!\\1)[^\\\\]|\\\\.)*\\1", flags: "g", text: "code" },
  {
    name: "keywords",
    pattern: "\\b(?:const|let|return|if|else|for|while|function|import|export)\\b",
    flags: "g",
    text: "code"
  },
  { name: "tags", pattern: "<[^>]+>", flags: "g", text: "html" },
  { name: "tag pairs", pattern: "<(\\w+)[^>]*>(.*?)</\\1>", flags: "g", text: "html" },
  { name: "links", pattern: '<a\\s+[^>]*href="([^"]*)"', flags: "gi", text: "html" },
  { name: "attributes", pattern: '(\\w+)="([^"]*)"', flags: "g", text: "html" },
  { name: "entities", pattern: "&(?:amp|lt|gt|quot|#\\d+);", flags: "g", text: "html" },
  { name: "URLs", pattern: "https?://[^\\s\"'<>]+", flags: "g", text: "html" },
  {
    name: "URL parts",
    pattern: "^(?:([^:/?#]+):)?(?://([^/?#]*))?([^?#]*)(?:\\?([^#]*))?(?:#(.*))?",
    flags: "",
    text: "url"
  },
  { name: "query parameters", pattern: "[?&]([^=&#]+)=([^&#]*)", flags: "g", text: "url" },
  { name: "path placeholder", pattern: "\\{(\\w+)\\}", flags: "g", text: "url" },
  { name: "camel case", pattern: "([a-z0-9])([A-Z])", flags: "g", text: "identifier" },
  { name: "slug", pattern: "[^a-z0-9]+", flags: "gi", text: "line" },
  {
    name: "semantic version",
    pattern: "^v?(\\d+)\\.(\\d+)\\.(\\d+)(?:-([\\w.]+))?(?:\\+([\\w.]+))?$",
    flags: "",
    text: "word"
  },
  { name: "starts with", pattern: "^pull_", flags: "", text: "identifier" },
  {
    name: "password with lookaheads",
    pattern: "^(?=.*[a-z])(?=.*[A-Z])(?=.*\\d).{8,}$",
    flags: "",
    text: "identifier"
  },
  { name: "price with lookbehind", pattern: "(?<=\\$)\\d+(?:\\.\\d\\d)?", flags: "g", text: "prose" },
  { name: "emoji", pattern: "\\p{Extended_Pictographic}", flags: "gu", text: "mixed" },
  { name: "Cyrillic", pattern: "[а-яё]+", flags: "gi", text: "mixed" },
  { name: "Markdown heading", pattern: "^#{1,6}\\s+(.+)$", flags: "gm", text: "mixed" },
  { name: "Markdown link", pattern: "\\[([^\\]]+)\\]\\(([^)]+)\\)", flags: "g", text: "mixed" },
  { name: "template placeholders", pattern: "\\{\\{\\s*([\\w.]+)\\s*\\}\\}", flags: "g", text: "mixed" },
  { name: "hex colours", pattern: "#(?:[0-9a-f]{3}){1,2}\\b", flags: "gi", text: "html" }
]

const repeat = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => make(index)).join("")

const hex = (seed: number, digits: number): string =>
  Math.abs(Math.imul(seed + 1, 0x9e3779b1) % 0xfffffff)
    .toString(16)
    .padStart(7, "a")
    .repeat(2)
    .slice(0, digits)

/** The texts, about 20 kB for the long kinds, one typical value for the short ones. */
export const texts: Readonly<Record<PatternBench["text"], string>> = {
  log: repeat(140, (n) => {
    const level = ["INFO", "WARN", "ERROR", "DEBUG"][n % 4]
    return `2026-11-${10 + (n % 19)}T08:${10 + (n % 49)}:07.${100 + n}Z ${level} [worker-${n % 7}] user=${1000 + n} ip=10.0.${n % 255}.${(n * 7) % 255} id=${hex(n, 8)}-${hex(n * 3, 4)}-4${hex(n, 3)}-a${hex(n, 3)}-${hex(n * 5, 12)} msg="request to /v1/orders/${n} took ${n * 3} ms"\n`
  }),
  prose: repeat(60, (n) => {
    return `Regular expressions are a notation that describes sets of strings; most of us meet them in editors. The regular customer number ${n} paid $${n * 3}.50 on time, didn't he? Write to first.last${n}@example.org or call. Naïve café owners in Zürich know that that is fine!\nAnother paragraph follows, with more words than ideas, as is usual in text of this kind.\n`
  }),
  csv: repeat(
    300,
    (n) => `${n},"Smith, John ""JJ""",${n * 1.5},2026-01-${10 + (n % 19)},active,"plain text",,${n % 2 === 0}\n`
  ),
  json: JSON.stringify(
    Array.from({ length: 120 }, (_, n) => ({
      id: n * 12_345,
      name: `Item "${n}"`,
      price: n * 1.25,
      tags: ["new", "sale\n"],
      nested: { total: 1e21 + n, ratio: -0.5e-7 }
    }))
  ),
  code: repeat(60, (n) => {
    return `import { thing${n} } from "./module-${n}.ts"\n// A comment that says why ${n}\nexport function handler${n}(request, response) {\n  const value = request.query["id"] ?? 'none' // default\n  /* block\n     comment */\n  if (value === "x\\"y") return response.send({ ok: true, value, n: ${n} })\n  for (let i = 0; i < 10; i++) total += lookup[i].price * 1.2\n  return null\n}\n`
  }),
  html: repeat(60, (n) => {
    return `<div class="item" id="i${n}"><a class="link" href="https://example.com/items/${n}?ref=list&amp;x=1">Item &lt;${n}&gt;</a> <b>bold</b><img src="/img/${n}.png" alt="Picture ${n}"/><p style="color: #ff00a${n % 10}">Some text of a paragraph that goes on for a while, &quot;quoted&quot;.</p></div>\n`
  }),
  url: "https://api.example.com:8443/repos/{owner}/{repo}/issues?state=open&labels=bug%20fix&page=2&per_page=100#comments",
  date: "2026-11-29",
  word: "v1.22.333-beta.4+build.99",
  line: "   Create a Pull-Request Review (with Comments) & submit it — for 3 Repositories!   ",
  mixed: repeat(30, (n) => {
    return `# Заголовок ${n}\n\nПривет, мир! Это текст на русском языке с **разметкой** и [ссылкой](https://example.ru/${n}). 🎉 Emoji 👍🏽 and {{ user.name }} plus {{count}} items. 日本語のテキストもあります。\n## Second level ${n}\n`
  }),
  identifier: "pullRequestReviewCommentThread7ResolvedByUserId"
}
