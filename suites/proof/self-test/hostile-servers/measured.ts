import { writeSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

// Runs the program that is named first, which on exit reports its peak memory, in KiB, on a channel of its own.
process.once('exit', () => writeSync(3, String(process.resourceUsage().maxRSS)))
process.argv.splice(1, 1)
await import(pathToFileURL(process.argv[1] ?? '').href)
