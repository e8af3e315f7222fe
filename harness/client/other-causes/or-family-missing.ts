import { families, listPath } from '../../facts/families.ts'
import type { Run } from '../../run/run.ts'
import { isMissing, type Answer } from '../answer.ts'

/** Another possible reason for an answer: nothing is at the paths of the API, or of a declared family. Empty if something is. */
export function orFamilyMissing({ declaration, foundNothing }: Run, { family, exchange }: Answer): string {
  if (!isMissing(exchange.response.status)) return ''
  if (foundNothing) return '; or the base URL is wrong: no path of the API was found below it'
  if (family === undefined || !declaration.pathFamilies?.includes(family)) return ''
  return `; or the server has no path family ${family}: take it out of pathFamilies`
}

/** Says that no path of the API was found, and what the base URL has to be. */
export function nothingFound({ wire }: Pick<Run, 'wire'>): string {
  const paths = families.map((family) => wire.prefix + listPath[family]).join(' and ')
  return `no path of the API was found: nothing is at ${paths}. The base URL is what comes before /api/ in the addresses of the API`
}
