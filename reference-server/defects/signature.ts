import type { Defect } from '../change.ts'
import { signatureAcceptanceDefects } from './signature-acceptance.ts'
import { signatureBindingDefects } from './signature-binding.ts'
import { signatureComparisonDefects } from './signature-comparison.ts'
import { signatureDraftDefects } from './signature-draft.ts'
import { signatureKeyDefects } from './signature-keys.ts'
import { unkeyedSignatureDefects } from './signature-unkeyed.ts'
import { signatureLabelDefects } from './signature-labels.ts'

export const signatureDefects: Defect[] = [
  ...signatureAcceptanceDefects,
  ...signatureKeyDefects,
  ...unkeyedSignatureDefects,
  ...signatureComparisonDefects,
  ...signatureLabelDefects,
  ...signatureBindingDefects,
  ...signatureDraftDefects,
]
