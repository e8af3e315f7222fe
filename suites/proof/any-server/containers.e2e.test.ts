import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  buildScratchImage,
  engineMustRun,
  noEngine,
  putReferenceServer,
} from '../../../harness/subject/testing/scratch-image.ts'
import { conformance, filesBelow, judge, temporaryFolder } from './testing/conformance.ts'
import { codeBlocks } from '../../../harness/testing/code-blocks.ts'
import { declared } from './testing/reference.ts'
import { spilled } from './testing/spilled.ts'
import { watchProcesses } from './testing/watch-processes.ts'

const image = 'auth-api-conformance-reference-server-test:1'
const library = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu']
  .map((folder) => `${folder}/faketime/libfaketimeMT.so.1`)
  .find((path) => existsSync(path))
const start = ['/app/bin/reference-server.js', 'start', '--host', '0.0.0.0', '--port', '8080']

/** Returns what an operator declares for the container's server: no address. */
function inContainer(container: object, clock: object) {
  const { baseUrl: _, ...rest } = declared({ url: '' })
  return { ...rest, container: { image, port: 8080, ...container }, clock }
}

/** A server whose list nobody can open, with the two routes of the clock protocol; it says when it listens. */
const clockedServer = `
  const { createServer } = require('node:http')
  let ahead = 0
  createServer((_, response) => response.writeHead(401).end()).listen(8080)
  createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    if (request.url === '/control/clock/advance') ahead += JSON.parse(body).seconds * 1000
    response.end(JSON.stringify({ now: new Date(Date.now() + ahead).toISOString() }))
  }).listen(8081, () => console.log('listening on', process.argv.slice(1)))
  process.on('SIGTERM', () => process.exit())
`

const title = noEngine === '' || engineMustRun ? 'in a container' : `in a container (skipped: ${noEngine})`
describe.skipIf(noEngine !== '' && !engineMustRun)(title, () => {
  beforeAll(
    () =>
      buildScratchImage(
        image,
        start,
        (root) => {
          putReferenceServer(root)
          mkdirSync(join(root, 'tmp'))
        },
        library === undefined ? [] : [library, '/bin/sh', '/bin/cat', '/bin/mv'],
      ),
    180_000,
  )

  test('the reference server is started, judged and removed', async () => {
    const { report, having, exitCode } = await judge(inContainer({}, { kind: 'none' }), [
      '--only',
      'login',
      'users',
      'signature.accepted',
    ])

    expect(having('fail')).toEqual([])
    expect(having('pass').length).toBeGreaterThan(8)
    expect(exitCode).toBe(0)
    expect(report.subject.declared).toContain('container')
    expect(report.notes).toContain("the last lines of the container's log:")
    expect(report.notes).toContain('| Private token (ada)')
    expect(report.notes.join('\n')).not.toMatch(/(otp_code|password)=[^$\s*]/)
  })

  test('the example of the guide: files that are put into it, and the path that it is ready by', async () => {
    const folder = temporaryFolder()
    const accounts = [{ username: 'ada', password: 'ada-Secret-1' }]
    writeFileSync(join(folder, 'users.json'), JSON.stringify({ accounts }))
    const example = codeBlocks('docs/guides/container.md', 'yaml')[0]!.replace(
      'auth-api-server:latest',
      image,
    )
    // What the image of the example would do by itself.
    const command = JSON.stringify([...start, '--seed-file', '/data/users.json'])
    const declaration = example.replace('  port: 8080', `  port: 8080\n  command: ${command}`)
    writeFileSync(join(folder, 'conformance.yaml'), declaration)
    const { stdout } = await conformance(['doctor'], { folder, env: { ADA_PASSWORD: 'ada-Secret-1' } })

    expect(stdout.match(/^ok +\S+/gm)).toEqual([
      expect.stringMatching(/server$/),
      expect.stringMatching(/accounts\.plain$/),
    ])
  })

  test('the example of the reference: a clock control in it, and the line of its log that it is ready by', async () => {
    const folder = temporaryFolder()
    const example = codeBlocks('docs/declaration.md', 'yaml')[5]!.replace(
      'registry.example.com/api:2.10',
      image,
    )
    const declaration = example.replace(
      'command: [serve, --clock-control]',
      `command: ${JSON.stringify(['-e', clockedServer, 'serve', '--clock-control'])}`,
    )
    writeFileSync(join(folder, 'conformance.yaml'), `${declaration}clock: { kind: control }\n`)
    const { stdout } = await conformance(['doctor'], { folder })

    expect(stdout).toMatch(/^ok +clock +was moved by 5 s, and shows the new time/m)
  })

  test('what its environment holds is in no process list, no message and no report, though it prints it', async () => {
    const secret = `db "p'w" $(id) & <b>%41 {"a":[1]} \\ end`
    const program =
      'console.log(process.env.DB, encodeURIComponent(process.env.DB), JSON.stringify(process.env.DB), Buffer.from(process.env.DB).toString(`base64`));'
    const container = {
      env: { DB: '${DB_SECRET}' },
      command: ['-e', `${program} import('/app/bin/reference-server.js')`, ...start.slice(1)],
    }
    const processes = watchProcesses('all')
    const { report, folder, stdout, stderr } = await judge(
      inContainer(container, { kind: 'none' }),
      ['--only', 'users.json'],
      { env: { DB_SECRET: secret } },
    )
    const commands = processes.stop()

    expect(report.subject.declared).toContain('container')
    const written = filesBelow(join(folder, 'conformance-report')).map((file) => readFileSync(file, 'utf8'))
    expect(spilled({ secret }, [...written, stdout, stderr].join('\n'))).toEqual([])
    expect(commands.some((command) => command.includes('process.env.DB'))).toBe(true)
    expect(spilled({ secret }, commands.join('\n'))).toEqual([])

    const dying = { env: container.env, command: ['-e', `${program} process.exit(1)`], timeoutMs: 20_000 }
    const failed = judge(inContainer(dying, { kind: 'none' }), [], { env: { DB_SECRET: secret } })
    const message = await failed.then(
      () => '',
      (error: Error) => error.message,
    )
    expect(message).toMatch(/exit code 6[^]*\*\*\*/)
    expect(spilled({ secret }, message)).toEqual([])
  })

  test('one that ends in the middle of the run makes it incomplete, and is told without a credential that it logged', async () => {
    const program = `const { Server } = require('node:http');
      const { emit } = Server.prototype;
      let carriers = 0;
      Server.prototype.emit = function (name, ...rest) {
        const sent = rest[0]?.headers?.authorization;
        if (sent) console.log('asked', sent);
        if (/^Bearer [0-9a-f]{20}/.test(sent) && ++carriers > 3) process.exit(3);
        return emit.call(this, name, ...rest);
      };
      import('/app/bin/reference-server.js')`
    const container = { command: ['-e', program, ...start.slice(1)] }
    const only = ['--only', 'login.json', 'anonymous', '--skip', 'observe']
    const { report, exitCode } = await judge(inContainer(container, { kind: 'none' }), only)

    expect([exitCode, report.complete, report.subjectEnded]).toEqual([3, false, 'exit code 3'])
    expect(report.notes).toContain('the server ended during the run (exit code 3)')
    const notes = report.notes.join('\n')
    expect(notes).toMatch(/asked Bearer \*\*\*$/m)
    // A shorter word after a scheme can't be an issued credential.
    expect(notes).not.toMatch(/asked (Bearer|Token) (?!\*\*\*$)\S{4}/m)
  })

  test('one that dies is shown with its last output', async () => {
    const container = {
      command: ['/app/bin/reference-server.js', 'start', '--variation', 'nonsense'],
      timeoutMs: 20_000,
    }
    await expect(judge(inContainer(container, { kind: 'none' }))).rejects.toThrow(
      /exit code 6[^]*ended \(exit code 2\) before it was ready[^]*there is no variation "nonsense"/,
    )
  })

  test.skipIf(library === undefined && process.env['REQUIRE_FAKETIME'] !== '1')(
    'libfaketime moves its time, by the script of the guide, which reaches into the container',
    async () => {
      expect(library).toBeDefined()
      const env = {
        LD_PRELOAD: library!,
        FAKETIME_TIMESTAMP_FILE: '/tmp/faketime.rc',
        FAKETIME_NO_CACHE: '1',
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
        FAKETIME_FORCE_MONOTONIC_FIX: '0',
      }
      const guide = readFileSync(new URL('../../../docs/guides/container.md', import.meta.url), 'utf8')
      const script = /^```sh\n(#![^]*?)^```$/m.exec(guide)![1]!
      const folder = temporaryFolder()
      writeFileSync(join(folder, 'advance.sh'), script.replace('auth-api-server:latest', image))
      const advance = 'sh advance.sh {seconds}'
      const { verdict, report } = await judge(
        inContainer({ env }, { kind: 'command', advance }),
        ['--runs', '1', '--only', 'token.void-after-hour', 'token.works-for-hour'],
        { folder },
      )

      expect(verdict('token.void-after-hour')).toBe('pass')
      expect(verdict('token.works-for-hour')).toBe('pass')
      expect(report.clock.aheadSeconds).toBeGreaterThan(3600)
    },
  )
})
