/** The `algorithm` label of a signed request; null: the parameter is left out. */
export type Label = string | null

/** Labels that a server could take to mean that nothing is checked. */
export const uncheckedLabels: readonly Label[] = ['none', 'None', '', null]

/**
 * Labels other than that of the key. Those of draft-cavage-http-signatures-00 to -12 and of their registry of algorithms,
 * those that libraries made of them, those of RFC 9421 (section 6.2.2), and some that nobody registered. Which of them a
 * server takes is not shown, so only wrong signatures are sent under them.
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
