import type { CaseResult } from './results.ts'
import { expect, test } from 'vitest'
import { formats } from '../../reports/formats.ts'
import { renderers } from '../../reports/index.ts'
import { renderText } from '../../reports/text.ts'
import { saidBy } from '../client/said.ts'
import { reportedExchange } from '../engine/reported-exchange.ts'
import type { Exchange, Header } from '../wire/exchange.ts'
import { buildReport } from './build-report.ts'
import { createRunMask } from './run-mask.ts'
import { createDice, encoders, holdsEcho, strangeEncoders } from './testing/echoes.ts'

/** One test for each seed. */
const seeds = process.env['ECHO_SEED']?.split(',') ?? [String(Math.floor(Math.random() * 2 ** 31))]
const tries = Number(process.env['ECHO_TRIES'] ?? 300)

const alphabets = [
  'abcdefghijklmnopqrstuvwxyz0123456789',
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_',
  `abcXYZ0123456789 !"#$%&'()*+,-./:;<=>?@[\\]^_\`{|}~`,
  'abcXYZ0123456789üé€ß漢字',
]

function secretOf(dice: (limit: number) => number): string {
  const alphabet = [...alphabets[dice(alphabets.length)]!]
  const length = 10 + dice(40)
  return `${Array.from({ length }, () => alphabet[dice(alphabet.length)])
    .join('')
    .trim()}Z9`
}

/** Where a server may put an echo. */
const places: Record<string, (echo: string) => { headers: Header[]; body: string; target?: string }> = {
  'a text': (echo) => ({ headers: [], body: `no such user: ${echo}` }),
  'a member': (echo) => ({ headers: [json], body: JSON.stringify({ detail: echo }) }),
  'a deep member': (echo) => ({
    headers: [json],
    body: JSON.stringify({ errors: [{ at: 'body', said: { value: `you sent ${echo} to us` } }] }),
  }),
  'a name': (echo) => ({ headers: [json], body: JSON.stringify({ [echo]: 'is unknown' }) }),
  'json in json in json': (echo) => ({
    headers: [json],
    body: JSON.stringify({ a: JSON.stringify({ b: JSON.stringify({ c: echo }) }) }),
  }),
  'broken json': (echo) => ({ headers: [json], body: `{"detail":${JSON.stringify(echo)},` }),
  'a long text': (echo) => ({ headers: [], body: `${'word '.repeat(55)}${echo} ${'word '.repeat(2000)}` }),
  'a page': (echo) => ({
    headers: [['Content-Type', 'text/html']],
    body: `<!doctype html><title>${echo}</title><p>${echo}`,
  }),
  'a header': (echo) => ({ headers: [['X-Seen', oneLine(echo)]], body: '' }),
  'a cookie': (echo) => ({
    headers: [['Set-Cookie', `seen=${oneLine(echo)}; Path=/${oneLine(echo)}`]],
    body: '',
  }),
  'a location': (echo) => ({
    headers: [['Location', `/next/${oneLine(echo)}?next=${oneLine(echo)}`]],
    body: '',
  }),
  'a target': (echo) => ({ headers: [], body: '', target: `/otp/${oneLine(echo)}?x=${oneLine(echo)}` }),
}
const json: Header = ['Content-Type', 'application/json']
const oneLine = (echo: string) => Buffer.from(echo.replaceAll(/[\r\n]/g, '')).toString('latin1')

function resultOf(exchange: Exchange, number: number): CaseResult {
  const traced = { role: 'judged', exchange } as const
  const said = saidBy(exchange)
  return {
    id: `a.b/case-${number}`,
    requirement: 'a.b',
    title: 'a case',
    verdict: 'fail',
    wanted: 'a rejection',
    got: said,
    message: `expected a rejection, but ${said}`,
    durationMs: 1,
    exchanges: 1,
    transcript: [reportedExchange({ wire: { origin: 'http://one.test' } as never }, traced, 1)],
  }
}

test.each(seeds)('no format contains an echo of a secret (ECHO_SEED=%s)', (seed) => {
  const dice = createDice(seed)
  const names = Object.keys(encoders)
  const secrets: { value: string; label: string }[] = []
  const results = new Map<string, CaseResult>()
  const echoes: { how: string; echo: string; id: string }[] = []
  for (let number = 0; number < tries; number++) {
    const secret = secretOf(dice)
    secrets.push({ value: secret, label: `secret ${number}` })
    const chain = Array.from({ length: 1 + dice(2) }, () => names[dice(names.length)]!)
    // Capitals lose the secret: decoding an encoded text that was changed to capitals does not give the secret again.
    if (chain[1] === 'upper') chain.reverse()
    const echo = chain.reduce((text, name) => encoders[name]!(text), secret)
    const place = Object.keys(places)[dice(Object.keys(places).length)]!
    const { headers, body, target = '/api' } = places[place]!(echo)
    const result = resultOf(
      {
        request: { method: 'POST', target, headers: [] },
        response: { status: 400, headers, body: new TextEncoder().encode(body), truncated: false },
        sentAt: 0,
        answeredAt: 1,
      },
      number,
    )
    results.set(result.id, result)
    echoes.push({
      how: `${JSON.stringify(secret)} as ${chain.join(', then ')} in ${place}`,
      echo,
      id: result.id,
    })
  }
  const mask = createRunMask({ secrets, own: [], results: results.values() })
  const report = buildReport({
    suite: { name: 's', version: '1', catalogueHash: '' },
    subject: { baseUrl: 'http://one.test', serverVersion: null, declared: [] },
    startedAt: '2026-01-01T00:00:00.000Z',
    durationMs: 1,
    seed: 1,
    runs: 1,
    reproduce: '',
    strict: false,
    requireComplete: false,
    requirements: new Map([['a.b', { level: 'must', statement: 's', source: { section: 's', quote: 'q' } }]]),
    chosen: [...results.values()].map(({ id }) => ({ id, requirement: 'a.b' })),
    results,
    summary: undefined,
    excluded: [],
    observations: [],
    notes: [],
    whole: true,
    complete: true,
    replayOf: () => '',
    mask,
  })
  const cases = new Map(report.requirements[0]!.cases.map((one) => [one.id, one]))
  const leaks = echoes.filter(({ echo, id }) => textsIn(cases.get(id)!).some((text) => holdsEcho(text, echo)))
  const shown = (id: string, echo: string) => textsIn(cases.get(id)!).find((text) => holdsEcho(text, echo))
  expect(leaks.map(({ how, id, echo }) => `${how}: ${shown(id, echo)}`)).toEqual([])

  // A format escapes in its own way, and must not bring back what was masked. Our last search must not find anything either.
  const rendered = [
    renderText(report, { colour: false }),
    ...formats.flatMap((format) => renderers[format](report)).map(({ content }) => String(content)),
  ]
  for (const content of rendered) {
    expect(echoes.filter(({ echo }) => holdsEcho(content, echo)).map(({ how }) => how)).toEqual([])
    expect([...mask.secrets.findIn(content).values()]).toEqual([])
  }
})

// By chance, a few of the encoded secrets look like words; none of them is a whole secret in base64 or hexadecimal.
test.each(Object.entries(strangeEncoders))(
  'of 100 secrets in an encoding that the mask knows nothing of, at most one in ten is shown: %s',
  (way, encode) => {
    const dice = createDice(way)
    const shown: string[] = []
    for (let number = 0; number < 100; number++) {
      const secret = secretOf(dice)
      const echo = encode(secret)
      const { headers, body } = places[['a text', 'a member', 'a name'][dice(3)]!]!(echo)
      const response = { status: 400, headers, body: new TextEncoder().encode(body), truncated: false }
      const request = { method: 'POST', target: '/api', headers: [] }
      const result = resultOf({ request, response, sentAt: 0, answeredAt: 1 }, number)
      const secrets = [{ value: secret, label: 'a secret' }]
      const masked = createRunMask({ secrets, own: [], results: [result] }).result(result)
      if (textsIn(masked).some((text) => holdsEcho(text, echo) || holdsEcho(unescaped(text), echo)))
        shown.push(`${secret} as ${echo}`)
    }
    expect(shown.slice(0, 10), `${shown.length} of 100`).toSatisfy(() => shown.length <= 10)
  },
)

const unescaped = (text: string) => text.replaceAll(/\\(["\\])/g, '$1')

/** All texts in a value, including names. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => [name, ...textsIn(inner)])
}
