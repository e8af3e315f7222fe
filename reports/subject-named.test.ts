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

// A badge is for a README, and an in-toto statement is about report.json, which has them.
test.each(formats.filter((format) => format !== 'badge' && format !== 'in-toto'))(
  '%s names the seed and the number of runs',
  (format) => {
    const written = renderers[format]({
      ...report,
      seed: 31_415_926,
      runs: 27_182,
      reproduce: 'npx conformance --seed 31415926 --runs 27182',
    })
    const text = written.map(({ content }) => String(content)).join('\n')
    expect(text).toContain('31415926')
    expect(text).toContain('27182')
  },
)

test('the terminal names the server that was judged', () => {
  expect(renderText(report, { colour: false })).toContain('http://one.example:8080/prefix')
})
