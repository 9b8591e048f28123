import { defineConfig } from "vitest/config"

export default defineConfig({
  test: { include: ["test/fixtures/**/*.test.ts"], testTimeout: 120_000 }
})
