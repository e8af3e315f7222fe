import { decodeHTMLAttribute } from 'entities'

/** A tag of a page: `input`, or `/form` for an end tag. Attribute names are in lower case, their values unescaped. */
export interface Tag {
  name: string
  attributes: ReadonlyMap<string, string>
}

/** Elements whose content is not HTML (HTML standard, section 13.2.5), or not in the page (4.12.3). */
const rawText = new Set(['script', 'style', 'textarea', 'title', 'template'])
/** How much of a page is read; login pages are far shorter. */
const mostCharacters = 1024 * 1024
const mostAttributes = 100

/**
 * Returns the tags of a page in their order. Reads any text just once: a tag that never ends is left out, as in browsers.
 */
export function tagsOf(page: string): Tag[] {
  const html = page.slice(0, mostCharacters)
  const tags: Tag[] = []
  let at = html.indexOf('<')
  while (at >= 0) {
    if (html.startsWith('<!--', at)) {
      const end = html.indexOf('-->', at + 4)
      if (end < 0) break
      at = html.indexOf('<', end)
      continue
    }
    const name = nameAt(html, at + 1)
    if (name === '') {
      at = html.indexOf('<', at + 1)
      continue
    }
    const read = readAttributes(html, at + 1 + name.length)
    if (read === undefined) break
    const tag = { name: name.toLowerCase(), attributes: read.attributes }
    tags.push(tag)
    at = html.indexOf('<', read.end)
    // Only its own end tag ends such an element. Each position is checked once.
    while (rawText.has(tag.name) && at >= 0 && !isEndOf(html, at, tag.name)) at = html.indexOf('<', at + 1)
  }
  return tags
}

const isEndOf = (html: string, at: number, name: string) =>
  html.slice(at, at + name.length + 2).toLowerCase() === `</${name}`

/** The name of a tag, with the slash of an end tag; '' if there is none. */
function nameAt(html: string, start: number): string {
  let end = html[start] === '/' ? start + 1 : start
  while (end < start + 40 && isNamePart(html.charCodeAt(end))) end++
  return /^\/?[a-z]/i.test(html.slice(start, end)) ? html.slice(start, end) : ''
}

const isNamePart = (code: number) =>
  (code >= 48 && code <= 57) || ((code | 32) >= 97 && (code | 32) <= 122) || code === 45

/** The attributes up to the end of a tag; undefined if the tag has no end. The first attribute of a name counts. */
function readAttributes(html: string, start: number) {
  const attributes = new Map<string, string>()
  let at = start
  const skip = (isSkipped: (character: string) => boolean) => {
    const from = at
    while (at < html.length && isSkipped(html.charAt(at))) at++
    return html.slice(from, at)
  }
  while (at < html.length) {
    skip((character) => isSpace(character) || character === '/')
    if (html[at] === '>') return { attributes, end: at + 1 }
    const name = html.charAt(at++) + skip((character) => !isSpace(character) && !'/>='.includes(character))
    skip(isSpace)
    let value = ''
    if (html[at] === '=') {
      at++
      skip(isSpace)
      const quote = html.charAt(at)
      if (quote === '"' || quote === "'") {
        const end = html.indexOf(quote, at + 1)
        if (end < 0) return undefined
        value = html.slice(at + 1, end)
        at = end + 1
      } else value = skip((character) => !isSpace(character) && character !== '>')
    }
    const key = name.toLowerCase()
    if (attributes.size < mostAttributes && !attributes.has(key))
      attributes.set(key, decodeHTMLAttribute(value))
  }
  return undefined
}

const isSpace = (character: string) =>
  character === ' ' || character === '\n' || character === '\t' || character === '\r' || character === '\f'
