import type { Report } from '../../reports/report.ts'
import type { KnownRules } from '../verdicts/known-rules.ts'
import type { Suite } from './suite.ts'

/** Ids of the rules for servers and for clients: a baseline may have entries for both. */
export const everyRuleId = ({ requirements, client }: Suite): Set<string> =>
  new Set([...requirements.keys(), ...client.rules.keys()])

/** Returns the rules of this version that apply to a report: those for servers, or those for clients. */
export async function knownRules(suite: Suite, { subject }: Pick<Report, 'subject'>): Promise<KnownRules> {
  const { version, client } = suite
  if (subject.client)
    return {
      version,
      catalogueHash: client.hash(),
      requirements: client.rules,
      topicOf: client.topicOf,
      excluded: [],
      openQuestions: new Map(),
    }
  return {
    version,
    catalogueHash: suite.catalogueHash(),
    requirements: suite.requirements,
    requirementSets: suite.requirementSets,
    topicOf: (id) => id.slice(0, id.indexOf('.')),
    excluded: suite.excluded,
    openQuestions: suite.openQuestions,
    cases: await suite.loadCases(),
  }
}
