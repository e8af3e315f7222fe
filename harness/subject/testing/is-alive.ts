import { readFileSync } from 'node:fs'

/** Whether a process still runs. A zombie can be signalled too: where the system's first process does not collect it, it stays. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0) && !/^State:\s*Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

/** Settles when a process has ended. */
export async function gone(pid: number): Promise<void> {
  while (isAlive(pid)) await new Promise((resolve) => setTimeout(resolve, 10))
}
