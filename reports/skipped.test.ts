import { expect, test } from 'vitest'
import { renderAllure } from './allure.ts'
import { renderHtml } from './html.ts'
import { renderJunit } from './junit.ts'
import { renderMarkdown } from './markdown.ts'
import type { Report } from './report.ts'
import { renderSarif } from './sarif.ts'
import { createSampleReport } from './testing/sample-report.ts'
import { renderText } from './text.ts'
import { concludeBriefly, explainConclusion } from './words.ts'

const reason = 'limits: too many failed logins'

function skipping(): Report {
  const report = createSampleReport()
  const [first] = report.requirements
  if (first) first.skipped = ['a', 'b'].map((slug) => ({ case: `${first.id}/${slug}`, reason }))
  return report
}

const all = (artifacts: { content: string | Uint8Array }[]) =>
  artifacts.map(({ content }) => String(content)).join('\n')

test.for([
  ['text', (report: Report) => renderText(report, { colour: false }), '2 cases skipped: limits'],
  ['html', (report: Report) => all(renderHtml(report)), '2 cases skipped: limits'],
  ['markdown', (report: Report) => all(renderMarkdown(report)), 'login.json \\(2\\)'],
  ['junit', (report: Report) => all(renderJunit(report)), `<skipped message="skipped: ${reason}"/>`],
  ['allure', (report: Report) => all(renderAllure(report)), '2 cases skipped: limits'],
  ['sarif', (report: Report) => all(renderSarif(report)), 'login.json: 2 cases skipped: limits'],
] as const)('%s says which requirement has skipped cases', ([, render, said]) => {
  expect(render(skipping())).toContain(said)
  expect(render(createSampleReport())).not.toContain('skipped: limits')
})

test('the summary of the page links to the requirements with skipped cases', () => {
  expect(all(renderHtml(skipping()))).toContain('<a href="#requirement-login.json">login.json (2)</a>')
})

test('the page names a reason once, after what was judged', () => {
  const page = all(renderHtml(skipping()))
  const [, first = ''] = page.split('<details class="requirement"')
  expect(first.split(reason)).toHaveLength(2)
  expect(first).toContain(`${reason}: <code>a</code>, <code>b</code>`)
  expect(first.indexOf(reason)).toBeGreaterThan(first.lastIndexOf('</article>'))
})

test('a conclusion says how far the limits let it go', () => {
  const report = { ...skipping(), conclusion: 'conformant' } as const
  expect(explainConclusion(report)).toMatch(/applies to it, but the declared limits skipped 2 cases\./)
  expect(explainConclusion(skipping())).toMatch(/\. The declared limits skipped 2 cases\.$/)
})

test('the one line of --quiet says how far the limits let it go', () => {
  const report = { ...skipping(), conclusion: 'conformant' } as const
  expect(concludeBriefly(report, 'http://a.test')).toBe(
    'conformant: http://a.test (the declared limits skipped 2 cases)',
  )
  expect(concludeBriefly({ ...createSampleReport(), conclusion: 'conformant' }, 'x')).toBe('conformant: x')
  expect(concludeBriefly({ ...createSampleReport(), complete: false }, 'x')).toMatch(
    /^[a-z-]+: x \(interrupted\)$/,
  )
  const ended = { complete: false, subjectEnded: 'SIGSEGV' }
  expect(concludeBriefly({ ...createSampleReport(), ...ended }, 'x')).toBe(
    'not-conformant: x (the server ended: SIGSEGV; 3 rules failed)',
  )
  expect(concludeBriefly(createSampleReport(), 'x')).toBe('not-conformant: x (3 rules failed)')
  const partial = { ...createSampleReport(), conclusion: 'partial' } as const
  partial.totals.must = { ...partial.totals.must, untested: 1, inconclusive: 2, error: 0 }
  expect(concludeBriefly(partial, 'x')).toBe('partial: x (2 rules inconclusive, 1 rule untested)')
})
