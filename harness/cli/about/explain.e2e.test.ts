import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { packageFolder } from '../../subject/files/package-folder.ts'
import { createFreshFolder } from '../../testing/fresh-folder.ts'
import { ordinaryEnv, runConformance } from '../../testing/run-program.ts'

/** Returns the source line that a place such as `suites/token/rules.ts:12` names. */
function lineAt(place: string): string {
  const [file = '', line] = place.split(':')
  return readFileSync(join(packageFolder(), file), 'utf8').split('\n')[Number(line) - 1] ?? ''
}

interface Explained {
  where?: string
  cases: { id: string; fields: string[]; source?: string }[]
  provedBy: { name: string; alone: boolean; source?: string }[]
}

describe.concurrent('explain', () => {
  test.for(['token.not-token-scheme', 'signature.wrong-key-id', 'client.signature-target'])(
    'leads from %s to its rule, its cases and the defects that prove it',
    async (id, context) => {
      const cwd = createFreshFolder(context)
      const { stdout } = await runConformance(['explain', id, '--json'], { cwd, env: ordinaryEnv() })
      const { where = '', cases, provedBy } = JSON.parse(stdout) as Explained
      expect(lineAt(where)).toContain(`'${id}': {`)
      expect(provedBy.filter(({ alone }) => alone)).not.toHaveLength(0)
      for (const { name, source = '' } of provedBy) expect(lineAt(source)).toContain(`'${name}'`)
      for (const { source = '' } of cases) expect(source).toMatch(/^suites\/[a-z-]+\/[a-z-]+\.suite\.ts:\d+$/)
      for (const { source = '' } of cases)
        expect(lineAt(source)).toMatch(
          /(requirement|rejectedList|rejectedLogin|accepted|refused|nextRequest|journeys)\(|for \(/,
        )
    },
  )

  test('shows one case alone, and the fields it needs', async (context) => {
    const cwd = createFreshFolder(context)
    const id = 'token.not-token-scheme/on-the-v1-list'
    const { stdout } = await runConformance(['explain', id], { cwd, env: ordinaryEnv() })
    expect(stdout).toContain(`${id}\n`)
    expect(stdout).not.toContain('on-the-users-v1-list')
    expect(stdout).toContain('the declaration must have: accounts.plain')
  })

  test.for([
    ['anonymous.no-credentials/on-the-v1-list', 'an account, a private token, an access key or session'],
    ['anonymous.no-credentials/with-nothing-declared-on-v1', 'no credentials'],
    ['anonymous.unknown-key/with-none-declared-on-v1', 'none of this kind'],
  ] as const)(
    'says of %s, which needs no field, that the declaration must have %s',
    async ([id, words], context) => {
      const cwd = createFreshFolder(context)
      const { stdout } = await runConformance(['explain', id], { cwd, env: ordinaryEnv() })
      expect(stdout).toContain(`\n      the declaration must have ${words}\n`)
    },
  )

  test('names each proving defect with its file and line, one to a line', async (context) => {
    const cwd = createFreshFolder(context)
    const { stdout } = await runConformance(['explain', 'mfa.seed-one-time'], { cwd, env: ordinaryEnv() })
    const [, defects = ''] = stdout.split('  Proven to catch defects that break nothing else:\n')
    const [, name, source = ''] = /^ {6}(\S+) {2}(reference-server\/changes\/\S+:\d+)$/m.exec(defects) ?? []
    expect(lineAt(source)).toContain(`'${name}'`)
  })

  test('says what triggers a rule for clients', async (context) => {
    const cwd = createFreshFolder(context)
    const { stdout } = await runConformance(['explain', 'client.signature-date'], { cwd, env: ordinaryEnv() })
    expect(stdout).toContain('To trigger it: list the users with a signature')
  })

  test('suggests the nearest case to one that does not exist', async (context) => {
    const cwd = createFreshFolder(context)
    const asked = ['explain', 'token.not-token-scheme/on-the-v-list']
    const { exitCode, stderr } = await runConformance(asked, { cwd, env: ordinaryEnv() })
    expect(exitCode).toBe(2)
    expect(stderr).toContain('did you mean token.not-token-scheme/on-the-v1-list?')
  })
})
