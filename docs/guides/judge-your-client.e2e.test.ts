import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readClientConfig } from '../../harness/client-judge/client-config.ts'
import { codeBlocks } from '../../harness/testing/code-blocks.ts'
import { createFreshFolder } from '../../harness/testing/fresh-folder.ts'
import { runConformance } from '../../harness/testing/run-program.ts'

const blocks = (language: string) => codeBlocks('docs/guides/judge-your-client.md', language)
const inOneLine = (text: string) => text.replaceAll(/\s+/g, ' ')

test('what the guide puts into client.yaml can be read', (context) => {
  for (const text of blocks('yaml')) {
    const file = join(createFreshFolder(context, { 'client.yaml': text }), 'client.yaml')
    expect(readClientConfig(file)).toMatchObject(parse(text) as object)
  }
})

test('its wrong client fails as it says, and the corrected one conforms', async (context) => {
  const cwd = createFreshFolder(context)
  await runConformance(['client', 'init', '--language', 'node'], { cwd })
  const [client, config] = [join(cwd, 'example-client.mjs'), join(cwd, 'client.yaml')]
  const change = (file: string, from: string, to: string) => {
    const text = readFileSync(file, 'utf8')
    expect(text).toContain(from)
    writeFileSync(
      file,
      text.replace(from, () => to),
    )
  }
  change(config, 'methods: [token, mfa, private-token, signature, session]', 'methods: [signature]')
  change(client, "env('BASE_URL') + list,", "env('BASE_URL') + list + '?limit=100',")
  const wrong = await runConformance(['client'], { cwd })
  const [shown = ''] = blocks('text').filter((text) => text.startsWith('fail '))
  for (const part of shown.split('…')) expect(inOneLine(wrong.stdout)).toContain(inOneLine(part).trim())
  expect(wrong.exitCode).toBe(1)

  const [, line = ''] = /rerun: npx conformance (replay .*)/.exec(wrong.stdout) ?? []
  const again = await runConformance(line.split(' '), { cwd })
  expect(again.stdout).toContain('fail  client.signature-target')
  expect(again.exitCode).toBe(1)

  change(client, 'get ${prefix}${list}', 'get ${prefix}${list}?limit=100')
  const corrected = await runConformance(line.split(' '), { cwd })
  expect([corrected.exitCode, corrected.stdout]).toEqual([0, expect.stringContaining('1 passed')])
  const whole = await runConformance(['client', '--quiet'], { cwd })
  expect([whole.exitCode, whole.stdout]).toEqual([0, expect.stringMatching(/^(conformant|partial): /)])
})
