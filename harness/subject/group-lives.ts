import { readdirSync, readFileSync } from 'node:fs'

/**
 * Whether a process of the group still runs. A zombie can be signalled as long as nobody collects it, which in a
 * container may be never, so on Linux its state is looked up (proc(5), fields 3 and 5 of `stat`).
 */
export function groupLives(groupId: number): boolean {
  try {
    process.kill(-groupId, 0)
  } catch {
    return false
  }
  if (process.platform !== 'linux') return true
  return readdirSync('/proc').some((name) => {
    if (!/^\d+$/.test(name)) return false
    const [state, , group] = statFields(name)
    return Number(group) === groupId && state !== 'Z' && state !== 'X'
  })
}

/**
 * Processes outside the group whose environment holds a mark, `NAME=value`: started by one of the group, and gone from it
 * (setsid). Only Linux shows environments.
 */
export function strayProcesses(groupId: number, mark: string): number[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && isMarked(name, mark) && Number(statFields(name)[2]) !== groupId)
    .map(Number)
}

function isMarked(pid: string, mark: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(mark)
  } catch {
    return false
  }
}

/** What stands behind the command's name, which is in parentheses and may hold any character. */
function statFields(pid: string): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}
