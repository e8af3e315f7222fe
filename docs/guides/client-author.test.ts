import { execFile, spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { codeBlocks } from '../../harness/testing/code-blocks.ts'
import { startServer } from '../../harness/testing/start-reference.ts'

const blocks = (language: string) => codeBlocks('docs/guides/client-author.md', language)

const without = ['bash', 'curl'].find((program) => spawnSync(program, ['--version']).status !== 0)
if (without !== undefined && process.env['CI']) throw new Error(`there is no ${without}`)

test.skipIf(without !== undefined)(
  `what the guide shows works as it says${without === undefined ? '' : ` (skipped: there is no ${without})`}`,
  async () => {
    const [start = '', ...rest] = blocks('sh')
    const args = start
      .trim()
      .replaceAll(/port \d+/g, 'port 0')
      .split(' ')
      .slice(2)
    const { url, control } = await startServer(...args)

    const answers: string[] = []
    for (const block of rest) {
      const script = block
        .replaceAll('http://127.0.0.1:8080', url)
        .replaceAll('http://127.0.0.1:8081', new URL(control).origin)
        // Each answer on a line of its own.
        .replaceAll('curl -s ', "curl -s -w '\\n' ")
      answers.push(await run(script))
    }
    const [refused, explained, signed, hour, code, switched, between] = answers.map((text) =>
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    )
    expect(refused?.[1]).toMatchObject({ entries: [{ reason: 'there is no such token', status: 401 }] })
    const shown = JSON.stringify(explained?.[0], null, 2).replace(/is \d+ s behind/, 'is N s behind')
    expect(JSON.parse(shown)).toEqual(JSON.parse(blocks('json')[0] ?? ''))
    expect(signed?.[0]).toMatchObject({ signingString: expect.stringContaining('?limit=10') })
    expect(hour?.[1]).toMatchObject({ kind: 'token', username: 'dee' })
    expect(code?.[0]).toMatchObject({ code: expect.stringMatching(/^\d{6}$/), used: false })
    expect(switched).toMatchObject([{ variations: ['refusals-answer-200'] }, { variations: [] }])
    expect(between?.[2]).toEqual({ count: 0 })
  },
)

const run = (script: string) =>
  new Promise<string>((resolve, reject) => {
    execFile('bash', ['-euo', 'pipefail', '-c', script], (error, stdout) =>
      error ? reject(error) : resolve(stdout),
    )
  })
