import { resolve } from 'node:path'
import { httpDate } from '../common/clock.ts'
import type { DemoAccount } from '../server/demo.ts'
import { referencePagePath } from '../server/routes/reference-page.ts'
import type { ServerWithParts } from '../start/server.ts'

/** Of a long seed file, the other accounts are just counted. */
const shownAccounts = 20

/** Returns the text shown when the server listens: its accounts, and a line to paste for each authentication method. */
export function startText(
  { url, control, parts }: ServerWithParts,
  options: {
    seedFile?: string | undefined
    controlTokenFile?: string | undefined
    terminal?: boolean
    defect?: readonly string[]
    variation?: readonly string[]
  } = {},
): string {
  // curl doesn't know a self-signed certificate.
  const curl = url.startsWith('https:') ? 'curl -sk' : 'curl -s'
  const { demo, choices, paths, mode, oneTimeCodes } = parts
  const family = choices.pathFamilies[0] ?? 'v1'
  const login = word(url + paths.login[family])
  const secondStep = word(url + paths.secondStep[family])
  const list = word(url + paths.list[family])
  const page = referencePagePath(parts)
  const form = (account: DemoAccount) =>
    `--data-urlencode ${quote(`username=${account.username}`)} --data-urlencode ${quote(`password=${account.password}`)}`
  const plain = demo.accounts.find((account) => !account.otp)
  const mfa = demo.accounts.find((account) => account.otp)
  // The operator's own passwords are shown on a terminal, but kept out of the log of whatever started the server.
  const hidden = options.seedFile !== undefined && !options.terminal
  const [key] = demo.accessKeys
  const [privateToken] = demo.privateTokens
  const field = (name: string) => `sed -n 's/.*"${name}": *"\\([^"]*\\)".*/\\1/p'`
  const bearer = `${curl} ${list} -H "Authorization: Bearer $T"`
  const more =
    demo.accounts.length > shownAccounts ? [`  and ${demo.accounts.length - shownAccounts} more`] : []
  const lines = [
    `Reference server ${mode.serverVersion} at ${url}`,
    `  web login       ${url}${paths.webLogin}`,
    `  reference page  ${mode.debug ? url + page : 'only with --debug'}`,
    `  control page    ${control ? `${control}/` : 'only with --control-port'}`,
    ...active('Active defects', options.defect),
    ...active('Active variations', options.variation),
    '',
    options.seedFile === undefined
      ? 'Demo accounts (the same at every start, and public)'
      : `Accounts of ${options.seedFile} (read again when it changes)`,
    ...(hidden ? [] : [...accountLines(demo.accounts.slice(0, shownAccounts)), ...more]),
  ]
  if (hidden) {
    lines.push(
      `  ${demo.accounts
        .slice(0, shownAccounts)
        .map(({ username }) => username)
        .join(', ')}`,
      ...more,
    )
    lines.push('  Lines to paste are shown only on a terminal.')
    return `\n${lines.join('\n')}\n\n`
  }
  if (plain) {
    lines.push('', `Token (${plain.username}), valid for one hour`)
    lines.push(`  T=$(${curl} ${login} ${form(plain)} | ${field('token')}); ${bearer}`)
  }
  if (mfa?.otp) {
    const code = oneTimeCodes.codeAt(mfa.otp, oneTimeCodes.currentStep(mfa.otp))
    const left = mfa.otp.period - (Math.floor(parts.clock.now() / 1000) % mfa.otp.period)
    const usable = left + choices.codeWindowSteps * mfa.otp.period
    lines.push(
      '',
      `Token (${mfa.username}), with a second factor; the code ${code} is valid once, for ${usable} seconds`,
    )
    lines.push(
      `  S=$(${curl} ${login} ${form(mfa)} | ${field('seed')}); T=$(${curl} ${secondStep} -H 'Content-Type: application/json' -H 'Cache-Control: no-cache' -d "{\\"seed\\":\\"$S\\",\\"otp_code\\":\\"${code}\\"}" | ${field('token')}); ${bearer}`,
    )
    if (control === undefined)
      lines.push(
        '  Later codes: from an authenticator app with the second factor above, or with --control-port',
      )
  }
  if (privateToken) {
    lines.push('', `Private token (${privateToken.username})`)
    lines.push(`  ${curl} ${list} -H ${quote(`Authorization: Token ${privateToken.token}`)}`)
  }
  if (key) {
    lines.push('', `Signature (${key.username}), valid for ${choices.skewSeconds} seconds`)
    lines.push(`  key ID ${key.keyId}  key secret ${key.keySecret}`)
    lines.push(`  ${signedCurl(parts, `${curl} ${list}`, url + paths.list[family], key)}`)
  }
  if (plain) {
    const page = word(url + paths.webLogin)
    lines.push('', `Session (${plain.username})`)
    lines.push(
      `  J=$(mktemp); C=$(${curl} -c $J ${page} | sed -n 's/.*csrfmiddlewaretoken" value="\\([^"]*\\).*/\\1/p'); ${curl} -b $J -c $J ${page} -d csrfmiddlewaretoken=$C ${form(plain)}; ${curl} -b $J ${list}`,
    )
  }
  if (control !== undefined) {
    const { controlTokenFile } = options
    const token = controlTokenFile && ` -H "Authorization: Bearer $(cat ${quote(resolve(controlTokenFile))})"`
    const ask = (path: string) => `  curl -s ${word(`${control}/${path}`)}${token ?? ''}`
    if (mfa)
      lines.push(
        '',
        `A later code (${mfa.username})`,
        ask(`accounts/${encodeURIComponent(mfa.username)}/code`),
      )
    lines.push('', 'An hour later')
    lines.push(`${ask('clock/advance')} -H 'Content-Type: application/json' -d '{"seconds":3600}'`)
  }
  return `\n${lines.join('\n')}\n\n`
}

/** Lists the defects or variations that are on, so that nobody takes them for bugs of the server. */
function active(title: string, names: readonly string[] = []): string[] {
  return names.length === 0 ? [] : ['', title, ...names.map((name) => `  ${name}`)]
}

function accountLines(accounts: readonly DemoAccount[]): string[] {
  const widest = (texts: string[]) => Math.max(0, ...texts.map((text) => text.length))
  const nameWidth = widest(accounts.map(({ username }) => username))
  const passwordWidth = widest(accounts.map(({ password }) => password))
  return accounts.map(({ username, password, otp }) =>
    `  ${username.padEnd(nameWidth)}  ${password.padEnd(passwordWidth)}  ${otp ? `second factor ${otp.secret}` : ''}`.trimEnd(),
  )
}

function signedCurl(
  parts: ServerWithParts['parts'],
  curl: string,
  url: string,
  key: { keyId: string; keySecret: string },
): string {
  const { pathname } = new URL(url)
  const date = httpDate(parts.clock.now())
  const text = `(request-target): get ${pathname}\naccept: application/json\ndate: ${date}`
  const signature = parts.signatures.sign(key.keySecret, text)
  const authorization = `Signature keyId="${key.keyId}",algorithm="hmac-sha256",headers="(request-target) accept date",signature="${signature}"`
  return `${curl} -H 'Accept: application/json' -H 'Date: ${date}' -H ${quote(`Authorization: ${authorization}`)}`
}

/** Quotes a text for a POSIX shell. */
const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** zsh reads the brackets of an IPv6 address as a pattern that matches no file. */
const word = (url: string) => (url.includes('[') ? quote(url) : url)
