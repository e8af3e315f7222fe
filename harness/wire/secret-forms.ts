/**
 * The texts that a secret of eight characters or more may stand as in a report, a log or a page: plain, JSON-escaped once
 * and twice, percent- and form-encoded, HTML-escaped, in hexadecimal, and in base64 or base64url, also inside a longer text so encoded.
 */
export function secretForms(secret: string): string[] {
  // Most are tokens of letters and digits, which nothing but base64 writes otherwise.
  if (/^[A-Za-z0-9]+$/.test(secret))
    return [...new Set([secret, ...base64Forms(secret), ...hexForms(secret)])].filter(isLong)
  const encoded = percentForms(secret)
  const forms = new Set<string>()
  for (const form of new Set([
    secret,
    ...escapedForms(secret),
    ...encoded,
    ...(json(secret) === secret ? [] : percentForms(json(secret))),
    // What a server writes into a header, whose bytes are read as Latin-1.
    Buffer.from(secret).toString('latin1'),
    // What a server repeats in a link.
    ...[...encoded].map(encodeURIComponent),
  ])) {
    forms.add(form)
    // Nothing for JSON or HTML to escape: so are most percent-encoded forms.
    if (/^[\w%+.-]+$/.test(form)) continue
    forms.add(json(form))
    for (const entities of htmlEntities) {
      forms.add(html(form, entities))
      forms.add(html(json(form), entities)).add(json(html(form, entities)))
    }
  }
  const inBase64 = new Set([secret, json(secret), json(json(secret)), ...encoded])
  for (const form of inBase64) for (const one of base64Forms(form)) forms.add(one)
  for (const form of hexForms(secret)) forms.add(form)
  return [...forms].filter(isLong)
}

const isLong = (form: string) => form.length >= 8

const json = (text: string) => JSON.stringify(text).slice(1, -1)

function escapedForms(text: string): string[] {
  const unicode = (hex: (code: string) => string) =>
    json(text).replace(
      /[^\x20-\x7e]/g,
      (character) => `\\u${hex(character.charCodeAt(0).toString(16).padStart(4, '0'))}`,
    )
  const slashes = json(text).replaceAll('/', '\\/')
  return [json(text), slashes, unicode((hex) => hex), unicode((hex) => hex.toUpperCase())]
}

/** Percent- and form-encoded, with more or less of what need not be encoded, and hexadecimal digits in either case. */
function percentForms(text: string): ReadonlySet<string> {
  const component = encodeURIComponent(wellFormed(text))
  const strict = component.replace(/[!'()*~]/g, percent)
  const form = new URLSearchParams([['', text]]).toString().slice(1)
  const all = strict.replace(/[-._]/g, percent)
  const encoded = [
    component,
    strict,
    all,
    form,
    ...[strict, component].map((word) => word.replaceAll('%20', '+')),
    encodeURI(wellFormed(text)),
  ]
  return new Set([
    ...encoded,
    ...encoded.map((word) => (word.includes('%') ? word.replace(/%[\dA-F]{2}/g, lower) : word)),
  ])
}

const lower = (escape: string) => escape.toLowerCase()

const percent = (character: string) =>
  `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`

/** Servers differ in which characters they escape for HTML, and in how they write the quotes. */
const htmlEntities: Record<string, string>[] = [
  { '&': '&amp;', '<': '&lt;' },
  { '&': '&amp;', '<': '&lt;', '>': '&gt;' },
  { '&': '&amp;', '<': '&lt;', '"': '&quot;' },
  { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' },
  { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' },
  { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;' },
  { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&#34;', "'": '&#39;' },
]
const html = (text: string, entities: Record<string, string>) =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? character)

/** Base64 works on groups of three bytes: what stands before shifts the secret by none, one or two. */
function base64Forms(text: string): string[] {
  const shifted = Buffer.from(`\0\0${text}`)
  const forms = [shifted.toString('base64', 2)]
  for (const shift of [0, 1, 2]) {
    const encoded = shifted.toString('base64', 2 - shift)
    forms.push(encoded.slice(Math.ceil((shift * 8) / 6), Math.floor(((shifted.length - 2 + shift) * 8) / 6)))
  }
  return forms.flatMap((form) =>
    /[+/=]/.test(form)
      ? [
          form,
          form.replaceAll('+', '-').replaceAll('/', '_'),
          form.replaceAll('+', '%2B').replaceAll('/', '%2F').replaceAll('=', '%3D'),
        ]
      : [form],
  )
}

function hexForms(text: string): string[] {
  const hex = Buffer.from(text).toString('hex')
  return [hex, hex.toUpperCase()]
}

/** Half of a surrogate pair becomes a replacement character, as it does on the wire. */
const wellFormed = (text: string) => Buffer.from(text).toString()
