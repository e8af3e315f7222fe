import type { Method } from '../../../harness/client-judge/operation.ts'
import type { Requirement } from '../../rule.ts'

/** One rule of the specification that binds the client. */
export interface ClientRequirement extends Requirement {
  /** The methods with which it can be triggered. */
  methods: readonly Method[]
  /** True if only a client that supports all of these methods can trigger it. */
  needsAll?: true
  /** What a client must do for the rule to be judged: the end of "not triggered: …". */
  trigger: string
}

export const all: readonly Method[] = ['token', 'mfa', 'private-token', 'signature', 'session']
export const logins: readonly Method[] = ['token', 'mfa']
/** Those that send a password: to the API or to the web page. */
export const passwords: readonly Method[] = [...logins, 'session']
