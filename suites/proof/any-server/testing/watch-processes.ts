import { readdirSync, readFileSync } from 'node:fs'

/**
 * Looks at the arguments and titles of processes, again and again, until it is stopped: of all, or of those that descend from
 * this one, as tests beside this one have processes too.
 */
export function watchProcesses(whose: 'all' | 'ours') {
  const seen = new Set<string>()
  const ours = new Set([String(process.pid)])
  const look = () => {
    for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      try {
        // Field 4 of proc(5)'s stat; the name before it may hold blanks and brackets.
        const [, parent = ''] = readFileSync(`/proc/${id}/stat`, 'utf8').split(/.*\) /s)[1]!.split(' ')
        if (ours.has(parent)) ours.add(id)
        if (whose === 'all' || ours.has(id))
          seen.add(readFileSync(`/proc/${id}/cmdline`, 'utf8').replaceAll('\0', ' '))
      } catch {
        // It ended meanwhile.
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
