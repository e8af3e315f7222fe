import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { judge, type Judged } from './testing/conformance.ts'

const folder = fileURLToPath(new URL('testing/django/', import.meta.url))
const file = `${folder}conformance.yaml`

interface Declared {
  start: { command: string; env: Record<string, string>; cwd?: string }
  privateTokens: { operator: { create: string } }
  [part: string]: unknown
}

/** Returns its declaration for use in another folder, with other variables or parts. */
function declared(env: Record<string, string> = {}, parts: object = {}): Declared {
  const { start, ...rest } = parse(
    readFileSync(file, 'utf8').replaceAll('manage.py', `${folder}manage.py`),
  ) as Declared
  return { ...rest, start: { ...start, env: { ...start.env, ...env } }, ...parts }
}

const left = ({ report }: Judged, ...verdicts: string[]) =>
  report.requirements
    .filter(({ verdict }) => !verdicts.includes(verdict))
    .map(({ id, verdict, cases }) => [id, verdict, cases.find((one) => one.verdict === verdict)?.message])

/** Returns why the server can't be started; undefined if it can. */
function missing(): string | undefined {
  try {
    execFileSync('/usr/bin/python3', ['-c', 'import django, rest_framework, drf_spectacular, httpsig, pyotp'])
    return undefined
  } catch {
    return "Debian's packages for it are not installed: see suites/proof/any-server/testing/django/README.md"
  }
}
const reason = process.env['REQUIRE_DJANGO'] === '1' ? undefined : missing()

describe.skipIf(reason)(`a server in Python${reason ? ` (skipped: ${reason})` : ''}`, () => {
  test('keeps the whole specification', async () => {
    const judged = await judge({}, ['--config', file, '--runs', '1'])

    expect(left(judged, 'pass', 'not-applicable')).toEqual([])
    expect(judged.having('not-applicable')).toEqual([
      'token.same-text', // Each login returns a new token.
      'session.not-before-login', // It sets no cookie before the login.
      'reference-pages.below-2',
      'reference-pages.debug-only',
    ])
    expect(judged.report.conclusion).toBe('conformant')
    expect(judged.exitCode).toBe(0)
    expect(judged.report.observations.filter(({ answer }) => answer).length).toBeGreaterThan(50)
  })

  test.each([
    ['in debug mode below 2.0.0', '1', '1.4.8', 'reference-pages.below-2'],
    ['outside debug mode', '0', '2.10.0', 'reference-pages.debug-only'],
  ])('has its reference page %s where it belongs', async (_, debug, serverVersion, id) => {
    const declaration = declared(
      { SERVICE_DEBUG: debug, SERVICE_VERSION: serverVersion },
      { debug: debug === '1', serverVersion },
    )
    const judged = await judge(declaration, ['--only', 'reference-pages'])

    expect(left(judged, 'pass', 'not-applicable')).toEqual([])
    expect(judged.verdict(id)).toBe('pass')
  })

  test("the framework's tokens, which have no end, are found out", async () => {
    const judged = await judge(declared({ SERVICE_NAIVE: 'token' }), ['--only', 'token', '--runs', '1'])

    expect(judged.having('fail')).toEqual(['token.void-after-hour'])
    expect(judged.exitCode).toBe(1)
  })

  test('what httpsig leaves to its caller is found out', async () => {
    const judged = await judge(declared({ SERVICE_NAIVE: 'signature' }), [
      '--only',
      'signature',
      'refusal',
      '--runs',
      '1',
    ])

    expect(judged.having('fail')).toEqual(['refusal.no-5xx'])
  })

  test("the framework's own command for private tokens, which gives out the old one again, is found out", async () => {
    const { privateTokens } = declared()
    const create = privateTokens.operator.create.replace('create_private_token', 'drf_create_token')
    const operator = { ...privateTokens.operator, create }
    const judged = await judge(declared({}, { privateTokens: { ...privateTokens, operator } }), [
      '--only',
      'private-token',
    ])

    expect(judged.having('fail')).toEqual(['private-token.second-creation-fails'])
  })
})
