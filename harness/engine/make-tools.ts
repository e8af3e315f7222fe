import { createApi, type Api } from '../client/api/api.ts'
import { codeOfStep, wrongCode } from '../ledgers/code-of-step.ts'
import { createSteps, type Steps } from '../client/steps/steps.ts'
import { createWebSession } from '../client/web/web-session.ts'
import type { Participant } from '../clock/timeline.ts'
import type { DeclaredMfaAccount } from '../subject/declaration/declared-accounts.ts'
import { createOperator } from '../subject/commands/operator.ts'
import { NotDeclared, NotSupported, SetupFailed } from '../outcomes.ts'
import { createCaseClock } from './case/case-clock.ts'
import type { Run } from '../run/run.ts'
import type { MfaAccount, Need, Tools } from './case/tools.ts'
import type { Trace } from '../run/trace.ts'

/**
 * Creates the tools of one case, each when it is first asked for. Asking for a tool throws NotDeclared if it was not
 * declared, and NotSupported if it is declared as not supported.
 */
export function makeTools(run: Run, trace: Trace, participant: Participant): Tools {
  const { declaration } = run
  const { accounts, privateTokens, accessKeys, session } = declaration
  let whole: (Api & Steps) | undefined
  return {
    get api() {
      if (!whole) {
        const api = createApi(run, trace)
        whole = { ...api, ...createSteps(run, api, (ms) => participant.until(ms)) }
      }
      return whole
    },
    get account() {
      return declared(accounts.plain, 'accounts.plain')
    },
    get account2() {
      return declared(accounts.plain2, 'accounts.plain2')
    },
    get mfaLogin() {
      return declared(accounts.mfa, 'accounts.mfa')
    },
    get mfaAccount() {
      return mfaAccount(declared(accounts.mfa, 'accounts.mfa'))
    },
    get mfaAccount2() {
      return mfaAccount(declared(accounts.mfa2, 'accounts.mfa2'))
    },
    get privateTokenOf() {
      return declared(privateTokens.plain, 'privateTokens.plain')
    },
    get mfaPrivateToken() {
      return declared(privateTokens.mfa, 'privateTokens.mfa')
    },
    get debug() {
      if (declaration.debug === undefined)
        throw new NotDeclared('debug', 'declare debug (whether the server runs in debug mode)')
      return declaration.debug
    },
    get operator() {
      const operator = declared(privateTokens.operator, 'privateTokens.operator')
      return { ...createOperator(operator, run.folder, run.env), ...run.operatorCommands }
    },
    get accessKey() {
      return accessKey(0)
    },
    get accessKey2() {
      return accessKey(1)
    },
    get session() {
      const found = declared(session, 'session')
      if (run.sessionFault !== undefined) throw new SetupFailed(run.sessionFault)
      return createWebSession(run, trace, found)
    },
    get clock() {
      if (!run.clock.movable) throw new NotDeclared('clock', notMovable(run))
      return createCaseClock(run.clock, participant)
    },
    get farClock() {
      if (!run.clock.movable) throw new NotDeclared('clock')
      if (run.clock.realTime)
        throw new NotDeclared('clock', 'needs a clock that jumps: no run waits for years')
      return createCaseClock(run.clock, participant)
    },
    get seen() {
      return run
    },
    run,
  }

  function accessKey(index: number) {
    const keys = declared(accessKeys, 'accessKeys')
    return declared(keys[index], `accessKeys[${index}]`)
  }

  function mfaAccount(source: DeclaredMfaAccount): MfaAccount {
    const stepNow = () => Math.floor(run.clock.now() / 1000 / source.period)
    return {
      ...source,
      nextCode: (zeros) => run.codes.next(source, (ms) => participant.until(ms), zeros),
      wrongCode: (near) => wrongCode(source, run.clock.now(), near),
      codeAt: (steps) => codeOfStep(source, stepNow() + steps),
      isNear: (code) =>
        [-2, -1, 0, 1, 2].some((steps) => Number(codeOfStep(source, stepNow() + steps)) === Number(code)),
    }
  }
}

/** Asks for every tool that a case needs, whether or not its body does. @throws as the first that is missing (`makeTools`) */
export function demandNeeds(tools: Tools, needs: readonly Need[]): void {
  for (const need of needs) void tools[need]
}

const notMovable = ({ clock }: Run): string =>
  clock.kind === 'wait' ? 'clock.kind wait takes hours of real time: allow it with --slow' : 'declare clock'

function declared<T>(part: T | false | undefined, field: string): T {
  if (part === undefined) throw new NotDeclared(field)
  if (part === false) throw new NotSupported(`the subject is declared not to support ${field}`)
  return part
}
