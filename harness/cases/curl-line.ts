/** A request as a curl line, with `***` where a secret stood; undefined where plain curl can't send it. */
export function curlLine(request: {
  method: string
  url: string
  headers: readonly (readonly [string, string])[]
  body: string | null
}): string | undefined {
  const { method, url, headers, body } = request
  if (/[\0\r\n]/.test(url + (body ?? '')) || url.startsWith('unix:')) return undefined
  const words = ['curl', '--path-as-is', ...(method === 'GET' ? [] : ['-X', method]), url]
  for (const [name, value] of headers) words.push('-H', value === '' ? `${name};` : `${name}: ${value}`)
  if (body !== null) words.push('--data-raw', body)
  return words.map(quote).join(' ')
}

const quote = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
