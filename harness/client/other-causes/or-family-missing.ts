import type { Run } from '../../run/run.ts'
import { isMissing, type Answer } from '../answer.ts'

/** Another possible reason for an answer: nothing is at the paths of a declared family. Empty if something is. */
export function orFamilyMissing({ declaration }: Run, { family, exchange }: Answer): string {
  const { status } = exchange.response
  if (!isMissing(status) || family === undefined || !declaration.pathFamilies?.includes(family)) return ''
  return `; or the server has no path family ${family}: take it out of pathFamilies`
}
