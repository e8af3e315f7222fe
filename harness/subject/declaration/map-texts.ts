type Path = readonly PropertyKey[]

/** Returns a copy of plain data, in which `map` has replaced each text; `map` is given the text's path too. */
export function mapTexts<T>(value: T, map: (text: string, path: Path) => unknown): T {
  const inner = (one: unknown, path: Path): unknown => {
    if (typeof one === 'string') return map(one, path)
    if (Array.isArray(one)) return one.map((item, index) => inner(item, [...path, index]))
    if (typeof one !== 'object' || one === null) return one
    return Object.fromEntries(Object.entries(one).map(([name, held]) => [name, inner(held, [...path, name])]))
  }
  return inner(value, []) as T
}

/** Returns what is at a path in plain data; undefined if nothing is. */
export const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce((inner, step) => (inner as Record<PropertyKey, unknown> | null | undefined)?.[step], value)
