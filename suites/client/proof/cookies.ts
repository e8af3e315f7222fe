import type { Incoming } from './http.ts'

/** Cookies by name. */
export type Jar = Map<string, string>

/** Stores the cookies that an answer sets, and drops those that it deletes. */
export function keepCookies(jar: Jar, { headers }: Incoming): void {
  for (const [name, text] of headers) {
    const [, key = '', value = ''] = /^([^=;]+)=([^;]*)/.exec(text) ?? []
    if (name.toLowerCase() !== 'set-cookie' || key === '') continue
    if (value === '' || /;\s*max-age=0/i.test(text)) jar.delete(key)
    else jar.set(key, value)
  }
}
