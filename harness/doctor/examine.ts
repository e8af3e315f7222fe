import { onlyLegible } from '../wire/shown/legible.ts'
import { nothingFound } from '../client/other-causes/or-family-missing.ts'
import { createRun } from '../engine/create-run/create-run.ts'
import type { Machine } from '../engine/machine.ts'
import type { Case } from '../engine/case/registry.ts'
import type { Run } from '../run/run.ts'
import type { RunSpec } from '../engine/run-spec.ts'
import { families } from '../facts/families.ts'
import { NeverAccepted, NotDeclared, NotSupported, SetupFailed } from '../outcomes.ts'
import { carryOutCheck, checksOf, OpensNothing, type Check } from './checks.ts'
import { requirementsByField } from './needs.ts'

export interface Finding {
  field: string
  outcome: 'ok' | 'wrong' | 'missing' | 'unsupported'
  /** What was seen, with secrets masked. */
  said: string
  /** What to do about it; empty if there is no problem. */
  fix: string
  /** Requirements that stay untested without it. */
  untested: string[]
}

/**
 * Checks each part of a declaration by sending only valid requests.
 * @throws WireFailure if the server gives no complete HTTP answer, Misdeclared if the clock control returns no time
 */
export async function examine(
  spec: RunSpec,
  machine: Machine,
  cases: Iterable<Case>,
  tell: (finding: Finding) => void,
): Promise<void> {
  const run = await createRun(spec, machine)
  const needed = requirementsByField(cases)
  try {
    tell(server(run))
    for (const check of checksOf(run)) tell(await find(run, check, needed.get(check.field) ?? []))
  } finally {
    await run.wire.close()
  }
}

function server(run: Run): Finding {
  const field = 'server'
  if (run.foundNothing)
    return { field, outcome: 'wrong', said: nothingFound(run), fix: 'correct baseUrl', untested: [] }
  const having = (kind: 'login' | 'list') =>
    `${kind} of ${families.filter((family) => run.support[kind][family]).join(' and ')}`
  const address = run.declaration.baseUrl ?? run.wire.origin + run.wire.prefix
  const said = `${address} answers: ${having('login')}, ${having('list')}`
  return { field, outcome: 'ok', said, fix: '', untested: [] }
}

const shown = (run: Run, text: string) => onlyLegible(run.secrets.mask(text))

/** Carries out a check, and tells what to do if it fails. */
export async function find(run: Run, check: Check, untested: string[]): Promise<Finding> {
  const { field, declared, fix, fixOfToken = fix } = check
  if (declared === undefined)
    return { field, outcome: 'missing', said: '', fix: `declare ${field}`, untested }
  if (declared === false)
    return { field, outcome: 'unsupported', said: 'declared as not supported', fix: '', untested: [] }
  try {
    const said = shown(run, await carryOutCheck(run, check))
    return { field, outcome: 'ok', said, fix: '', untested: [] }
  } catch (error) {
    const known = [SetupFailed, NotDeclared, NotSupported].some((kind) => error instanceof kind)
    if (!known) throw error
    // Its own line says so: the account was tried before.
    if (error instanceof NeverAccepted)
      return {
        field,
        outcome: 'wrong',
        said: 'not tried: its account was rejected',
        fix: 'correct the account first',
        untested,
      }
    const said = shown(run, (error as Error).message)
    return { field, outcome: 'wrong', said, fix: error instanceof OpensNothing ? fixOfToken : fix, untested }
  }
}
