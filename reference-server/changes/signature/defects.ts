import type { Defect } from '../change.ts'
import { signatureAcceptanceDefects } from './acceptance.ts'
import { signatureBindingDefects } from './binding.ts'
import { signatureComparisonDefects } from './comparison.ts'
import { signatureDraftDefects } from './draft.ts'
import { forwardedSignatureDefects } from './forwarded.ts'
import { signatureKeyDefects } from './keys.ts'
import { unkeyedSignatureDefects } from './unkeyed.ts'
import { signatureLabelDefects } from './labels.ts'

export const signatureDefects: Defect[] = [
  ...signatureAcceptanceDefects,
  ...signatureKeyDefects,
  ...unkeyedSignatureDefects,
  ...signatureComparisonDefects,
  ...signatureLabelDefects,
  ...signatureBindingDefects,
  ...forwardedSignatureDefects,
  ...signatureDraftDefects,
]
