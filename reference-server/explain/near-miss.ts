import { createHmacOf } from '../domain/hmac.ts'
import { sameText } from '../domain/one-time-codes.ts'

/**
 * The mistake by which the client came to its signature, if it is one of the usual ones. Only who knows the secret can
 * make any of these, so the answer helps nobody else.
 */
export function nearMiss(secret: string, signingString: string, signature: string): string | undefined {
  const hmac = createHmacOf('SHA256', Buffer.from(secret))
  const mac = (text: string) => hmac(text, 'base64')
  const macBy = (key: Buffer) => createHmacOf('SHA256', key)(signingString, 'base64')
  const right = mac(signingString)
  const hex = Buffer.from(right, 'base64').toString('hex')
  const path = /^\(request-target\): \S+ .*$/m
  const mistakes: [name: string, signatures: string[]][] = [
    ['the signature is right but in hexadecimal; send base64', [hex, hex.toUpperCase(), base64(hex)]],
    ['the signature is right but lacks its padding', [right.replace(/=+$/, '')]],
    ['the signature is right but in base64url; send base64', [base64url(right)]],
    ['you signed a line end behind the last line', [mac(`${signingString}\n`), mac(`${signingString}\r\n`)]],
    ['you joined the lines with CR LF; LF alone parts them', [mac(signingString.replaceAll('\n', '\r\n'))]],
    ['you signed header names that are not in lower case', [mac(titleCase(signingString))]],
    [
      'you signed the method in upper case',
      [
        mac(
          signingString.replace(
            /^(\(request-target\): )(\S+)/m,
            (_, name, verb) => name + verb.toUpperCase(),
          ),
        ),
      ],
    ],
    [
      'you signed the target without its query',
      [mac(signingString.replace(path, (line) => line.replace(/\?.*/, '')))],
    ],
    ['you signed the target with its escapes decoded', [mac(signingString.replace(path, decoded))]],
    ['you signed with a line end behind the secret', [macBy(Buffer.from(`${secret}\n`))]],
    ['you signed with the secret decoded; its text is the key', decodings(secret).map(macBy)],
  ]
  return mistakes.find(([, made]) => made.some((one) => one !== right && sameText(one, signature)))?.[0]
}

const base64 = (text: string) => Buffer.from(text).toString('base64')
const base64url = (text: string) => Buffer.from(text, 'base64').toString('base64url')
const titleCase = (text: string) =>
  text.replace(/^[a-z][a-z-]*(?=: )/gm, (name) =>
    name.replace(/(?:^|-)[a-z]/g, (letter) => letter.toUpperCase()),
  )

function decoded(line: string): string {
  try {
    return Buffer.from(decodeURIComponent(line)).toString('latin1')
  } catch {
    return line
  }
}

const decodings = (secret: string) => [
  Buffer.from(secret, 'base64'),
  Buffer.from(secret.replaceAll('-', ''), 'hex'),
  Buffer.from(secret.replaceAll('-', '')),
]
