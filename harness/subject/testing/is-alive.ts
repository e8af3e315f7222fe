import { readFileSync } from 'node:fs'

/** True if a process still runs. A zombie accepts signals too, and stays if the system's first process does not reap it. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0) && !/^State:\s*Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

/** Resolves when a process has ended. */
export async function gone(pid: number): Promise<void> {
  while (isAlive(pid)) await new Promise((resolve) => setTimeout(resolve, 10))
}
