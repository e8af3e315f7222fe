import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createFreshFolder } from '../testing/fresh-folder.ts'
import { readClientConfig } from './client-config.ts'

/** Returns the error about a client.yaml, without the path of its folder. */
function said(text: string | Uint8Array): string {
  const folder = createFreshFolder({ onTestFinished }, { 'client.yaml': text })
  try {
    readClientConfig(join(folder, 'client.yaml'))
  } catch (error) {
    return (error as Error).message.replaceAll(`${folder}/`, '')
  }
  throw new Error('it was accepted')
}

const known = 'known: token, mfa, private-token, signature, session'
const fields = 'known: command, methods, families, env, upstream, declaration, timeoutMs'
const missing =
  'command: is missing; write the shell command that starts your adapter, such as python3 adapter.py'

test.each([
  ['', 'client.yaml: is empty; run conformance client init, or write at least command'],
  ['# nothing\n', 'client.yaml: is empty; run conformance client init, or write at least command'],
  ['- a\n', 'client.yaml:1: must contain fields such as "command: python3 adapter.py"'],
  ['hello\n', 'client.yaml:1: must contain fields such as "command: python3 adapter.py"'],
  ['timeoutMs: 5\n', `client.yaml: ${missing}`],
  ['command:\n', `client.yaml:1: ${missing}`],
  [
    'command: [node, adapter.mjs]\n',
    'client.yaml:1: command: must be the shell command that starts your adapter, as text, such as python3 adapter.py',
  ],
  [
    'command: ""\nmethod: [token]\n',
    'client.yaml:1: command: is empty; write the shell command that starts your adapter, such as python3 adapter.py\n' +
      'client.yaml:2: method: unknown field; did you mean methods?',
  ],
  ['command: "a\\0b"\n', 'client.yaml:1: command: contains a NUL character, which no command may; remove it'],
  ['command: x\nfoo: 1\n', `client.yaml:2: foo: unknown field; ${fields}`],
  ['command: x\nmethods: token\n', `client.yaml:2: methods: must be a list, such as [token, mfa]; ${known}`],
  [
    'command: x\nmethods: []\n',
    'client.yaml:2: methods: is empty; name at least one, or leave the field out',
  ],
  [
    'command: x\nmethods:\n  - token\n  - password\n  - tokn\n',
    `client.yaml:4: methods[1]: is not a known method; ${known}\n` +
      'client.yaml:5: methods[2]: is not a known method; did you mean token?',
  ],
  [
    'command: x\nfamilies: [v2]\n',
    'client.yaml:2: families[0]: is not a known path family; did you mean v1?',
  ],
  [
    'command: x\nfamilies: []\n',
    'client.yaml:2: families: is empty; name at least one, or leave the field out',
  ],
  [
    'command: x\nenv: [A]\n',
    "client.yaml:2: env: must map your client's variables to values, such as { API_URL: '{baseUrl}' }",
  ],
  [
    'command: x\nenv: { A: {baseUrl} }\n',
    "client.yaml:2: env.A: must be text in quotes, such as '{baseUrl}'",
  ],
  [
    "command: x\nenv: { A: '{nope}' }\n",
    'client.yaml:2: env.A: {nope} is not a known placeholder; known: {baseUrl}, {username}, {password}, {mfaUsername}, ' +
      '{mfaPassword}, {otpSecret}, {privateToken}, {keyId}, {keySecret}, {loginPage}, {clockUrl}',
  ],
  [
    "command: x\nenv:\n  OK: fine\n  A: '{userName}'\n",
    'client.yaml:4: env.A: {userName} is not a known placeholder; did you mean {username}?',
  ],
  [
    'command: x\nenv: { A=B: x }\n',
    'client.yaml:2: env.A=B: is not a valid variable name; it must not be empty or contain =',
  ],
  [
    'command: x\ntimeoutMs: soon\n',
    'client.yaml:2: timeoutMs: must be a whole number of milliseconds, such as 10000',
  ],
  ['command: x\ntimeoutMs: 0\n', 'client.yaml:2: timeoutMs: must be at least 1'],
  ['command: x\ntimeoutMs: 99999999999\n', 'client.yaml:2: timeoutMs: must be at most 2147483647'],
  ['command: x\nupstream: 5\n', 'client.yaml:2: upstream: must be a URL such as http://127.0.0.1:8080'],
  ['command: x\ndeclaration: 5\n', 'client.yaml:2: declaration: must name a file, such as conformance.yaml'],
  [
    'a: b: c\n',
    'client.yaml:1: is neither YAML nor JSON here: Nested mappings are not allowed in compact mappings',
  ],
  ['command: x\n---\n', 'client.yaml:2: starts a second document here; remove the line ---'],
  [
    'command: *a\n',
    'client.yaml: cannot be read: a value that begins with * is taken for an alias; put it in quotes',
  ],
  [
    'a: &a [x, x]\n' +
      [...'bcdefgh'].map((name, at) => `${name}: &${name} [${`*${'abcdefg'[at]}, `.repeat(9)}]\n`).join(''),
    'client.yaml: cannot be read: Excessive alias count indicates a resource exhaustion attack',
  ],
  [
    'a'.repeat(1024 * 1024 + 1),
    'client.yaml: is larger than 1 MiB; is it the file that conformance client reads?',
  ],
  [
    Buffer.from('command: f\xfcr', 'latin1'),
    'client.yaml: cannot be read (not in UTF-8); save it in that encoding',
  ],
])('of %j it is said what is wrong and how to fix it', (text, message) => {
  expect(said(text)).toBe(message)
})
