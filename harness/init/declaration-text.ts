import { stringify } from 'yaml'
import type { Probed } from './probe.ts'

/** What the operator says; names only, since secrets stay outside the file. */
export interface Answers {
  baseUrl: string
  /** An account without a second factor, and one with. */
  username?: string | undefined
  mfaUsername?: string | undefined
  /** Owner of a private token. */
  privateTokenOf?: string | undefined
  accessKeyId?: string | undefined
  accessKeyOf?: string | undefined
  controlUrl?: string | undefined
}

/** The first declaration of a server, with a comment at each part; what is not known yet stands commented out. */
export function declarationText(answers: Answers, probed: Probed, schema: string): string {
  const { username, mfaUsername, privateTokenOf, accessKeyId, accessKeyOf, controlUrl } = answers
  const quoted = (value: string) => stringify(value, { lineWidth: 0 }).trim()
  const part = (known: boolean, lines: readonly string[]) => lines.map((line) => (known ? line : `# ${line}`))
  const plain = quoted(username ?? 'ada')
  const mfa = quoted(mfaUsername ?? 'bob')
  const { login, referencePage, families, partFamilies } = probed
  const lines = [
    `# yaml-language-server: $schema=${schema}`,
    '# What is true of the server under test. Secrets come from environment variables (${NAME}) or files ({ file: path });',
    '# `conformance doctor` sends only valid requests to check all of it, and says what stays untested without the rest.',
    `baseUrl: ${quoted(answers.baseUrl)}`,
    '',
    ...seen(probed).map((line) => `# Seen: ${line}`),
    ...part(families.length > 0 && partFamilies.length === 0, [
      `pathFamilies: [${(families.length > 0 ? families : ['users-v1', 'v1']).join(', ')}]`,
    ]),
    '# Decides where the reference page stands; debug says whether it is to be there.',
    '# serverVersion: "2.10.0"',
    `# debug: ${referencePage === undefined ? 'false' : 'true'}`,
    '',
    '# Accounts made for the tests. With limits below, none is locked out; a second one of each kind shows that nothing',
    '# passes from one to the other. mayList: false on one that has no right to read the user list.',
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
      '    otpSecret: ${MFA_OTP_SECRET}  # base32, as an authenticator app is given it',
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
      `    usernameField: ${quoted(login?.usernameField ?? 'username')}`,
      `    passwordField: ${quoted(login?.passwordField ?? 'password')}`,
      ...(login?.csrfField === undefined ? [] : [`    csrfField: ${quoted(login.csrfField)}`]),
      ...(login?.csrfCookie === undefined ? [] : [`    csrfCookie: ${quoted(login.csrfCookie)}`]),
    ]),
    '',
    "# How the server's time is moved; without it no expiry is tested. Kinds: control, command, faketime, wait.",
    ...part(controlUrl !== undefined, [
      'clock:',
      '  kind: control',
      `  url: ${quoted(controlUrl ?? 'http://127.0.0.1:8081/control')}`,
    ]),
    '',
    '# How much the server may be troubled. These are the defaults.',
    '# limits: { failedLoginsPerAccount: 2, failedLogins: 25, requestsPerSecond: 0, timeoutMs: 10000, concurrency: 8, maxBodyBytes: 33554432 }',
    '',
  ]
  return lines.join('\n')
}

function seen({ aheadSeconds, redirects, login, referencePage, partFamilies }: Probed): string[] {
  return [
    aheadSeconds === undefined
      ? 'answers carry no Date header'
      : // A Date header is cut to a second.
        `its clock is ${Math.abs(aheadSeconds) <= 1 ? 'that of this machine' : `${Math.abs(aheadSeconds)} s ${aheadSeconds > 0 ? 'ahead of' : 'behind'} that of this machine`}`,
    ...partFamilies.map(
      (family) =>
        `only a part of the path family ${family}: without pathFamilies it is found out what is there`,
    ),
    ...redirects.map((redirect) => `a redirect of ${redirect}`),
    login === undefined ? 'no web login page at the usual places' : `a web login page at ${login.url}`,
    referencePage === undefined
      ? 'no reference page'
      : `a page at ${referencePage}, which may be the reference page`,
  ].map((line) => line.replaceAll(/[\r\n]/g, ' '))
}
