import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { filesBelow, judge, program, temporaryFolder } from './testing/conformance.ts'
import { fieldsOf, startFront } from './testing/front.ts'
import { declared, startReference } from './testing/reference.ts'
import { spilled } from './testing/spilled.ts'

vi.setConfig({ testTimeout: 180_000 })

const password = `p"a\\s's $(id) \`x\` &amp; <b>/%41+~=?#;|*{"ü€":[1]}\\u0041 end`
const otherPassword = '${HOME}//..%2F%00"\'\\n--data @x;\tq?a=b&c=d <!-- -->'
const orgHeader = `org "7"; $(cat) <i>&%2B+/=\\'`

/** An account with these credentials on a data folder: its password goes in by stdin. */
function addAccount(data: string, username: string, secret: string): void {
  const args = [program('reference-server'), 'user', 'add', username, '--data', data, '--fast-hash']
  const { status, stderr } = spawnSync(process.execPath, args, { input: secret, encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
}

const operator = (...args: string[]) =>
  execFileSync(process.execPath, [program('reference-server'), ...args], { encoding: 'utf8' })

/** Looks at the arguments and titles of all processes, again and again, until it is stopped. */
function watchProcesses() {
  const seen = new Set<string>()
  const look = () => {
    for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      try {
        seen.add(readFileSync(`/proc/${id}/cmdline`, 'utf8').replaceAll('\0', ' '))
      } catch {
        // It ended meanwhile.
      }
    }
  }
  const timer = setInterval(look, 50)
  return {
    stop(): string[] {
      clearInterval(timer)
      return [...seen]
    },
  }
}

test('the search finds a secret behind each encoding, and nothing where there is none', () => {
  const encodings = [
    password,
    JSON.stringify(JSON.stringify(password)),
    encodeURIComponent(password),
    new URLSearchParams({ password }).toString(),
    Buffer.from(`ann:${password}`).toString('base64'),
    Buffer.from(JSON.stringify({ password })).toString('base64url'),
    password.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
  ]
  for (const text of encodings)
    expect(spilled({ password }, `before ${text} after`), text).toEqual(['password'])
  expect(spilled({ password }, 'p"a\\s is not all of it')).toEqual([])
})

test('no secret stands in any artifact, output or process list, though the server echoes them all and fails', async () => {
  const data = temporaryFolder()
  addAccount(data, 'zoe', password)
  addAccount(data, 'yan', otherPassword)
  const token = operator('private-token', 'create', 'zoe', '--data', data).trim().split(/\s+/).at(-1)!
  const server = await startReference('--data', data, '--defect', 'token-of-newer-json-login-lives-two-hours')
  const front = await startFront(server.url, {
    // What a careless server does: refusals and errors repeat what was sent, in every encoding.
    alter(answer, asked) {
      const { authorization = '', cookie = '' } = asked.headers
      const sent = `${asked.body} ${authorization} ${cookie} ${String(asked.headers['x-org'])}`
      const echo = {
        sent,
        fields: fieldsOf(asked),
        percent: encodeURIComponent(sent),
        base64: Buffer.from(sent).toString('base64'),
        html: `<pre>${sent.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</pre>`,
      }
      const fails = asked.target.startsWith('/api/v1/authentication') || answer.status >= 400
      if (!fails) return answer
      return { status: 500, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(echo) }
    },
  })
  const right = declared({ ...server, url: front.url })
  const { session: _, ...rest } = right
  const declaration = {
    ...rest,
    accounts: {
      ...right.accounts,
      plain: { username: 'zoe', password: '${ZOE}' },
      plain2: { username: 'yan', password: otherPassword.replaceAll('${', '$${') },
    },
    privateTokens: { plain: { username: 'zoe', token } },
    headers: { 'X-Org': orgHeader },
  }
  const processes = watchProcesses()
  const args = [
    '--format',
    'json,junit,html,markdown,allure,sarif,badge',
    '--only',
    'login',
    'mfa',
    'token.bearer',
    'token.void-after-hour',
    'private-token',
    'signature',
    'refusal',
    'anonymous',
  ]
  const { report, stdout, stderr, folder, having } = await judge(declaration, args, {
    env: { ZOE: password },
  })
  const commands = processes.stop()

  expect(having('fail').length).toBeGreaterThan(1)
  expect(report.requirements.some(({ cases }) => cases.some(({ transcript }) => transcript.length > 0))).toBe(
    true,
  )
  const secrets = {
    password,
    otherPassword,
    token,
    orgHeader,
    bob: right.accounts.mfa.password,
    otpSecret: right.accounts.mfa.otpSecret,
    keySecret: right.accessKeys[0]!.keySecret,
  }
  const written = filesBelow(join(folder, 'conformance-report'))
  expect(written.length).toBeGreaterThan(10)
  const texts = new Map([
    ...written.map((file) => [file, readFileSync(file, 'utf8')] as const),
    ['stdout', stdout],
    ['stderr', stderr],
  ])
  const found = [...texts].flatMap(([place, text]) =>
    spilled(secrets, text).map((name) => `${name} in ${place}`),
  )
  expect(found).toEqual([])
  expect(commands.some((command) => command.includes('bin/conformance.js'))).toBe(true)
  expect(spilled(secrets, commands.join('\n'))).toEqual([])
})
