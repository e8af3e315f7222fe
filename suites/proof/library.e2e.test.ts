import { expect, test } from 'vitest'
import { createFreshFolder } from '../../harness/testing/fresh-folder.ts'
import { createRandom } from '../../harness/run/random.ts'
import { cases, judge, NotJudged } from '../index.ts'
import { referenceDeclaration } from './self-test/reference-declaration.ts'

const seed = 1

test('cases in any order and many at once come to the verdicts of a whole run', async () => {
  const config = referenceDeclaration({
    mode: {},
    defects: ['seed-not-spent', 'token-as-private-token-on-newer-list'],
  })
  const only = ['mfa.seed-one-time', 'mfa.wrong-code', 'token', 'users']
  const { requirements } = await judge({ config, only, seed, jobs: 1 })
  const wanted = new Map(requirements.flatMap((one) => one.cases).map(({ id, verdict }) => [id, verdict]))
  expect([...wanted.values()].filter((verdict) => verdict === 'fail').length).toBeGreaterThanOrEqual(2)

  const all = cases({ config, only, seed })
  const { below } = createRandom(seed)
  const shuffled = [...all].map((one) => ({ one, at: below(1e9) })).toSorted((a, b) => a.at - b.at)
  // It looks back on the others, and sees only what came before it.
  const looksBack = ({ id }: { id: string }) => id === 'token.fixed-hour/after-a-wrong-code'
  try {
    const judged = []
    for (const isLast of [false, true]) {
      const part = shuffled.filter(({ one }) => looksBack(one) === isLast)
      judged.push(...(await Promise.all(part.map(({ one }) => one.judge()))))
    }
    expect(new Map(judged.map(({ id, verdict }) => [id, verdict]))).toEqual(new Map([...wanted].toSorted()))
  } finally {
    await all.tearDown()
  }
})

test('a failed should fails its test only where it is strict; secrets are masked', async () => {
  const config = referenceDeclaration({ mode: {}, defects: ['token-as-private-token-on-newer-list'] })
  const skipped: string[] = []
  const context = { skip: (reason: string) => void skipped.push(reason) }
  for (const strict of [false, true]) {
    const all = cases({ config, only: ['token.not-token-scheme'], seed, strict })
    try {
      const failing = all.find(({ id }) => id.endsWith('on-the-v1-list'))
      const run = failing?.run(context)
      if (strict)
        await expect(run).rejects.toThrow(
          /does not give access to the user list[^]*expected[^]*case token.not-token-scheme/,
        )
      else await run
      expect(skipped).toEqual([expect.stringMatching(/^fail: /)])
    } finally {
      await all.tearDown()
    }
  }
})

test('a test is skipped by the context of its runner, an object in node:test and a function in vitest', async () => {
  const config = { ...referenceDeclaration({ mode: {}, defects: [] }), accounts: {} }
  const all = cases({ config, only: ['mfa.old-code-refused'], seed })
  const skipped: string[] = []
  const skip = (reason: string) => void skipped.push(reason)
  try {
    const untested = all.find(({ id }) => id.endsWith('of-an-hour-ahead'))
    for (const context of [{ skip }, Object.assign(() => {}, { skip }), undefined])
      await untested?.run(context)
    expect(skipped).toEqual([expect.stringMatching(/^untested: /), expect.stringMatching(/^untested: /)])
  } finally {
    await all.tearDown()
  }
})

test('what is wrong is told before the first case, or by the first', async () => {
  expect(() => cases({ config: { baseUrl: 'http://127.0.0.1:1', account: {} } })).toThrow(
    'did you mean accounts?',
  )
  expect(() => cases({ bundled: true, only: ['tokn'] })).toThrow('did you mean token?')
  const all = cases({ baseUrl: 'http://127.0.0.1:1', config: {} })
  await expect(all.setUp()).rejects.toThrow('accepts no connections')
  await expect(all[0]?.run()).rejects.toThrow('accepts no connections')
  await all.tearDown()
  await expect(all[0]?.judge()).rejects.toThrow('tearDown() was called before; call it after the last case')
  const judged = judge({ baseUrl: 'http://127.0.0.1:1', config: {} })
  await expect(judged).rejects.toThrow(NotJudged)
  await expect(judged).rejects.toMatchObject({ exitCode: 6 })
})

test('an earlier report in the folder is never taken for one of a run that judged nothing', async (context) => {
  const out = createFreshFolder(context, { 'report.json': '{}' })
  await expect(judge({ bundled: true, out, runs: -1, formats: ['json'] })).rejects.toThrow(
    'runs must be at least 1',
  )
})

test('an option that is unknown or has a wrong value is told before anything is judged', async () => {
  const wrong: [options: object, message: string][] = [
    [{ onyl: ['token'] }, 'unknown option onyl; did you mean only?'],
    [{ only: 'token' }, 'only must be a list, not text'],
    [{ jobs: 0 }, 'jobs must be at least 1'],
    [{ runs: 1.5 }, 'runs must be a whole number'],
    [{ config: 7 }, 'config must be text or a group of fields, not a number'],
  ]
  for (const [options, message] of wrong) {
    expect(() => cases({ bundled: true, ...options })).toThrow(`cases(): ${message}`)
    await expect(judge({ bundled: true, ...options })).rejects.toMatchObject({
      name: 'NotJudged',
      exitCode: 2,
      message: expect.stringContaining(`judge(): ${message}`),
    })
  }
  expect(() => cases({ formats: ['json'] } as object)).toThrow(
    'cases(): unknown option formats; it takes baseUrl',
  )
  await expect(judge({ bundled: true, formats: ['pdf'] })).rejects.toThrow(
    'judge(): formats.0 must be json or',
  )
})
