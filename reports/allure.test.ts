import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TestResult } from 'allure-js-commons'
import type { HttpExchange } from 'allure-js-commons/http'
import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildAllureHtml } from './allure-html.ts'
import { renderAllure } from './allure.ts'
import { leaving, noBrowser, openFile, startBrowser } from './testing/browser.ts'
import { createSampleReport } from './testing/sample-report.ts'
import { writeArtifacts } from './testing/write-artifacts.ts'

const artifacts = renderAllure(createSampleReport())
const results = artifacts
  .filter(({ path }) => path.endsWith('-result.json'))
  .map(({ content }): TestResult => JSON.parse(String(content)))
const named = (id: string): TestResult => results.find(({ fullName }) => fullName === id)!

describe('results', () => {
  test('one result per case, each with an id of its own', () => {
    expect(new Set(results.map(({ uuid }) => uuid)).size).toBe(11)
    expect(new Set(artifacts.map(({ path }) => path)).size).toBe(artifacts.length)
  })

  test('epic is the method, feature the topic, story the requirement, severity the level', () => {
    const labels = Object.fromEntries(
      named('mfa.seed-one-time/spent').labels.map(({ name, value }) => [name, value]),
    )
    expect(labels).toMatchObject({
      epic: 'Token',
      feature: 'mfa',
      story: 'mfa.seed-one-time: A seed can be exchanged for at most one token.',
      severity: 'critical',
      tag: 'must',
    })
  })

  test('verdicts become statuses, and their reason the message', () => {
    const said = (id: string): unknown[] => [named(id).status, named(id).statusDetails.message]
    expect(said('login.json/v1')).toEqual(['passed', undefined])
    expect(said('mfa.seed-one-time/spent')).toEqual([
      'failed',
      expect.stringMatching(/^fail: expected a rejection, but POST/),
    ])
    expect(said('private-token.permanent/ten-years')).toEqual([
      'broken',
      expect.stringMatching(/^inconclusive: The clock/),
    ])
    expect(said('session.cookie/users-v1')).toEqual(['skipped', 'not-applicable: declared unsupported'])
  })

  test('ids are the same in every place and keep the history from run to run', () => {
    const later = renderAllure({ ...createSampleReport(), startedAt: '2026-11-21T10:00:00.000Z' })
    expect(renderAllure(createSampleReport())).toEqual(artifacts)
    const again: TestResult = JSON.parse(String(later[0]!.content))
    const same = named(again.fullName!)
    expect([again.historyId, again.testCaseId]).toEqual([same.historyId, same.testCaseId])
    expect(again.uuid).not.toBe(same.uuid)
  })

  test('a result says what our own page says: quote, reading, what was changed, curl and replay lines', () => {
    const { description } = named('mfa.seed-one-time/spent')
    for (const words of [
      'one-time value that must be sent back',
      'Read as: The first submission',
      'The one thing changed: the seed',
      'curl -i -X POST',
    ])
      expect(description).toContain(words)
    expect(description).toContain('npx conformance replay mfa.seed-one-time/spent')
  })

  test('the timeline of a case is attached as a picture that needs no page around it', () => {
    const [picture, ...others] = named('mfa.seed-one-time/spent').attachments
    expect([picture?.type, others]).toEqual(['image/svg+xml', []])
    const svg = String(artifacts.find(({ path }) => path.endsWith(picture!.source))?.content)
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/)
    expect(svg).toContain('second submission')
    expect(named('login.json/v1').attachments).toEqual([])
  })

  test('every exchange is attached, and every attachment is there', () => {
    const sources = results.flatMap(({ steps }) => steps.flatMap(({ attachments }) => attachments))
    expect(sources).toHaveLength(7)
    const written = new Map(artifacts.map(({ path, content }) => [path, String(content)]))
    for (const { source, type } of sources) {
      expect(type).toBe('application/vnd.allure.http+json')
      const exchange: HttpExchange = JSON.parse(written.get(`allure-results/${source}`)!)
      expect(exchange.request.url).toMatch(/^http:/)
    }
  })
})

describe('page', () => {
  let folder: string
  let path: string
  let browser: Browser | undefined
  beforeAll(async () => {
    folder = writeArtifacts(artifacts)
    path = await buildAllureHtml(join(folder, 'allure-results'), join(folder, 'allure-html'))
    if (noBrowser === false) browser = await startBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test('loads nothing from elsewhere and tells nobody', () => {
    const html = readFileSync(path, 'utf8')
    expect(html).not.toMatch(/googletagmanager|gtag\(/)
    expect(html).not.toMatch(/<(script|img|link|iframe)[^>]+(src|href)=["']?(https?:)?\/\//i)
  })

  test('a history tells what earlier runs said, once each', async (context) => {
    const history = join(folder, 'history.jsonl')
    const earlier = createSampleReport()
    Object.assign(earlier, { startedAt: '2026-11-19T10:00:00.000Z' })
    const seed = earlier.requirements.find(({ id }) => id === 'mfa.seed-one-time')!.cases[0]!
    Object.assign(seed, { verdict: 'pass', message: '', wanted: null, got: null })
    const before = writeArtifacts(renderAllure(earlier))
    const pages = join(folder, 'with-history')
    await buildAllureHtml(join(before, 'allure-results'), pages, history)
    for (const _ of [1, 2]) await buildAllureHtml(join(folder, 'allure-results'), pages, history)
    rmSync(before, { recursive: true })

    const points = readFileSync(history, 'utf8').trim().split('\n')
    const statuses = points.map((line) => {
      const { testResults } = JSON.parse(line) as { testResults: Record<string, TestResult> }
      return Object.values(testResults).find(({ fullName }) => fullName === 'mfa.seed-one-time/spent')?.status
    })
    expect(statuses).toEqual(['passed', 'failed'])
    await expect(buildAllureHtml(join(folder, 'allure-results'), pages, path)).rejects.toThrow(
      'is not an Allure history',
    )

    context.skip(noBrowser !== false, String(noBrowser))
    const { page } = await openFile(browser!, join(pages, 'index.html'))
    await page.getByText('a seed that bought a token buys no second one').first().click()
    await page
      .getByText(/^History/)
      .first()
      .click()
    await page.getByTestId('test-result-history-item').first().waitFor()
  })

  test('shows the tree of methods in a browser, and no request leaves the page', async (context) => {
    context.skip(noBrowser !== false, String(noBrowser))
    const { page, requests, errors } = await openFile(browser!, path)
    await page.getByText('Access key signature').first().waitFor()
    await page.getByText('private-token', { exact: true }).first().waitFor()
    expect(leaving(requests, path)).toEqual([])
    expect(errors).toEqual([])
    if (process.env['SCREENSHOTS'])
      await page.screenshot({ path: `${process.env['SCREENSHOTS']}/allure.png` })
  })

  test('opens at its top, and scrolls once the reader does', async (context) => {
    context.skip(noBrowser !== false, String(noBrowser))
    const { page } = await openFile(browser!, path)
    await page.setViewportSize({ width: 390, height: 400 })
    await page.addInitScript(`addEventListener('scroll', () => (document.title = 'scrolled'), true)`)
    await page.reload()
    await expect.poll(() => page.title()).toBe('scrolled')
    const title = page.getByText('API conformance').first()
    await expect.poll(() => isInView(title)).toBe(true)
    await page.mouse.move(200, 200)
    await page.mouse.wheel(0, 600)
    await expect.poll(() => isInView(title)).toBe(false)
  })
})

const isInView = (place: Locator) =>
  place.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return top >= 0 && bottom <= element.ownerDocument.defaultView!.innerHeight
  })
