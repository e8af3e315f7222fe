import { measureProxy } from './measure-proxy.ts'

/** `npm run bench:client-proxy`: fails if the recording proxy adds 0.3 ms or more. */
const limitMs = 0.3

const cost = await measureProxy()
process.stdout.write(`${JSON.stringify({ ...cost, limitMs })}\n`)
process.exitCode = cost.addedMs < limitMs ? 0 : 1
