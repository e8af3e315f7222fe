import { expect, test } from 'vitest'
import { judge, temporaryFolder } from './testing/conformance.ts'
import { program } from '../../../harness/testing/run-program.ts'
import { declared } from './testing/reference.ts'
import { startReference } from '../../../harness/testing/start-reference.ts'

const rule = 'private-token.created-by-operator'
const declaredToken = 'e47af8a3d267bf878f17ab95106497e207b5f029'

/** Returns the verdict for a server whose create command is this shell line, and what the report says about it. */
async function judged(create: string, show?: string): Promise<{ verdict: string | undefined; said: string }> {
  const data = temporaryFolder()
  const declaration = declared(await startReference('--data', data))
  const byOperator = `{node} ${program('reference-server')} private-token show {username} --data ${data}`
  const operator = { create, show: show ?? byOperator, createFor: 'eve' }
  const privateTokens = { ...declaration.privateTokens, operator }
  const { verdict, report } = await judge({ ...declaration, privateTokens }, ['--only', rule])
  const cases = report.requirements.find(({ id }) => id === rule)?.cases ?? []
  return { verdict: verdict(rule), said: cases.map(({ message }) => message).join('\n') }
}

test('a create command that always fails breaks the rule, and is quoted without secrets', async () => {
  const { verdict, said } = await judged(
    `echo "no column for ${declaredToken}"; echo "migrate first" >&2; exit 3`,
  )
  expect(verdict).toBe('fail')
  expect(said).toContain('it exits 3 each time, though eve has none and the show command works')
  expect(said).toContain('no column for *** / migrate first')
})

test.for([
  ['is not found', 'exit 127', 'the create command could not be run (exit code 127)'],
  ['is not executable', 'exit 126', 'the create command could not be run (exit code 126)'],
  ['is killed below the shell', "sh -c 'kill -9 $$'; exit $?", 'could not be run (exit code 137)'],
  ['is killed', 'kill -9 $$', 'the create command was ended by SIGKILL'],
] as const)('a create command that %s is inconclusive', async ([, create, said]) => {
  expect(await judged(create)).toMatchObject({ verdict: 'inconclusive', said: expect.stringContaining(said) })
})

test.for([
  ['the show command does not work either', 'exit 1', 'exit 1', 'the show command does not work'],
  ['the show command shows nobody a token', 'exit 1', 'true', 'the show command does not work'],
  ['it works the second time', 'test -e made || { touch made; exit 1; }', undefined, 'at first, then worked'],
] as const)('a create command that fails is inconclusive where %s', async ([, create, show, said]) => {
  const failed = await judged(create, show)
  expect(failed).toMatchObject({ verdict: 'inconclusive', said: expect.stringContaining(said) })
})
