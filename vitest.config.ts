import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{harness,suites,reference-server,reports,fixtures,docs,bench}/**/*.test.ts'],
    // Many start programs of their own, on a machine that may be busy with the others.
    testTimeout: 120_000,
    hookTimeout: 60_000,
    pool: 'threads',
    // Most wait for programs that they start: by default Vitest would leave a core of two idle.
    maxWorkers: '100%',
    // Where CI takes the numbers of its closing line from (.ci/run).
    ...(process.env['CI'] ? { reporters: ['dot', 'json'], outputFile: { json: '.tmp/tests.json' } } : {}),
  },
})
