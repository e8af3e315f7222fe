import type { Defect } from '../change.ts'

export const signatureDefects: Record<string, Defect> = {}
