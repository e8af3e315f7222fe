import type { Defect } from '../change.ts'
import { signatureAcceptanceDefects } from './signature-acceptance.ts'
import { signatureBindingDefects } from './signature-binding.ts'
import { signatureComparisonDefects } from './signature-comparison.ts'
import { signatureDraftDefects } from './signature-draft.ts'
import { signatureKeyDefects } from './signature-keys.ts'

export const signatureDefects: Defect[] = [
  ...signatureAcceptanceDefects,
  ...signatureKeyDefects,
  ...signatureComparisonDefects,
  ...signatureBindingDefects,
  ...signatureDraftDefects,
]
