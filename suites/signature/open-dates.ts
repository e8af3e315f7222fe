import { httpDate } from '../../harness/ledgers/signature-dates.ts'
import { signature } from '../../harness/client/credentials/credentials.ts'
import type { Tools } from '../../harness/engine/case/tools.ts'
import { observation } from '../measuring/observe.ts'
import { confirmed, limitInWords, limitOf, withinOneSecond } from '../measuring/limit-of.ts'
import { isAccepted, validOneIsAccepted, tryAll } from './observed-requests.ts'

const hours48 = 48 * 3600
const year = 365 * 86_400
const usual = [30, 60, 300, 600, 900, 1800, 3600, 86_400]

type Signing = Pick<Tools, 'api' | 'accessKey' | 'run'>

/** The Date of the current second of the subject's time, shifted by some seconds. */
const secondsFromNow = ({ run }: Pick<Tools, 'run'>, seconds: number): string =>
  httpDate((Math.floor(run.clock.now() / 1000) + seconds) * 1000)

/** Measures how far off a signed Date may be: `dateAt` returns a Date at most that many seconds away. */
async function skew(tools: Signing, dateAt: (seconds: number) => string): Promise<string> {
  const works = (seconds: number) =>
    withinOneSecond(
      () => tools.run.clock.now(),
      () => isAccepted(tools, signature(tools.accessKey, { date: dateAt(seconds) })),
    )
  await validOneIsAccepted(tools)
  if (await works(10 * year)) return 'as far as one likes: ten years are accepted'
  const limit = await limitOf({ most: hours48, usual, works })
  const sure = await confirmed(limit, async () => await validOneIsAccepted(tools))
  // The control protocol gives the subject's time to fractions of a second, its Date header only to a second.
  const unsure = tools.run.clock.kind === 'control' ? '' : ' (give or take a second)'
  return limitInWords(sure, { worked: 'it is accepted', failed: 'it is rejected', exact: 'works' }) + unsure
}

observation('observe.date-skew-past', { needs: ['accessKey'] }, async ({ api, accessKey, run }) => {
  // A Date n seconds before the current second is n seconds and a fraction old.
  return await skew({ api, accessKey, run }, (seconds) => secondsFromNow({ run }, 1 - seconds))
})

observation('observe.date-skew-future', { needs: ['accessKey'] }, async ({ api, accessKey, run }) => {
  return await skew({ api, accessKey, run }, (seconds) => secondsFromNow({ run }, seconds))
})

observation('observe.date-not-http', { needs: ['accessKey'] }, async ({ api, accessKey, run }) => {
  const now = Math.floor(run.clock.now() / 1000) * 1000
  const http = httpDate(now)
  const [, day, month, year4, time] = /^\w+, (\d+) (\w+) (\d+) (\S+)/.exec(http) ?? []
  const dates: [string, string][] = [
    ['empty', ''],
    ['a number of seconds', String(now / 1000)],
    ['ISO 8601', new Date(now).toISOString()],
    ['RFC 850', `${weekday(now)}, ${day}-${month}-${year4?.slice(2)} ${time} GMT`],
    ['a wrong weekday', http.replace(/^\w+/, http.startsWith('Mon') ? 'Tue' : 'Mon')],
    ['another zone', http.replace('GMT', '+0000')],
    ['the word yesterday', 'yesterday'],
  ]
  return await tryAll(
    { api, accessKey, run },
    dates.map(([what, date]) => [what, signature(accessKey, { date })] as const),
  )
})

const weekday = (ms: number): string =>
  new Date(ms).toLocaleDateString('en-GB', { weekday: 'long', timeZone: 'UTC' })

observation('observe.date-twice', { needs: ['accessKey'] }, async ({ api, accessKey, run }) => {
  const now = secondsFromNow({ run }, 0)
  const other = secondsFromNow({ run }, -2)
  const fields = [['Date', other]] as const
  const twice = (date?: string) =>
    signature(accessKey, { date: now, fields, ...(date === undefined ? {} : { signed: { date } }) })
  return await tryAll({ api, accessKey, run }, [
    ['both signed, joined by a comma', twice()],
    ['the first signed', twice(now)],
    ['the second signed', twice(other)],
  ])
})

observation('observe.x-date', { needs: ['accessKey'] }, async ({ api, accessKey, run }) => {
  const now = secondsFromNow({ run }, 0)
  const old = httpDate(run.clock.now() - 10 * year * 1000)
  const fields = [['X-Date', now]] as const
  return await tryAll({ api, accessKey, run }, [
    [
      'an X-Date instead of the Date',
      signature(accessKey, { fields, signed: { date: now }, unsent: ['date'] }),
    ],
    ['a valid X-Date beside a signed Date ten years old', signature(accessKey, { date: old, fields })],
    [
      'X-Date listed instead of date',
      signature(accessKey, { list: ['(request-target)', 'accept', 'x-date'], fields, unsent: ['date'] }),
    ],
  ])
})

observation('observe.signature-replay', { needs: ['accessKey', 'clock'] }, async (tools) => {
  const { accessKey, run } = tools
  const signedAt = (date: string) => isAccepted(tools, signature(accessKey, { date }))
  // Other observations may have signed the same request in these seconds.
  const unused = async () => {
    for (let back = 0; back < 10; back++) {
      const date = secondsFromNow(tools, -back)
      if (await signedAt(date)) return date
    }
    return undefined
  }
  const date = await unused()
  if (date === undefined) return 'not told: the request was rejected the first time'
  if (!(await signedAt(date))) return 'no: it is rejected the second time'
  if (!run.clock.movable || run.clock.realTime) return 'yes, at once; for how long needs a movable clock'
  if (await signedAt(httpDate(run.clock.now() - 10 * year * 1000)))
    return 'yes, without an end: no Date is too old'
  const limit = await limitOf({
    most: hours48,
    usual,
    async works(seconds) {
      const same = secondsFromNow(tools, 0)
      await signedAt(same)
      await tools.clock.until(Date.parse(same) + (seconds - 1) * 1000)
      // A late request is older than planned.
      return (await signedAt(same)) || { failedAt: Math.ceil((run.clock.now() - Date.parse(same)) / 1000) }
    },
  })
  return `yes, for ${limitInWords(limit, { worked: 'it is accepted', failed: 'it is rejected', exact: 'works' })}`
})
