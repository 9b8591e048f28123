// What a model could have written: read everything at once, then count, group and sort.
const list = await tools.specs.list({})
console.log(`${list.length} documents, ${list.reduce((sum, { bytes }) => sum + bytes, 0)} bytes`)

const METHODS = ["get", "put", "post", "delete", "patch", "options", "head", "trace"]
const operations = (
  await Promise.all(
    list.map(async ({ name }) => {
      const { paths = {} } = await tools.specs.read({ name })
      return Object.entries(paths).flatMap(([path, item]) =>
        METHODS.filter((method) => method in item).map((method) => ({ name, path, method, ...item[method] }))
      )
    })
  )
).flat()
console.log(`${operations.length} operations`)

const count = (groups) =>
  Object.entries(groups)
    .map(([key, members]) => [key, members.length])
    .sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))

const tellsErrors = ({ responses = {} }) => Object.keys(responses).some((status) => /^[45]|^default$/.test(status))

return {
  largest: count(Object.groupBy(operations, ({ name }) => name)).slice(0, 5),
  methods: Object.fromEntries(count(Object.groupBy(operations, ({ method }) => method))),
  deprecated: operations
    .filter(({ deprecated }) => deprecated)
    .map(({ method, path }) => `${method.toUpperCase()} ${path}`),
  withoutErrorResponse: `${Math.round((100 * operations.filter((one) => !tellsErrors(one)).length) / operations.length)}%`
}
