import type { CaseOptions } from '../../harness/engine/case/registry.ts'
import type { CaseBody, MfaAccount, Need, ToolsFor } from '../../harness/engine/case/tools.ts'
import type { AnswerOptions } from '../../harness/client/api-options.ts'
import type { RequirementId } from '../catalogue/index.ts'
import { requirement } from '../case/requirement.ts'
import { stepRejected } from './step-rejected.ts'

/**
 * An invalid second step: its change, for messages; the fields that differ from the valid one (undefined leaves one out); and
 * whatever else is special about it.
 */
type InvalidStep = readonly [
  what: string | undefined,
  fields: { seed?: unknown; otp_code?: unknown; username?: string },
  options?: Pick<AnswerOptions, 'body' | 'headers'>,
]

interface Valid {
  account: MfaAccount
  seed: string
  code: string
}

type Whose = 'mfaAccount' | 'mfaAccount2'
type Options<Needs extends Need> = CaseOptions<RequirementId, Needs> & { changed: string }

/**
 * Defines a case for the second step: with one thing changed, it must return no token; unchanged, it must succeed before and
 * after that. Left out if rejected logins are limited, unless the options say which of them it takes.
 */
export function rejectedStep<Needs extends Need = never>(
  id: RequirementId,
  title: string,
  { whose, needs = [], ...options }: Options<Needs> & { whose: Whose },
  invalid: (
    valid: Valid,
    tools: ToolsFor<Needs | Whose>,
  ) => Iterable<InvalidStep> | Promise<Iterable<InvalidStep>>,
): void {
  const body: CaseBody<Needs | Whose> = async (tools) => {
    const { api } = tools
    const account = tools[whose]
    api.challengesBySeed()
    if (!options.rejects) api.leftOutUnderLimits()
    await api.acceptsCode(account)
    const valid = await api.freshChallenge(account)
    const { code } = valid
    for (const [what, fields, more] of await invalid({ account, seed: valid.seed, code }, tools)) {
      const isSeedWrong = 'seed' in fields
      // A wrong code may void the seed, and counts against the account; without the seed, nobody is known.
      const { seed } = isSeedWrong ? valid : await api.challenge(account)
      const owner = isSeedWrong ? { account: null } : {}
      const sent = { fields: { seed, otp_code: code, ...fields }, ...owner, ...more }
      await stepRejected(api, await api.answer({ ...valid, seed }, code, sent), what)
    }
    // A single invalid step may spend the code. After several, only a code sent at once shows that the later ones were looked
    // at.
    if (options.rejects) await api.redeem(await api.freshChallenge(account))
    else await api.redeem(await api.challenge(account), code)
  }
  requirement(id, title, { ...options, needs: [whose, ...needs] }, body)
}
