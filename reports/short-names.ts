/** File names without `.json` and the folder that all of them share: `a/x-1.json`, `a/x-2.json` become `x-1`, `x-2`. */
export function shortNames(names: readonly string[]): string[] {
  const folders = names.map((name) => name.slice(0, name.lastIndexOf('/') + 1))
  const shared = folders.every((folder) => folder === folders[0]) ? (folders[0]?.length ?? 0) : 0
  const short = names.map((name) => name.slice(shared).replace(/\.json$/, ''))
  return new Set(short).size === names.length ? short : [...names]
}
