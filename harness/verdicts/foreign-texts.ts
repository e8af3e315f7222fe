import { traceIdOf } from '../wire/traceparent.ts'
import { lettersAndDigits } from '../wire/shown/readings.ts'
import { wholeOrLength } from '../wire/shown/shortened.ts'
import type { Observation, Report, ReportedCase, ReportedExchange } from '../../reports/report.ts'

/** How to map the texts of a report that don't come from us alone. */
export interface TextMap {
  /** Maps a text of the server, or one of our sentences that quotes it. */
  foreign: (text: string) => string
  /** Maps a text that was sent, or that comes from the declaration. */
  sent: (text: string) => string
}

type CaseTexts = Pick<
  ReportedCase,
  'message' | 'wanted' | 'got' | 'transcript' | 'counterexample' | 'timeline'
>

/** A case with each such text mapped. All its other texts are ours: ids, titles, what was changed. */
export function mapCase<T extends CaseTexts>(one: T, map: TextMap): T {
  const { wanted, got, message, transcript, counterexample, timeline } = one
  return {
    ...one,
    wanted: wanted === null ? null : map.foreign(wanted),
    got: got === null ? null : map.foreign(got),
    message: map.foreign(message),
    transcript: transcript.map((exchange) => mapExchange(exchange, map)),
    ...(counterexample
      ? { counterexample: { ...counterexample, recipe: map.sent(counterexample.recipe) } }
      : {}),
    // A row may be named after a cookie that the server chose.
    ...(timeline ? { timeline: timeline.map((event) => ({ ...event, lane: map.foreign(event.lane) })) } : {}),
  }
}

function mapExchange(exchange: ReportedExchange, map: TextMap): ReportedExchange {
  const { foreign, sent } = map
  const { request, response, error, curl, signingString } = exchange
  const fields = (headers: [string, string][], mapped: (text: string) => string) =>
    headers.map(([name, value]): [string, string] =>
      traceIdOf([[name, value]]) === undefined ? [mapped(name), mapped(value)] : [name, value],
    )
  return {
    ...exchange,
    request: {
      ...request,
      method: sent(request.method),
      url: sent(request.url),
      headers: fields(request.headers, sent),
      body: request.body === null ? null : sent(request.body),
    },
    response: response && {
      ...response,
      headers: withoutPieces(fields(response.headers, foreign), map),
      body: foreign(response.body),
    },
    error: error === null ? null : foreign(error),
    ...(curl === undefined ? {} : { curl: sent(curl) }),
    ...(signingString === undefined ? {} : { signingString: sent(signingString) }),
  }
}

/** The values of all fields, or only their lengths if they hold a secret together: each part is too short to be masked. */
function withoutPieces(fields: [string, string][], { sent: mask }: TextMap): [string, string][] {
  const together = fields.map(([, value]) => lettersAndDigits(value)).join('')
  if (mask(together) === together) return fields
  // The type of the body belongs to the fingerprint of a failure, which must not depend on what other fields hold.
  return fields.map(([name, value]) => [name, isUsualType.test(value) ? value : wholeOrLength(value, 0)])
}

const isUsualType =
  /^(?:application\/json|application\/problem\+json|text\/html|text\/plain)(?:; ?charset=utf-8)?$/i

export function mapObservation<T extends Pick<Observation, 'answer' | 'reason'>>(
  one: T,
  foreign: TextMap['foreign'],
): T {
  const { answer, reason } = one
  return {
    ...one,
    answer: answer === null ? null : foreign(answer),
    ...(reason === undefined ? {} : { reason: foreign(reason) }),
  }
}

/** A whole report with each such text mapped. */
export function mapReport(report: Report, map: TextMap): Report {
  const requirements = (all: Report['requirements']) =>
    all.map((one) => ({
      ...one,
      ...(one.measured === undefined ? {} : { measured: map.foreign(one.measured) }),
      cases: one.cases.map((each) => mapCase(each, map)),
    }))
  return {
    ...report,
    requirements: requirements(report.requirements),
    ...(report.pending ? { pending: requirements(report.pending) } : {}),
    observations: report.observations.map((one) => mapObservation(one, map.foreign)),
    notes: report.notes.map(map.sent),
  }
}
