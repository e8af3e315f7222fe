import type { HttpExchange } from 'allure-js-commons/http'
import type { ReportedExchange } from './report.ts'
import { visible } from './visible.ts'

type Headers = ReportedExchange['request']['headers']

/** An exchange as Allure shows HTTP (application/vnd.allure.http+json, version 1). `runStart`: milliseconds since 1970. */
export function toHttpExchange(exchange: ReportedExchange, runStart: number): HttpExchange {
  const { request, response, error, atMs, durationMs } = exchange
  const start = runStart + Math.round(atMs)
  return {
    schemaVersion: 1,
    request: {
      method: request.method,
      url: visible(request.url),
      headers: fields(request.headers),
      ...(request.body !== null && { body: body(request.headers, request.body, false) }),
    },
    ...(response && {
      response: {
        status: response.status,
        headers: fields(response.headers),
        body: body(response.headers, response.body, response.truncated),
      },
    }),
    ...(error !== null && { error: { name: 'No complete answer', message: visible(error) } }),
    start,
    stop: start + Math.round(durationMs),
  }
}

function fields(headers: Headers): { name: string; value: string }[] {
  return headers.map(([name, value]) => ({ name: visible(name), value: visible(value) }))
}

function body(
  headers: Headers,
  text: string,
  truncated: boolean,
): NonNullable<HttpExchange['request']['body']> {
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1]
  return { contentType: type ?? 'text/plain', encoding: 'utf8', value: visible(text), truncated }
}
