import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createFreshFolder } from '../../testing/fresh-folder.ts'
import { judge } from './judge.ts'
import type { Suite } from '../suite.ts'

test('where the cases cannot be loaded, the server that was started is stopped', async (context) => {
  const cwd = createFreshFolder(context)
  const config = join(cwd, 'conformance.json')
  const command = `trap 'echo stopped > stopped; exit' TERM; echo '{"ready":true,"url":"http://127.0.0.1:1"}'; while :; do sleep 0.1; done`
  writeFileSync(config, JSON.stringify({ start: { command } }))
  const suite: Suite = {
    name: 'n',
    version: '1',
    catalogueHash: () => '',
    requirements: new Map([
      ['login.json', { level: 'must', statement: 'S.', source: { section: 's', quote: 'q' } }],
    ]),
    client: {
      rules: new Map(),
      topicOf: () => 'client',
      hash: () => '',
      load: async () => ({ obligations: [], scenarios: [] }),
    },
    requirementSets: new Map([['1.0', new Map([['login.json', 'must']])]]),
    openQuestions: new Map(),
    excluded: [],
    loadCases: () => Promise.reject(new Error('a case is misspelt')),
    placeOfRule: () => undefined,
    provingDefects: () => Promise.resolve([]),
    casesFile: new URL('file:///none'),
    selfTest: () => Promise.resolve(0),
  }
  const judged = judge(suite, {
    config,
    out: join(cwd, 'out'),
    format: [],
    only: [],
    skip: [],
    strict: false,
    requireComplete: false,
    slow: false,
    quiet: true,
    json: false,
  })

  await expect(judged).rejects.toThrow('a case is misspelt')
  await expect.poll(() => existsSync(join(cwd, 'stopped'))).toBe(true)
})
