import assert from 'node:assert/strict'
import { launch } from '../program.ts'
import { addUser } from './add-user.ts'

/**
 * Lets many processes create one user's private token at once. Throws unless exactly one of them wins, and its token is
 * kept.
 */
export async function race(data: string, username: string, racers: number): Promise<void> {
  addUser(data, username)
  const all = Array.from({ length: racers }, () =>
    launch('private-token', 'create', username, '--data', data),
  )
  const codes = await Promise.all(all.map(({ ended }) => ended))
  const winners = all.filter((_, at) => codes[at] === 0)
  assert.equal(winners.length, 1, `${winners.length} creators of ${username} won`)
  assert.deepEqual(
    [...new Set(codes)].toSorted((one, other) => Number(one) - Number(other)),
    racers > 1 ? [0, 1] : [0],
  )
  const shown = launch('private-token', 'show', username, '--data', data)
  assert.equal(await shown.ended, 0)
  assert.equal(shown.printed(), winners[0]?.printed())
}
