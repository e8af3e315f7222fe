import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{harness,suites,reference-server,reports,fixtures,docs}/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    pool: 'threads',
  },
})
