import type { Header } from '../../wire/exchange.ts'
import { signatureHeader, signatureOf, signingString } from './http-signature.ts'

/** The request that a credential belongs to, as it will be sent. */
export interface CredentialContext {
  method: string
  /** Target as sent, prefix and query string included. */
  target: string
  host: string
  accept: string
  /** An HTTP date that no signed request of this run has carried, unless repeats are known to be accepted. */
  date: string
}

/** One way to authenticate. Header fields are created for each request, so that a redirect is signed again. */
export interface Credential {
  /** Name for messages and timelines. */
  name: string
  username?: string
  /** The credential's text, which lets timelines distinguish two of a kind; never shown. */
  secret?: string
  /** True if the credential signs, and so needs a date of its own. */
  signs?: true
  /** A fixed date to sign, if the credential has one. */
  date?: string
  fields(context: CredentialContext): Header[]
  /** Replaces the value with one that an accepted answer set; only session cookies are renewed. */
  renew?(value: string): void
}

export const anonymous: Credential = { name: 'no credentials', fields: () => [] }

/** `Authorization: Bearer`, the 1-hour token (Authentication, table). */
export const bearer = (token: string, username?: string) =>
  withSecret(authorization('token', `Bearer ${token}`, username), token)

/** `Authorization: Token`, the private token (Authentication, Private token). */
export const privateToken = (token: string, username?: string) =>
  withSecret(authorization('private token', `Token ${token}`, username), token)

export const authorization = (name: string, value: string, username?: string): Credential =>
  withUser({ name, fields: () => [['Authorization', value]] }, username)

/** The session cookie (Authentication, table); sends the newest value that an accepted answer set. */
export function cookie(value: string, username?: string): Credential {
  let newest = value
  const fields = (): Header[] => [['Cookie', `sessionid=${newest}`]]
  const renew = (renewed: string) => void (newest = renewed)
  return withSecret(withUser({ name: 'session cookie', fields, renew }, username), value)
}

/** The same session cookie with others around it, as arranged by `line`; renewing one renews both. */
export const besideCookies = (session: Credential, line: (own: string) => string): Credential => ({
  ...session,
  fields: (context) => session.fields(context).map(([name, own]) => [name, line(own)]),
})

/** The same credential in fields whose names are in lower case. */
export const inLowerCase = (credential: Credential): Credential => ({
  ...credential,
  fields: (context) => credential.fields(context).map(([name, value]) => [name.toLowerCase(), value]),
})

export const cookieHeader = (name: string, value: string): Credential => ({
  name: `cookie ${name}`,
  fields: () => [['Cookie', `${name}=${value}`]],
})

export interface AccessKey {
  keyId: string
  keySecret: string
  username: string
}

export interface SignatureOptions {
  /** Names signed, in order, and named in the `headers` parameter. */
  list?: readonly string[]
  /** The `headers` parameter, if it has to differ from what was signed; null leaves it out. */
  listed?: readonly string[] | null
  /** Further fields to send, listed or not. */
  fields?: readonly Header[]
  /** What is signed instead of what is sent: the method, the target, or the value of a header by its lower-case name. */
  signed?: Readonly<Record<string, string>>
  /** Fields that are signed but not sent. */
  unsent?: readonly string[]
  keyId?: string
  keySecret?: string
  /** The `algorithm` parameter; null leaves it out. */
  algorithm?: string | null
  date?: string
  /** Text appended to the parameters of the Authorization value. */
  parameters?: string
  /** Changes the finished signature; `text` is the signing string. */
  alter?: (signature: string, text: string) => string
}

/** The lists that the specification shows (Access key signature, item 5). */
export const shownList = ['(request-target)', 'accept', 'date'] as const
export const shownListWithHost = ['(request-target)', 'accept', 'date', 'host'] as const

/** `Authorization: Signature` with HMAC-SHA256 (Authentication, Access key signature). */
export function signature(key: AccessKey, options: SignatureOptions = {}): Credential {
  const { list = shownList, signed = {}, unsent = [], algorithm = 'hmac-sha256' } = options
  const fields = (context: CredentialContext): Header[] => {
    const sent: Header[] = [['Date', options.date ?? context.date], ...(options.fields ?? [])]
    const whole: Header[] = [['Accept', context.accept], ['Host', context.host], ...sent]
    const text = signingString(list, {
      method: signed['method'] ?? context.method,
      target: signed['target'] ?? context.target,
      fields: [
        ...whole.filter(([name]) => signed[name.toLowerCase()] === undefined),
        ...Object.entries(signed),
      ],
    })
    const valid = signatureOf(text, options.keySecret ?? key.keySecret)
    const value = signatureHeader({
      keyId: options.keyId ?? key.keyId,
      ...(algorithm === null ? {} : { algorithm }),
      ...(options.listed === null ? {} : { headers: options.listed ?? list }),
      signature: options.alter ? options.alter(valid, text) : valid,
    })
    const kept = sent.filter(([name]) => !unsent.includes(name.toLowerCase()))
    return [...kept, ['Authorization', value + (options.parameters ?? '')]]
  }
  const { date } = options
  return {
    name: 'signature',
    username: key.username,
    signs: true,
    ...(date !== undefined && { date }),
    fields,
  }
}

const withSecret = (credential: Credential, secret: string): Credential => ({ ...credential, secret })

function withUser(credential: Credential, username: string | undefined): Credential {
  return username === undefined ? credential : { ...credential, username }
}
