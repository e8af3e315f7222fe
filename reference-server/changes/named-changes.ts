import type { Parts } from '../server/parts.ts'
import type { ChangeNames } from '../server/running-server.ts'

/**
 * Applies the named changes, variations first. Throws UnknownName. The changes are a third of the code to load, so they
 * are loaded only if one is named.
 */
export async function applyNamedChanges(
  parts: Parts,
  { defects = [], variations = [] }: ChangeNames,
): Promise<void> {
  if (defects.length + variations.length === 0) return
  const { applyChanges } = await import('./changes.ts')
  applyChanges(parts, { defects, variations })
}
