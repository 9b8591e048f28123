/** The recipes of src/openapi/README.md, run. */
import { Effect, Layer, Schedule } from "effect"
import { HttpClient, HttpClientError } from "effect/http"
import { describe, expect, it } from "vitest"
import { layerFetch } from "../../src/openapi/index.ts"
import { listen } from "./loopback.ts"
import { one, onlyTool } from "./support.ts"

const patient = Layer.effect(
  HttpClient.HttpClient,
  Effect.map(HttpClient.HttpClient, (client) =>
    client.pipe(HttpClient.retryTransient({ schedule: Schedule.exponential("20 millis"), times: 3 }))
  )
).pipe(Layer.provide(layerFetch))

const hurried = Layer.effect(
  HttpClient.HttpClient,
  Effect.map(HttpClient.HttpClient, (client) =>
    HttpClient.transform(client, (response, request) =>
      Effect.timeoutOrElse(response, {
        duration: "50 millis",
        orElse: () =>
          Effect.fail(
            new HttpClientError.HttpClientError({
              reason: new HttpClientError.TransportError({ request, description: "timed out" })
            })
          )
      })
    )
  )
).pipe(Layer.provide(layerFetch))

describe("a host's client", () => {
  it("can retry what is transient", async () => {
    let failures = 2
    const server = await listen((_, response) => {
      response.writeHead(failures-- > 0 ? 503 : 200, { "content-type": "application/json" }).end("[1]")
    })
    const tool = onlyTool(one({}), { baseUrl: server.url })
    expect(await Effect.runPromise(tool.run({}).pipe(Effect.provide(patient)))).toEqual([1])
    expect(server.received).toHaveLength(3)
    await server.close()
  })

  it("can lose patience", async () => {
    const server = await listen(() => {})
    const tool = onlyTool(one({}), { baseUrl: server.url })
    const failed = Effect.runPromise(tool.run({}).pipe(Effect.provide(hurried)))
    await expect(failed).rejects.toMatchObject({ message: "GET /test failed with a transport error" })
    await server.close()
  })
})
