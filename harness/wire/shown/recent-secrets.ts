export interface Secret {
  value: string
  /** Names the secret in messages. */
  label: string
}

const atMost = 2000
const longest = 4096

/**
 * Keeps the secrets learned last in tries that otherwise forget what they learn. Bounded, so that ten thousand tries take no
 * more memory than one; a server's last lines only concern its last requests.
 */
export function createRecentSecrets() {
  const recent = new Map<string, string>()
  return {
    add(value: string, label: string): void {
      if (value.length > longest) return
      recent.delete(value)
      recent.set(value, label)
      const [oldest] = recent.keys()
      if (recent.size > atMost && oldest !== undefined) recent.delete(oldest)
    },
    all: (): Secret[] => [...recent].map(([value, label]) => ({ value, label })),
  }
}

export type RecentSecrets = ReturnType<typeof createRecentSecrets>
