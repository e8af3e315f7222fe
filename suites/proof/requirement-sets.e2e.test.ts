import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { packageFolder } from '../../harness/subject/files/package-folder.ts'
import { createFreshFolder } from '../../harness/testing/fresh-folder.ts'
import { reportIn, runProgram } from '../../harness/testing/run-program.ts'

const built = (path: string): string => pathToFileURL(join(packageFolder(), 'dist', path)).href

test('an older set judges a server that breaks a newer rule: shown as pending, exit code 0', async (context) => {
  const folder = createFreshFolder(context, {
    'conformance.yaml': `start:
  command: "{node} {package}/bin/reference-server.js start --port 0 --fast-hash --data {tmp}/d --defect token-null-taken-on-older-list"
accounts: { plain: { username: dee, password: dee-Turquoise-Kettle-77 } }
`,
  })
  // The command as it is, except for a set from before anonymous.unknown-token.
  const program = join(folder, 'program.mjs')
  writeFileSync(
    program,
    `import { runCli } from ${JSON.stringify(built('harness/cli/program.js'))}
import { suite } from ${JSON.stringify(built('suites/suite.js'))}
const [[name, levels]] = [...suite.requirementSets].slice(-1)
const older = new Map([...levels].filter(([id]) => id !== 'anonymous.unknown-token'))
process.exitCode = await runCli({ ...suite, requirementSets: new Map([['0.9', older], [name, levels]]) }, process.argv.slice(2))
`,
  )
  const judge = async (...words: string[]) => {
    const args = ['--only', 'anonymous.unknown-token,login.json', '--runs', '1', '--seed', '1', ...words]
    const ended = await runProgram(process.execPath, [program, '--out', 'conformance-report', ...args], {
      cwd: folder,
    })
    return { ...ended, report: reportIn(folder) }
  }

  const older = await judge('--requirements', '0.9')
  expect(older.exitCode, older.stdout).toBe(0)
  expect(older.stdout).toMatch(
    /Pending: not in requirement set 0\.9.*\n {2}anonymous\.unknown-token failed: /,
  )
  expect(older.report.suite.requirementSet).toBe('0.9')
  expect(older.report.pending).toMatchObject([{ id: 'anonymous.unknown-token', verdict: 'fail' }])
  expect(older.report.reproduce).toContain('--requirements 0.9')
  const page = readFileSync(join(folder, 'conformance-report/report.html'), 'utf8')
  expect(page).toContain('<h3>Pending <small>1 failed</small></h3>')
  expect(readFileSync(join(folder, 'conformance-report/report.md'), 'utf8')).toContain('## Pending')
  expect(readFileSync(join(folder, 'conformance-report/junit.xml'), 'utf8')).not.toContain('<failure')

  const newest = await judge()
  expect(newest.exitCode).toBe(1)
  expect(newest.report.pending).toBeUndefined()
})
