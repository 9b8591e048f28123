import { describe, expect, it } from "vitest"
import { flatten, resultOf } from "./support.ts"

type Entry = readonly [method: string, path: string, operationId?: string, extra?: object]

const namesOf = (...entries: ReadonlyArray<Entry>): ReadonlyArray<string> => {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [method, path, operationId, extra] of entries) {
    ;(paths[path] ??= {})[method] = { ...(operationId === undefined ? {} : { operationId }), ...extra }
  }
  const { tools } = resultOf({ openapi: "3.1.0", servers: [{ url: "https://api.test" }], paths })
  const described = Object.entries(flatten(tools)).map(([name, tool]) => [tool.description, name] as const)
  return entries.flatMap(([method, path]) =>
    described.filter(([description]) => description === `${method.toUpperCase()} ${path}`).map(([, name]) => name)
  )
}

/** Operations with these ids, in this order. */
const ids = (...operationIds: ReadonlyArray<string>): ReadonlyArray<string> =>
  namesOf(...operationIds.map((id, index) => ["get", `/p${index}`, id] as const))

describe("tool paths", () => {
  it.each([
    [
      ["group.item", "group.item"],
      ["group.item", "group_item_2"]
    ],
    [
      ["group.item", "group.item", "group.item"],
      ["group.item", "group_item_2", "group_item_3"]
    ],
    [["group..other"], ["group.operation.other"]],
    [
      ["users", "users.list"],
      ["users", "usersList"]
    ],
    [
      ["users", "users.list", "users.list.all"],
      ["users", "usersList", "users_list_all_2"]
    ],
    [
      ["users.list", "users"],
      ["users.list", "users_2"]
    ],
    [
      ["a.users", "a.users.list.all"],
      ["a.users", "a.usersList.all"]
    ],
    [
      ["get-user", "123abc", "日本"],
      ["get_user", "_123abc", "operation"]
    ],
    [
      ["constructor", "prototype", "__proto__"],
      ["constructor", "prototype", "proto"]
    ],
    [
      ["$ref", "a$b"],
      ["$ref", "a$b"]
    ],
    [
      ["x_2", "x.y", "x"],
      ["x_2", "x.y", "x_3"]
    ]
  ])("%j become %j", (wanted, got) => {
    expect(ids(...wanted)).toEqual(got)
  })

  it("give no name to a skipped operation", () => {
    const names = namesOf(
      ["get", "/a", "group.item"],
      ["get", "/b", "group.item", { "x-websocket": true }],
      ["get", "/c", "group.item"]
    )
    expect(names).toEqual(["group.item", "group_item_2"])
  })

  it.each([
    ["get", "/users/{id}", "getUsersById"],
    ["get", "/organizations/{organizationId}/users/{id}", "getOrganizationsByOrganizationidUsersById"],
    ["get", "/", "get"],
    ["delete", "/a-b/c_d/{x.y}.json", "deleteABCDByXYJson"],
    ["post", "/{日本}", "postBy"],
    ["put", "/UPPER/Case", "putUpperCase"]
  ])("without an id: %s %s is %s", (method, path, name) => {
    expect(namesOf([method, path])).toEqual([name])
  })

  it("do not nest without end", () => {
    const [name] = namesOf(["get", "/a", "a.".repeat(20_000)])
    expect(name).toMatch(/^(?:a_)+a$/)
  })

  it("treat an empty operationId as none", () => {
    expect(namesOf(["get", "/users", ""])).toEqual(["getUsers"])
  })

  it("live in records without a prototype", () => {
    const { tools } = resultOf({
      servers: [{ url: "https://api.test" }],
      paths: { "/a": { get: { operationId: "constructor.toString" } } }
    })
    expect(Object.getPrototypeOf(tools)).toBe(null)
    expect(Object.getPrototypeOf(tools["constructor"])).toBe(null)
  })
})
