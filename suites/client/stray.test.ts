import { expect, onTestFinished, test } from 'vitest'
import type { StartAdapter } from '../../harness/client-judge/adapter.ts'
import { createBench } from './play-client.ts'
import { inProcess } from './proof/in-process.ts'
import { createOwnTime } from './proof/own-time.ts'

/** Acts like a program that was told to log in on this port before the suite used it. */
const logInAsSomebodyElse = (baseUrl: string) =>
  fetch(`${baseUrl}/api/v1/authentication/auth/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'somebody', password: 'else' }),
  })

/** The reference client; while the password is wrong, somebody else's login comes with it, `times` times. */
function besideStrays(password: string, times: number): StartAdapter {
  const start = inProcess()
  let left = times
  return (env, time) => {
    const adapter = start(env, time)
    const isWrong = env['CONFORMANCE_PASSWORD'] !== password
    return {
      ...adapter,
      async ask(operation) {
        if (isWrong && operation.op === 'list' && left-- > 0)
          await logInAsSomebodyElse(env['CONFORMANCE_BASE_URL'] ?? '')
        return await adapter.ask(operation)
      },
    }
  }
}

test.each([
  {
    times: 1,
    verdict: 'pass',
    told: [expect.stringMatching(/^client\.login-values\/wrong-password failed once/)],
  },
  { times: 2, verdict: 'fail', told: [] },
])('a login that is in a scenario $times times: $verdict', async ({ times, verdict, told }) => {
  const strays: string[] = []
  const bench = createBench(7, 2, createOwnTime, (line) => strays.push(line))
  onTestFinished(() => bench.stop())
  const results = await bench.judge(besideStrays(bench.identities.plain.password, times), ['token'])
  const verdicts = results.filter(({ requirement }) => requirement === 'client.login-values')
  expect(verdicts.map((one) => one.verdict)).toEqual([verdict])
  expect(results.filter((one) => one.verdict === 'fail')).toHaveLength(verdict === 'fail' ? 1 : 0)
  expect(strays).toEqual(told)
})
