// Loaded into a run of the suite (--import). Records its memory use, for how long it sent requests, or each request.
import { subscribe } from 'node:diagnostics_channel'
import { appendFileSync, openSync, writeFileSync, writeSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

export interface RecordedRequest {
  method: string
  path: string
  /** Names and values, alternating. */
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
    // Written immediately: the thread that runs the cases is terminated without notice.
    appendFileSync(requestsFile, `${JSON.stringify(recorded)}\n`)
  })
}

// The server and its commands inherit NODE_OPTIONS too.
if (memoryFile !== undefined && isMainThread && process.argv[1]?.endsWith('conformance.js'))
  process.on('exit', () => writeFileSync(memoryFile, String(process.resourceUsage().maxRSS / 1024)))

if (secondsFile !== undefined && !isMainThread) {
  const file = openSync(secondsFile, 'w')
  let first: number | undefined
  // Overwrites the file with the seconds from the first request to the latest one.
  subscribe('undici:request:create', () => {
    const now = performance.now()
    first ??= now
    writeSync(file, ((now - first) / 1000).toFixed(6), 0)
  })
}
