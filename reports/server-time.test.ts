import { expect, test } from 'vitest'
import { renderers } from './index.ts'
import type { Report, TimelineEvent } from './report.ts'
import { serverTime } from './server-time.ts'
import { createSampleReport } from './testing/sample-report.ts'
import { renderText } from './text.ts'

const at = (atSeconds: number, kind: TimelineEvent['kind'], lane = 'token 1'): TimelineEvent => ({
  atSeconds,
  lane,
  kind,
  label: '',
})
const blamed = (event: TimelineEvent): TimelineEvent => ({ ...event, violates: true })

test('what became of the credential until it failed the case, counted from its issue', () => {
  const timeline = [
    at(0, 'issued', 'token 2'),
    at(2, 'issued'),
    at(3573, 'accepted'),
    at(3573, 'accepted'),
    at(3600, 'refused', 'token 2'),
    blamed(at(3635, 'accepted')),
    at(3640, 'refused'),
  ]
  expect(serverTime({ timeline })).toBe('59:31 accepted, 1:00:33 accepted')
})

test('of many uses the last are told', () => {
  const uses = [1, 2, 3, 4, 5, 6, 7].map((minute) => at(60 * minute, 'accepted'))
  const timeline = [at(0, 'issued'), ...uses, blamed(at(480, 'refused'))]
  expect(serverTime({ timeline })).toBe(
    '2 more before, 3:00 accepted, 4:00 accepted, 5:00 accepted, 6:00 accepted, 7:00 accepted, 8:00 rejected',
  )
})

test('where time plays no part nothing is told', () => {
  expect(serverTime({})).toBe('')
  expect(serverTime({ timeline: [at(0, 'issued'), at(3600, 'accepted')] })).toBe('')
  expect(serverTime({ timeline: [at(3600, 'issued'), blamed(at(3601, 'accepted'))] })).toBe('')
})

test.for<[string, (report: Report) => string]>([
  ['text', (report) => renderText(report, { colour: false })],
  ...(['html', 'markdown', 'junit', 'sarif', 'allure'] as const).map(
    (format): [string, (report: Report) => string] => [
      format,
      (report) =>
        renderers[format](report)
          .map(({ content }) => String(content))
          .join('\n'),
    ],
  ),
])('%s tells it beside the failure', ([, render]) => {
  const report = createSampleReport()
  const failed = report.requirements.flatMap(({ cases }) => cases).find(({ verdict }) => verdict === 'fail')
  if (failed) failed.timeline = [at(0, 'issued'), blamed(at(3633, 'accepted'))]
  const told = render(report).replaceAll(/\\?&#58;|\\:/g, ':')
  expect(/(clock|time)(<\/dt><dd>|: )1:00:33 accepted/.test(told)).toBe(true)
})
