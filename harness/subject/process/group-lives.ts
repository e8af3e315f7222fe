import { readdirSync, readFileSync } from 'node:fs'
import { attempt } from '../../wire/attempt.ts'

/**
 * True if a process of the group still runs. A zombie accepts signals until it is reaped, which may never happen in a
 * container, so on Linux its state is looked up (proc(5), fields 3 and 5 of `stat`).
 */
export function groupLives(groupId: number): boolean {
  if (!attempt(() => process.kill(-groupId, 0))) return false
  if (process.platform !== 'linux') return true
  return readdirSync('/proc').some((name) => {
    if (!/^\d+$/.test(name)) return false
    const [state, , group] = statFields(name)
    return Number(group) === groupId && state !== 'Z' && state !== 'X'
  })
}

/**
 * Returns processes outside the group whose environment contains a mark, `NAME=value`: a process of the group started them,
 * and they left it (setsid). Only Linux shows environments.
 */
export function strayProcesses(groupId: number, mark: string): number[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && isMarked(name, mark) && Number(statFields(name)[2]) !== groupId)
    .map(Number)
}

const isMarked = (pid: string, mark: string): boolean =>
  attempt(() => readFileSync(`/proc/${pid}/environ`, 'latin1'), '')
    .split('\0')
    .includes(mark)

/** Fields after the command's name, which is in parentheses and may contain any character. */
function statFields(pid: string): string[] {
  const stat = attempt(() => readFileSync(`/proc/${pid}/stat`, 'utf8'), '')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}
