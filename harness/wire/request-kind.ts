import { hash } from 'node:crypto'
import { header, type WireRequest } from './exchange.ts'
import { jsonIn } from './shown/json-in.ts'
import { wholeOrLength } from './shown/shortened.ts'

const knownSchemes = ['bearer', 'token', 'signature', 'basic']
/** A body of at least this length, in bytes, makes a kind of its own. */
const largeBytes = 16 * 1024
/** Removes generated words: eight or more letters and digits, with at least one of each. */
const withoutMadeUp = (path: string) =>
  path.replace(/[a-z\d]{8,}/gi, (word) => (/\d/.test(word) && /\D/.test(word) ? '…' : word))

/**
 * Describes in words what a server may treat alike: method, path, credential, and the form of the body. Contains no value
 * that was sent except the path.
 */
export function requestKind({ method, target, headers, body }: WireRequest): string {
  const [path = '', ...query] = target.split('?')
  const details = [
    ...(query.length > 0 ? ['a query'] : []),
    ...credential(headers),
    ...(body === undefined ? [] : [bodyForm(body, header(headers, 'content-type') ?? '')]),
  ]
  const kind = `${method} ${wholeOrLength(withoutMadeUp(path), 200)}`
  return details.length === 0 ? kind : `${kind} with ${details.join(', ')}`
}

/** Returns a digest that identifies equal requests, so that they need not be kept. */
export function requestDigest({ method, target, headers, body = '' }: WireRequest): string {
  const fields = ['authorization', 'cookie', 'content-type'].map((name) => `${header(headers, name)}\n`)
  const head = `${method} ${target}\n${fields.join('')}`
  return hash(
    'sha1',
    typeof body === 'string' ? head + body : Buffer.concat([Buffer.from(head), body]),
    'base64',
  )
}

function credential(headers: WireRequest['headers']): string[] {
  const value = header(headers, 'authorization')
  const scheme = value?.split(' ')[0]?.toLowerCase() ?? ''
  const named = knownSchemes.includes(scheme) ? `Authorization: ${scheme}` : 'an unknown Authorization'
  return [
    ...(value === undefined ? [] : [named]),
    ...(header(headers, 'cookie') === undefined ? [] : ['a cookie']),
  ]
}

function bodyForm(body: string | Uint8Array, type: string): string {
  if (body.length >= largeBytes) return 'a large body'
  const essence = /^[\w.+/-]*/.exec(type)?.[0]?.toLowerCase() ?? ''
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  if (essence === 'application/x-www-form-urlencoded') return 'a form'
  if (essence !== 'application/json') return `a body of ${essence === '' ? 'no type' : essence.slice(0, 50)}`
  const value = jsonIn(text)
  if (value === undefined) return 'junk'
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? 'a JSON object' : 'other JSON'
}
