/**
 * Masks what may be secret in lines that another program printed, of which only the lines are known: what follows a scheme
 * word, the values of fields and cookies with a secret's name in JSON, in the literals of Python, Ruby and JavaScript, in
 * forms, queries and header lines, passwords in addresses, and words that look drawn by lot. Where it is in doubt it masks.
 */
export function maskQuoted(text: string): string {
  return text.split('\n').map(maskLine).join('\n')
}

const hidden = '***'
const secretName =
  '[\\w.-]*(?:passw(?:or)?d|passphrase|pwd|token|secret|seed|csrf|session|credential|signature|api_?key|' +
  'otp|code|key|pass|pin|sid)(?!id|_id|_url)[\\w.-]*'
const headerName = '[\\w-]*(?:authorization|cookie)[\\w-]*'
/** A quote, maybe escaped as in JSON within a text, HTML or a query. */
const quote = `(?:\\\\*["'\`]|&(?:quot|#34|#39|#x27|apos);|%2[27])`
const between = `(?:${quote}?\\s*(?:=>|[:=]|%3[AD])|${quote}\\s*,)\\s*(?:%20|\\+)*`
/** From a quote to the same quote, where something can end there; else to the end of the line. */
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
/** Also words of sentences, so that the shortest behind them stay. */
const behindWord = /\b(Basic|Token|Signature|seed|password|otp|code|cookie)\s+(?!\()\S{4,}/gi
const inAddress = /(:\/\/[^\s/:@]*:)[^\s/]+@/g
/** Whether a long word has letters and at least three digits. */
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
