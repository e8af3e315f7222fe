import type { FastifyReply } from 'fastify'

/** Sends one page of the web interface: never cached or framed, and loading nothing from elsewhere. */
export function sendPage(reply: FastifyReply, title: string, body: string): string {
  reply.header('content-type', 'text/html; charset=utf-8')
  reply.header('content-security-policy', `${policy}; form-action 'self'`)
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${style}</style>
<main>${body}</main>
</html>
`
}

const policy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'"

/** Escapes text for HTML element content and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

const style = `
:root { color-scheme: light dark; --ink: #1c2333; --soft: #5b6478; --paper: #f3f5f9; --card: #fff; --line: #d5dae5;
  --accent: #2f5bd3; --accent-ink: #fff; --bad: #a3172a; --bad-paper: #fdecee }
@media (prefers-color-scheme: dark) { :root { --ink: #e8ecf5; --soft: #a2abbf; --paper: #11151f; --card: #1a2030;
  --line: #333c52; --accent: #86a5ff; --accent-ink: #0c1222; --bad: #ffb3bd; --bad-paper: #3b1820 } }
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1.25rem; background: var(--paper);
  color: var(--ink); font: 1rem/1.5 system-ui, sans-serif }
main { width: min(100%, 25rem); background: var(--card); border: 1px solid var(--line); border-radius: 14px;
  padding: 2rem; box-shadow: 0 12px 40px #1c233314 }
h1 { margin: 0 0 .25rem; font-size: 1.5rem; line-height: 1.25 }
p { margin: 0 0 1.25rem; color: var(--soft) }
label { display: block; margin: 0 0 1rem; font-weight: 600 }
small { font-weight: 400; color: var(--soft) }
input { display: block; width: 100%; margin-top: .35rem; padding: .65rem .75rem; font: inherit; font-weight: 400; color: inherit;
  background: var(--paper); border: 1px solid var(--line); border-radius: 8px }
input:focus-visible, button:focus-visible { outline: 3px solid var(--accent); outline-offset: 1px }
button { width: 100%; padding: .7rem; font: inherit; font-weight: 600; color: var(--accent-ink); background: var(--accent);
  border: 0; border-radius: 8px; cursor: pointer }
[role=alert] { padding: .65rem .75rem; border-radius: 8px; color: var(--bad); background: var(--bad-paper) }
`
