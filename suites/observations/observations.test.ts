import type { Observed } from '../../harness/verdicts/results.ts'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { join } from 'node:path'
import { describe, expect, test, type TestContext } from 'vitest'
import { carryOut } from '../../harness/engine/carry-out.ts'
import { readDeclaration } from '../../harness/subject/declaration/declaration.ts'
import { startSubject } from '../../harness/subject/start/start-subject.ts'
import { listenLocally } from '../../harness/wire/listen-locally.ts'
import { createFreshFolder } from '../../harness/testing/fresh-folder.ts'
import { cases } from '../all.ts'
import { catalogue } from '../catalogue/index.ts'
import { referenceDeclaration } from '../proof/self-test/reference-declaration.ts'
import { observations } from './all.ts'

interface Changes {
  variations?: readonly string[]
  declare?: Record<string, unknown>
  /** Requirements judged before. */
  judge?: readonly string[]
  /** The only questions to ask; by default all. */
  only?: readonly string[]
  /** Starts a server between suite and subject. */
  through?: (baseUrl: string) => ReturnType<typeof listenLocally>
}

/** Returns the answers about a changed reference server, by the id of their question without its topic. */
async function profileOf(
  context: TestContext,
  { variations = [], declare = {}, judge = [], only, through }: Changes,
) {
  const folder = createFreshFolder(context)
  const file = join(folder, 'conformance.json')
  writeFileSync(file, JSON.stringify(referenceDeclaration({ mode: {}, variations, declare })))
  const tmp = join(folder, 'tmp')
  mkdirSync(tmp)
  const declaration = readDeclaration(file, { env: process.env, cwd: folder, makeTmp: () => tmp })
  const subject = await startSubject(declaration, process.env)
  const between = await through?.(subject.baseUrl)
  try {
    const { controlUrl } = subject
    const baseUrl = between?.url ?? subject.baseUrl
    const run = { cases: [], seed: 1, runs: 1, slow: false, env: process.env }
    const chosen = [...cases.values()].filter(({ requirement }) => judge.includes(requirement))
    const asked = only?.map((id) => observations.get(`observe.${id}`)!) ?? [...observations.values()]
    const summary = await carryOut({ declaration, baseUrl, controlUrl, ...run }, chosen, () => {}, asked)
    return {
      answers: new Map(summary.observations.map((one) => [one.id.replace('observe.', ''), one])),
      secrets: summary.secrets,
    }
  } finally {
    await between?.stop()
    await subject.stop()
  }
}

const answersOf = (answers: Map<string, Observed>, ids: readonly string[]) =>
  Object.fromEntries(ids.map((id) => [id, answers.get(id)?.answer]))

test('every open question is measured or excluded with a reason', () => {
  const open = Object.entries(catalogue.openQuestions).filter(([, { excluded }]) => excluded === undefined)
  expect([...observations.keys()].toSorted()).toEqual(open.map(([id]) => id).toSorted())
})

test('what an answer is shown with is a requirement', () => {
  const shown = Object.values(catalogue.openQuestions).flatMap(({ shownWith = [] }) => shownWith)
  expect(shown.filter((id) => !Object.hasOwn(catalogue.requirements, id))).toEqual([])
})

describe('of the reference server', () => {
  test('every question has an answer, and none holds a secret', async (context) => {
    const { answers, secrets } = await profileOf(context, {})
    expect([...answers.values()].filter(({ answer }) => answer === null)).toEqual([])
    const said = [...answers.values()].map(({ answer }) => answer).join('\n')
    expect(secrets.filter(({ value }) => value.length >= 8 && said.includes(value))).toEqual([])
    const lived = (seconds: number, one: string, other: string) =>
      `${seconds} s: ${one} at ${seconds - 1} s, ${other} at ${seconds} s`
    expect(
      answersOf(answers, ['token-lifetime', 'seed-lifetime', 'date-skew-past', 'date-skew-future']),
    ).toEqual({
      'token-lifetime': `unused: ${lived(3600, 'it was accepted', 'it was rejected')}`,
      'seed-lifetime': lived(300, 'it was accepted', 'it was rejected'),
      'date-skew-past': '300 s: it is accepted at 300 s, it is rejected at 301 s',
      'date-skew-future': '300 s: it is accepted at 300 s, it is rejected at 301 s',
    })
    expect(answersOf(answers, ['code-window', 'headers-absent', 'body-limit', 'lockout'])).toEqual({
      'code-window': '1 before and 1 after the current one (steps of 30 s)',
      'headers-absent': 'it is rejected',
      'body-limit': '2048 KiB are read like a small body, 2049 KiB get 413 application/json {error, msg}',
      lockout: 'not after 12 failed logins in a row',
    })
  })

  test.for<[variations: string[], answers: Record<string, string | RegExp>]>([
    [
      ['seeds-live-ten-seconds', 'signature-date-within-30-seconds', 'tokens-are-jwts', 'list-in-results'],
      {
        'seed-lifetime': /^10 s: /,
        'date-skew-past': /^30 s: /,
        'signature-replay': /^yes, for 30 s: /,
        'token-form': /characters, three parts as a JSON Web Token has$/,
        'list-shape': 'in results of {count, next, previous, results}',
      },
    ],
    [
      [
        'seeds-live-an-hour',
        'code-of-two-steps-around',
        'newer-challenge-voids-older',
        'signature-accepted-once',
      ],
      {
        'seed-lifetime': /^3600 s: /,
        'code-window': /^2 before and 2 after/,
        'seed-after-newer-challenge': /^yes: /,
        'signature-replay': /^no: /,
      },
    ],
    [
      ['same-token-renewed', 'code-accepted-again', 'wrong-code-spends-seed', 'signature-date-never-ahead'],
      {
        'token-again': 'yes, and that begins its hour again',
        'token-lifetime': /^unused: 3600 s: /,
        'code-reuse': 'yes, with another seed',
        'seed-after-wrong-code': /^one wrong code spends it/,
        'seed-uses': /after 1 wrong/,
        'date-skew-future': /^less than 1 s/,
      },
    ],
    [
      ['lockout-after-five-failures', 'older-family-307', 'rate-limit-told', 'refusals-in-html'],
      {
        lockout: /^after 5 failed logins in a row, for 1800 s: .*; a valid login clears the count$/,
        'path-families': /users-v1.*leads elsewhere|leads elsewhere.*users-v1/,
        'rate-limit': /answers carried /,
        'refusal-anonymous': /^401 text\/html/,
      },
    ],
  ])('%s change what they must', async ([variations, expected], context) => {
    const { answers } = await profileOf(context, { variations })
    for (const [id, answer] of Object.entries(expected)) {
      expect(answers.get(id)?.answer ?? answers.get(id)?.reason, id).toMatch(answer)
    }
    const broken = [...answers.values()].filter(({ reason }) => reason?.startsWith('the measurement itself'))
    expect(broken).toEqual([])
  })
})

describe('of a server that keeps challenges in a session', () => {
  test.for([
    ['jumpserver-2.28', 400],
    ['jumpserver-3.10', 401],
  ] as const)('%s: a wrong code gets %i', async ([model, status], context) => {
    const { answers } = await profileOf(context, {
      variations: [model],
      declare: { pathFamilies: null, mfaFlow: 'session-challenge', session: false },
      only: ['refusal-second-step'],
    })
    expect(answers.get('refusal-second-step')?.answer).toBe(
      `${status} application/json {error, msg} (a wrong code)`,
    )
  })
})

describe('what was found before a measurement had to stop', () => {
  test('a token that is answered again all day works at least for the hour that the clock may go', async (context) => {
    const { answers } = await profileOf(context, {
      variations: ['jumpserver-1.5'],
      declare: { clock: { maxAdvance: '12h' } },
    })
    expect(answers.get('token-lifetime')?.answer).toMatch(
      /^works at least until 363\d s after issue; not looked further \(needs clock\.maxAdvance above \d+h\)$/,
    )
  })

  test('where the clock may go no further, what another measurement saw of a token is told', async (context) => {
    const { answers } = await profileOf(context, {
      variations: ['jumpserver-1.5'],
      declare: { clock: { maxAdvance: '48h' } },
    })
    expect(answers.get('token-lifetime')?.answer).toMatch(
      /^works at least until 363\d s after issue and no longer at 864\d\d s; not looked further \(needs clock/,
    )
  })

  test('where the clock may go no further, what the cases saw of a token is told', async (context) => {
    const { answers } = await profileOf(context, {
      declare: { clock: { maxAdvance: '3h' } },
      judge: ['token.works-for-hour', 'token.void-after-hour'],
    })
    expect(answers.get('token-lifetime')?.answer).toMatch(
      /^works at least until 35\d\d s after issue and no longer at 36\d\d s; not looked further \(needs clock/,
    )
  })
})

test('whether a second step is remembered is told, by seed and by session', async (context) => {
  const only = ['second-step-remembered']
  const bySeed = await profileOf(context, { only })
  expect(answersOf(bySeed.answers, ['second-step-remembered'])).toEqual({
    'second-step-remembered': 'no: no cookie is set on the way',
  })
  const bySession = await profileOf(context, {
    variations: ['jumpserver-3.10'],
    declare: { mfaFlow: 'session-challenge', pathFamilies: ['v1'] },
    only,
  })
  expect(answersOf(bySession.answers, ['second-step-remembered'])).toEqual({
    'second-step-remembered': 'yes: with the cookie jms_sessionid the password buys another token',
  })
})

describe('care', () => {
  test('on default limits observations cost four failed logins at most, and nobody is locked', async (context) => {
    const counted = { failed: 0 }
    const { answers } = await profileOf(context, {
      declare: { limits: null, observe: null },
      through: (baseUrl) => countingProxy(baseUrl, counted),
    })
    expect(counted.failed).toBeGreaterThan(0)
    expect(counted.failed).toBeLessThanOrEqual(4)
    expect(answers.get('lockout')).toMatchObject({ answer: null, reason: /observe\.lockout: true/ })
    const leftOut = [...answers.values()].filter(({ reason }) => reason?.startsWith('left out'))
    expect(leftOut.length).toBeGreaterThan(0)
    expect(answers.get('token-lifetime')?.answer).toMatch(/^unused: 3600 s/)
  })

  test('without a clock, what needs one says so', async (context) => {
    const { answers } = await profileOf(context, { declare: { clock: { kind: 'none' } } })
    for (const id of ['token-lifetime', 'seed-lifetime', 'session-lifetime', 'code-window'])
      expect(answers.get(id)).toMatchObject({ answer: null, reason: /clock/ })
    expect(answers.get('date-skew-past')?.answer).toMatch(/^(299|300|301) s: .*give or take a second/)
  })
})

/** Passes everything on, and counts complete logins and second steps that were rejected. */
async function countingProxy(baseUrl: string, counted: { failed: number }) {
  const target = new URL(baseUrl)
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const sent = Buffer.concat(chunks)
      const { method, headers, url: path } = incoming
      const onward = request(
        { host: target.hostname, port: target.port, method, headers, path },
        (answer) => {
          const login =
            method === 'POST' && /"?(password|otp_code)"?[=:]/.test(sent.toString().slice(0, 2000))
          const complete = /"?(username|seed)"?[=:]/.test(sent.toString().slice(0, 2000))
          if (login && complete && (answer.statusCode ?? 0) === 401) counted.failed++
          outgoing.writeHead(answer.statusCode ?? 500, answer.rawHeaders)
          answer.pipe(outgoing)
        },
      )
      onward.on('error', () => outgoing.destroy())
      onward.end(sent)
    })
  })
  return await listenLocally(server)
}
