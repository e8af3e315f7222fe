const digits = 'abcdefghijklmnopqrstuvwxyz234567'

/** Decodes base32 in either letter case. The bits after the last whole byte may be any, as in authenticator apps. */
export function decodeBase32(text: string): Buffer {
  const bytes: number[] = []
  let held = 0
  let bits = 0
  for (const digit of text.toLowerCase()) {
    held = ((held << 5) | digits.indexOf(digit)) & 0xfff
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes.push((held >> bits) & 0xff)
  }
  return Buffer.from(bytes)
}
