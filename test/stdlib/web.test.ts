import { describe, expect, it } from "vitest"
import { runEngine } from "../support/engine.ts"
import { evaluate, slicesOf, valueOf } from "./evaluate.ts"
import { answers, sameAsHost } from "./host-comparison.ts"

describe("URL", () => {
  it("has the parts that the host finds", () => {
    sameAsHost(`
      const texts = [
        "https://user:pa%20ss@example.com:8080/a/b/../c?x=1&y=2#frag", "http://EXAMPLE.com:80/", "mailto:a@b.c", "data:text/plain,hi there",
        "file:///C:/x", "https://münchen.de/ü?ü#ü", "http://[::1]:3000/", "http://0x7f.1/", "https://a/b c?d e#f g", "ftp://h/p;type=i", "  https://trim.me\\n"
      ]
      const names = ["href", "origin", "protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash"]
      return texts.map((text) => { const url = new URL(text); return [...names.map((name) => url[name]), String(url), JSON.stringify(url), [...url.searchParams]] })
    `)
    sameAsHost(
      `return [["b", "http://h/a/"], ["../x", "http://h/a/b/c"], ["//o/p", "https://h"], ["?q", "http://h/p"], ["#f", "http://h/p?q"]].map((args) => new URL(...args).href)`
    )
    sameAsHost(
      `return ["", "nonsense", "http://", "http://a b", "http://[1", "//x"].map((text) => [URL.canParse(text), attempt(() => new URL(text))])`
    )
    sameAsHost(
      `return [URL.canParse("x", "http://h"), attempt(() => URL("http://h")), attempt(() => new URL()), Object.prototype.toString.call(new URL("http://h"))]`
    )
  })

  it("parts can be changed, and search and searchParams follow each other", () => {
    sameAsHost(`
      const url = new URL("http://h/p?a=1")
      const seen = []
      const note = () => seen.push(url.href, url.searchParams.get("a"))
      url.protocol = "https"; note()
      url.host = "x.org:99"; note()
      url.hostname = "y.org"; note()
      url.port = ""; note()
      url.pathname = "q r"; note()
      url.search = "?a=2&b=3"; note()
      url.hash = "z z"; note()
      url.username = "u:"; url.password = "p@"; note()
      url.searchParams.append("c", "ä &"); note()
      url.searchParams.set("a", "9"); note()
      url.searchParams.delete("b"); note()
      url.href = "http://new/?a=n"; note()
      return [seen, attempt(() => { url.href = "nope" }), url.searchParams === url.searchParams]
    `)
  })

  it("parse answers null, and messages say what is missing", () => {
    answers(`return [URL.parse("nope"), URL.parse("x", "http://h/").href]`, `[null "http://h/x"]`)
    expect(valueOf(`new URL("example.com/a")`)).toMatch(/begin it with https:\/\//)
    expect(valueOf(`new URL("http://a/" + "b".repeat(1e5))`)).toMatch(/RangeError: A URL can have at most/)
    expect(valueOf(`new URL("data:," + "b".repeat(1e5)).href.length`)).toBe(100_006)
  })

  it("can be extended", () => {
    answers(
      `class Api extends URL { get version() { return this.pathname.split("/")[1] } } const url = new Api("http://h/v2/x"); return [url.version, url instanceof URL]`,
      `["v2" true]`
    )
  })
})

describe("URLSearchParams", () => {
  it("reads every kind of beginning", () => {
    sameAsHost(`
      const inits = ["", "?a=1&b=2", "a=1&&a=2&=x&y", "a=%41%zz%e4+b%20c", "%ff%F0%9F%98%80=ü", { a: 1, b: [2, 3], c: undefined }, [["x", "1"], ["x", 2]], new Map([["m", 1]]), new URLSearchParams("q=1"), undefined, 5]
      return inits.map((init) => { const p = new URLSearchParams(init); return [String(p), [...p], p.size] })
    `)
    sameAsHost(
      `return [[["a"]], [1], Symbol.iterator, [["a", "b", "c"]]].map((init) => attempt(() => String(new URLSearchParams(init))))`
    )
  })

  it("null is text, as everywhere else on the web platform", () => {
    expect(valueOf(`String(new URLSearchParams(null))`)).toBe("null=")
  })

  it("changes and looks up like the host", () => {
    sameAsHost(`
      const p = new URLSearchParams("b=2&a=1&c=3&a=4&ä=5&a=6")
      const seen = [p.get("a"), p.get("z"), p.getAll("a"), p.has("a"), p.has("a", "4"), p.has("a", "9")]
      p.set("a", "x y"); seen.push(String(p))
      p.append("b", "!'()~*-._&=+"); seen.push(String(p))
      p.delete("b", "2"); seen.push(String(p))
      p.sort(); seen.push(String(p))
      const visited = []
      p.forEach(function (value, name, all) { visited.push(value, name, all === p, this === visited) }, visited)
      return [seen, visited, [...p.keys()], [...p.values()], [...p.entries()], p[Symbol.iterator] === p.entries, attempt(() => p.get()), Object.keys(URLSearchParams.prototype).sort()]
    `)
  })

  it("iterators see changes made meanwhile", () => {
    sameAsHost(
      `const p = new URLSearchParams("a=1&b=2&c=3"); const seen = []; for (const [name] of p) { seen.push(name); if (name === "a") p.delete("b"); if (name === "c") p.append("d", "4") } return seen`
    )
    sameAsHost(
      `const it = new URLSearchParams("a=1")[Symbol.iterator](); return [Object.prototype.toString.call(it), it.next(), it.next(), it.next(), it[Symbol.iterator]() === it]`
    )
  })

  it("looks at what a conversion left", () => {
    sameAsHost(`
      const p = new URLSearchParams("a=1"), changing = { toString() { p.set("c", 1); p.delete("a"); return "c" } }
      return [p.has(changing), p.get({ toString() { p.append("d", 2); return "d" } }), String(p)]
    `)
  })

  it("long lists are searched in slices", () => {
    const program = `const p = new URLSearchParams("a&".repeat(60000));`
    for (const call of [
      "p.get('b')",
      "p.getAll('a')",
      "p.has('a', '1')",
      "p.delete('b')",
      "p.set('b', 1)",
      "p.sort()"
    ]) {
      expect(runEngine(`${program} ${call}; return p.size`).value, call).toBe(call.includes("set") ? 60001 : 60000)
      expect(slicesOf(`${program} for (let i = 0; i < 20; i++) ${call}`), call).toBeGreaterThan(slicesOf(program))
    }
  })

  it("long texts are read and written in slices", () => {
    const program = `const t = Array.from({ length: 3000 }, (_, i) => "k" + i + "=" + i + "%20%C3%A4").join("&"); return String(new URLSearchParams(t)).length`
    expect(evaluate(program)).toBe(
      runEngine(`${program.replace("String(new URLSearchParams(t)).length", "t.length - 2 * 3000")}`).value
    )
    expect(slicesOf(program)).toBeGreaterThan(3)
    expect(
      evaluate(`return new URLSearchParams("a=" + "%E2%82%AC".repeat(20000)).get("a") === "€".repeat(20000)`)
    ).toBe(true)
  })
})

describe("Headers", () => {
  it("combines, sorts and checks like the host", () => {
    sameAsHost(`
      const h = new Headers({ "X-B": " 1 ", accept: "text/html" })
      h.append("x-b", "2"); h.append("Set-Cookie", "a=1"); h.append("set-cookie", "b=2"); h.set("X-A", "z")
      const seen = [[...h], h.get("X-B"), h.get("none"), h.has("ACCEPT"), h.getSetCookie(), [...h.keys()], [...h.values()]]
      h.delete("x-b"); seen.push([...h])
      const visited = []
      h.forEach((value, name) => visited.push(name + ":" + value))
      return [seen, visited, [...new Headers([["a", "1"], ["A", "2"]])], [...new Headers(h)].length]
    `)
    sameAsHost(
      `return [{ "a b": "1" }, { a: "1\\n2" }, { "": "x" }, [["a"]], 5, { a: "\\u0100" }].map((init) => attempt(() => [...new Headers(init)]))`
    )
  })
})

describe("many headers", () => {
  it("are at most ten thousand values at a time", () => {
    const full = `const h = new Headers(); for (let i = 0; i < 10000; i++) h.append("n" + i % 100, i);`
    expect(evaluate(`${full} try { h.append("n", 1) } catch (e) { return e.name }`)).toBe("RangeError")
    expect(evaluate(`${full} try { h.set("n", 1) } catch (e) { return e.name }`)).toBe("RangeError")
    expect(evaluate(`${full} h.set("n1", 1); h.delete("n2"); h.append("n", 1); return [...h].length`)).toBe(100)
  })

  it("are sorted again after each change, in slices", () => {
    const full = `const h = new Headers(); for (let i = 0; i < 2000; i++) h.append("n" + i, i);`
    expect(slicesOf(`${full} for (const [name] of h) h.set(name, 1)`)).toBeGreaterThan(slicesOf(full) + 50)
  })
})

describe("text codecs", () => {
  it("encode and decode as the host does", () => {
    sameAsHost(`
      const e = new TextEncoder()
      const target = new Uint8Array(5)
      return [e.encode("aä€😀\\ud800"), e.encode(), e.encoding, e.encodeInto("aä€😀", target), target, new TextDecoder().decode(e.encode("aä€😀")), new TextDecoder("latin1").encoding]
    `)
    sameAsHost(`
      const d = new TextDecoder(), bytes = new TextEncoder().encode("a€b")
      return [d.decode(bytes.subarray(0, 2), { stream: true }), d.decode(bytes.subarray(2), { stream: true }), d.decode(), d.decode(new Uint8Array([255, 97])), d.decode(),
        new TextDecoder("utf-16le").decode(new Uint16Array([0x61, 0x20ac])), new TextDecoder().decode(new Uint8Array([0xef, 0xbb, 0xbf, 97])).length,
        new TextDecoder("utf-8", { ignoreBOM: true }).decode(new Uint8Array([0xef, 0xbb, 0xbf, 97])).length, new TextDecoder().decode(new DataView(bytes.buffer, 1, 3)),
        attempt(() => new TextDecoder("utf-8", { fatal: true }).decode(new Uint8Array([255]))), attempt(() => new TextDecoder("klingon")), attempt(() => new TextDecoder().decode("text"))]
    `)
  })

  it("long texts go there and back in slices", () => {
    const program = `const t = "aä€😀".repeat(30000); return new TextDecoder().decode(new TextEncoder().encode(t)) === t`
    expect(evaluate(program)).toBe(true)
    expect(slicesOf(program)).toBeGreaterThan(1)
  })

  it("atob and btoa", () => {
    sameAsHost(
      `return [btoa(""), btoa("a"), btoa("ab\\u00ff"), atob("YQ=="), atob(" Y W I "), atob("YWI"), btoa(123), attempt(() => atob("a")), attempt(() => atob("a=b")), attempt(() => btoa("€"))].map((v) => typeof v === "string" ? v : "error")`
    )
    expect(valueOf(`btoa("€")`)).toMatch(/InvalidCharacterError: btoa: "€".*toBase64/)
  })
})

describe("crypto", () => {
  it("draws from the run", () => {
    expect(valueOf(`crypto.randomUUID()`)).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
    )
    answers(
      `const a = new Uint16Array(3); return [crypto.getRandomValues(a) === a, a]`,
      "[true Uint16Array(32896 32896 32896)]"
    )
    expect(valueOf(`crypto.getRandomValues([1])`)).toMatch(/typed array of integers/)
    expect(valueOf(`crypto.getRandomValues(new Uint8Array(70000))`)).toMatch(/QuotaExceededError/)
  })
})
