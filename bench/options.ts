import { parseArgs } from 'node:util'

/**
 * Reads integers from the command line, such as `--name 200`, each with a default. Ends the program with exit code 2 if one
 * is invalid.
 */
export function readNumbers<T extends Record<string, number>>(defaults: T): T {
  const names = Object.keys(defaults)
  try {
    const { values } = parseArgs({
      options: Object.fromEntries(names.map((name) => [name, { type: 'string' as const }])),
    })
    const entries = names.map((name) => {
      const value = values[name]
      if (value !== undefined && !/^\d{1,12}$/.test(String(value)))
        throw new TypeError(`--${name} takes a whole number`)
      return [name, value === undefined ? defaults[name] : Number(value)] as const
    })
    return Object.fromEntries(entries) as T
  } catch (error) {
    console.error(`${(error as Error).message}; there are --${names.join(' N, --')} N`)
    process.exit(2)
  }
}
