import { defineConfig, type TestProjectConfiguration } from 'vitest/config'

const folders = '{harness,suites,reference-server,reports,fixtures,docs,bench}'

const project = (name: string, include: string, exclude: string[]): TestProjectConfiguration => ({
  extends: true,
  test: { name, include: [`${folders}/**/${include}`], exclude },
})

/** `npm test` runs `unit`; CI runs `e2e` too, which takes whole commands, browsers, engines and package managers. */
export default defineConfig({
  test: {
    projects: [project('unit', '*.test.ts', ['**/*.e2e.test.ts']), project('e2e', '*.e2e.test.ts', [])],
    // Many start programs of their own, on a machine that may be busy with the others.
    testTimeout: 120_000,
    hookTimeout: 60_000,
    pool: 'threads',
    // Most wait for programs that they start: by default Vitest would leave a core of two idle.
    maxWorkers: '100%',
  },
})
