import { listPath, type Family } from '../../facts/families.ts'
import { NotSupported } from '../../outcomes.ts'
import type { Run } from '../../run/run.ts'
import type { Trace } from '../../run/trace.ts'
import { isSuccess, type Answer } from '../answer.ts'
import type { ListOptions } from '../api-options.ts'
import { cookiesSet } from '../cookies.ts'
import { anonymous, type Credential } from '../credentials/credentials.ts'
import { keyIdIn } from '../other-causes/or-credential-wrong.ts'
import { hostSigned, signsHost } from '../other-causes/or-host-changed.ts'
import { toAnswer } from './post.ts'
import { send } from '../send.ts'

/** Asks for a list, and notes if it was the first time that the credential opened it. */
export async function askForList(
  run: Run,
  trace: Trace,
  family: Family,
  credential: Credential = anonymous,
  options: ListOptions = {},
): Promise<Answer> {
  if (!run.support.list[family])
    throw new NotSupported(`the subject has no user list of the path family ${family}`)
  const {
    query,
    method = 'GET',
    path = listPath[family],
    absolute: whole = false,
    accept,
    headers,
    role = 'judged',
    wire,
  } = options
  const { username, secret } = credential
  const owner = username ?? run.tokens.ownerOf(secret ?? '')
  const askedAt = run.clock.now()
  const below = whole ? run.wire.origin + run.wire.prefix : ''
  const exchange = await send(run, trace, {
    method,
    path: below + (query === undefined ? path : `${path}?${query}`),
    whole,
    credential,
    role,
    part: 'list',
    ...(accept === undefined ? {} : { accept }),
    ...(headers === undefined ? {} : { headers }),
    ...(wire === undefined ? {} : { options: wire }),
  })
  const answer = toAnswer(run, 'list', exchange, {
    family,
    asked: run.wire.prefix + path,
    ...(username === undefined ? {} : { username }),
    ...(owner === undefined ? {} : { owner }),
  })
  renewCookie(run, credential, answer)
  const listed = isSuccess(answer) && run.lists.leak(family, answer.json, '') !== undefined
  const kind = listed ? 'accepted' : 'refused'
  trace.timeline.note(run.clock.now(), kind, credential, `${family} list`, exchange)
  if (!listed) return answer
  if (secret !== undefined) run.tokens.sawAccepted(secret, askedAt)
  const used = secret ?? keyIdIn(exchange)
  if (used === undefined) return answer
  for (const key of [used, `${family} ${used}`, ...(signsHost(exchange) ? [hostSigned] : [])])
    if (!run.firstUses.has(key)) run.firstUses.set(key, run.clock.now())
  return answer
}

function renewCookie(run: Run, credential: Credential, answer: Answer): void {
  if (credential.renew === undefined || !isSuccess(answer)) return
  const value = cookiesSet(answer.exchange.response.headers).get('sessionid')
  if (value === undefined || value === '') return
  run.secrets.add(value, 'the cookie sessionid')
  credential.renew(value)
}
