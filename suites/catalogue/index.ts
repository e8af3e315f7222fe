import { createHash } from 'node:crypto'
import { anonymous } from '../anonymous/rules.ts'
import { excluded } from './excluded.ts'
import { login } from '../login/rules.ts'
import { mfa } from '../mfa/rules.ts'
import { openQuestions } from './open-questions.ts'
import { privateToken } from '../private-token/rules.ts'
import { referencePages } from '../reference-pages/rules.ts'
import { refusal } from '../refusal/rules.ts'
import { session } from '../session/rules.ts'
import { signature } from '../signature/rules.ts'
import { token } from '../token/rules.ts'
import type { Excluded, OpenQuestion, Requirement } from '../rule.ts'
import { users } from '../users/rules.ts'

const requirements = {
  ...login,
  ...mfa,
  ...token,
  ...privateToken,
  ...signature,
  ...session,
  ...anonymous,
  ...users,
  ...referencePages,
  ...refusal,
}

/** A union of literals, so that a misspelt id doesn't compile. */
export type RequirementId = keyof typeof requirements
export type OpenQuestionId = keyof typeof openQuestions
export type ExcludedId = keyof typeof excluded

export interface Catalogue {
  requirements: Readonly<Record<RequirementId, Requirement>>
  openQuestions: Readonly<Record<OpenQuestionId, OpenQuestion>>
  excluded: Readonly<Record<ExcludedId, Excluded>>
}

/** Every sentence of the specification, in the order in which reports show the topics. */
export const catalogue: Catalogue = { requirements, openQuestions, excluded }

/** The topics in the order of the catalogue: `login`, `mfa`, … */
export const topics: readonly string[] = [...new Set(Object.keys(requirements).map(topicOf))]

/** Returns the part of an id before the dot. */
export function topicOf(id: string): string {
  return id.slice(0, id.indexOf('.'))
}

/**
 * Returns the SHA-256, in hex, of the catalogue as JSON with sorted keys. It depends on the rules only, not on their
 * order in the files.
 */
export function catalogueHash(): string {
  return createHash('sha256').update(canonicalJson(catalogue)).digest('hex')
}

function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}

export type { Excluded, OpenQuestion, Requirement, Source } from '../rule.ts'
