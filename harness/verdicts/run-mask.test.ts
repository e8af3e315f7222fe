import { expect, test } from 'vitest'
import { createSampleReport } from '../../reports/testing/sample-report.ts'
import type { CaseResult } from '../cases/run-case.ts'
import { createRunMask } from './run-mask.ts'

const drawnByLot = 'e47af8a3d267bf878f17ab95106497e207b5f029'

test('words of an answer that look drawn by lot are told by their length, what was sent is shown', () => {
  const exchange = createSampleReport()
    .requirements.flatMap(({ cases }) => cases)
    .flatMap(({ transcript }) => transcript)
    .find(({ request, response }) => request.body !== null && response !== null)
  if (!exchange?.response) throw new Error('the sample has no such exchange')
  const result: CaseResult = {
    id: 'a.b/one',
    requirement: 'a.b',
    title: 'a case',
    verdict: 'fail',
    wanted: 'a rejection',
    got: `GET /users/ answered 400 seen ${drawnByLot}`,
    message: `wanted a rejection, but GET /users/ answered 400 seen ${drawnByLot}`,
    durationMs: 1,
    exchanges: 1,
    transcript: [
      {
        ...exchange,
        request: { ...exchange.request, body: drawnByLot },
        response: { ...exchange.response, headers: [['X-Seen', drawnByLot]], body: `"${drawnByLot}"` },
      },
    ],
  }
  const masked = createRunMask({ secrets: [], own: [], results: [] }).result(result)

  expect(masked.got).toBe('GET /users/ answered 400 seen ‹40 characters›')
  expect(masked.message).toMatch(/seen ‹40 characters›$/)
  expect(masked.transcript[0]?.response).toMatchObject({
    headers: [['X-Seen', '‹40 characters›']],
    body: '"‹40 characters›"',
  })
  expect(masked.transcript[0]?.request.body).toBe(drawnByLot)
})
