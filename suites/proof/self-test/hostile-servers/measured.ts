import { writeSync } from 'node:fs'

// `conformance`, which says at its end on a channel of its own how much memory it held at most, in KiB.
process.once('exit', () => writeSync(3, String(process.resourceUsage().maxRSS)))
await import('../../../main.ts')
