import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { markup, Markup, type Value } from './markup.ts'

const asset = (name: string): string => readFileSync(new URL(`./${name}`, import.meta.url), 'utf8')
const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
// The order matters: later sheets override earlier ones.
const SHEETS = ['page', 'summary', 'requirements', 'evidence', 'narrow', 'print']
const style = SHEETS.map((sheet) => asset(`${sheet}.css`)).join('\n')
const filterScript = asset('page.js')

/**
 * A whole page in one file. Its policy allows only our own style and script, by hash, so the browser runs and fetches
 * nothing from a server's bodies.
 */
export function htmlDocument(title: string, body: Value, { filter }: { filter: boolean }): string {
  const policy = [
    "default-src 'none'",
    `style-src ${hashOf(style)}`,
    ...(filter ? [`script-src ${hashOf(filterScript)}`] : []),
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ]
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${new Markup(policy.join('; '))}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<link rel="icon" href="data:,">
<title>${title}</title>
<style>${new Markup(style)}</style>
</head>
<body>
${body}
${filter && markup`<script>${new Markup(filterScript)}</script>`}
</body>
</html>
`.text
}
