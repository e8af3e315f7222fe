/** Names of the fields of the form that takes a password, sorted; undefined where the page has no such form. */
export function loginFieldNames(html: string): string[] | undefined {
  const form = passwordForm(html)
  return form
    ?.match(/<input\b[^>]*>/gi)
    ?.map((input) => attribute(input, 'name') ?? '')
    .sort()
}

const passwordForm = (html: string): string | undefined =>
  (html.match(/<form\b[\s\S]*?<\/form>/gi) ?? []).find((text) => /type\s*=\s*["']?password/i.test(text))

/** Hidden fields of the first form of a page that takes a password, by name; of the whole page where there is none. */
export function hiddenFields(html: string): Map<string, string> {
  const form = passwordForm(html) ?? html
  const fields = new Map<string, string>()
  for (const input of form.match(/<input\b[^>]*>/gi) ?? []) {
    if (!/\btype\s*=\s*["']?hidden/i.test(input)) continue
    const name = attribute(input, 'name')
    if (name !== undefined) fields.set(name, attribute(input, 'value') ?? '')
  }
  return fields
}

/** Where the form that takes a password says it is sent to; undefined where that is the page itself. */
export function formAction(html: string): string | undefined {
  const tag = /^<form\b[^>]*>/i.exec(passwordForm(html) ?? '')?.[0]
  return (tag && attribute(tag, 'action')) || undefined
}

function attribute(tag: string, name: string): string | undefined {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>]+))`, 'i').exec(tag)
  const value = found?.[1] ?? found?.[2] ?? found?.[3]
  return value === undefined ? undefined : unescapeHtml(value)
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function unescapeHtml(text: string): string {
  return text.replaceAll(
    /&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi,
    (whole, decimal, hex, name: string | undefined) => {
      if (decimal) return String.fromCodePoint(Number(decimal))
      if (hex) return String.fromCodePoint(Number.parseInt(hex, 16))
      return entities[name ?? ''] ?? whole
    },
  )
}
