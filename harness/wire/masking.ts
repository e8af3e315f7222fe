import { secretForms } from './secret-forms.ts'
import { readings, type Unescaped } from './unescaped.ts'

/** The secrets that a run knows. Those under eight characters are masked at their field only (`maskFields`). */
export interface Secrets {
  /** @param label names the secret in messages: a field of the declaration, "a token", … */
  add(value: string, label: string): void
  /** The text with every known secret, in any of its encodings, as `***`. */
  mask(text: string): string
  /** Label of a secret that stands in it, in any of its encodings; null where none does. */
  findIn(content: Uint8Array | string): string | null
}

/** Shorter ones would be found in innocent text. */
const shortest = 8
/** Words of the API itself, which every report holds; as secrets they are masked at their field only. */
const ownWords = new Set([
  'password',
  'username',
  'otp_code',
  'sessionid',
  'signature',
  'authorization',
  'conformance',
])

const tableBits = 18
const factor = 0x01000193
/** What a character that leaves the window of `shortest` characters weighs. */
const leaving = Array.from({ length: shortest }).reduce<number>((weight) => Math.imul(weight, factor), 1)

/**
 * Finds any number of secrets in one pass: a rolling hash over eight characters (Rabin and Karp) looks up the forms that
 * begin so. The time grows with the text, not with the secrets.
 */
export function createSecrets(): Secrets {
  const table = new Uint8Array(1 << tableBits)
  const byHash = new Map<number, { form: string; label: string }[]>()
  const known = new Set<string>()
  /** Added, but not looked for yet: a run adds hundreds, and one in which all is well masks next to nothing. */
  let waiting: { value: string; label: string }[] = []

  function scan(text: string, onFound: (start: number, end: number, label: string) => boolean): void {
    if (text.length < shortest) return
    for (const { value, label } of waiting) enter(value, label)
    waiting = []
    let hash = 0
    for (let index = 0; index < text.length; index++) {
      hash = (Math.imul(hash, factor) + text.charCodeAt(index)) | 0
      if (index >= shortest) hash = (hash - Math.imul(leaving, text.charCodeAt(index - shortest))) | 0
      if (index < shortest - 1 || table[hash >>> (32 - tableBits)] === 0) continue
      const start = index - shortest + 1
      const found = byHash.get(hash)?.find(({ form }) => text.startsWith(form, start))
      if (found && onFound(start, start + found.form.length, found.label)) return
    }
  }

  function enter(value: string, label: string): void {
    for (const form of secretForms(value)) {
      const hash = hashOf(form)
      const others = byHash.get(hash)
      if (others) others.push({ form, label })
      else byHash.set(hash, [{ form, label }])
      // The longest is found first.
      others?.sort((one, other) => other.form.length - one.form.length)
      table[hash >>> (32 - tableBits)] = 1
    }
  }

  return {
    add(value, label) {
      if (value.length < shortest || ownWords.has(value.toLowerCase()) || known.has(value)) return
      known.add(value)
      waiting.push({ value, label })
    },
    mask: (text) =>
      readings.reduce((masked, read) => {
        const unescaped = read(masked)
        return unescaped ? hide(masked, unescaped) : masked
      }, hide(text)),
    findIn(content) {
      const text = typeof content === 'string' ? content : Buffer.from(content).toString()
      let label = labelIn(text)
      for (const read of readings) label ??= labelIn(read(text)?.text ?? '')
      return label
    },
  }

  /** The text without what is found in it, or in a reading of it. */
  function hide(text: string, { text: read, at }: Partial<Unescaped> = {}): string {
    let masked = ''
    let copied = 0
    let hiddenTo = 0
    scan(read ?? text, (first, last) => {
      const [start, end] = at ? [at[first] ?? 0, at[last] ?? text.length] : [first, last]
      if (start >= hiddenTo) {
        masked += `${text.slice(copied, start)}***`
        copied = hiddenTo = end
      } else if (end > hiddenTo) copied = hiddenTo = end
      return false
    })
    return copied === 0 ? text : masked + text.slice(copied)
  }

  function labelIn(text: string): string | null {
    let label: string | null = null
    scan(text, (_start, _end, found) => {
      label = found
      return true
    })
    return label
  }
}

function hashOf(form: string): number {
  let hash = 0
  for (let index = 0; index < shortest; index++) hash = (Math.imul(hash, factor) + form.charCodeAt(index)) | 0
  return hash
}
