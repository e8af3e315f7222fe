const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Decodes base32 (RFC 4648 section 6), with or without padding. Throws RangeError for any other character. */
export function readBase32(text: string): Buffer {
  const bytes: number[] = []
  let bits = 0
  let value = 0
  for (const character of text.replace(/=+$/, '').toUpperCase()) {
    const digit = alphabet.indexOf(character)
    if (digit < 0) throw new RangeError('a base32 text contains only A to Z and 2 to 7')
    value = ((value << 5) | digit) & 0xfff
    bits += 5
    if (bits >= 8) {
      bits -= 8
      bytes.push((value >> bits) & 0xff)
    }
  }
  return Buffer.from(bytes)
}
