// Kills the server and the commands that create private tokens with SIGKILL, again and again, and checks what is left. Then
// lets many create one user's token at once. `--planted 1`: only the races, with a store that checks before it writes
// instead of doing both at once; they must fail.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readNumbers } from '../options.ts'
import { killRounds } from './kill-rounds.ts'
import { race } from './race.ts'
import { raceInThreads } from './race-in-threads.ts'

const {
  planted,
  races,
  'gated-races': gatedRaces,
  racers,
  ...killing
} = readNumbers({
  kills: 200,
  creators: 4,
  races: 5,
  'gated-races': 200,
  racers: 20,
  planted: 0,
  seed: Date.now() % 1_000_000,
})
const data = mkdtempSync(join(tmpdir(), 'kill-test-'))
try {
  if (planted === 0) {
    const { printed, unfinished } = await killRounds({ ...killing, data })
    console.log(
      `killed the server ${killing.kills} times with ${killing.kills * killing.creators} commands (seed ${killing.seed}): ` +
        `${printed} tokens had been printed, none of them is lost, none is doubled; ${unfinished} commands had not yet made theirs`,
    )
    for (let count = 0; count < races; count++) await race(data, `raced-${count}`, racers)
    console.log(
      `${races} races of ${racers} commands: one winner each, and its token is the one that is kept`,
    )
  }
  const wrong = await raceInThreads({ data, races: gatedRaces, racers, checkThenWrite: planted > 0 })
  assert.equal(
    wrong,
    0,
    `${wrong} of ${gatedRaces} races from one gate had not one winner whose token is kept`,
  )
  console.log(
    `${gatedRaces} races of ${racers} threads from one gate: one winner each, and its token is the one that is kept`,
  )
} finally {
  rmSync(data, { recursive: true })
}
