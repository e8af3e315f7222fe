import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { declaredParts } from './declared-parts.ts'
import { declaredSecrets } from './declared-secrets.ts'
import { readDeclaration } from './declaration.ts'
import { DeclarationError, UsageError } from '../subject-error.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'declaration-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const write = (content: string, name = 'conformance.yaml') => writeFileSync(join(folder, name), content)
const read = (env: NodeJS.ProcessEnv = {}, path?: string, baseUrl?: string) =>
  readDeclaration(path, { env, cwd: folder, baseUrl, makeTmp: () => join(folder, 'tmp') })
const problems = (content: string, env: NodeJS.ProcessEnv = {}) => {
  write(content)
  try {
    read(env)
  } catch (error) {
    if (error instanceof DeclarationError) return error.message.split('\n')
    throw error
  }
  return []
}

describe('what is filled in', () => {
  test('defaults', () => {
    write('baseUrl: http://127.0.0.1:8080/prefix')
    const { source: _, ...declaration } = read()

    expect(declaration).toEqual({
      baseUrl: 'http://127.0.0.1:8080/prefix',
      accounts: {},
      furtherAccounts: {},
      privateTokens: {},
      accessKeys: [],
      clock: { kind: 'none' },
      limits: {
        failedLoginsPerAccount: 2,
        failedLogins: 25,
        requestsPerSecond: 0,
        timeoutMs: 10_000,
        concurrency: 8,
        maxBodyBytes: 33_554_432,
      },
      observe: { lockout: false },
      headers: {},
      tls: { insecure: false },
      mfaFlow: 'seed',
      trace: true,
      replicas: 1,
      reports: { bodies: 'show' },
      tmp: undefined,
      notes: [],
    })
  })

  test('variables, also where a number is meant, and the content of files', () => {
    writeFileSync(join(folder, 'token.txt'), 'a"b\n')
    write(
      'baseUrl: "http://${HOST}:80"\nlimits: { timeoutMs: "${TIMEOUT}" }\n' +
        'accounts: { plain: { username: ada, password: "${PASSWORD}" } }\n' +
        'privateTokens: { plain: { username: "$${PLAIN}", token: { file: token.txt } } }',
    )
    const declaration = read({ HOST: '[::1]', TIMEOUT: '250', PASSWORD: '12345: {' })

    expect(declaration).toMatchObject({
      baseUrl: 'http://[::1]:80',
      limits: { timeoutMs: 250 },
      accounts: { plain: { password: '12345: {', mayList: true } },
      privateTokens: { plain: { username: '${PLAIN}', token: 'a"b' } },
    })
  })

  test('a variable in a shell command is left to the shell', () => {
    write('start: { command: "serve --key ${KEY} --data {tmp}/data" }')

    expect(read({ KEY: 'secret' }).start?.command).toBe(`serve --key \${KEY} --data ${folder}/tmp/data`)
  })

  test('false says that a part is not supported', () => {
    write(
      'baseUrl: http://x\naccounts: { mfa: false }\nprivateTokens: false\naccessKeys: false\nsession: false\nclock: false',
    )
    const declaration = read()

    expect(declaration).toMatchObject({
      accounts: { mfa: false },
      privateTokens: { plain: false, mfa: false, operator: false },
      accessKeys: false,
      session: false,
      clock: { kind: 'none' },
    })
    expect(declaredParts(declaration)).toContain('accounts.mfa: false')
  })

  test('durations, and what a faketime clock covers', () => {
    write('baseUrl: http://x\nclock: { kind: faketime, file: f.rc, maxAdvance: 48h }')

    expect(read().clock).toEqual({
      kind: 'faketime',
      file: join(folder, 'f.rc'),
      maxAdvance: 172_800,
      covers: 'process',
    })
  })

  test('JSON is read as well', () => {
    write(
      '{\n\t"baseUrl": "https://api.example/x",\n\t"accounts": {"plain": {"username": "ä", "password": "\\u00fc"}}\n}',
      'conformance.json',
    )

    expect(read()).toMatchObject({ accounts: { plain: { username: 'ä', password: 'ü' } } })
  })
})

describe('what would break out of its place', () => {
  const token = 'baseUrl: http://127.0.0.1:1\nprivateTokens: { plain: { username: ada, token: "${TOKEN}" } }'
  test.each(['a\nb', 'a\r\nX-Evil: 1', 'a\u0000', 'a\n'])('a token with a control character: %j', (TOKEN) => {
    expect(problems(token, { TOKEN })).toEqual([
      expect.stringMatching(
        /^conformance\.yaml:2: privateTokens\.plain\.token: contains a line end .* second line/,
      ),
    ])
    expect(problems(token, { TOKEN }).join()).not.toContain('Evil')
  })
  test('a cookie and a key ID as well, from a file too; one line end at the end of a file is dropped', () => {
    writeFileSync(join(folder, 'two-lines'), 'first\nsecond\n')
    writeFileSync(join(folder, 'one-line'), 'first\r\n')
    const declared = (file: string) => `baseUrl: http://127.0.0.1:1
session: { cookie: { file: ${file} } }
accessKeys: [{ keyId: { file: ${file} }, keySecret: s, username: ada }]`
    expect(problems(declared('two-lines'))).toHaveLength(2)
    expect(problems(declared('one-line'))).toEqual([])
  })
  test('a username that a shell could run, inside quotes with other text', () => {
    const operator = (create: string, name: string) => `baseUrl: http://127.0.0.1:1
privateTokens: { operator: { create: ${JSON.stringify(create)}, createFor: ${JSON.stringify(name)} } }`
    expect(problems(operator('create "u={username}"', '$(touch pwned)'))).toEqual([
      'conformance.yaml:2: privateTokens.operator.create: has {username} inside quotes with other text, where a shell ' +
        'may run a part of the name "$(touch pwned)"; write it outside of them: "user="{username}, or declare a user with a plain name',
    ])
    expect(problems(operator('create "u="{username}', '$(touch pwned)'))).toEqual([])
    expect(problems(operator('create "u={username}"', 'eve'))).toEqual([])
    expect(problems(operator('create {username}', 'e\u0000ve'))).toHaveLength(1)
  })
})

describe('where it comes from', () => {
  test('the bundled reference server, where it is asked for, whatever lies in the folder', () => {
    write('baseUrl: http://127.0.0.1:1')
    const declaration = readDeclaration(undefined, { env: {}, cwd: folder, bundled: true })
    expect(declaration.source.kind).toBe('bundled')
  })

  test('not the bundled one unasked, where it takes asking: the folder and the ways out are named', () => {
    const asked = () =>
      readDeclaration(undefined, { env: {}, cwd: folder, bundledOnlyOnRequest: 'CI is set' })
    expect(asked).toThrow(UsageError)
    expect(asked).toThrow(
      `there is no conformance.yaml, conformance.yml or conformance.json in ${folder}; pass a declaration with ` +
        '--config or a server with --base-url. When CI is set, the bundled reference server is judged only with --bundled',
    )
    write('baseUrl: http://127.0.0.1:1')
    expect(asked().source.kind).toBe('file')
  })

  test('the bundled reference server, when nothing else is there', () => {
    const declaration = read()

    expect(declaration.source.kind).toBe('bundled')
    expect(declaration.tmp).toBe(join(folder, 'tmp'))
    expect(declaration.start?.command).toContain(`--data ${folder}/tmp/data`)
    expect(declaration.start?.command).not.toMatch(/[{}]/)
    expect(declaredParts(declaration)).toEqual([
      'serverVersion',
      'debug',
      'pathFamilies',
      'start',
      ...['plain', 'plain2', 'mfa', 'mfa2'].map((name) => `accounts.${name}`),
      ...['plain', 'mfa', 'operator'].map((name) => `privateTokens.${name}`),
      'accessKeys[0]',
      'accessKeys[1]',
      'session.login',
      'clock',
    ])
    expect(declaredSecrets(declaration)).toHaveLength(10)
  })

  test('a base URL alone', () => {
    expect(read({}, undefined, 'http://127.0.0.1:1')).toMatchObject({
      source: { kind: 'none' },
      baseUrl: 'http://127.0.0.1:1',
    })
  })

  test('a base URL wins over the declared one, and nothing is started', () => {
    write('baseUrl: http://a\nstart: { command: serve }\nclock: { kind: control }')
    const declaration = read({}, undefined, 'http://b')

    expect(declaration).toMatchObject({ baseUrl: 'http://b', clock: { kind: 'none' } })
    expect(declaration.start).toBeUndefined()
    expect(declaration.notes).toHaveLength(2)
  })
})

describe('what is wrong is said with its line, its field and the fix', () => {
  test.each([
    ['', 'conformance.yaml: is empty; run conformance init, or write at least baseUrl'],
    ['- a', 'conformance.yaml:1: must contain fields such as "baseUrl: http://…"'],
    [
      'debug: true',
      'conformance.yaml: names no server: add baseUrl, start or container, or give --base-url URL',
    ],
    [
      'baseUrl: localhost:8080',
      'conformance.yaml:1: baseUrl: must start with http:// or https://, for example http://localhost:8080',
    ],
    [
      'baseUrl: ftp://h/',
      'conformance.yaml:1: baseUrl: must start with http:// or https://, for example http://h/',
    ],
    ...['?', '?a=b', '#top'].map((end) => [
      `baseUrl: http://h/${end}`,
      'conformance.yaml:1: baseUrl: must end with its path: remove the query (?) or fragment (#)',
    ]),
    [
      'baseUrl: http://h\nclock: { kind: control, url: "http://h/?a" }',
      'conformance.yaml:2: clock.url: must end with its path: remove the query (?) or fragment (#)',
    ],
    [
      'start: { command: serve, cwd: nope }',
      'conformance.yaml:1: start.cwd: names nope, which cannot be read (ENOENT); fix the path',
    ],
    [
      'start: { command: serve, cwd: conformance.yaml }',
      'conformance.yaml:1: start.cwd: names conformance.yaml, which cannot be read (ENOTDIR); fix the path',
    ],
    ...['unix:here.sock', 'unix:/a:b'].map((address) => [
      `baseUrl: "${address}"`,
      'conformance.yaml:1: baseUrl: must be unix:/path/to.sock, an absolute path without a colon, optionally followed by :/prefix',
    ]),
    [
      'baseUrl: http://h\nlimits: { requestsPerSecond: 0.0000001 }',
      'conformance.yaml:2: limits.requestsPerSecond: must be 0, for no limit, or at least 0.001',
    ],
    [
      'baseUrl: http://h\nlimits: { requestsPerSecond: -1 }',
      'conformance.yaml:2: limits.requestsPerSecond: must be at least 0',
    ],
    [
      'baseUrl: http://h\nlimits: { failedLogins: 1.5 }',
      'conformance.yaml:2: limits.failedLogins: must be a whole number, not a fraction',
    ],
    [
      'baseUrl: http://h\nlimits: { requestsPerSecond: .inf }',
      'conformance.yaml:2: limits.requestsPerSecond: must be a number, not infinite or NaN',
    ],
    ['baseUrl: http://h\n---\n', 'conformance.yaml:2: starts a second document here; remove the line ---'],
    ['headers: &a { X: *a }', 'conformance.yaml: cannot be read: an alias (*) is inside its own anchor (&)'],
    ['baseUrl: http://u:p@h/', 'conformance.yaml:1: baseUrl: must not carry a username or password'],
    [
      'baseUrl: http://h\nserverVersion: 2.10',
      'conformance.yaml:2: serverVersion: must be text, not a number; put it in quotes',
    ],
    [
      'baseUrl: http://h\naccounts: { plain: { username: ada, password: x, password:S3cr3t } }',
      'conformance.yaml:2: accounts.plain.password:…: unknown field; put a space after the colon',
    ],
    [
      'baseUrl: http://h\naccounts: { plain: { username: ada, password: *S3cr3t } }',
      'conformance.yaml: cannot be read: a value that begins with * is taken for an alias; put it in quotes',
    ],
    ['baseUrl: http://h\nacounts: {}', 'conformance.yaml:2: acounts: unknown field; did you mean accounts?'],
    [
      'baseUrl: http://h\naccounts:\n  plain:\n    username: ada\n    pasword: x',
      'conformance.yaml:3: accounts.plain.password: is missing; add it\n' +
        'conformance.yaml:5: accounts.plain.pasword: unknown field; did you mean password?',
    ],
    [
      'baseUrl: http://h\naccounts: { plain: yes please }',
      'conformance.yaml:2: accounts.plain: must be a group of fields or false or a list, not text',
    ],
    [
      'baseUrl: http://h\naccounts:',
      'conformance.yaml:2: accounts: must be a group of fields or false, not empty',
    ],
    [
      'baseUrl: http://h\naccounts: { plain: { username: ada, password: "${NOPE}" } }',
      'conformance.yaml:2: accounts.plain.password: takes the environment variable NOPE, which is not set; set it, or put it into .env next to the declaration, or write $${NOPE} for the text',
    ],
    [
      'baseUrl: http://h\naccounts: { plain: { username: ada, password: { file: nope } } }',
      'conformance.yaml:2: accounts.plain.password: takes the file nope, which cannot be read (ENOENT); fix its path',
    ],
    [
      'baseUrl: http://h\naccounts: { mfa: { username: bob, password: x, otpSecret: "0189" } }',
      'conformance.yaml:2: accounts.mfa.otpSecret: must be base32: the letters A to Z and the digits 2 to 7',
    ],
    [
      'baseUrl: http://h\naccounts: { plain: { username: a, password: x }, plain2: { username: a, password: x } }',
      'conformance.yaml:2: accounts.plain2.username: must be a different account from plain; give another username',
    ],
    [
      'baseUrl: http://h\nclock: { kind: none, url: "http://h/control" }',
      'conformance.yaml:2: clock.url: does not go with the other fields of clock; remove it',
    ],
    [
      'baseUrl: http://h\nclock: { kind: moon }',
      'conformance.yaml:2: clock.kind: must be one of control, command, faketime, wait, none',
    ],
    [
      'baseUrl: http://h\nclock: { kind: wait, maxAdvance: 48 }',
      'conformance.yaml:2: clock.maxAdvance: must be text, not a number; put it in quotes',
    ],
    [
      'baseUrl: http://h\nclock: { kind: wait, maxAdvance: 48 h }',
      'conformance.yaml:2: clock.maxAdvance: must be a number with a unit, s, m, h, d or y, for example 48h',
    ],
    ['baseUrl: http://h\nclock: { kind: control }', 'conformance.yaml:2: clock.url: is missing; add it'],
    [
      'baseUrl: http://h\nclock: { kind: command, advance: x }',
      'conformance.yaml:2: clock.advance: must contain {seconds}, which stands for the number of seconds',
    ],
    [
      'baseUrl: http://h\nheaders: { Cookie: a=b }',
      'conformance.yaml:2: headers.Cookie: is set by the cases and cannot be declared; remove it',
    ],
    [
      'baseUrl: http://h\ntls: { ca: nope.pem }',
      'conformance.yaml:2: tls.ca: names nope.pem, which cannot be read (ENOENT); fix the path',
    ],
    [
      'baseUrl: http://h\nlimits: { concurrency: 0 }',
      'conformance.yaml:2: limits.concurrency: must be at least 1',
    ],
    [
      'baseUrl: http://h\nlimits: { timeoutMs: 9999999999 }',
      'conformance.yaml:2: limits.timeoutMs: must be at most 2147483647',
    ],
    [
      'start: { command: x, timeoutMs: 2147483648 }',
      'conformance.yaml:1: start.timeoutMs: must be at most 2147483647',
    ],
    ['baseUrl: http://h\nsession: {}', 'conformance.yaml:2: session: needs cookie, command or login'],
    ['baseUrl: http://h\nmfaFlow: sed', 'conformance.yaml:2: mfaFlow: must be seed or session-challenge'],
    [
      'start: { command: x, readyUrl: "http://h/" }',
      'conformance.yaml: baseUrl: is missing: with start.readyUrl no ready line is read; add it',
    ],
    [
      'baseUrl: http://h\naccessKeys: [{ keyId: a, keySecret: b, username: c }, { keyId: a, keySecret: b, username: c }]',
      'conformance.yaml:2: accessKeys[1].keyId: is declared twice; remove one of the keys',
    ],
  ])('%j', (content, expected) => {
    expect(problems(content)).toEqual(expected.split('\n'))
  })

  test('broken YAML, with its line', () => {
    expect(problems('baseUrl: http://h\naccounts: { plain: [')[0]).toMatch(
      /^conformance\.yaml:2: is neither YAML nor JSON/,
    )
  })

  test('a file that is no YAML at all, by its first lines', () => {
    expect(problems('- {\n'.repeat(1000))).toHaveLength(5)
  })

  test('a folder, a missing file, a huge one', () => {
    mkdirSync(join(folder, 'sub'))
    writeFileSync(join(folder, 'huge.yaml'), `# ${'x'.repeat(1024 * 1024)}`)

    expect(() => read({}, 'sub')).toThrow('sub: is a folder; name a file in it')
    expect(() => read({}, 'nope.yaml')).toThrow(
      'nope.yaml: does not exist; name another with --config, or run conformance init',
    )
    expect(() => read({}, 'huge.yaml')).toThrow('huge.yaml: is larger than 1 MiB; is it a declaration?')
  })

  test('a wrong --base-url is a usage error', () => {
    expect(() => read({}, undefined, 'example.org:8080')).toThrow(UsageError)
    expect(() => read({}, undefined, 'example.org:8080')).toThrow(
      '--base-url must start with http:// or https://, for example http://example.org:8080',
    )
  })

  test('no message holds a value of the declaration', () => {
    const lines = problems('baseUrl: http://h\naccounts: { plain: { username: 1, password: [hunter22] } }')

    expect(lines).toHaveLength(2)
    expect(lines.join('\n')).not.toContain('hunter22')
  })
})
