import { expect, test } from 'vitest'
import { z } from 'zod'
import { renderHar } from './har.ts'
import { createSampleReport } from './testing/sample-report.ts'

/** The required fields of HAR 1.2 (http://www.softwareishard.com/blog/har-12-spec/); every object may have a comment. */
const comment = { comment: z.string().optional() }
const pair = z.strictObject({ name: z.string(), value: z.string(), ...comment })
const cookie = z.strictObject({ name: z.string(), value: z.string(), ...comment })
const size = z.number().int().min(-1)
const har = z.strictObject({
  log: z.strictObject({
    version: z.literal('1.2'),
    creator: z.strictObject({ name: z.string(), version: z.string(), ...comment }),
    pages: z.array(
      z.strictObject({
        startedDateTime: z.iso.datetime(),
        id: z.string().min(1),
        title: z.string(),
        pageTimings: z.strictObject({ onContentLoad: z.number().optional(), onLoad: z.number().optional() }),
        ...comment,
      }),
    ),
    entries: z.array(
      z.strictObject({
        pageref: z.string(),
        startedDateTime: z.iso.datetime(),
        time: z.number().min(0),
        request: z.strictObject({
          method: z.string().min(1),
          url: z.url(),
          httpVersion: z.string(),
          cookies: z.array(cookie),
          headers: z.array(pair),
          queryString: z.array(pair),
          postData: z.strictObject({ mimeType: z.string(), text: z.string(), ...comment }).optional(),
          headersSize: size,
          bodySize: size,
          ...comment,
        }),
        response: z.strictObject({
          status: z.number().int(),
          statusText: z.string(),
          httpVersion: z.string(),
          cookies: z.array(cookie),
          headers: z.array(pair),
          content: z.strictObject({
            size: z.number().int().min(0),
            mimeType: z.string(),
            text: z.string().optional(),
            ...comment,
          }),
          redirectURL: z.string(),
          headersSize: size,
          bodySize: size,
          ...comment,
        }),
        cache: z.strictObject({}),
        timings: z.strictObject({ send: z.number(), wait: z.number(), receive: z.number() }),
        ...comment,
      }),
    ),
    ...comment,
  }),
})

const render = (report = createSampleReport()) => {
  const [artifact] = renderHar(report)
  return { path: artifact?.path, read: har.parse(JSON.parse(String(artifact?.content))) }
}

test('every failed case is a page, and every exchange of it an entry of HAR 1.2', () => {
  const { path, read } = render()
  const failed = createSampleReport().requirements.flatMap(({ cases }) =>
    cases.filter(({ verdict }) => verdict === 'fail'),
  )
  expect(path).toBe('report.har')
  expect(failed.length).toBeGreaterThan(1)
  expect(read.log.pages.map(({ id }) => id)).toEqual(failed.map(({ id }) => id))
  expect(read.log.entries.map(({ pageref }) => pageref)).toEqual(
    failed.flatMap(({ id, transcript }) => transcript.map(() => id)),
  )
  for (const { time, timings } of read.log.entries)
    expect(time).toBe(timings.send + timings.wait + timings.receive)
})

test('query, body and cookies are told apart; no answer is status 0, with the reason', () => {
  const report = createSampleReport()
  const exchange = report.requirements
    .flatMap(({ cases }) => cases)
    .find(({ id }) => id.endsWith('/near-misses'))!.transcript[0]!
  exchange.request.headers.push(['Cookie', 'a=1; b=2=3'])
  exchange.response?.headers.push(['Set-Cookie', 'sessionid=***; Path=/'])
  const { entries } = render(report).read.log
  const entry = entries.find(({ request }) => request.url.includes('?a=%7e'))
  expect(entry?.request).toMatchObject({
    queryString: [
      { name: 'a', value: '~' },
      { name: 'b', value: '1' },
    ],
    cookies: [
      { name: 'a', value: '1' },
      { name: 'b', value: '2=3' },
    ],
  })
  expect(entry?.response.cookies).toEqual([{ name: 'sessionid', value: '***' }])
  expect(entries.map(({ request }) => request.postData?.text)).toContain(
    '{"username":"bob","password":"***"}',
  )
  expect(entries.find(({ response }) => response.status === 0)?.response.comment).toContain('closed')
})

test('where nothing failed there is nothing in it', () => {
  expect(render({ ...createSampleReport(), requirements: [] }).read.log.entries).toEqual([])
})
