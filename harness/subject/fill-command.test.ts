import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createFreshFolder } from '../testing/fresh-folder.ts'
import { fillCommand, isInsideQuotes, isPlainWord } from './fill-command.ts'

const odd = [
  "O'Brien",
  'a"b',
  'a b',
  ' a ',
  'a\tb',
  'a\nb; touch pwned',
  'a; touch pwned',
  'a | touch pwned',
  'a & touch pwned',
  'a && touch pwned',
  'a > pwned',
  '$(touch pwned)',
  '`touch pwned`',
  "'; touch pwned; '",
  '"; touch pwned; "',
  `'"$(touch pwned)"'`,
  `"'$(touch pwned)'"`,
  `\\"; touch pwned; \\"`,
  `\\'; touch pwned; \\'`,
  '$HOME',
  '${IFS}',
  '*',
  '~root',
  '#no comment',
  'ü"\\',
  'a!b',
  '{username}',
  '$&',
]
const plain = ['eve', 'eve@example.com', 'a.b-c_d+1', '-n', '100%']

/** Runs in the same shell as commands, with `touch` available. */
function printed(template: string, username: string, cwd: string): string {
  const { command, env } = fillCommand(template, { username })
  const { stdout } = spawnSync(command, {
    shell: true,
    cwd,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], ...env },
  })
  return stdout
}

test.for([
  ['no quotes', 'printf %s {username}', ''],
  ['double quotes right around it', 'printf %s "{username}"', ''],
  ['single quotes right around it', "printf %s '{username}'", ''],
  ['other words behind and before', `printf %s%s u={username} ""`, 'u='],
  ['quoted text beside it', `printf %s "u="{username}''`, 'u='],
  ['quoted text on either side', `printf %s "u="{username}""`, 'u='],
  ['an escaped quote before it', `printf %s \\"{username}`, '"'],
  ['a command in a command', 'echo() { printf "%s" "$1"; }; x=$(echo {username}); printf %s "$x"', ''],
])('every name is one word: %s', ([, template, before], context) => {
  const cwd = createFreshFolder(context)
  for (const username of [...odd, ...plain]) {
    expect(printed(template!, username, cwd)).toBe(before + username)
    expect(existsSync(join(cwd, 'pwned')), username).toBe(false)
  }
})

test.for([
  'printf %s "u={username}"',
  "printf %s 'u={username}'",
  'printf %s "{username}=u"',
  `sh -c "printf %s {username}"`,
  `sh -c 'printf %s "{username}"'`,
  `printf %s "it's {username}"`,
  `printf %s "a \\" {username}"`,
])('inside quotes with other text only a plain name is put: %s', (template, context) => {
  const cwd = createFreshFolder(context)
  expect(isInsideQuotes(template, 'username')).toBe(true)
  for (const username of odd) expect(() => fillCommand(template, { username })).toThrow('inside quotes')
  for (const username of plain)
    if (username !== '-n') expect(printed(template, username, cwd)).toContain(username)
  expect(odd.some(isPlainWord)).toBe(false)
})

test('the command itself contains no odd name, since a process list would show it', () => {
  for (const username of odd)
    expect(fillCommand('create {username}', { username })).toEqual({
      command: 'create "$CONFORMANCE_USERNAME"',
      env: { CONFORMANCE_USERNAME: username },
    })
})

test('other braces stay', () => {
  expect(fillCommand('x {seconds} ${NAME} {other}', { seconds: 60 })).toEqual({
    command: 'x 60 ${NAME} {other}',
    env: {},
  })
})
