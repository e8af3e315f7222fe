/** Requirements that fail if every signature of the right length is accepted unchecked. */
export const boundBySignature = [
  'signature.wrong-secret',
  'signature.other-keys-signature',
  'signature.wrong-signature',
  'signature.other-request',
  'signature.method-bound',
  'signature.path-bound',
  'signature.query-bound',
  'signature.accept-bound',
  'signature.date-bound',
  'signature.host-bound',
  'signature.header-bound',
]

/** Requirements that cannot be judged if a signature over the specified list is rejected. */
export const needsSignature = [
  // The specified list leaves out `host`.
  ...boundBySignature.filter((id) => id !== 'signature.host-bound'),
  'signature.any-order',
  'signature.query-string',
  'signature.unsigned-headers',
  'signature.wrong-key-id',
  'signature.empty',
  'signature.cut',
  'signature.missing-header',
  'signature.covers-target-or-time',
  'signature.repeated-header',
  'signature.empty-header-value',
  'signature.white-space',
  'signature.field-name-case',
  'signature.unknown-parameter',
  'signature.empty-list',
  'signature.created-needs-parameter',
  'anonymous.unknown-key',
  'anonymous.next-request',
  'users.json',
  'users.records',
  'users.same-list',
  'refusal.no-5xx',
]
