import type { ReportedExchange } from '../report.ts'
import { duration, pathOf } from '../words.ts'
import { shellLine } from './marks.ts'
import { markup, type Markup } from './markup.ts'

const ROLES = { step: 'step', twin: 'control', judged: 'judged' }

/** One exchange of a transcript; the one at which the case ended is open. */
export function exchangeOf(exchange: ReportedExchange, isLast: boolean): Markup {
  const { number, role, violates, request, response, error, durationMs, traceId, curl, signingString } =
    exchange
  return markup`<li><details class="exchange ${role} ${isLast && 'last'}"${isLast ? markup` open` : ''}>
    <summary><span class="number">${number}</span><span class="line"><b>${request.method}</b> ${pathOf(request.url)}</span>
      <span class="answer">${response ? response.status : 'no answer'}</span><span class="role">${violates ? 'failed here' : ROLES[role]}</span><span class="took">${duration(durationMs)}</span></summary>
    <div class="sides">
      <div><h6>Request</h6>${message(`${request.method} ${request.url}`, request.headers, request.body ?? '')}</div>
      <div><h6>Response</h6>${
        response
          ? [
              message(String(response.status), response.headers, response.body),
              response.truncated && markup`<p class="meta">The body was longer; the rest is not shown.</p>`,
            ]
          : markup`<p class="message">${error ?? 'No complete answer came.'}</p>`
      }</div>
    </div>
    ${signingString !== undefined && markup`<div class="sides"><div><h6>Signing string: what the server checks the signature against, without a line break at its end</h6><pre>${signingString}</pre></div></div>`}
    ${traceId !== undefined && markup`<p class="meta">Trace id, to find it in the server's log: <code>${traceId}</code></p>`}
    ${curl !== undefined && shellLine('curl', curl)}
  </details></li>`
}

function message(first: string, headers: ReportedExchange['request']['headers'], body: string): Markup {
  const fields = headers.map(([name, value]) => markup`<span class="name">${name}:</span> ${value}\n`)
  return markup`<pre><b>${first}</b>\n${fields}${body !== '' && markup`\n${body}`}</pre>`
}
