import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { createFreshFolder } from '../harness/testing/fresh-folder.ts'
import { ordinaryEnv, runConformance } from '../harness/testing/run-program.ts'
import { startServer } from '../harness/testing/start-reference.ts'
import { packageFolder } from '../harness/subject/files/package-folder.ts'

const page = readFileSync(join(packageFolder(), 'docs/tutorial.md'), 'utf8')
const blocks = [...page.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language = '', text = '']) => ({
  language,
  text,
}))

test('a reader who follows the tutorial gets what it shows', async (context) => {
  const folder = createFreshFolder(context)
  const declaration = join(folder, 'conformance.yaml')
  const ports = new Map<string, string>()
  const onFreePorts = (line: string) => line.replaceAll(/8080|8081/g, (port) => ports.get(port) ?? '0')
  let server: Awaited<ReturnType<typeof startServer>> | undefined
  const printed: string[] = []
  const exitCodes: (number | null)[] = []

  for (const { language, text } of blocks) {
    if (language === 'ini') appendFileSync(join(folder, '.env'), text)
    if (language === 'yaml') {
      const more: unknown = parse(text)
      const declared: unknown = parse(readFileSync(declaration, 'utf8'))
      writeFileSync(declaration, stringify(Object.assign({}, declared, more)))
    }
    if (language !== 'sh') continue
    const [npx, program, ...args] = onFreePorts(text.trim()).split(' ')
    expect(npx).toBe('npx')
    if (program === 'reference-server') {
      await server?.stop()
      server = await startServer(...args)
      ports.set('8080', new URL(server.url).port).set('8081', new URL(server.control).port)
    } else {
      const { CI: _, DISPLAY: __, WAYLAND_DISPLAY: ___, ...env } = ordinaryEnv()
      const { stdout, stderr, exitCode } = await runConformance(args, { cwd: folder, env })
      expect(stderr, text).toBe('')
      printed.push(stdout)
      exitCodes.push(exitCode)
    }
  }

  // init, doctor, the failure, open, explain, replay, the run after the fix, the second factor
  expect(exitCodes, printed.join('\n')).toEqual([0, 0, 1, 0, 0, 0, 0, 0])
  const [, doctor = '', failure = '', , , replayed = '', fixed = '', mfa = ''] = printed
  expect(doctor).toMatch(/^ok +accounts\.plain /m)
  expect(doctor).toMatch(/^missing +accounts\.mfa /m)
  expect(outlineOf(failure)).toEqual(expect.arrayContaining(outlineOf(shownFailure)))
  expect(failure).toContain('The server breaks 1 rule of the specification.')
  for (const output of [replayed, fixed]) expect(output).toContain('No rule was broken')
  expect(fixed).toContain('declare accounts.mfa')
  expect(fixed).toMatch(/^Partial: /m)
  expect(mfa).toMatch(/^ {2}mfa .*\d+ passed/m)
})

const shownFailure = blocks.find(({ text }) => text.startsWith('fail  '))?.text ?? ''

/** The lines of a failure, each up to what differs from run to run. */
const outlineOf = (failure: string): string[] =>
  failure
    .trim()
    .split('\n')
    .map(
      (line) =>
        line.trim().split(/(?<=^fail {2}[\w.-]+:|^expected .* answered 200|^\d+\.|^[a-z]+:)/)[0] ?? '',
    )
    .map((line) => line.replaceAll(/\d+/g, 'N'))
