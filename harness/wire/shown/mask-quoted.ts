/**
 * Masks possible secrets in lines printed by another program whose format is unknown: the word after a scheme word; the
 * values of fields and cookies with secret names, in JSON, in Python, Ruby and JavaScript literals, and in forms, queries
 * and header lines; passwords in addresses; and words that look random. Masks if in doubt.
 */
export function maskQuoted(text: string): string {
  return text.split('\n').map(maskLine).join('\n')
}

const hidden = '***'
const secretName =
  '[\\w.-]*(?:passw(?:or)?d|passphrase|pwd|token|secret|seed|csrf|session|credential|signature|api_?key|' +
  'otp|code|key|pass|pin|sid)(?!id|_id|_url)[\\w.-]*'
const headerName = '[\\w-]*(?:authorization|cookie)[\\w-]*'
/** A quote, possibly escaped as in JSON within a text, HTML or a query. */
const quote = `(?:\\\\*["'\`]|&(?:quot|#34|#39|#x27|apos);|%2[27])`
const between = `(?:${quote}?\\s*(?:=>|[:=]|%3[AD])|${quote}\\s*,)\\s*(?:%20|\\+)*`
/** From a quote to the same quote, if a value can end there; otherwise to the end of the line. */
const quoted = `[[({]*\\s*[bur]?(?<open>${quote})(?!\\k<open>).*?(?:(?<!\\\\)\\k<open>(?=[\\s,;:)}\\]>&"']|$)|$)`
const nothing = '(?:null|None|nil|undefined|true|false|-?\\d{1,3})(?=[\\s,;&)}\\]]|$)'

const inHeader = new RegExp(
  `((?<![\\w-])${headerName}${between})(?!${nothing})(?:${quoted}|[^\\s"'\`].*)`,
  'gi',
)
const inField = new RegExp(
  `((?<![\\w.-])${secretName}${between})(?!${nothing})(?:${quoted}|[^\\s"'\`&]\\S*)`,
  'gi',
)
const behindScheme = /\b(Bearer|Digest)\s+\S+/gi
/** These also occur in sentences, so the shortest words after them are kept. */
const behindWord = /\b(Basic|Token|Signature|seed|password|otp|code|cookie)\s+(?!\()\S{4,}/gi
const inAddress = /(:\/\/[^\s/:@]*:)[^\s/]+@/g
/** True if a long word has letters and at least three digits. */
const isDrawnByLot = (word: string) => /[A-Za-z]/.test(word) && word.replace(/\D+/g, '').length > 2

function maskLine(line: string): string {
  return line
    .replace(inAddress, `$1${hidden}@`)
    .replace(inHeader, `$1${hidden}`)
    .replace(inField, `$1${hidden}`)
    .replace(behindScheme, `$1 ${hidden}`)
    .replace(behindWord, `$1 ${hidden}`)
    .replace(/[\w-]{20,}/g, (word) => (isDrawnByLot(word) ? hidden : word))
}
