/** Returns the first array of objects in a JSON text, at any depth; undefined if there is none. */
export function recordsOf(text: string): unknown[] | undefined {
  try {
    return find(JSON.parse(text))
  } catch {
    return undefined
  }
}

function find(value: unknown): unknown[] | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const isList =
    Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'object' && one !== null)
  if (isList) return value as unknown[]
  for (const below of Object.values(value)) {
    const found = find(below)
    if (found) return found
  }
  return undefined
}
