/** Percent-encoding, once per place that a value can stand in. */

const LONE_SURROGATE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g

/** Unpaired surrogates cannot be written as UTF-8. Like the platform's URL writer we send U+FFFD for them. */
const wellFormed = (text: string): string => text.replace(LONE_SURROGATE, "\uFFFD")

const hex = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`

/** RFC 6570 simple expansion: everything but the unreserved characters is escaped. */
export const encodeUnreserved = (text: string): string => encodeURIComponent(wellFormed(text)).replace(/[!'()*]/g, hex)

/** As in `application/x-www-form-urlencoded`: what the platform's own writer sends. */
export const encodeForm = (text: string): string => new URLSearchParams([["", text]]).toString().slice(1)

/**
 * RFC 6570 reserved expansion: reserved characters and escapes that are already there pass. `#` would end the query,
 * `&` would begin another pair and `+` would be read as a space, so those three are escaped: the Parameter Object's
 * `allowReserved` leaves what the destination does not allow to the application.
 */
export const encodeReserved = (text: string): string =>
  wellFormed(text).replace(/%[0-9A-Fa-f]{2}|[^A-Za-z0-9\-._~:/?[\]@!$'()*,;=]/gu, (part) =>
    part.length === 3 && part[0] === "%" ? part : encodeUnreserved(part)
  )
