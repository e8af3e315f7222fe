/** The `algorithm` label of a signed request; null omits the parameter. */
export type Label = string | null

/** Labels that a server might read as "check nothing". */
export const uncheckedLabels: readonly Label[] = ['none', 'None', '', null]

/**
 * Labels other than the key's: those of draft-cavage-http-signatures-00 to -12 and of their registry of algorithms, the
 * variants that libraries use, those of RFC 9421 (section 6.2.2), and some unregistered ones. Which of them a server
 * accepts is not specified, so only wrong signatures are sent with them.
 */
export const signatureLabels: readonly Label[] = [
  ...uncheckedLabels,
  'NONE',
  'rsa-sha1',
  'rsa-sha256',
  'rsa-sha384',
  'rsa-sha512',
  'rsa-pss-sha512',
  'rsa-v1_5-sha256',
  'dsa-sha1',
  'dsa-sha256',
  'ecdsa-sha1',
  'ecdsa-sha256',
  'ecdsa-sha512',
  'ecdsa-p256-sha256',
  'ed25519',
  'hmac-sha1',
  'hmac-sha384',
  'hmac-sha512',
  'hs2019',
  'HMAC-SHA256',
  'Hmac-Sha256',
  'RSA-SHA256',
  'hmac',
  'sha256',
  'hmac-md5',
  'unknown',
  'null',
  'undefined',
]
