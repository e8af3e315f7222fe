import type { Defect } from '../change.ts'
import { loginDefects } from './login.ts'
import { tokenDefects } from './token.ts'

/** Every defect. One file per topic; a name is unique over all of them. */
export const defects: readonly Defect[] = [...loginDefects, ...tokenDefects]
