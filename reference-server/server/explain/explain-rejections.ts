import type { Parts } from '../parts.ts'
import { explainSignature } from './explain-signature.ts'

/** For debug mode only: makes the body of a rejected signature say why. */
export function explainRejections(parts: Parts): void {
  const { rejection } = parts.answers
  parts.answers.rejection = (problem, call) => {
    const body = rejection(problem, call)
    const explanation = call && explainSignature(parts, call)
    return explanation ? Object.assign({}, body, { explanation }) : body
  }
}
