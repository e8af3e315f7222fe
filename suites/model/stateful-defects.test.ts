import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, type TestContext } from 'vitest'
import { createFreshFolder } from '../../harness/testing/fresh-folder.ts'
import { parseReport } from '../../reports/parse-report.ts'
import { readListedChanges } from '../proof/self-test/listed-changes.ts'
import { referenceDeclaration, type Changed } from '../proof/self-test/reference-declaration.ts'

/** The command as users run it, since the test reads its reports. */
const command = new URL('../../bin/conformance.js', import.meta.url).pathname

const { defects } = await readListedChanges()
const stateful = defects.filter((defect) => defect.stateful)

/** Returns the rules that fail for a server with this defect. */
async function failedWith(
  inTest: Pick<TestContext, 'onTestFinished'>,
  name: string,
  also: Partial<Changed>,
): Promise<string[]> {
  const folder = createFreshFolder(inTest)
  const declaration = join(folder, 'conformance.json')
  writeFileSync(declaration, JSON.stringify(referenceDeclaration({ mode: {}, defects: [name], ...also })))
  const only =
    stateful.find((defect) => defect.name === name)?.breaks.map(({ requirement }) => requirement) ?? []
  const options = ['--config', declaration, '--out', folder, '--format', 'json', '--seed', '1']
  const child = spawn(
    process.execPath,
    [command, ...options, '--runs', '300', '--quiet', '--only', only.join()],
    {
      cwd: folder,
      stdio: 'ignore',
    },
  )
  await new Promise((resolve) => child.once('exit', resolve))
  const { requirements } = parseReport(readFileSync(join(folder, 'report.json'), 'utf8'))
  return requirements.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)
}

test('there are defects that only sequences show', () => {
  expect(stateful.length).toBeGreaterThanOrEqual(6)
})

test('an account that may not list takes no sequence out', { timeout: 120_000 }, async (inTest) => {
  const declare = { accounts: { plain2: { mayList: false } } }
  const also = { variations: ['list-not-for-everyone'], declare }
  expect(await failedWith(inTest, 'wrong-code-brings-back-spent-seed', also)).toEqual(['mfa.seed-one-time'])
})
