import { httpDate } from '../clock.ts'
import { referencePagePath } from '../routes/reference-page.ts'
import type { RunningServer } from '../server.ts'

/** What people read when the server listens: who there is, and a line to paste for each way in. */
export function startText({ url, control, parts }: RunningServer): string {
  const { demo, choices, paths, mode, oneTimeCodes } = parts
  const family = choices.pathFamilies[0] ?? 'v1'
  const login = url + paths.login[family]
  const secondStep = url + paths.secondStep[family]
  const list = url + paths.list[family]
  const [plain] = demo.accounts.filter((account) => !account.otp)
  const [mfa] = demo.accounts.filter((account) => account.otp)
  const [key] = demo.accessKeys
  const [privateToken] = demo.privateTokens
  if (!plain || !mfa?.otp || !key || !privateToken)
    throw new Error('the demo accounts lack one that the text shows')
  const page = referencePagePath(parts)
  const code = oneTimeCodes.codeAt(mfa.otp, oneTimeCodes.currentStep(mfa.otp))
  const width = Math.max(...demo.accounts.map((account) => account.password.length))
  const accounts = demo.accounts.map(
    ({ username, password, otp }) =>
      `  ${username}  ${password.padEnd(width)}  ${otp ? `second factor ${otp.secret}` : ''}`,
  )
  const form = (account: typeof plain) =>
    `--data-urlencode ${quote(`username=${account.username}`)} --data-urlencode ${quote(`password=${account.password}`)}`
  return `
Reference server ${mode.serverVersion} at ${url}
  web login       ${url}${paths.webLogin}
  reference page  ${mode.debug ? url + page : 'only with --debug'}
  clock control   ${control ?? 'only with --control-port'}

Demo accounts (the same at every start, and public)
${accounts.map((line) => line.trimEnd()).join('\n')}

Token (${plain.username}), good for one hour
  curl -s ${login} ${form(plain)}
  curl -s ${list} -H 'Authorization: Bearer TOKEN'

Token with a second factor (${mfa.username}); the code now is ${code}
  curl -s ${login} ${form(mfa)}
  curl -s ${secondStep} -H 'Cache-Control: no-cache' -d seed=SEED -d otp_code=${code}

Private token (${privateToken.username})
  curl -s ${list} -H 'Authorization: Token ${privateToken.token}'

Signature (${key.username}), good for ${choices.skewSeconds} seconds
  ${signedCurl(parts, list, key)}

Session (${plain.username})
  J=$(mktemp); C=$(curl -s -c $J ${url}${paths.webLogin} | sed -n 's/.*csrfmiddlewaretoken" value="\\([^"]*\\).*/\\1/p')
  curl -s -b $J -c $J ${url}${paths.webLogin} -d csrfmiddlewaretoken=$C ${form(plain)}; curl -s -b $J ${list}
${control === undefined ? '' : `\nAn hour later\n  curl -s ${control}/clock/advance -H 'Content-Type: application/json' -d '{"seconds":3600}'\n`}
`
}

function signedCurl(
  parts: RunningServer['parts'],
  list: string,
  key: { keyId: string; keySecret: string },
): string {
  const { pathname } = new URL(list)
  const date = httpDate(parts.clock.now())
  const text = `(request-target): get ${pathname}\naccept: application/json\ndate: ${date}`
  const signature = parts.signatures.sign(key.keySecret, text)
  const authorization = `Signature keyId="${key.keyId}",algorithm="hmac-sha256",headers="(request-target) accept date",signature="${signature}"`
  return `curl -s ${list} -H 'Accept: application/json' -H 'Date: ${date}' -H ${quote(`Authorization: ${authorization}`)}`
}

/** For a POSIX shell. */
const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
