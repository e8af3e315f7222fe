import { quoteForSh } from '../subject/process/shell-quote.ts'

/** A request as a curl line, with secrets replaced by `***`; undefined if plain curl can't send the same bytes. */
export function curlLine(request: {
  method: string
  url: string
  headers: readonly (readonly [string, string])[]
  body: string | null
}): string | undefined {
  const { method, url, headers, body } = request
  if (/[\0\r\n\ufffd]/.test(url + (body ?? '')) || url.startsWith('unix:')) return undefined
  // Header fields are Latin-1 on the wire, but UTF-8 when they come from a terminal.
  if (/[^\t\x20-\x7e]/.test(headers.flat().join(''))) return undefined
  const words = ['curl', '--path-as-is', ...(/[[\]{}]/.test(url) ? ['--globoff'] : [])]
  words.push(...(method === 'GET' ? [] : ['-X', method]), url)
  // A request that is sent again by hand is another exchange, so it must not carry this id.
  const shown = headers.filter(([name]) => name.toLowerCase() !== 'traceparent')
  for (const [name, value] of shown) words.push('-H', value === '' ? `${name};` : `${name}: ${value}`)
  // Curl adds these itself unless it is told to leave them out.
  for (const own of ['Accept', ...(body === null ? [] : ['Content-Type'])])
    if (!headers.some(([name]) => name.toLowerCase() === own.toLowerCase())) words.push('-H', `${own}:`)
  if (body !== null) words.push('--data-raw', body)
  return words.map(quoteForSh).join(' ')
}
