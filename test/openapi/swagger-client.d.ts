declare module "swagger-client" {
  interface BuiltRequest {
    readonly url: string
    readonly method: string
    readonly headers: Record<string, string>
    readonly body?: unknown
  }
  const Swagger: {
    readonly buildRequest: (options: {
      readonly spec: unknown
      readonly operationId: string
      readonly parameters: Record<string, unknown>
      readonly requestBody?: unknown
      readonly requestContentType?: string
      readonly responseContentType?: string
      readonly server?: string
      readonly serverVariables?: Record<string, string>
    }) => BuiltRequest
  }
  export default Swagger
}
