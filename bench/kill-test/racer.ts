// One creator of each race, in a thread of its own: it is loaded and waits at the gate, so that all start at once.
import { parentPort, workerData } from 'node:worker_threads'
import { createData } from '../../reference-server/server/data.ts'
import { createOperator, OperatorError } from '../../reference-server/server/operator.ts'
import type { Collection } from '../../reference-server/domain/collection.ts'
import { createStore } from '../../reference-server/store/store.ts'

export interface Racing {
  data: string
  /** One user for each race. */
  usernames: string[]
  racers: number
  /** For each race, how many threads wait at its gate; 32-bit integers shared by all threads. */
  gates: Int32Array
  /** Uses a deliberately faulty store, which checks whether a key is taken, and then writes. */
  checkThenWrite: boolean
}

const { data, usernames, racers, gates, checkThenWrite } = workerData as Racing

function waitForAll(race: number): void {
  if (Atomics.add(gates, race, 1) + 1 === racers) return void Atomics.notify(gates, race)
  for (;;) {
    const waiting = Atomics.load(gates, race)
    if (waiting === racers) return
    Atomics.wait(gates, race, waiting)
  }
}

const wrong = <T>(valid: Collection<T>): Collection<T> => ({
  ...valid,
  create(key, record) {
    if (valid.get(key)) return false
    valid.replace(key, record)
    return true
  },
})

const store = createStore(data)
if (checkThenWrite) store.privateTokens = wrong(store.privateTokens)
const operator = createOperator(createData({ dataDir: data, store }))

/** The token that this creator received in each race; null if it was told that one exists. */
const tokens = usernames.map((username, race) => {
  waitForAll(race)
  try {
    return operator.createPrivateToken(username)
  } catch (error) {
    if (error instanceof OperatorError) return null
    throw error
  }
})
parentPort?.postMessage(tokens)
