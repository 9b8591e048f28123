/**
 * A test kit for hosts: run a program and get its calls, put scripted tools or faults in place of real ones, and prove of a set of tools that every call
 * passes the hooks, that the catalog is what can be called, and that cancellation reaches every tool. It depends on no test runner.
 */
export { AuditFailure, assertClean, audit, renderReport } from "./testing/audit.ts"
export type { AuditOptions } from "./testing/audit.ts"
export type { Law, Report, Unproven, Violation } from "./testing/report.ts"
export { assertCalls, differences } from "./testing/expectation.ts"
export type { ExpectedCall } from "./testing/expectation.ts"
export { record } from "./testing/record.ts"
export type { RecordedCall, RecordedEvent, Recording } from "./testing/record.ts"
export { inject, stub, stubs } from "./testing/stub.ts"
export type { StubCall, StubRow } from "./testing/stub.ts"
