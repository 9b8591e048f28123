/** `multipart/*` bodies as bytes. Written here rather than by `FormData`, which cannot set a part's own headers. */

export interface Part {
  readonly name: string
  readonly filename: string | undefined
  readonly contentType: string | undefined
  readonly headers: ReadonlyArray<readonly [string, string]>
  readonly bytes: Uint8Array
}

/** As browsers escape names in `Content-Disposition` (HTML, multipart/form-data encoding algorithm). */
const escapeName = (name: string): string => name.replaceAll("\r", "%0D").replaceAll("\n", "%0A").replaceAll('"', "%22")

const contains = (bytes: Uint8Array, needle: Uint8Array): boolean => {
  const first = needle[0]!
  for (let at = bytes.indexOf(first); at !== -1; at = bytes.indexOf(first, at + 1)) {
    let length = 1
    while (length < needle.length && bytes[at + length] === needle[length]) length++
    if (length === needle.length) return true
  }
  return false
}

/** The first numbered boundary that stands in no part: the same parts always give the same bytes. */
const boundaryFor = (parts: ReadonlyArray<Part>): string => {
  const encoder = new TextEncoder()
  for (let number = 0; ; number++) {
    const boundary = `effect-codemode-${String(number).padStart(6, "0")}`
    const needle = encoder.encode(boundary)
    if (!parts.some((part) => contains(part.bytes, needle))) return boundary
  }
}

const headOf = (part: Part, essence: string): string => {
  const filename = part.filename === undefined ? "" : `; filename="${escapeName(part.filename)}"`
  const lines: Array<string> = []
  if (essence === "multipart/form-data") {
    lines.push(`Content-Disposition: form-data; name="${escapeName(part.name)}"${filename}`)
  } else if (filename !== "") {
    lines.push(`Content-Disposition: attachment${filename}`)
  }
  if (part.contentType !== undefined) lines.push(`Content-Type: ${part.contentType}`)
  for (const [name, value] of part.headers) {
    const again = lines.some((line) => line.slice(0, name.length + 1).toLowerCase() === `${name.toLowerCase()}:`)
    if (!again) lines.push(`${name}: ${value}`)
  }
  return lines.map((line) => `${line}\r\n`).join("")
}

export const writeMultipart = (
  parts: ReadonlyArray<Part>,
  essence: string
): { readonly bytes: Uint8Array; readonly contentType: string } => {
  const boundary = boundaryFor(parts)
  const encoder = new TextEncoder()
  const chunks: Array<Uint8Array> = []
  for (const part of parts) {
    chunks.push(encoder.encode(`--${boundary}\r\n${headOf(part, essence)}\r\n`), part.bytes, encoder.encode("\r\n"))
  }
  chunks.push(encoder.encode(`--${boundary}--\r\n`))
  const bytes = new Uint8Array(chunks.reduce((total, chunk) => total + chunk.length, 0))
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return { bytes, contentType: `${essence}; boundary=${boundary}` }
}
