import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { describe, expect, test } from 'vitest'
import { authority, certificates } from '../../harness/wire/testing/certificates.ts'
import { readDeclaration } from '../../harness/subject/declaration/declaration.ts'
import { conformance, temporaryFolder } from '../../suites/proof/any-server/testing/conformance.ts'
import { startFront } from '../../suites/proof/any-server/testing/front.ts'
import { declared } from '../../suites/proof/any-server/testing/reference.ts'
import { codeBlocks } from '../../harness/testing/code-blocks.ts'
import { reportIn } from '../../harness/testing/run-program.ts'
import { startReference } from '../../harness/testing/start-reference.ts'
import { smallServer } from '../../suites/proof/any-server/testing/small-server.ts'

const folder = new URL('.', import.meta.url)
const guides = readdirSync(folder).filter((name) => name.endsWith('.md'))
const read = (name: string) => readFileSync(new URL(name, folder), 'utf8')
const blocks = (name: string, language = 'yaml') => codeBlocks(`docs/guides/${name}`, language)
const secrets = new Proxy({} as NodeJS.ProcessEnv, { get: () => 'JBSWY3DPEHPK3PXP' })

describe.each(guides.filter((name) => !/^(ci|judge-your-client)\.md$/.test(name) && blocks(name).length > 0))(
  '%s',
  (name) => {
    test('its declarations are right', () => {
      for (const text of blocks(name)) {
        const place = temporaryFolder()
        writeFileSync(join(place, 'conformance.yaml'), text)
        writeFileSync(join(place, 'private-token.txt'), 'a private token\n')
        writeFileSync(join(place, 'users.json'), '[]')
        writeFileSync(join(place, 'company-ca.pem'), '-----BEGIN CERTIFICATE-----\n')
        writeFileSync(join(place, 'client.pem'), certificates.other.cert)
        writeFileSync(join(place, 'client.key'), certificates.other.key)
        const declared = readDeclaration(undefined, { cwd: place, env: secrets, makeTmp: () => place })
        expect(declared.source.kind).not.toBe('bundled')
      }
    })
  },
)

test.each(guides)('the links of %s lead somewhere', (name) => {
  for (const [, target] of read(name).matchAll(/\]\(([^)#:]+)\)/g)) {
    expect(existsSync(new URL(target!, folder)), target).toBe(true)
  }
})

/** The folder of a developer who follows the guide: server, clock and declaration as the guide says, but a free port. */
async function development() {
  const place = temporaryFolder()
  const { file, port } = await smallServer()
  writeFileSync(join(place, 'server.mjs'), readFileSync(file))
  writeFileSync(join(place, 'private-token.txt'), 'small-private-token-17\n')
  const [advance] = blocks('development-server.md', 'js')
  writeFileSync(join(place, 'advance.mjs'), advance!)
  const [first, faketime] = blocks('development-server.md').map((text) =>
    text.replaceAll('3000', String(port)),
  )
  return { place, first: first!, faketime: faketime!, env: { PLAIN_PASSWORD: 'small-Server-31' } }
}

test('the development guide, from the declaration to the verdict, and the same in CI', async () => {
  const { place, first, env } = await development()
  writeFileSync(join(place, 'conformance.yaml'), first)
  const doctor = await conformance(['doctor'], { folder: place, env })
  expect(doctor.stdout).toMatch(/^ok +accounts\.plain /m)
  expect(doctor.stdout).toMatch(/^ok +clock /m)
  expect(doctor.exitCode).toBe(0)

  const workflow = parse(blocks('ci.md')[0]!) as {
    jobs: { conformance: { steps: { run?: string; with?: { path?: string } }[] } }
  }
  const pipeline = parse(blocks('ci.md')[1]!) as {
    conformance: { script: string[]; artifacts: { paths: string[]; reports: { junit: string } } }
  }
  const { steps } = workflow.jobs.conformance
  const commands = [...steps.map(({ run }) => run), ...pipeline.conformance.script].filter((line) =>
    line?.startsWith('npx conformance'),
  )
  expect(new Set(commands)).toEqual(new Set(['npx conformance --seed 1']))
  const out = ['--out', 'conformance-report']
  const args = ['--seed', '1', '--runs', '1', '--only', 'login.json', 'users', ...out]
  const ran = await conformance(args, { folder: place, env })
  expect(ran.exitCode).toBe(0)
  expect(existsSync(join(place, 'conformance-report', 'report.md'))).toBe(true)
  for (const path of [...pipeline.conformance.artifacts.paths, pipeline.conformance.artifacts.reports.junit])
    expect(existsSync(join(place, path)), path).toBe(true)
})

test('the summary step in CI passes if there is no report', () => {
  const workflow = readFileSync(new URL('../../.github/workflows/ci.yml', folder), 'utf8')
  const runs = [...`${read('ci.md')}${workflow}`.matchAll(/run: (.*GITHUB_STEP_SUMMARY.*)/g)].map(
    ([, run]) => run!,
  )
  expect(runs).toHaveLength(2)
  const cwd = temporaryFolder()
  const env = { ...process.env, GITHUB_STEP_SUMMARY: join(cwd, 'summary.md') }
  for (const run of runs) execFileSync('bash', ['-e', '-c', run], { cwd, env, stdio: 'pipe' })
})

const library = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1'
test.skipIf(!existsSync(library) && process.env['REQUIRE_FAKETIME'] !== '1')(
  'the development guide with libfaketime (skipped where its library is not installed)',
  async () => {
    const { place, faketime, env } = await development()
    writeFileSync(join(place, 'conformance.yaml'), faketime)
    const { stdout, exitCode } = await conformance(['doctor'], { folder: place, env })

    expect(stdout).toMatch(/^ok +clock +was moved by 5 s/m)
    expect(exitCode).toBe(0)
  },
)

test('the known violations of the JumpServer guide are those of its models', async () => {
  const listed = JSON.parse(
    execFileSync(
      process.execPath,
      [new URL('../../bin/reference-server.js', import.meta.url).pathname, 'list', '--json'],
      { encoding: 'utf8', maxBuffer: 2 ** 26 },
    ),
  ) as { variations: { name: string; breaks: { requirement: string; level: string }[] }[] }
  const rows = [...read('jumpserver.md').matchAll(/^\| `([a-z-]+\.[a-z\d-]+)` +\| (must|should)/gm)]
  const guide = rows.map(([, requirement, level]) => `${requirement} ${level}`).toSorted()

  for (const name of ['jumpserver-2.28', 'jumpserver-3.10']) {
    const { breaks } = listed.variations.find((one) => one.name === name)!
    expect(guide, name).toEqual(breaks.map(({ requirement, level }) => `${requirement} ${level}`).toSorted())
  }
})

/** What the guides name as environment variables, for the accounts that the reference server has in their place. */
function demo(control: string) {
  const { accounts, privateTokens, accessKeys } = declared({ url: '', control })
  return {
    PLAIN_PASSWORD: accounts.plain.password,
    MFA_PASSWORD: accounts.mfa.password,
    MFA_OTP_SECRET: accounts.mfa.otpSecret,
    PRIVATE_TOKEN: privateTokens.plain.token,
    ACCESS_KEY_ID: accessKeys[0]!.keyId,
    ACCESS_KEY_SECRET: accessKeys[0]!.keySecret,
  }
}
/** With a clock, so that no one-time code has to wait for its time step. */
const tried = (text: string, control: string) =>
  text
    .replaceAll('conformance-plain', 'ada')
    .replaceAll('conformance-mfa', 'bob')
    .replace('clock: { kind: none }', `clock: { kind: control, url: '${control}' }`)

test.each(['2.28', '3.10'])(
  'the JumpServer guide on a model of %s: init, doctor and run',
  async (version) => {
    const { url, control } = await startReference('--variation', `jumpserver-${version}`)
    const place = temporaryFolder()
    const env = demo(control)
    const init = await conformance(['init', '--base-url', url, '--username', 'ada'], { folder: place, env })
    expect(init.exitCode).toBe(0)
    const found = parse(readFileSync(join(place, 'conformance.yaml'), 'utf8')) as Record<string, unknown>
    const guide = tried(blocks('jumpserver.md')[0]!, control)
      .replace('https://jumpserver.example.com', url)
      .replace('3.10.0', `${version}.0`)
    expect(found['session']).toMatchObject((parse(guide) as { session: object }).session)
    expect(found['pathFamilies']).toEqual(version === '2.28' ? undefined : ['v1'])

    writeFileSync(join(place, 'conformance.yaml'), guide)
    const doctor = await conformance(['doctor'], { folder: place, env })
    expect(doctor.stdout.match(/^wrong +\S+/gm)).toEqual([expect.stringMatching(/session$/)])
    expect(doctor.exitCode).toBe(2)

    const topics = ['--quiet', '--runs', '1', '--only', 'session', 'refusal']
    const judged = await conformance(topics, { folder: place, env })
    const report = reportIn(place, 'conformance-report/partial')
    const failed = report.requirements.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)
    expect(failed).toEqual(['session.web-login', 'refusal.no-5xx'])
    expect(judged.exitCode).toBe(1)

    const accepted = guide.replace(/^session:\n +login:.*$/m, 'session: false')
    expect(accepted).not.toBe(guide)
    writeFileSync(join(place, 'conformance.yaml'), accepted)
    expect((await conformance(topics, { folder: place, env })).exitCode).toBe(0)
  },
)

test('the staging guide: a wrong password in the declaration costs two failed logins', async () => {
  const { url, control } = await startReference('--variation', 'path-prefix')
  const origin = new URL(url).origin
  const front = await startFront(origin, { tls: certificates.local })
  const place = temporaryFolder()
  writeFileSync(join(place, 'company-ca.pem'), authority)
  const guide = tried(blocks('staging.md')[0]!, control).replace(
    'https://staging.example.com/service',
    url.replace(origin, front.url),
  )
  writeFileSync(join(place, 'conformance.yaml'), guide)
  const env = { ...demo(control), PLAIN_PASSWORD: 'mistyped, alas' }
  const { stdout, exitCode } = await conformance(['doctor'], { folder: place, env })

  expect(stdout).toMatch(/^wrong +accounts\.plain .*; check username and password/m)
  expect(stdout).toMatch(/^missing +accounts\.mfa2 +declare accounts\.mfa2; needed by cases of /m)
  for (const part of ['accounts.mfa', 'privateTokens.plain', 'accessKeys[0]'])
    expect(stdout).toContain(`ok           ${part}`)
  expect(exitCode).toBe(2)
  expect(front.seen.filter(({ body }) => body.includes('mistyped'))).toHaveLength(2)
  expect(front.seen.every(({ headers }) => headers['x-reason'] === 'conformance run')).toBe(true)
})
