import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{harness,suites,reference-server,reports,fixtures,docs,bench}/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    pool: 'threads',
    // Where CI takes the numbers of its closing line from (.ci/run).
    ...(process.env['CI'] ? { reporters: ['dot', 'json'], outputFile: { json: '.tmp/tests.json' } } : {}),
  },
})
