import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { createFreshFolder } from '../../testing/fresh-folder.ts'
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

/** Runs a command for each name in the shell that commands run in, from one shell: starting it from here takes longer. */
const forEach = `
number=0
while [ "$number" -lt "$COUNT" ]; do
  eval "CONFORMANCE_USERNAME=\\$NAME_$number command=\\$COMMAND_$number"
  export CONFORMANCE_USERNAME
  sh -c "$command"
  if [ -e pwned ]; then printf ' pwned'; rm pwned; fi
  printf '\\0'
  number=$((number + 1))
done`

/** What the command printed for each name, with `touch` available. */
function printed(template: string, usernames: readonly string[], cwd: string): string[] {
  const env: Record<string, string> = { PATH: process.env['PATH'] ?? '', COUNT: String(usernames.length) }
  for (const [number, username] of usernames.entries()) {
    const filled = fillCommand(template, { username })
    env[`COMMAND_${number}`] = filled.command
    env[`NAME_${number}`] = filled.env['CONFORMANCE_USERNAME'] ?? ''
  }
  return spawnSync(forEach, { shell: true, cwd, encoding: 'utf8', env }).stdout.split('\0').slice(0, -1)
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
  const usernames = [...odd, ...plain]
  const expected = usernames.map((username) => before + username)
  expect(printed(template!, usernames, createFreshFolder(context))).toEqual(expected)
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
  expect(isInsideQuotes(template, 'username')).toBe(true)
  for (const username of odd) expect(() => fillCommand(template, { username })).toThrow('inside quotes')
  const usernames = plain.filter((username) => username !== '-n')
  const expected = usernames.map((username) => expect.stringContaining(username) as string)
  expect(printed(template, usernames, createFreshFolder(context))).toEqual(expected)
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
