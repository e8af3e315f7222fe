import { isSameText } from '../wrong-values/legal-equals.ts'

/** True if a text may be a seed that the server has issued: the valid one, or any number if seeds are numbers. */
export const mayBeIssued = (text: string, valid: string): boolean =>
  isSameText(text, valid) || [text, valid].every((seed) => /^\d+$/.test(seed))
