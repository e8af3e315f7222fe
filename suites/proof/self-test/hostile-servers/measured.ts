import { writeSync } from 'node:fs'

// Runs `conformance`, which on exit reports its peak memory, in KiB, on a channel of its own.
process.once('exit', () => writeSync(3, String(process.resourceUsage().maxRSS)))
await import('../../../main.ts')
