import { defineConfig, type TestProjectConfiguration } from 'vitest/config'

const folders = '{harness,suites,reference-server,reports,fixtures,docs,bench}'

const project = (
  name: string,
  include: string,
  { exclude = [] as string[], isolate = true } = {},
): TestProjectConfiguration => ({
  extends: true,
  test: { name, include: [`${folders}/**/${include}`], exclude, isolate },
})

/** `npm test` runs `unit`; CI runs `e2e` too, which takes whole commands, browsers, engines and package managers. */
export default defineConfig({
  test: {
    // The unit tests of a worker share the modules that they load: loading them afresh for each file takes longer than many tests.
    projects: [
      project('unit', '*.test.ts', { exclude: ['**/*.e2e.test.ts'], isolate: false }),
      project('e2e', '*.e2e.test.ts'),
    ],
    // These only stop a hang: many tests start programs of their own, on a machine that may be slow and busy with the others.
    testTimeout: 600_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    pool: 'threads',
    // Most wait for programs that they start: by default Vitest would leave a core of two idle.
    maxWorkers: '100%',
  },
})
