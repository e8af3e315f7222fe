import type { Parts } from '../parts.ts'
import { explainSignature } from './explain-signature.ts'

/** For debug mode only: makes the body of a rejected signature say why. */
export function explainRefusals(parts: Parts): void {
  const { refusal } = parts.answers
  parts.answers.refusal = (problem, call) => {
    const body = refusal(problem, call)
    const explanation = call && explainSignature(parts, call)
    return explanation ? Object.assign({}, body, { explanation }) : body
  }
}
