import { createHmac } from 'node:crypto'
import { signature, type AccessKey, type Credential } from '../../harness/client/credentials/credentials.ts'
import { signatureHeader, signingString } from '../../harness/client/credentials/http-signature.ts'
import type { Header } from '../../harness/wire/exchange.ts'
import { shownList } from '../../harness/client/credentials/credentials.ts'

export interface CraftOptions {
  list?: readonly string[]
  /** Changes the signing string. */
  text?: (text: string) => string
  hash?: 'sha1' | 'sha256' | 'sha512'
  /** The label; null omits the parameter. */
  algorithm?: string | null
  /** Changes the finished Authorization value. */
  value?: (value: string) => string
}

/**
 * Returns a signature in a form that the suites never use otherwise: another signing string, hash, label or header
 * syntax.
 */
export function crafted(key: AccessKey, options: CraftOptions): Credential {
  const { list = shownList, text = (same) => same, hash = 'sha256', algorithm = 'hmac-sha256' } = options
  const { value = (same) => same } = options
  return {
    name: 'signature',
    username: key.username,
    signs: true,
    fields({ method, target, host, accept, date }) {
      const sent: Header[] = [['Date', date]]
      const fields: Header[] = [['Accept', accept], ['Host', host], ...sent]
      const signed = text(signingString(list, { method, target, fields }))
      const made = createHmac(hash, key.keySecret).update(signed).digest('base64')
      const parameters = {
        keyId: key.keyId,
        headers: list,
        signature: made,
        ...(algorithm === null ? {} : { algorithm }),
      }
      return [...sent, ['Authorization', value(signatureHeader(parameters))]]
    },
  }
}

/** Returns the suites' own signature with a changed Authorization value. */
export function respelled(key: AccessKey, value: (value: string) => string): Credential {
  const own = signature(key)
  const change = ([name, text]: Header): Header => [name, name === 'Authorization' ? value(text) : text]
  return { ...own, fields: (context) => own.fields(context).map(change) }
}
