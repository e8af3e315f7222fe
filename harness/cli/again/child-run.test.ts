import { expect, test } from 'vitest'
import { renderJson } from '../../../reports/json.ts'
import { createSampleReport } from '../../../reports/testing/sample-report.ts'
import { createFreshFolder } from '../../testing/fresh-folder.ts'
import { reportOfChild } from './child-run.ts'

test('the report of an earlier run is not that of a run that wrote none', (context) => {
  const report = createSampleReport()
  const begunMs = Date.parse(report.startedAt)
  const content = String(renderJson(report)[0]?.content)
  const folder = createFreshFolder(context, {
    'report.json': content,
    'cut/report.json': content.slice(0, 500),
  })

  expect(reportOfChild(folder, begunMs)).toMatchObject({ seed: report.seed })
  expect(reportOfChild(folder, begunMs + 1)).toBeUndefined()
  expect(reportOfChild(`${folder}/cut`, begunMs)).toBeUndefined()
  expect(reportOfChild(`${folder}/none`, begunMs)).toBeUndefined()
})
