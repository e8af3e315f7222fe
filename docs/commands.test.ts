import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { packageFolder } from '../harness/subject/files/package-folder.ts'
import { ordinaryEnv } from '../harness/testing/run-program.ts'

const run = promisify(execFile)

/** What `--help` prints of a command. */
async function help(program: string, words: readonly string[]): Promise<string> {
  const file = join(packageFolder(), 'bin', `${program}.js`)
  const { stdout } = await run(process.execPath, [file, ...words, '--help'], { env: ordinaryEnv() })
  return stdout.trimEnd()
}

/** Names of the commands that a help text lists. */
const commandsIn = (text: string): string[] => {
  const [, list = ''] = text.split(/^Commands:\n/m)
  return [...list.matchAll(/^ {2}([a-z][\w-]*)/gm)].flatMap(([, name = '']) =>
    name === 'help' ? [] : [name],
  )
}

/** A section for a command, and one for each command below it. */
async function sections(program: string, words: readonly string[] = [], above = ''): Promise<string[]> {
  const text = await help(program, words)
  // Words behind a command that takes any are none of ours.
  if (text === above) return []
  const below = await Promise.all(commandsIn(text).map((name) => sections(program, [...words, name], text)))
  const title = `${words.length === 0 ? '##' : '###'} ${[program, ...words].join(' ')}`
  return [`${title}\n\n\`\`\`text\n${text}\n\`\`\``, ...below.flat()]
}

test('the page of all commands is what they say of themselves', async () => {
  const all = [...(await sections('conformance')), ...(await sections('reference-server'))]
  expect(all.length).toBeGreaterThan(20)
  const introduction =
    '# Commands\n\nEvery command with its options, as `--help` prints them. `npm run docs:commands` writes this page.'
  await expect(`${[introduction, ...all].join('\n\n')}\n`).toMatchFileSnapshot('commands.md')
})
