import { execFile, spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const guide = readFileSync(new URL('client-author.md', import.meta.url), 'utf8')
const blocks = (language: string) =>
  [...guide.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(([, text]) => text ?? '')

const without = ['bash', 'curl'].find((program) => spawnSync(program, ['--version']).status !== 0)
if (without !== undefined && process.env['CI']) throw new Error(`there is no ${without}`)

test.skipIf(without !== undefined)(
  `what the guide shows works as it says${without === undefined ? '' : ` (skipped: there is no ${without})`}`,
  { timeout: 120_000 },
  async ({ onTestFinished }) => {
    const [start = '', ...rest] = blocks('sh')
    const bin = fileURLToPath(new URL('../../bin/reference-server.js', import.meta.url))
    const args = start
      .trim()
      .replaceAll(/port \d+/g, 'port 0')
      .split(' ')
      .slice(2)
    const child = spawn(process.execPath, [bin, ...args], { stdio: ['ignore', 'pipe', 'ignore'] })
    onTestFinished(() => void child.kill())
    const ready = await new Promise<string>((resolve) =>
      child.stdout.setEncoding('utf8').once('data', resolve),
    )
    const { url, control } = JSON.parse(ready) as { url: string; control: string }

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
