/** A request as a curl line, with `***` where a secret stood; undefined where plain curl can't send the same bytes. */
export function curlLine(request: {
  method: string
  url: string
  headers: readonly (readonly [string, string])[]
  body: string | null
}): string | undefined {
  const { method, url, headers, body } = request
  if (/[\0\r\n\ufffd]/.test(url + (body ?? '')) || url.startsWith('unix:')) return undefined
  // On the wire they are Latin-1, from a terminal UTF-8.
  if (/[^\t\x20-\x7e]/.test(headers.flat().join(''))) return undefined
  const words = ['curl', '--path-as-is', ...(/[[\]{}]/.test(url) ? ['--globoff'] : [])]
  words.push(...(method === 'GET' ? [] : ['-X', method]), url)
  // Sent again by hand, it is another exchange than that of this id.
  const shown = headers.filter(([name]) => name.toLowerCase() !== 'traceparent')
  for (const [name, value] of shown) words.push('-H', value === '' ? `${name};` : `${name}: ${value}`)
  // Curl's own, where it is not told to leave them out.
  for (const own of ['Accept', ...(body === null ? [] : ['Content-Type'])])
    if (!headers.some(([name]) => name.toLowerCase() === own.toLowerCase())) words.push('-H', `${own}:`)
  if (body !== null) words.push('--data-raw', body)
  return words.map(quote).join(' ')
}

const quote = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
