import { expect, test } from 'vitest'
import { formats } from './formats.ts'
import { renderers } from './index.ts'
import { renderText } from './text.ts'
import { createSampleReport } from './testing/sample-report.ts'

const report = createSampleReport()
report.subject.baseUrl = 'http://one.example:8080/prefix'

test.each(formats)('%s names the server that was judged', (format) => {
  const written = renderers[format](report).map(({ content }) => String(content))
  expect(written.some((content) => content.includes('one.example:8080/prefix'))).toBe(true)
})

test('the terminal names the server that was judged', () => {
  expect(renderText(report, { colour: false })).toContain('http://one.example:8080/prefix')
})
