import { parse } from 'yaml'
import { expect, test } from 'vitest'
import { judge } from './testing/conformance.ts'
import { codeBlocks } from '../../../harness/testing/code-blocks.ts'
import { startFront, fieldsOf } from './testing/front.ts'
import { declared } from './testing/reference.ts'
import { startReference } from '../../../harness/testing/start-reference.ts'

test('further accounts take invalid logins for which the first has no room', async () => {
  const server = await startReference()
  const front = await startFront(server.url)
  const { accounts } = declared(server) as { accounts: { plain: object } }
  const example = codeBlocks('docs/declaration.md', 'yaml')[7] ?? ''
  const { limits, accounts: shown } = parse(example) as { limits: object; accounts: { plain: object[] } }
  expect(shown.plain).toHaveLength(2)
  const eve = { username: 'eve', password: 'eve "quoted" \\ <tag> pass' }
  const { exitCode, having } = await judge(
    { baseUrl: front.url, accounts: { plain: [accounts.plain, eve] }, limits },
    ['--only', 'login', '--seed', '1'],
  )

  const names = front.seen.map((asked) => fieldsOf(asked)?.['username'])
  expect(names.filter((name) => name === 'eve').length).toBeGreaterThan(4)
  expect(having('fail')).toEqual([])
  expect(exitCode).toBe(0)
})
