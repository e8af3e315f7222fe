import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createFreshFolder } from '../../testing/fresh-folder.ts'
import { program, reportIn, runConformance } from '../../testing/run-program.ts'
import { worstExit } from './child-run.ts'

const server = `'${process.execPath}' '${program('reference-server')}' start --port 0 --fast-hash`
const declared = (words: string) =>
  JSON.stringify({
    start: { command: `${server} ${words}` },
    accounts: { plain: { username: 'ada', password: 'Grüße & Küsse = 100% +1' } },
  })

test('each server of a list is judged, the others in spite of one that is gone; cells say why and link', async (context) => {
  const cwd = createFreshFolder(context, {
    'good.json': declared(''),
    'bad.json': declared('--defect password-not-checked-in-forms'),
    'list.json': JSON.stringify([
      { name: 'good', config: 'good.json' },
      { name: 'gone', baseUrl: 'http://127.0.0.1:9' },
      { name: 'bad', config: 'bad.json' },
    ]),
  })
  const words = [
    '--targets',
    'list.json',
    '--servers',
    '3',
    '--only',
    'login.wrong-password',
    '--format',
    'html',
  ]
  const ended = await runConformance(words, { cwd })
  expect(ended.exitCode, 'unreachable is worse than a violation').toBe(6)
  expect(ended.stdout).toContain('Without a report, see above: gone')
  expect(ended.stdout).toMatch(/login\.wrong-password +passed +failed/)
  const out = join(cwd, 'conformance-report/targets')
  const page = readFileSync(join(out, 'comparison.html'), 'utf8')
  const cell =
    /<a href="(bad\/report\.html)#([^"]*)">.*?<\/a><br><span class="meta">expected a rejection/.exec(page)
  expect(readFileSync(join(out, cell?.[1] ?? ''), 'utf8')).toContain(`id="${cell?.[2]}"`)
  expect(page).toContain('<a href="good/report.html#')
  const seeds = ['good', 'bad'].map((name) => reportIn(out, name).seed)
  expect(seeds[0]).toBe(seeds[1])
})

test('with --quiet, a line still names each server', async (context) => {
  const cwd = createFreshFolder(context, {
    'list.json': JSON.stringify([{ name: 'gone', baseUrl: 'http://127.0.0.1:9' }]),
  })
  const ended = await runConformance(['--targets', 'list.json', '--quiet'], { cwd })
  expect(ended.stdout).toBe('gone: exit code 6\n')
})

test('the list is read before any server is judged', async (context) => {
  const cwd = createFreshFolder(context, { 'list.yaml': '- { name: a }' })
  const ended = await runConformance(['--targets', 'list.yaml'], { cwd })
  expect(ended).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('needs baseUrl, config') })
  expect(existsSync(join(cwd, 'conformance-report'))).toBe(false)
  const alone = await runConformance(['--servers', '2'], { cwd })
  expect(alone).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--targets FILE') })
})

test.each([
  [[0, 3, 4, 1], 1],
  [[4, 3, 0], 4],
  [[3, 0], 3],
  [[1, 5, 6], 6],
  [[1, 5], 5],
  [[6, 2, 1], 2],
  [[0, 0], 0],
])('of %j the exit code is %i', (codes, worst) => {
  expect(worstExit(codes)).toBe(worst)
})
