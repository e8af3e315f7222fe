import { createHmac } from 'node:crypto'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Returns the one-time code for a time (RFC 6238: SHA-1, six digits, thirty seconds). */
export function codeAt(secret: string, milliseconds: number): string {
  let bits = ''
  for (const letter of secret) bits += alphabet.indexOf(letter).toString(2).padStart(5, '0')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor(milliseconds / 30_000)))
  const mac = createHmac('sha1', key).update(step).digest()
  const offset = (mac.at(-1) ?? 0) & 0x0f
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** Returns the codes that are current at a time: that of its time step, and of one step on either side. */
export const codesAround = (secret: string, milliseconds: number): string[] =>
  [0, -30_000, 30_000].map((away) => codeAt(secret, milliseconds + away))
