// Loaded into a run of the suite (--import): notes how much memory it took and for how long it sent requests, or each of them.
import { subscribe } from 'node:diagnostics_channel'
import { appendFileSync, openSync, writeFileSync, writeSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

export interface RecordedRequest {
  method: string
  path: string
  /** Names and values in turn. */
  headers: string[]
  body: string | null
}

const { BENCH_MEMORY: memoryFile, BENCH_SECONDS: secondsFile, BENCH_REQUESTS: requestsFile } = process.env

if (requestsFile !== undefined) {
  subscribe('undici:request:create', (message) => {
    const { request } = message as { request: Omit<RecordedRequest, 'body'> & { body: unknown } }
    const { method, path, headers, body } = request
    const bytes =
      typeof body === 'string' || body instanceof Uint8Array ? Buffer.from(body).toString('latin1') : null
    const recorded: RecordedRequest = { method, path, headers: [...headers], body: bytes }
    // At once: the thread that runs the cases is ended without a last word.
    appendFileSync(requestsFile, `${JSON.stringify(recorded)}\n`)
  })
}

// NODE_OPTIONS is heard by the server and its commands too.
if (memoryFile !== undefined && isMainThread && process.argv[1]?.endsWith('conformance.js'))
  process.on('exit', () => writeFileSync(memoryFile, String(process.resourceUsage().maxRSS / 1024)))

if (secondsFile !== undefined && !isMainThread) {
  const file = openSync(secondsFile, 'w')
  let first: number | undefined
  // The seconds from the first request to the last so far, instead of those before.
  subscribe('undici:request:create', () => {
    const now = performance.now()
    first ??= now
    writeSync(file, ((now - first) / 1000).toFixed(6), 0)
  })
}
