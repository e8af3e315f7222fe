import { scrypt, timingSafeEqual } from 'node:crypto'
import type { Call } from '../common/call.ts'
import type { Random } from '../common/random.ts'

export interface Passwords {
  /** Returns `scrypt$N$salt$key`, with salt and key in base64. */
  hash(password: string): Promise<string>
  /** Takes as long for an undefined hash (an unknown user) as for one that does not match. */
  matches(password: string, hash: string | undefined, call?: Call): Promise<boolean>
}

const keyBytes = 32

/** `fast` offers no protection: a login takes a twentieth of a millisecond instead of forty milliseconds. */
export const hashCosts = { standard: 2 ** 14, fast: 2 ** 4 } as const

/** Hashes passwords with scrypt (RFC 7914), r = 8, p = 1, N = `cost`. */
export function createPasswords(cost: number, random: Random): Passwords {
  const dummy = `scrypt$${cost}$${random(16).toString('base64')}$${random(keyBytes).toString('base64')}`
  return {
    async hash(password) {
      const salt = random(16)
      const key = await derive(password, salt, cost)
      return `scrypt$${cost}$${salt.toString('base64')}$${key.toString('base64')}`
    },
    async matches(password, hash) {
      const [, n, salt, key] = (hash ?? dummy).split('$')
      const derived = await derive(password, Buffer.from(salt ?? '', 'base64'), Number(n))
      return timingSafeEqual(derived, Buffer.from(key ?? '', 'base64')) && hash !== undefined
    },
  }
}

function derive(password: string, salt: Buffer, cost: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // scrypt needs a little more than 128 · N · r bytes; Node's default limit suffices just for N = 2^14 and r = 8.
    scrypt(password, salt, keyBytes, { N: cost, r: 8, p: 1, maxmem: 256 * cost * 8 }, (error, key) => {
      if (error) reject(error)
      else resolve(key)
    })
  })
}
