import { STATUS_CODES } from 'node:http'
import type { Artifact, Report, ReportedCase, ReportedExchange } from './report.ts'
import { visibleJson } from './visible.ts'
import { explainCase, failedCases } from './words.ts'

/**
 * `report.har`: the exchanges of the failed cases as HAR 1.2, for the network panel of a browser and other viewers. Each
 * case is a page. Secrets are masked as in every report, so there are no sizes on the wire.
 */
export function renderHar(report: Report): Artifact[] {
  const failed = failedCases(report)
  const { name, version } = report.suite
  const log = {
    version: '1.2',
    creator: { name, version },
    pages: failed.map((one) => page(one, report)),
    entries: failed.flatMap((one) => one.transcript.map((each) => entry(each, one, report))),
    comment: `${report.subject.baseUrl}: exchanges of the failed cases, secrets masked; seed ${report.seed}, runs ${report.runs}`,
  }
  return [{ path: 'report.har', content: `${visibleJson({ log })}\n` }]
}

const page = (one: ReportedCase, report: Report) => ({
  startedDateTime: instant(report, one.transcript[0]?.atMs ?? 0),
  id: one.id,
  title: `${one.id}: ${explainCase(one)}`,
  pageTimings: {},
})

function entry(exchange: ReportedExchange, { id }: ReportedCase, report: Report) {
  const { request, error, durationMs, number, role, violates } = exchange
  // Browsers use the status 0 if no answer came.
  const { status, headers, body, truncated } = exchange.response ?? noAnswer
  return {
    pageref: id,
    startedDateTime: instant(report, exchange.atMs),
    time: durationMs,
    request: {
      method: request.method,
      url: request.url,
      httpVersion: 'HTTP/1.1',
      cookies: cookies(valuesOf(request.headers, 'cookie').flatMap((value) => value.split(';'))),
      headers: fields(request.headers),
      queryString: query(request.url),
      ...(request.body === null
        ? {}
        : { postData: { mimeType: valuesOf(request.headers, 'content-type')[0] ?? '', text: request.body } }),
      headersSize: -1,
      bodySize: request.body === null ? 0 : -1,
    },
    response: {
      status,
      statusText: STATUS_CODES[status] ?? '',
      httpVersion: 'HTTP/1.1',
      cookies: cookies(valuesOf(headers, 'set-cookie').map((value) => value.split(';')[0] ?? '')),
      headers: fields(headers),
      content: {
        size: Buffer.byteLength(body),
        mimeType: valuesOf(headers, 'content-type')[0] ?? '',
        text: body,
        ...(truncated ? { comment: 'shortened' } : {}),
      },
      redirectURL: valuesOf(headers, 'location')[0] ?? '',
      headersSize: -1,
      bodySize: -1,
      ...(error === null ? {} : { comment: error }),
    },
    cache: {},
    timings: { send: 0, wait: durationMs, receive: 0 },
    comment: `exchange ${number} of the case, ${violates ? 'the one that failed it' : role === 'judged' ? 'a judged one' : `a ${role}`}`,
  }
}

const noAnswer = { status: 0, headers: [], body: '', truncated: false }

function instant({ startedAt }: Report, atMs: number): string {
  const at = new Date(Date.parse(startedAt) + atMs)
  return Number.isNaN(at.getTime()) ? startedAt : at.toISOString()
}

const fields = (headers: [string, string][]) => headers.map(([name, value]) => ({ name, value }))

const valuesOf = (headers: [string, string][], wanted: string): string[] =>
  headers.filter(([name]) => name.toLowerCase() === wanted).map(([, value]) => value)

const cookies = (pairs: readonly string[]) =>
  pairs.map((pair) => {
    const [name = '', ...value] = pair.trim().split('=')
    return { name, value: value.join('=') }
  })

const query = (url: string) =>
  [...new URLSearchParams(/\?([^#]*)/.exec(url)?.[1] ?? '')].map(([name, value]) => ({ name, value }))
