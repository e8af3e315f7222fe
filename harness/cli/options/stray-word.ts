import { closestWord } from '../../subject/closest-word.ts'

/** Explains a word that is not a command, and its fix: an address without its option, or a misspelt command. */
export function strayWord(word: string, commands: readonly string[]): string {
  if (/^https?:/i.test(word)) return `an address goes after its option: --base-url ${word}`
  if (/\.(?:ya?ml|json)$/i.test(word)) return `a declaration goes after its option: --config ${word}`
  const near = closestWord(word, commands)
  return `there is no command "${word}"${near === undefined ? '' : `; did you mean ${near}?`}`
}
