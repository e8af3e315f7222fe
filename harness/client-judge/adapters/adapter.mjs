// Lets "conformance client" drive a client: reads one operation per line, and answers each with one line.
// Import your own client instead of the example, and call it in the three functions.
import { createInterface } from 'node:readline'
import * as client from './example-client.mjs'

const operations = {
  /** From now on, use this method, with its credentials from the environment; forget tokens and cookies. */
  use({ method }) {
    client.use(method)
  },
  /** List the users: log in, answer the challenge and log in again as needed. Throw an error if there is no list. */
  async list() {
    return { users: await client.listUsers() }
  },
  /** The server's time moved by so many seconds. A client that goes by the system's time ignores it. */
  advance({ seconds }) {
    client.advance(seconds)
  },
}

async function answer({ op, ...asked }) {
  if (!Object.hasOwn(operations, op)) return { ok: false, unsupported: true }
  try {
    return { ok: true, ...(await operations[op](asked)) }
  } catch (error) {
    return { ok: false, error: String(error) }
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(await answer(JSON.parse(line))))
}
