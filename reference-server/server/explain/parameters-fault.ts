/** Says what is wrong with parameters after the scheme word `Signature` that could not be read. */
export function parametersFault(text: string): string {
  const named = [...text.matchAll(/(?:^|,)\s*([A-Za-z]+)=/g)].map(([, name = '']) => name)
  const names = named.map((name) => name.toLowerCase())
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) return `${named[names.indexOf(twice)]} appears more than once`
  for (const name of ['keyId', 'algorithm', 'signature']) {
    if (!names.includes(name.toLowerCase())) return `${name}="…" is missing`
    if (!new RegExp(`(?:^|,)\\s*${name}="[^"]+"`, 'i').test(text))
      return `${name} needs a value between quotes`
  }
  const [, list] = /(?:^|,)\s*headers="([^"]*)"/i.exec(text) ?? []
  if (list === undefined)
    return names.includes('headers')
      ? 'headers needs a value between quotes'
      : 'one name="value" is malformed'
  if (list === '') return 'the list of headers is empty'
  if (/^ | {2}| $|,/.test(list)) return 'the names in the list of headers are separated by single spaces'
  const listed = list.toLowerCase().split(' ')
  const again = listed.find((name, at) => listed.indexOf(name) !== at)
  if (again !== undefined) return `the list of headers has ${again} more than once`
  return 'one name="value" is malformed'
}
