/** Why an operation became no tool. Codes are stable; texts may grow clearer. */

/**
 * What kept an operation from becoming a tool.
 *
 * | code | meaning |
 * | --- | --- |
 * | `websocket` | marked `x-websocket: true` |
 * | `sse` | a success answer is `text/event-stream` |
 * | `invalid-response` | a success answer's declaration is no object or an unresolved reference |
 * | `no-server` | no usable server is declared; pass `baseUrl` |
 * | `server-variable` | a server variable has neither default nor override |
 * | `server-not-absolute` | the server is no absolute `http(s)` address; pass `baseUrl` |
 * | `server-query-or-fragment` | the server address has a query or fragment |
 * | `server-credentials` | the server address contains a user name or password |
 * | `invalid-parameter` | a parameter is no object, unresolved, or lacks its name or location |
 * | `parameter-location` | a parameter's `in` is unknown |
 * | `parameter-schema` | a parameter has neither `schema` nor `content` |
 * | `parameter-content` | a parameter's `content` names no media type |
 * | `parameter-style` | a parameter's `style` is malformed or not one of its location |
 * | `parameter-explode` | a parameter's `explode` is no boolean |
 * | `parameter-allow-reserved` | a parameter's `allowReserved` is no boolean |
 * | `parameter-deep-object` | `deepObject` with `explode: false`, for which no encoding is defined |
 * | `body-content` | the request body declares no media type |
 * | `invalid-security` | the security declaration is malformed |
 * | `security-scheme` | every security alternative names a missing or malformed scheme |
 */
export type SkipCode =
  | "websocket"
  | "sse"
  | "invalid-response"
  | "no-server"
  | "server-variable"
  | "server-not-absolute"
  | "server-query-or-fragment"
  | "server-credentials"
  | "invalid-parameter"
  | "parameter-location"
  | "parameter-schema"
  | "parameter-content"
  | "parameter-style"
  | "parameter-explode"
  | "parameter-allow-reserved"
  | "parameter-deep-object"
  | "body-content"
  | "invalid-security"
  | "security-scheme"

/** A check's negative answer. */
export class Skip {
  readonly code: SkipCode
  readonly reason: string
  constructor(code: SkipCode, reason: string) {
    this.code = code
    this.reason = reason
  }
}
