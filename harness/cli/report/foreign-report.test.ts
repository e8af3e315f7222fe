import { expect, test } from 'vitest'
import { createSampleReport } from '../../../reports/testing/sample-report.ts'
import { createFreshFolder } from '../../testing/fresh-folder.ts'
import { runConformance } from '../../testing/run-program.ts'

const escapes = '\u001b]0;owned\u0007\u009b31m\u202e'

test.for([
  ['baseline', 'update', '--from', 'report.json'],
  ['verify', '--json', 'report.json'],
])('%s %s prints no escape sequence of a report that somebody else made', async (args, context) => {
  const report = createSampleReport()
  for (const requirement of report.requirements) {
    requirement.id += escapes
    for (const one of requirement.cases) one.id += escapes
  }
  const cwd = createFreshFolder(context, { 'report.json': JSON.stringify(report) })
  const { stdout, stderr } = await runConformance(args, { cwd })

  expect(stdout).toContain('owned')
  expect(stdout + stderr).not.toMatch(/[^\P{Cc}\n]|\p{Cf}/u)
})
