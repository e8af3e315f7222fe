import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { conformance, filesBelow, judge, temporaryFolder, type Ran } from './testing/conformance.ts'
import { program } from '../../../harness/testing/run-program.ts'
import { fieldsOf, startFront } from './testing/front.ts'
import { declared } from './testing/reference.ts'
import { startReference } from '../../../harness/testing/start-reference.ts'
import { spilled } from './testing/spilled.ts'
import { watchProcesses } from './testing/watch-processes.ts'

const password = `p"a\\s's $(id) \`x\` &amp; <b>/%41+~=?#;|*{"ü€":[1]}\\u0041 end`
const otherPassword = '${HOME}//..%2F%00"\'\\n--data @x;\tq?a=b&c=d <!-- -->'
const orgHeader = `org "7"; $(cat) <i>&%2B+/=\\'`

/** Returns an operator's command; the shell gets the line as declared. */
const byOperator = (verb: string, data: string) =>
  `{node} ${program('reference-server')} private-token ${verb} {username} --data ${data}`

/** Adds an account with these credentials to a data folder; its password goes in through stdin. */
function addAccount(data: string, username: string, secret: string): void {
  const args = [program('reference-server'), 'user', 'add', username, '--data', data, '--fast-hash']
  const { status, stderr } = spawnSync(process.execPath, args, { input: secret, encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
}

const operator = (...args: string[]) =>
  execFileSync(process.execPath, [program('reference-server'), ...args], { encoding: 'utf8' })

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

test('no command lets a secret into an artifact, its output or the process list, though the server echoes them all and fails', async () => {
  const data = temporaryFolder()
  addAccount(data, 'zoe', password)
  addAccount(data, 'yan', otherPassword)
  const token = operator('private-token', 'create', 'zoe', '--data', data).trim().split(/\s+/).at(-1)!
  const server = await startReference('--data', data, '--defect', 'token-of-newer-json-login-lives-two-hours')
  const front = await startFront(server.url, {
    // Acts like a careless server: rejections and errors repeat what was sent, in every encoding.
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
  const valid = declared({ ...server, url: front.url })
  const { session: _, ...rest } = valid
  const declaration = {
    ...rest,
    accounts: {
      ...valid.accounts,
      plain: { username: 'zoe', password: '${ZOE}' },
      plain2: { username: 'yan', password: otherPassword.replaceAll('${', '$${') },
    },
    privateTokens: {
      plain: { username: 'zoe', token },
      operator: { create: byOperator('create', data), show: byOperator('show', data), createFor: 'yan' },
    },
    headers: { 'X-Org': '${ORG}' },
  }
  const processes = watchProcesses('ours')
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
  const env = { ZOE: password, ORG: orgHeader }
  const { report, folder, having, ...judged } = await judge(declaration, args, { env })
  const first = join('conformance-report', 'report.json')
  const others = [
    ['report'],
    ['doctor'],
    ['init', '--base-url', front.url, '--username', 'zoe', '--config', 'first.yaml'],
    ['replay', having('fail')[0]!, '--from', first, '--out', 'replayed', '--config', 'conformance.json'],
    ['diff', first, join('replayed', 'report.json'), '--html', 'diff.html'],
    ['baseline', 'update', '--baseline', 'known.yaml'],
    ['explain', 'login.json'],
  ]
  const ran: [string, Ran][] = []
  for (const words of others) ran.push([words[0]!, await conformance(words, { folder, env })])
  const commands = processes.stop()
  expect(ran.map(([name, { exitCode }]) => [name, exitCode])).toEqual([
    ['report', 0],
    ['doctor', 2],
    ['init', 0],
    ['replay', 1],
    ['diff', 1],
    ['baseline', 0],
    ['explain', 0],
  ])

  expect(having('fail').length).toBeGreaterThan(1)
  expect(report.requirements.some(({ cases }) => cases.some(({ transcript }) => transcript.length > 0))).toBe(
    true,
  )
  const secrets = {
    password,
    otherPassword,
    token,
    orgHeader,
    bob: valid.accounts.mfa.password,
    otpSecret: valid.accounts.mfa.otpSecret,
    keySecret: valid.accessKeys[0]!.keySecret,
  }
  // Leaves out the declaration, which is the operator's own file and contains the secrets.
  const written = filesBelow(folder).filter((path) => path !== join(folder, 'conformance.json'))
  expect(written.length).toBeGreaterThan(10)
  for (const name of ['allure-report/index.html', 'report.sarif', 'report.html'])
    expect(written).toContain(join(folder, 'conformance-report', name))
  for (const name of ['diff.html', 'first.yaml', 'known.yaml', 'replayed/report.json'])
    expect(written).toContain(join(folder, name))
  const texts = new Map([
    ...written.map((file) => [file, readFileSync(file, 'utf8')] as const),
    ...[['judge', judged] as const, ...ran].map(
      ([name, { stdout, stderr }]) => [`output of ${name}`, stdout + stderr] as const,
    ),
  ])
  const found = [...texts].flatMap(([place, text]) =>
    spilled(secrets, text).map((name) => `${name} in ${place}`),
  )
  expect(found).toEqual([])
  for (const name of ['bin/conformance.js', 'private-token create', 'private-token show'])
    expect(
      commands.some((command) => command.includes(name)),
      name,
    ).toBe(true)
  expect(spilled(secrets, commands.join('\n'))).toEqual([])
})
