import { caughtAlike, type Finding } from './findings.ts'

/**
 * Returns the findings with the defects that look alike judged alone: in a server with others, another one may have changed
 * what the failing cases say.
 */
export async function toldApartAlone(
  findings: readonly Finding[],
  judgeAlone: (name: string) => Promise<Finding>,
): Promise<Finding[]> {
  const alike = caughtAlike(findings).flat()
  const again = (found: Finding) =>
    found.together !== undefined && found.caughtBy !== undefined && alike.includes(found.name)
  return Promise.all(findings.map(async (found) => (again(found) ? judgeAlone(found.name) : found)))
}
