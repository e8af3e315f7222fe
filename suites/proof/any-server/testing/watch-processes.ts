import { readdirSync, readFileSync } from 'node:fs'

/**
 * Reads the arguments and titles of processes again and again until it is stopped: of all processes, or of this one's
 * descendants, since other tests have processes too.
 */
export function watchProcesses(whose: 'all' | 'ours') {
  const seen = new Set<string>()
  const ours = new Set([String(process.pid)])
  const look = () => {
    for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      try {
        // Field 4 of proc(5)'s stat; the name before it may contain blanks and brackets.
        const [, parent = ''] = readFileSync(`/proc/${id}/stat`, 'utf8').split(/.*\) /s)[1]!.split(' ')
        if (ours.has(parent)) ours.add(id)
        if (whose === 'all' || ours.has(id))
          seen.add(readFileSync(`/proc/${id}/cmdline`, 'utf8').replaceAll('\0', ' '))
      } catch {
        // The process has ended meanwhile.
      }
    }
  }
  const timer = setInterval(look, 50)
  return {
    stop(): string[] {
      clearInterval(timer)
      return [...seen]
    },
  }
}
