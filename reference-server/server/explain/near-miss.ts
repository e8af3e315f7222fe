import { createHmac } from 'node:crypto'
import { attempt } from '../../common/attempt.ts'
import type { AccessKey } from '../../domain/access-keys.ts'
import { sameText } from '../../domain/one-time-codes.ts'

/**
 * Finds the mistake that produced the client's signature, if it is a common one. All of these signatures require the
 * secret, so the answer helps nobody who doesn't know it.
 */
export function nearMiss(
  { keyId, keySecret: secret }: AccessKey,
  signingString: string,
  signature: string,
  host: string,
): string | undefined {
  const mac = (text: string) => createHmac('SHA256', secret).update(text, 'latin1').digest('base64')
  const macBy = (key: Buffer | string, algorithm: 'SHA1' | 'SHA256' | 'SHA512' = 'SHA256') =>
    createHmac(algorithm, key).update(signingString, 'latin1').digest('base64')
  const target = (change: (method: string, target: string) => string[]) =>
    change(...targetOf(signingString)).map((line) => mac(signingString.replace(targetLine, () => line)))
  const right = mac(signingString)
  const hex = Buffer.from(right, 'base64').toString('hex')
  const mistakes: [name: string, signatures: string[]][] = [
    ['the signature is valid but in hexadecimal; send base64', [hex, hex.toUpperCase(), base64(hex)]],
    ['the signature is valid but lacks its padding', [right.replace(/=+$/, '')]],
    ['the signature is valid but in base64url; send base64', [base64url(right), `${base64url(right)}=`]],
    ['the signature is valid but percent-encoded; send it unencoded', [encodeURIComponent(right)]],
    ['you signed a line break after the last line', [mac(`${signingString}\n`), mac(`${signingString}\r\n`)]],
    [
      'you joined the lines with CR LF; separate them with LF alone',
      [mac(signingString.replaceAll('\n', '\r\n'))],
    ],
    ['you signed header names that are not in lower case', [mac(titleCase(signingString))]],
    ['you signed lines without a space after the colon', [mac(signingString.replace(/^(.*?:) /gm, '$1'))]],
    ['you signed the values without the names', [mac(signingString.replace(/^.*?: /gm, ''))]],
    ['you signed the lines in another order than that of the list', orders(signingString).map(mac)],
    ['you signed the method in upper case', target((method, path) => [`${method.toUpperCase()} ${path}`])],
    ['you signed the target without the method', target((_, path) => [path])],
    [
      'you signed the target without its query',
      target((method, path) => [`${method} ${path.replace(/\?.*/, '')}`]),
    ],
    [
      'you signed the target without its last slash',
      target((method, path) => [`${method} ${path.replace(/\/(?=\?|$)/, '')}`]),
    ],
    [
      'you signed the whole address; the target begins with its path',
      target((method, path) => ['http', 'https'].map((scheme) => `${method} ${scheme}://${host}${path}`)),
    ],
    [
      'you signed the target with its escapes decoded',
      target((method, path) => [`${method} ${decoded(path)}`]),
    ],
    ['you signed with a line break after the secret', [macBy(`${secret}\n`)]],
    ['you signed with the secret decoded; its text is the key', decodings(secret).map((key) => macBy(key))],
    ['you signed with the secret in base64; its text is the key', [macBy(base64(secret))]],
    [
      'you signed with the secret in another letter case',
      [secret.toUpperCase(), secret.toLowerCase()].map((key) => macBy(key)),
    ],
    ['you signed with the key ID instead of the secret', [macBy(keyId)]],
    ['you signed with SHA-1; the algorithm is HMAC with SHA-256', [macBy(secret, 'SHA1')]],
    ['you signed with SHA-512; the algorithm is HMAC with SHA-256', [macBy(secret, 'SHA512')]],
  ]
  return mistakes.find(([, made]) => made.some((one) => one !== right && sameText(one, signature)))?.[0]
}

const base64 = (text: string) => Buffer.from(text).toString('base64')
const base64url = (text: string) => Buffer.from(text, 'base64').toString('base64url')
const titleCase = (text: string) =>
  text.replace(/^[a-z][a-z-]*(?=: )/gm, (name) =>
    name.replace(/(?:^|-)[a-z]/g, (letter) => letter.toUpperCase()),
  )

const targetLine = /(?<=^\(request-target\): ).*$/m

/** Returns the method, in lower case, and the target. */
function targetOf(signingString: string): [string, string] {
  const [, method = '', target = ''] = /^(\S+) (.*)$/.exec(targetLine.exec(signingString)?.[0] ?? '') ?? []
  return [method, target]
}

/** Returns the orders that a client's own map or list of headers may have, for up to four lines. */
function orders(signingString: string): string[] {
  const lines = signingString.split('\n')
  if (lines.length > 4) return [lines.toSorted(), lines.toReversed()].map((some) => some.join('\n'))
  const all = (left: string[]): string[][] =>
    left.length === 0
      ? [[]]
      : left.flatMap((line, at) => all(left.toSpliced(at, 1)).map((rest) => [line, ...rest]))
  return all(lines).map((some) => some.join('\n'))
}

const decoded = (target: string): string =>
  attempt(() => Buffer.from(decodeURIComponent(target)).toString('latin1'), target)

const decodings = (secret: string) => [
  Buffer.from(secret, 'base64'),
  Buffer.from(secret.replaceAll('-', ''), 'hex'),
  Buffer.from(secret.replaceAll('-', '')),
]
