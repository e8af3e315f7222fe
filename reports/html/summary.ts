import type { Report } from '../report.ts'
import {
  headline,
  count,
  duration,
  explainConclusion,
  LEVELS,
  skippedByReason,
  span,
  wasInterrupted,
} from '../words.ts'
import { anchorOf, figureList, levelMark, shareBar, prose, shellLine, verdictMark } from './marks.ts'
import { markup, type Markup, type Value } from './markup.ts'
import { faults, followWords, missing, type Fault, type Trouble } from '../faults.ts'

/** Top of the page: the conclusion in words, the figures, the subject and how to run it again. */
export function summary(report: Report): Markup {
  const { suite, subject, startedAt, clock } = report
  return markup`<header class="top ${wasInterrupted(report) ? 'partial' : report.conclusion}">
    <p class="kicker">Conformance report</p>
    <h1>${headline(report)}</h1>
    <p class="lead">${explainConclusion(report)}</p>
    <p class="subject"><code>${subject.baseUrl}</code>${subject.serverVersion !== null && markup` <span>version ${subject.serverVersion}</span>`}</p>
    <div class="levels">${LEVELS.map(
      (
        level,
      ) => markup`<section aria-label="${level}"><h2>${levelMark(level)} <small>${MEANING[level]}</small></h2>
        ${shareBar(report.totals[level])}${figureList(report.totals[level])}</section>`,
    )}</div>
    ${shellLine('Rerun', report.reproduce)}
    <dl class="facts">
      <div><dt>Run</dt><dd><time datetime="${startedAt}">${startedAt.slice(0, 16).replace('T', ' ')} UTC</time>, ${count(report.exchanges, 'exchange')} in ${unbroken(duration(report.durationMs))}</dd></div>
      <div>${seedOf(report)}</div>
      <div><dt>Clock</dt><dd>${clock.kind}${clock.aheadSeconds !== 0 && `, left ${span(clock.aheadSeconds)} ahead`}</dd></div>
      <div><dt>Suite</dt><dd>${suite.name} ${suite.version}, ${suite.requirementSet !== undefined && markup`requirements ${suite.requirementSet}, `}catalogue <code>${suite.catalogueHash.slice(0, 19)}</code></dd></div>
      <div class="wide"><dt>Declared</dt><dd>${subject.declared.length === 0 ? 'nothing' : subject.declared.map((path, index) => [index > 0 && ', ', markup`<code>${path}</code>`])}</dd></div>
    </dl>
  </header>`
}

/** The seed, and the number of runs of each property; rules for clients have no properties. */
const seedOf = ({ subject, seed, runs }: Report): Markup =>
  subject.client
    ? markup`<dt>Seed</dt><dd>${seed}</dd>`
    : markup`<dt>Properties</dt><dd>seed ${seed}, ${count(runs, 'run')} each</dd>`

const MEANING = { must: 'the specification states it', should: 'inferred' }

/** What failed or could not be judged, and what to declare for the rest. */
export function attention(report: Report): Markup {
  const told = faults(report)
  const waiting = missing(report.requirements)
  const skipped = skippedByReason(report.requirements)
  return markup`${
    told.length > 0 &&
    markup`<section class="attention" aria-labelledby="look">
    <h2 id="look">Problems</h2>
    <ol>${told.map(fault)}</ol></section>`
  }
  ${
    waiting.size > 0 &&
    markup`<section aria-labelledby="untested"><h2 id="untested">Untested, and what it needs</h2>
    <ul class="waiting">${[...waiting].map(
      ([message, ids]) => markup`<li>${message}<br><small>${links(ids)}</small></li>`,
    )}</ul></section>`
  }
  ${
    skipped.size > 0 &&
    markup`<section aria-labelledby="skipped"><h2 id="skipped">Skipped</h2>
    <ul class="waiting">${[...skipped].map(
      ([reason, told]) => markup`<li>${reason}<br><small>${links(told)}</small></li>`,
    )}</ul></section>`
  }
  ${report.notes.length > 0 && markup`<section aria-labelledby="notes"><h2 id="notes">Notes</h2><ul>${report.notes.map((note) => markup`<li>${prose(note)}</li>`)}</ul></section>`}`
}

/** A requirement that needs a look, with the first of its cases; the others are further down, in the requirement. */
function fault(one: Fault): Markup {
  const { requirement, each, follows } = one
  const cases = [one, ...one.more]
  const more = cases.length - SHOWN
  return markup`<li>
    <p>${verdictMark(each.verdict)} ${levelMark(requirement.level)} <a href="#${anchorOf(requirement.id)}">${prose(requirement.statement)}</a></p>
    ${cases.slice(0, SHOWN).map((trouble) => said(trouble, requirement.statement))}
    ${more > 0 && markup`<p>and <a href="#${anchorOf(requirement.id)}">${count(more, 'more case')}</a></p>`}
    ${follows.length > 0 && markup`<details class="follows"><summary>${followWords(follows)}</summary><ul>${follows.map(follower)}</ul></details>`}
  </li>`
}

function follower({ requirement: { id, level, statement }, more }: Fault): Markup {
  const cases = markup` <small>${count(more.length + 1, 'case')}</small>`
  return markup`<li>${levelMark(level)} <a href="#${anchorOf(id)}">${prose(statement)}</a>${cases}<br><code>${id}</code></li>`
}
const SHOWN = 2

/** A rule for clients has one case, whose title is its statement. */
function said({ each: { title, wanted, got, message }, also }: Trouble, statement: string): Markup {
  return markup`<p>${title !== statement && markup`${prose(title.replace(/\.$/, ''))}: `}${wanted === null || got === null ? message : markup`expected ${wanted}, but <span class="got">${got}</span>`}</p>
    ${also.length > 0 && sameReason(also.map((one) => one.id))}`
}

function sameReason(ids: readonly string[]): Markup {
  if (ids.length <= 2 * SHOWN) return markup`<p>Same reason: ${links(ids)}</p>`
  return markup`<details class="follows"><summary>Same reason: ${count(ids.length, 'case')}</summary><p>${links(ids)}</p></details>`
}

/** Links to requirements, given texts that begin with their ids: those of their cases, or `login.json (2)`. */
function links(ids: readonly string[]): Value {
  return ids.map((id, index) => [
    index > 0 && ', ',
    markup`<a href="#${anchorOf(id.split(/[/ ]/)[0] ?? id)}">${id}</a>`,
  ])
}

/** Keeps a number and its unit on one line. */
const unbroken = (text: string): string => text.replaceAll(' ', '\u00A0')
