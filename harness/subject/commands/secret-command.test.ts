import { expect, test } from 'vitest'
import { SetupFailed } from '../../outcomes.ts'
import { printedCode, printedCookie } from './secret-command.ts'

const account = { username: 'ada', password: "pass'word $HOME of ada" }
const given = (command: string) => ({
  field: 'session.command',
  command,
  cwd: process.cwd(),
  env: process.env,
  account,
})

test.each([
  ['its value', 'echo logging in; echo s3ss10n-of.ada=', 's3ss10n-of.ada='],
  ['a cookie field', 'echo "Cookie: csrftoken=x; sessionid=abc123; theme=dark"', 'abc123'],
  [
    'what curl -i shows',
    "printf 'HTTP/1.1 302 Found\\r\\nSet-Cookie: sessionid=abc123; Path=/\\r\\n\\r\\n'",
    'abc123',
  ],
  ['a value in colours', "printf '\\033[32mabc123\\033[0m\\n'", 'abc123'],
])('a cookie is read from %s', async (_, command, cookie) => {
  expect(await printedCookie(given(command))).toBe(cookie)
})

test('the command finds name and password in its environment, whatever characters they have', async () => {
  const command =
    'printf "sessionid=%s\\n" "$(printf "%s/%s" "$CONFORMANCE_USERNAME" "$CONFORMANCE_PASSWORD" | od -An -tx1 | tr -d " \\n")"'
  const cookie = await printedCookie(given(command))
  expect(Buffer.from(cookie, 'hex').toString()).toBe(`ada/${account.password}`)
})

test('a code is the last line', async () => {
  expect(await printedCode(given('echo waiting for the message; echo 012345'))).toBe('012345')
})

test.each([
  ['nothing', 'true', /printed no cookie; print its value as the last line, or sessionid=VALUE$/],
  ['a sentence', 'echo t0ps3cret is it', /printed no cookie/],
  ['a failure', 'echo t0ps3cret; echo t0ps3cret >&2; exit 3', /ended with exit code 3; try it by hand/],
  ['an end by a signal', 'echo t0ps3cret; kill -9 $$', /was ended by SIGKILL/],
])('%s gives no cookie, and no message quotes what was printed', async (_, command, message) => {
  const error: unknown = await printedCookie(given(command)).catch((reason: unknown) => reason)

  expect(error).toBeInstanceOf(SetupFailed)
  expect(String(error)).toMatch(message)
  // The command itself is not secret: the shell substitutes its variables.
  expect(String(error).replace(command, '')).not.toContain('t0ps3cret')
})
