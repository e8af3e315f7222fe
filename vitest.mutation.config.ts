import { defineConfig } from 'vitest/config'

/** The tests that run in one process and in no time: those by which `npm run mutation` judges. */
export default defineConfig({
  test: {
    include: [
      'reference-server/{domain,store}/**/*.test.ts',
      'reference-server/server/routes/{login,users,web-login}.test.ts',
      'reference-server/{common/clock,server/app,start/server}.test.ts',
      'harness/{client,facts,ledgers,run,verdicts,clock}/**/*.test.ts',
      'harness/engine/{run-case,case/{search,property,registry}}.test.ts',
    ],
    testTimeout: 60_000,
    pool: 'threads',
    isolate: false,
  },
})
