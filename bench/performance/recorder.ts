// Loaded into a run of the suite (--import): notes how much memory it took, or each request that it sends.
import { subscribe } from 'node:diagnostics_channel'
import { appendFileSync, writeFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

export interface RecordedRequest {
  method: string
  path: string
  /** Names and values in turn. */
  headers: string[]
  body: string | null
}

const { BENCH_MEMORY: memoryFile, BENCH_REQUESTS: requestsFile } = process.env

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

if (memoryFile !== undefined && isMainThread)
  process.on('exit', () => writeFileSync(memoryFile, String(process.resourceUsage().maxRSS / 1024)))
