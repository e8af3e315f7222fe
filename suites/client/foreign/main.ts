import { startAdapterProcess } from '../../../harness/client-judge/adapter-process.ts'
import { machine } from '../../../harness/engine/machine.ts'
import { createBench } from '../play-client.ts'
import { inProcess } from '../proof/in-process.ts'
import { foreignClients, missingFor } from './clients.ts'

/**
 * `npm run client-seeds -- [SEEDS [FIRST]]`: judges the reference client and the foreign ones with SEEDS seeds. A verdict
 * other than pass, untested or not applicable is a false alarm, and our fault.
 */
const words = process.argv.slice(2)
const usage = `usage: npm run client-seeds -- [SEEDS [FIRST]]
  SEEDS  how many seeds, a whole number from 1 (default: 5)
  FIRST  the first of them, a whole number (default: 1)
`
if (words.includes('--help')) {
  process.stdout.write(usage)
  process.exit(0)
}
const isNumber = (word: string, index: number) => /^\d{1,9}$/.test(word) && (index > 0 || Number(word) > 0)
const wrong = words.find((word, index) => index > 1 || !isNumber(word, index))
if (wrong !== undefined) {
  process.stderr.write(`unknown argument "${wrong}"\n${usage}`)
  process.exit(2)
}
const [seeds = 5, first = 1] = words.map(Number)
let alarms = 0
let judged = 0
const clients = [
  { name: 'the reference client', start: inProcess() },
  ...foreignClients.flatMap((client) => {
    const missing = missingFor(client)
    if (missing === undefined)
      return [
        {
          name: client.name,
          start: (env: Readonly<Record<string, string>>) =>
            startAdapterProcess({
              command: client.command,
              cwd: process.cwd(),
              env: { ...process.env, ...env },
              timeoutMs: 60_000,
            }),
        },
      ]
    if (process.env['REQUIRE_CLIENTS'] === '1') throw new Error(`${client.name}: ${missing}`)
    process.stderr.write(`left out: ${client.name} (${missing})\n`)
    return []
  }),
]
for (let seed = first; seed < first + seeds; seed++) {
  const bench = createBench(
    seed,
    3,
    () => machine,
    (line) => void process.stderr.write(`seed ${seed}: ${line}\n`),
  )
  try {
    for (const { name, start } of clients) {
      judged++
      // The rule that a code is used once is untested for a client that keeps the real time.
      const odd = (await bench.judge(start)).filter(
        ({ verdict }) => !['pass', 'not-applicable', 'untested'].includes(verdict),
      )
      alarms += odd.length
      for (const { id, verdict, message } of odd)
        process.stdout.write(`${name}, seed ${seed}: ${verdict} ${id}: ${message}\n`)
    }
  } finally {
    await bench.stop()
  }
  process.stderr.write(`seed ${seed}: ${alarms} alarms so far\n`)
}
process.stdout.write(
  `${judged} runs of ${clients.length} clients, seeds ${first} to ${first + seeds - 1}: ${alarms} alarms\n`,
)
process.exitCode = alarms === 0 ? 0 : 1
