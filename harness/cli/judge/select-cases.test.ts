import { describe, expect, test } from 'vitest'
import type { JudgeOptions } from '../options/judge-options.ts'
import { createProgress } from './progress.ts'
import { replayLine, reproduceLine } from './reproduce.ts'
import { selectRequirements } from './select-cases.ts'

const ids = ['login.json', 'login.form-encoded', 'token.bearer', 'private-token.accepted']
const select = (only: string[], skip: string[] = []) => selectRequirements(ids, { only, skip })

describe('--only and --skip', () => {
  test('take ids and topics, which are whole words', () => {
    expect(select([])).toEqual(ids)
    expect(select(['login'])).toEqual(['login.json', 'login.form-encoded'])
    expect(select(['token'])).toEqual(['token.bearer'])
    expect(select(['login.json', 'token'])).toEqual(['login.json', 'token.bearer'])
    expect(select([], ['login', 'token.bearer'])).toEqual(['private-token.accepted'])
    expect(select(['login'], ['login.json'])).toEqual(['login.form-encoded'])
  })
  test('name something and leave something', () => {
    expect(() => select(['logn'])).toThrow('there is no requirement or topic "logn"; did you mean login?')
    expect(() => select([], ids)).toThrow('leave nothing to judge')
  })
})

describe('the lines that make a run again', () => {
  const options: JudgeOptions = {
    format: [],
    only: ['login', 'token.bearer'],
    skip: ['token'],
    strict: true,
    requireComplete: true,
    slow: true,
    quiet: false,
    json: false,
    baseUrl: "http://[::1]:8080/it's",
    config: 'staging.yaml',
  }
  const again = { options, seed: 7, runs: 25, out: 'my reports' }

  test('are shell lines with everything that decides verdicts', () => {
    expect(reproduceLine(again)).toBe(
      `npx conformance --base-url 'http://[::1]:8080/it'\\''s' --config staging.yaml --seed 7 --runs 25 ` +
        '--only login,token.bearer --skip token --strict --require-complete --slow',
    )
  })
  test('ask for the bundled server where that was judged, whether or not it was asked for', () => {
    const { baseUrl: _, config: __, ...rest } = options
    const bundled = { ...again, options: { ...rest, bundled: true } }
    expect(reproduceLine(bundled)).toContain('npx conformance --bundled --seed 7')
    expect(replayLine('login.json/on-v1', bundled)).toMatch(/report\.json --bundled$/)
  })
  test('name the report of a case', () => {
    expect(replayLine('login.json/on-v1', again)).toContain(
      "npx conformance replay login.json/on-v1 --from 'my reports'/report.json --base-url",
    )
  })
})

describe('progress', () => {
  function shown(isTTY: boolean, quiet: boolean) {
    const written: string[] = []
    const write = (text: string | Uint8Array) => Boolean(written.push(String(text)))
    const progress = createProgress({ quiet, stream: { isTTY, columns: 30, write } })
    progress.ended({ id: 'login.json/a-title-that-is-longer-than-the-line', verdict: 'pass' }, 3, 250)
    progress.ended({ id: 'login.json/b', verdict: 'fail' }, 4, 250)
    progress.ended({ id: 'login.json/c', verdict: 'pass' }, 5, 250)
    progress.end()
    progress.ended({ id: 'login.json/of-a-run-that-was-interrupted', verdict: 'pass' }, 6, 250)
    progress.end()
    return written
  }

  test('is one line on a terminal, no longer than that, gone at the end', () => {
    const [line = '', ...rest] = shown(true, false)
    expect(line).toBe('\r\u001B[2K  3/250  login.json/a-title-t')
    expect(line.replace('\r\u001B[2K', '').length).toBeLessThan(30)
    expect(rest).toEqual([
      '\r\u001B[2K  4/250, 1 failed  login.json',
      '\r\u001B[2K  5/250, 1 failed  login.json',
      '\r\u001B[2K',
    ])
  })
  test('is nothing in a pipe, and nothing when quiet', () => {
    expect(shown(false, false)).toEqual([])
    expect([...shown(true, true), ...shown(false, true)]).toEqual([])
  })
})
