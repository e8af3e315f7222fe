// Kills the server and the commands that make private tokens with SIGKILL, again and again, and looks at what is left.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readNumbers } from '../options.ts'
import { killRounds } from './kill-rounds.ts'
import { race } from './race.ts'

const options = readNumbers({ kills: 200, creators: 4, races: 5, racers: 20, seed: Date.now() % 1_000_000 })
const data = mkdtempSync(join(tmpdir(), 'kill-test-'))
try {
  const { printed, unfinished } = await killRounds({ ...options, data })
  console.log(
    `killed the server ${options.kills} times with ${options.kills * options.creators} commands (seed ${options.seed}): ` +
      `${printed} tokens had been printed, none of them is lost, none is doubled; ${unfinished} commands had not yet made theirs`,
  )
  for (let count = 0; count < options.races; count++) await race(data, `raced-${count}`, options.racers)
  console.log(
    `${options.races} races of ${options.racers} creators: one winner each, and its token is the one that is kept`,
  )
} finally {
  rmSync(data, { recursive: true })
}
