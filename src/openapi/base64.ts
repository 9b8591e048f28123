/** Bytes as base64 text and back, in pieces that the platform's own functions take. */

/** A multiple of three, so that pieces join without padding between them. */
const PIECE = 3 * 8192

export const encodeBase64 = (bytes: Uint8Array): string => {
  let text = ""
  for (let at = 0; at < bytes.length; at += PIECE) {
    text += btoa(String.fromCharCode(...bytes.subarray(at, at + PIECE)))
  }
  return text
}

/** The bytes of a base64 text, URL-safe letters and missing padding included; `undefined` where it is none. */
export const decodeBase64 = (text: string): Uint8Array | undefined => {
  const letters = text.replace(/\s+/g, "").replaceAll("-", "+").replaceAll("_", "/")
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(letters)) return undefined
  const bare = letters.replace(/=+$/, "")
  if (bare.length % 4 === 1) return undefined
  const binary = atob(bare + "=".repeat((4 - (bare.length % 4)) % 4))
  const bytes = new Uint8Array(binary.length)
  for (let index = 0; index < binary.length; index++) bytes[index] = binary.charCodeAt(index)
  return bytes
}
