import { stringify } from 'yaml'
import { visible } from '../../reports/visible.ts'
import type { Probed } from './probe.ts'

/** Answers of the operator; names only, because secrets stay outside the file. */
export interface Answers {
  baseUrl: string
  /** An account without a second factor, and one with a second factor. */
  username?: string | undefined
  mfaUsername?: string | undefined
  privateTokenOf?: string | undefined
  accessKeyId?: string | undefined
  accessKeyOf?: string | undefined
  controlUrl?: string | undefined
}

/** Returns the first declaration of a server, with a comment for each part. Unknown values are commented out. */
export function declarationText(answers: Answers, probed: Probed, schema: string): string {
  const { username, mfaUsername, privateTokenOf, accessKeyId, accessKeyOf, controlUrl } = answers
  const part = (known: boolean, lines: readonly string[]) => lines.map((line) => (known ? line : `# ${line}`))
  const plain = quoted(username ?? 'ada')
  const mfa = quoted(mfaUsername ?? 'bob')
  const { login, referencePage, families, partFamilies } = probed
  const lines = [
    `# yaml-language-server: $schema=${schema}`,
    '# Describes the server under test. Secrets come from environment variables (${NAME}) or files ({ file: path });',
    '# `conformance doctor` sends only valid requests to check all of it, and says what stays untested without the rest.',
    `baseUrl: ${quoted(answers.baseUrl)}`,
    '',
    ...seen(probed).map((line) => `# Seen: ${line}`),
    ...part(families.length > 0 && partFamilies.length === 0, [
      `pathFamilies: [${(families.length > 0 ? families : ['users-v1', 'v1']).join(', ')}]`,
    ]),
    '# Version and debug mode decide where the reference page is, and whether there is one.',
    '# serverVersion: "2.10.0"',
    `# debug: ${referencePage === undefined ? 'false' : 'true'}`,
    '',
    '# Accounts made for the tests. The limits below avoid lockouts; a second account of each kind lets the suite check that',
    '# accounts are kept apart. mayList: false on one that has no right to read the user list.',
    ...(username === undefined && mfaUsername === undefined ? ['# accounts:'] : ['accounts:']),
    ...part(username !== undefined, [
      '  plain:',
      `    username: ${plain}`,
      '    password: ${PLAIN_PASSWORD}',
    ]),
    ...part(mfaUsername !== undefined, [
      '  mfa:',
      `    username: ${mfa}`,
      '    password: ${MFA_PASSWORD}',
      '    otpSecret: ${MFA_OTP_SECRET}  # base32, as entered into an authenticator app',
    ]),
    '',
    '# A private token, and how an operator makes and reads one.',
    ...part(privateTokenOf !== undefined, [
      'privateTokens:',
      `  plain: { username: ${quoted(privateTokenOf ?? username ?? 'ada')}, token: "\${PRIVATE_TOKEN}" }`,
    ]),
    '#   operator: { create: "manage create-token {username}", show: "manage show-token {username}" }',
    '',
    '# An access key for signed requests.',
    ...part(accessKeyId !== undefined, [
      'accessKeys:',
      `  - keyId: ${quoted(accessKeyId ?? 'the public identifier')}`,
      '    keySecret: ${ACCESS_KEY_SECRET}',
      `    username: ${quoted(accessKeyOf ?? username ?? 'ada')}`,
    ]),
    '',
    '# How to log in through the web page; accounts.plain is used.',
    ...part(login !== undefined && username !== undefined, [
      'session:',
      '  login:',
      `    url: ${quoted(login?.url ?? '/auth/login/')}`,
      `    usernameField: ${asSeen(login?.usernameField ?? 'username')}`,
      `    passwordField: ${asSeen(login?.passwordField ?? 'password')}`,
      ...(login?.csrfField === undefined ? [] : [`    csrfField: ${asSeen(login.csrfField)}`]),
      ...(login?.csrfCookie === undefined ? [] : [`    csrfCookie: ${asSeen(login.csrfCookie)}`]),
    ]),
    '',
    "# How the server's time is moved; without it no expiry is tested. Kinds: control, command, faketime, wait.",
    ...part(controlUrl !== undefined, [
      'clock:',
      '  kind: control',
      `  url: ${quoted(controlUrl ?? 'http://127.0.0.1:8081/control')}`,
    ]),
    '',
    '# Limits on requests and failed logins. These are the defaults.',
    '# limits: { failedLoginsPerAccount: 2, failedLogins: 25, requestsPerSecond: 0, timeoutMs: 10000, concurrency: 8, maxBodyBytes: 33554432 }',
    '',
  ]
  return lines.join('\n')
}

/** Formats a text as YAML on one line: further lines would be read as parts of the declaration. */
function quoted(value: string): string {
  const text = stringify(value, { lineWidth: 0 }).trim()
  return text.includes('\n') ? JSON.stringify(value) : text
}

/** The same for a text chosen by the server, which must not read variables from the environment. */
const asSeen = (value: string) => quoted(value.replaceAll('${', () => '$${'))

function seen({ aheadSeconds, redirects, login, referencePage, families, partFamilies }: Probed): string[] {
  return [
    ...(families.length + partFamilies.length === 0
      ? ['no path of the API: baseUrl has to be what comes before /api/ in the addresses of the API']
      : []),
    aheadSeconds === undefined
      ? 'answers carry no Date header'
      : // A Date header is cut to a second.
        `its clock is ${Math.abs(aheadSeconds) <= 1 ? 'that of this machine' : `${Math.abs(aheadSeconds)} s ${aheadSeconds > 0 ? 'ahead of' : 'behind'} that of this machine`}`,
    ...partFamilies.map(
      (family) =>
        `only part of the path family ${family}: without pathFamilies, the suite finds out which paths exist`,
    ),
    ...redirects.map((redirect) => `a redirect of ${redirect}`),
    login === undefined ? 'no web login page at the usual places' : `a web login page at ${login.url}`,
    referencePage === undefined
      ? 'no reference page'
      : `a page at ${referencePage}, which may be the reference page`,
  ].map((line) => visible(line.replaceAll(/[\r\n]/g, ' ')))
}
