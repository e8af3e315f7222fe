import { decisiveExchange, count, duration, recipeSteps } from '../words.ts'
import type { ReportedCase } from '../report.ts'
import { serverTime } from '../server-time.ts'
import { exchangeOf } from './exchange.ts'
import { prose, shellLine, verdictMark } from './marks.ts'
import { markup, type Markup, type Value } from './markup.ts'
import { timeline } from './timeline.ts'

/** One case: a line if it passed, otherwise everything that is known about it. */
export function caseOf(each: ReportedCase): Markup {
  const { counterexample, transcript } = each
  const endedAt = decisiveExchange(each) ?? transcript.at(-1)
  return markup`<article class="case ${each.verdict}">
    <h5>${verdictMark(each.verdict)} <span>${prose(each.title)}</span></h5>
    <p class="meta"><code>${each.id}</code> <span>${count(each.exchanges, 'exchange')}, ${duration(each.durationMs)}</span></p>
    ${facts(each)}
    ${each.timeline !== undefined && each.timeline.length > 0 && timeline(each.timeline)}
    ${transcript.length > 0 && markup`<ol class="exchanges" aria-label="Exchanges">${transcript.map((exchange) => exchangeOf(exchange, exchange === endedAt))}</ol>`}
    ${counterexample && markup`<p class="meta"><span>Found with seed ${counterexample.seed} in run ${counterexample.runs}, shrunk ${count(counterexample.shrinks, 'time')}, path <code>${counterexample.path}</code></span></p>`}
    ${['fail', 'error', 'inconclusive'].includes(each.verdict) && shellLine('Rerun', each.replay)}
  </article>`
}

function facts({ wanted, got, message, changed, counterexample, timeline }: ReportedCase): Value {
  const time = serverTime(timeline === undefined ? {} : { timeline })
  const rows = [
    wanted !== null && row('expected', wanted),
    got !== null && row('got', got),
    changed !== undefined && row('changed', changed),
    time !== '' && row("server's time", time),
    counterexample && row('counterexample', steps(counterexample.recipe)),
  ].filter(Boolean)
  return [
    // A failure's message often just repeats what was wanted and what was received.
    message !== '' &&
      message !== `expected ${wanted}, but ${got}` &&
      markup`<p class="message">${message}</p>`,
    rows.length > 0 && markup`<dl class="outcome">${rows}</dl>`,
  ]
}

function steps(recipe: string): Value {
  return recipeSteps(recipe).map((step, index) => [index > 0 && markup`<br>`, step])
}

function row(term: string, description: Value): Markup {
  return markup`<div class="${term.replaceAll(/[^a-z]+/g, '-')}"><dt>${term}</dt><dd>${description}</dd></div>`
}
