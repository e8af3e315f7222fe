import { rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { AxeResults } from 'axe-core'
import { expect, test } from 'vitest'
import { renderDiffHtml } from './diff-html.ts'
import { renderDiffText } from './diff-text.ts'
import { compareReports } from './diff.ts'
import { leaving, noBrowser, openFile, startBrowser } from './testing/browser.ts'
import { createSampleReport, HOSTILE } from './testing/sample-report.ts'
import { writeArtifacts } from './testing/write-artifacts.ts'

const before = createSampleReport()
const after = createSampleReport()
after.requirements = after.requirements
  .filter(({ id }) => id !== 'session.cookie')
  .map((each) => (each.id === 'mfa.seed-one-time' ? { ...each, verdict: 'pass' } : each))
after.observations[1]!.answer = `any time; ${HOSTILE}`
const comparison = compareReports([
  { name: 'before.json', report: before },
  { name: 'after.json', report: after },
])

test('a report compared with itself does not differ', () => {
  const same = compareReports([
    { name: 'a', report: before },
    { name: 'b', report: createSampleReport() },
  ])
  expect(same.differs).toBe(false)
  expect(renderDiffText(same, { colour: false })).toMatch(/No verdict and no observation differs\.\n$/)
})

test('changed and missing verdicts differ, and so do answers', () => {
  const told = comparison.requirements
    .filter(({ differs }) => differs)
    .map(({ id, verdicts }) => [id, verdicts])
  expect(told).toEqual([
    ['mfa.seed-one-time', ['fail', 'pass']],
    ['session.cookie', ['not-applicable', null]],
  ])
  expect(comparison.observations.map(({ differs }) => differs)).toEqual([false, true, false])
  expect(comparison.differs).toBe(true)
})

test('what only a later report holds is there too', () => {
  const turned = compareReports([
    { name: 'after.json', report: after },
    { name: 'before.json', report: before },
  ])
  expect(turned.requirements.find(({ id }) => id === 'session.cookie')?.verdicts).toEqual([
    null,
    'not-applicable',
  ])
})

test('a single report is rejected', () => {
  expect(() => compareReports([{ name: 'a', report: before }])).toThrow(RangeError)
})

test('the text is as in the golden file', async () => {
  await expect(renderDiffText(comparison, { colour: false })).toMatchFileSnapshot('./testing/diff.golden.txt')
})

test('different catalogues are told', () => {
  const other = { ...after, suite: { ...after.suite, catalogueHash: 'other' } }
  const mixed = compareReports([
    { name: 'a', report: before },
    { name: 'b', report: other },
  ])
  expect(renderDiffText(mixed, { colour: false })).toContain('Judged by different catalogues')
})

test('the page shows only what differs when asked, loads nothing, and suits axe', async (context) => {
  context.skip(noBrowser !== false, String(noBrowser))
  const folder = writeArtifacts(renderDiffHtml(comparison))
  const path = join(folder, 'comparison.html')
  const browser = await startBrowser()
  try {
    const { page, requests, errors } = await openFile(browser, path, { bypassCSP: true })
    const rows = page.locator('tr:visible:is(.same, .differs)')
    expect(await rows.count()).toBe(13)
    await page.getByRole('checkbox').check()
    expect(await rows.count()).toBe(3)
    expect(leaving(requests, path)).toEqual([])
    expect(errors).toEqual([])
    await page.getByRole('checkbox').uncheck()
    await page.setViewportSize({ width: 390, height: 800 })
    const wider =
      "[...document.querySelectorAll('.scroll')].filter((one) => one.scrollWidth > one.clientWidth).length"
    expect(await page.evaluate(wider)).toBe(0)
    await page.setViewportSize({ width: 1280, height: 720 })
    if (process.env['SCREENSHOTS']) await page.screenshot({ path: `${process.env['SCREENSHOTS']}/diff.png` })
    await page.addScriptTag({ path: createRequire(import.meta.url).resolve('axe-core/axe.min.js') })
    const { violations } = await page.evaluate<AxeResults>('axe.run()')
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
  } finally {
    await browser.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
