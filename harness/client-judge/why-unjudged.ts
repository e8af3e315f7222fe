import type { Verdict } from '../../reports/report.ts'
import { isBroken, methodsOf, type ClientRule, type Context, type Told } from './judged.ts'
import type { Method } from './operation.ts'
import type { Scenario } from './played.ts'

const listing = 'client.lists-users'

/**
 * Why a rule was not judged, and what to correct first. If none of the methods works, nothing else shows more than the plain
 * scenarios do.
 * @param methods those with which the rule was or should have been triggered
 * @param names the scenarios and situations in which it was triggered
 * @param open what happened, if that alone proves nothing
 */
export function whyUnproven(
  id: string,
  methods: readonly Method[],
  names: readonly string[],
  { explained, broken, obligations, works }: Context,
  open?: string,
): string {
  const isMute = methods.length > 0 && !methods.some((method) => works.has(method))
  const decisive = isMute ? methods.map((method) => `plain-${method}`) : names
  const after = obligations.flatMap((one) => (one.rule === id && one.after !== undefined ? [one.after] : []))
  const why =
    decisive.map((name) => explained.get(name)).find((one) => one !== undefined) ??
    after.find((rule) => broken.has(rule))
  if (why !== undefined && why !== id) return `what happened is explained by ${why}; correct that first`
  return open === undefined
    ? `the client does not list the users on a plain server (${listing}), so that nothing shows what it can do; correct that first`
    : `on a plain server, ${open}`
}

/** The verdict on a rule that nothing triggered, and why. */
export function whyUntriggered(
  id: string,
  rule: ClientRule,
  all: readonly Told[],
  context: Context,
): { verdict: Verdict; why: string } {
  const untested = (why: string) => ({ verdict: 'untested' as const, why })
  const broken = brokenSignature(id, all)
  if (broken !== undefined) return untested(`the signatures break ${broken}; correct that first`)
  const told = all.filter(({ obligation }) => obligation.rule === id)
  const lacking = told.find((one) => one.lacking !== undefined)?.lacking
  if (lacking !== undefined) return untested(`the client does not support ${lacking}`)
  const unfit = unfitFor(id, context)
  if (unfit !== undefined) return { verdict: 'not-applicable', why: unfit }
  // Where the first list of a scenario failed, its other situations were never played.
  const own = rule.methods.filter((method) => context.methods.includes(method))
  const methods = told.length > 0 ? methodsOf(told) : own
  if (methods.length > 0 && methods.every((method) => context.fails.has(method)))
    return untested(whyUnproven(id, methods, [], context))
  if (context.kind === 'command' && onlyInScenarios(rule.trigger))
    return untested(
      'not triggered: only scenarios show it ("conformance client init" writes a client.yaml for them)',
    )
  if (context.broken.size > 0 && told.some(isBehindFailure))
    return untested('a list that comes before what it judges went wrong; correct the other failures first')
  if (isFromCache(told))
    return untested(
      'the client answered a list without a request; let it request each list that it is asked for',
    )
  if (isFor(id, rule, context, context.notChosen))
    return untested('not triggered: --scenario leaves out the scenarios for it')
  if (isFor(id, rule, context, context.leftOut))
    return untested(
      'not triggered: the scenarios for it need our own server, or what is not declared; leave "upstream" out',
    )
  return untested(`not triggered: ${rule.trigger}`)
}

/**
 * Returns a rule that the client's signatures break, for when another signature rule can't be judged: only one fault of a
 * signature is shown.
 */
function brokenSignature(id: string, all: readonly Told[]): string | undefined {
  const topic = 'client.signature-'
  if (!id.startsWith(topic)) return undefined
  const isWrong = ({ obligation, judged }: Told) => obligation.rule.startsWith(topic) && judged.some(isBroken)
  return all.find(isWrong)?.obligation.rule
}

const onlyInScenarios = (trigger: string) => /line protocol|operation/.test(trigger)

/** True if a scenario of the rule began with a list that failed. */
const isBehindFailure = ({ obligation, reading: { played } }: Told) => {
  const first = played.operations.find(({ operation }) => operation.op === 'list')
  return obligation.scenarios !== undefined && first !== undefined && first.reply.kind !== 'ok'
}

/** True if a client listed users without a request, in a scenario of the rule. */
const isFromCache = (told: readonly Told[]) =>
  told.some(({ reading: { played } }) =>
    played.operations.some(
      ({ operation, reply, exchanges }) =>
        operation.op === 'list' && reply.kind === 'ok' && exchanges.length === 0,
    ),
  )

/** True if some of these scenarios are for a rule, or the plain ones of all its methods are among them. */
function isFor(
  id: string,
  { methods }: ClientRule,
  { obligations }: Context,
  leftOut: readonly Scenario[] = [],
): boolean {
  const names = leftOut.flatMap(({ name, situations = [] }) => [name, ...situations])
  return (
    methods.every((method) => names.includes(`plain-${method}`)) ||
    obligations.some(
      ({ rule, scenarios = [] }) => rule === id && scenarios.some((one) => names.includes(one)),
    )
  )
}

/** Why the situations of a rule were left out, if that applies to all that were played. */
function unfitFor(id: string, { obligations, played }: Context): string | undefined {
  const wanted = obligations.filter(({ rule }) => rule === id).flatMap(({ scenarios = [] }) => scenarios)
  const found = played.flatMap(({ situations }) =>
    [...situations].filter(([name]) => wanted.includes(name)).map(([, { unfit }]) => unfit),
  )
  return found.every((why) => why !== undefined) ? found[0] : undefined
}
