// Seeds made of what everybody may know of the user.

import { notListed } from '../../harness/client/grants.ts'
import { createHash } from 'node:crypto'
import type { Tools } from '../../harness/engine/case/tools.ts'
import { texts } from '../../harness/facts/json-texts.ts'
import type { UserRecord } from '../../harness/facts/user-list.ts'
import { NotSupported } from '../../harness/outcomes.ts'
import { mayBeIssued } from './may-be-issued.ts'
import { rejectedStep } from './rejected-step.ts'

/** Returns what is publicly known of a user, and what a careless server makes of it. */
function publicSeeds(username: string, record: UserRecord): (readonly [what: string, text: string])[] {
  const ids = Object.entries(record)
    .filter(([name]) => /^_?(id|pk|uid|uuid|guid|user_?id)$/i.test(name))
    .flatMap(([, value]) => (typeof value === 'number' ? [String(value)] : texts(value)))
  const known = [['the username', username], ...ids.map((id) => ["the user's ID", id])] as [string, string][]
  const mail = texts(record).filter((text) => /^[^\s@]+@[^\s@]+$/.test(text) && text !== username)
  return [
    ...known,
    ...mail.map((text) => ['the e-mail address', text] as const),
    ...known.map(([what, text]) => [`${what} in base64`, Buffer.from(text).toString('base64')] as const),
    ...known.map(([what, text]) => [`the MD5 hash of ${what}`, md5(text)] as const),
  ]
}

const md5 = (text: string) => createHash('md5').update(text).digest('hex')

/** Returns the record of an account in the user list. @throws NotSupported if the list doesn't show it */
async function recordOf(api: Tools['api'], username: string): Promise<UserRecord> {
  const family = api.listFamily()
  const records = notListed(await api.list(family, await api.anyAccepted(family), { role: 'step' }))
  const record = Array.isArray(records) ? records.find((one) => texts(one).includes(username)) : undefined
  if (!record) throw new NotSupported(`the user list shows no record of ${username}`)
  return record
}

rejectedStep(
  'mfa.wrong-seed',
  'made of what everybody may know of the user',
  { whose: 'mfaAccount', changed: 'seed' },
  async ({ account: { username }, seed: valid }, { api }) =>
    publicSeeds(username, await recordOf(api, username))
      .filter(([, seed]) => !mayBeIssued(seed, valid))
      .map(([what, seed]) => [what, { seed }] as const),
)
