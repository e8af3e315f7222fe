import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto'
import { resolve } from 'node:path'
import { attempt } from '../../wire/attempt.ts'
import type { DeclarationParts } from './declaration-schema.ts'
import type { PathProblem } from './declaration-problems.ts'
import { readWhole } from '../files/read-utf8.ts'

type Tls = DeclarationParts['tls']

/**
 * Reads the client certificate and its key (PEM). Each is a file next to the declaration, or the PEM text itself, for
 * example from a variable. Messages never quote the declared key field, because it may contain the key.
 */
export function readClientCertificate(tls: Tls, folder: string): { tls: Tls; problems: PathProblem[] } {
  const problems: PathProblem[] = []
  const wrong = (field: 'cert' | 'key', message: string) =>
    void problems.push({ path: ['tls', field], message })
  if (tls.cert === undefined && tls.key === undefined) return { tls, problems }
  if (tls.key === undefined)
    wrong('key', 'is missing, but tls.cert is there: name the PEM file of its private key')
  if (tls.cert === undefined)
    wrong('cert', 'is missing, but tls.key is there: name the PEM file of the client certificate')

  const read = (field: 'cert' | 'key'): string | undefined => {
    const declared = tls[field]
    if (declared === undefined || declared.includes('-----BEGIN ')) return declared
    try {
      return readWhole(resolve(folder, declared)).toString('utf8')
    } catch (error) {
      const name = field === 'key' ? 'a file' : declared
      const { code } = error as NodeJS.ErrnoException
      wrong(field, `names ${name}, which cannot be read (${code}); correct the path`)
      return undefined
    }
  }
  const [cert, key] = [read('cert'), read('key')]
  const certificate = cert === undefined ? undefined : parseCertificate(cert)
  const privateKey = key === undefined ? undefined : parseKey(key)
  if (cert !== undefined && certificate === undefined)
    wrong('cert', 'contains no certificate in PEM form ("BEGIN CERTIFICATE")')
  if (typeof privateKey === 'string') wrong('key', privateKey)
  else if (privateKey && certificate && !certificate.checkPrivateKey(privateKey))
    wrong('key', 'is not the key of tls.cert; name the one that the certificate was made for')
  return { tls: { ...tls, ...(cert !== undefined && { cert }), ...(key !== undefined && { key }) }, problems }
}

const parseCertificate = (pem: string): X509Certificate | undefined =>
  pem.includes('-----BEGIN CERTIFICATE-----') ? attempt(() => new X509Certificate(pem)) : undefined

/** Returns the key, or what is wrong with it. */
function parseKey(pem: string): KeyObject | string {
  if (/^-----BEGIN ENCRYPTED PRIVATE KEY-----|^Proc-Type: 4,ENCRYPTED/m.test(pem))
    return 'is encrypted; decrypt it with "openssl pkey -in FILE -out OTHER", and name the other file'
  return attempt(() => createPrivateKey(pem), 'contains no private key in PEM form ("BEGIN PRIVATE KEY")')
}
