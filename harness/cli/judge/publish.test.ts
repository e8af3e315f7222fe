import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { createSampleReport } from '../../../reports/testing/sample-report.ts'
import { createFreshFolder } from '../../testing/fresh-folder.ts'
import { createSecrets } from '../../wire/shown/masking.ts'
import { publish } from './publish.ts'

test.for([
  [{ quiet: true, json: false }, /^not-conformant: it \(3 rules failed\)$/m],
  [{ quiet: false, json: false }, /^Not conformant: /m],
  [{ quiet: false, json: true }, /"conclusion": "not-conformant"/],
] as const)(
  '%j: a disk that is full at the end costs the files, not the verdicts',
  async ([options, said], context) => {
    const out = join(createFreshFolder(context), 'gone')
    const print = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    context.onTestFinished(() => print.mockRestore())
    const written = { name: 'it', out, formats: ['json', 'html'], secrets: createSecrets() }
    await expect(publish(createSampleReport(), options, written)).rejects.toThrow(
      `can't write reports to ${out}`,
    )
    const printed = print.mock.calls.join('')
    expect(printed).toMatch(said)
    expect(printed).not.toContain('report.html')
  },
)
