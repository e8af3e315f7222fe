import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { createData } from '../../reference-server/server/data.ts'
import { createOperator } from '../../reference-server/server/operator.ts'
import { createDeterministicRandom } from '../../reference-server/common/random.ts'
import { launch, type Launched, launchServer } from '../program.ts'
import { addUser } from './add-user.ts'

export interface KillOptions {
  data: string
  /** How often the server is killed. */
  kills: number
  /** How many commands that create a private token run, and are killed, with each server. */
  creators: number
  seed: number
}

/** Longest delay of the kill after some of the commands have ended: others are writing then. */
const longestMilliseconds = 40

/** Throws if a printed token is lost, or a user has two tokens. */
export async function killRounds({ data, kills, creators, seed }: KillOptions) {
  const random = createDeterministicRandom(seed)('moments')
  const printed = new Map<string, string>()
  const users: string[] = []
  for (let round = 0; round < kills; round++) {
    const ours = Array.from({ length: creators }, (_, at) => `user-${round}-${at}`)
    for (const user of ours) addUser(data, user)
    const server = await launchServer('--data', data)
    // This server opens what the last round left.
    for (const user of users.slice(-creators)) await demandOpens(server.url, printed.get(user))
    const commands = ours.map((user) => launch('private-token', 'create', user, '--data', data))
    await ending(commands, random(1).readUInt8() % (creators + 1))
    await setTimeout((random(4).readUInt32BE() / 2 ** 32) * longestMilliseconds)
    for (const { child } of [...commands, server]) child.kill('SIGKILL')
    await Promise.all([...commands, server].map(({ ended }) => ended))
    for (const [at, command] of commands.entries()) {
      const [, token] = /^([0-9a-f]{40})\n$/.exec(command.printed()) ?? []
      if (token !== undefined) printed.set(ours[at] ?? '', token)
    }
    users.push(...ours)
  }
  return { printed: printed.size, unfinished: demandOneEach(data, users, printed) }
}

/** Waits until this many of the commands have ended, regardless of how fast the machine is. */
async function ending(commands: readonly Launched[], count: number): Promise<void> {
  if (count === 0) return
  let ended = 0
  await new Promise<void>((resolve) => {
    for (const command of commands)
      void command.ended.then(() => {
        if (++ended === count) resolve()
      })
  })
}

/**
 * Checks that each user can be given a token or has one already, which is the printed one, if any. Returns how many had
 * none.
 */
function demandOneEach(data: string, users: readonly string[], printed: ReadonlyMap<string, string>): number {
  const operator = createOperator(createData({ dataDir: data }))
  let unfinished = 0
  const tokens = users.map((user) => {
    const known = printed.get(user)
    let made: string | undefined
    try {
      made = operator.createPrivateToken(user)
      unfinished++
    } catch {
      // The user has one already.
    }
    const kept = operator.showPrivateToken(user)
    if (known !== undefined) assert.equal(kept, known, `the token printed for ${user} is lost`)
    if (made !== undefined) assert.equal(kept, made)
    return kept
  })
  assert.equal(new Set(tokens).size, users.length, 'two users have the same token')
  const files = readdirSync(join(data, 'private-tokens')).filter((name) => name.endsWith('.json'))
  assert.equal(files.length, users.length, 'a user has two tokens')
  return unfinished
}

async function demandOpens(url: string, token: string | undefined): Promise<void> {
  if (token === undefined) return
  const answer = await fetch(`${url}/api/v1/users/users/`, { headers: { authorization: `Token ${token}` } })
  await answer.text()
  assert.equal(answer.status, 200, 'a token that was printed opens nothing after the kill')
}
