import { rulesIn } from '../rules-in.ts'
import type { Report, ReportedRequirement } from '../report.ts'
import { followsFrom } from '../follows.ts'
import { baselineFigures, explainBaseline } from '../explain-baseline.ts'
import { byTopic, count, figures, LEVELS, skippedNote, totalsIn, VERDICTS } from '../words.ts'
import { caseOf } from './case.ts'
import { anchorOf, levelMark, prose, verdictMark } from './marks.ts'
import { markup, type Markup, type Value } from './markup.ts'

/** Every requirement by topic. Complete without the script, which only adds the filter. */
export function requirements(report: Report): Markup {
  const known = baselineFigures(report)
  const topics = [...byTopic(report.requirements)]
  const follows = followsFrom(report.requirements)
  return markup`<section aria-labelledby="requirements"><h2 id="requirements">Requirements</h2>
    ${filter(report)}
    ${known !== '' && markup`<p class="baseline"><b>Baseline.</b> ${known}</p>`}
    ${topics.map(
      ([topic, group]) => markup`<div class="topic">
        <h3>${topic} <small>${told(group)}</small></h3>
        ${group.map((each) => requirement(each, follows.get(each.id)))}</div>`,
    )}
    ${pending(report)}</section>`
}

/** Requirements that the chosen set does not have yet, shown after all others. */
function pending({ pending: all = [], suite }: Report): Value {
  if (all.length === 0) return null
  return markup`<div class="topic pending">
    <h3>Pending <small>${told(all)}</small></h3>
    <p class="meta">Not in requirement set ${suite.requirementSet ?? ''}: run and shown, but not counted in the totals, the conclusion and the exit code.</p>
    ${all.map((each) => requirement(each))}</div>`
}

function told(group: ReportedRequirement[]): string {
  return [figures(totalsIn(group)), skippedNote(group)].filter(Boolean).join(', ')
}

function filter(report: Report): Markup {
  const all = rulesIn(report)
  const verdicts = VERDICTS.filter((verdict) => all.some((each) => each.verdict === verdict))
  const choice = (kind: string, value: string, label: Markup): Markup =>
    markup`<label><input type="checkbox" name="${kind}" value="${value}">${label}</label>`
  return markup`<form class="filter" role="search" aria-label="Filter requirements" hidden>
    <label class="search"><span>Search</span><input type="search" name="text" autocomplete="off" placeholder="id, statement, path, body …"></label>
    <fieldset><legend>Verdict</legend>${verdicts.map((verdict) => choice('verdict', verdict, verdictMark(verdict)))}</fieldset>
    <fieldset><legend>Level</legend>${LEVELS.map((level) => choice('level', level, levelMark(level)))}</fieldset>
    <p><output>${count(all.length, 'requirement')}</output> <button type="button" data-open="true">Open all</button> <button type="button" data-open="false">Close all</button></p>
  </form>`
}

/** @param root the failed requirement that this one follows from */
function requirement(each: ReportedRequirement, root?: string): Markup {
  const { id, level, verdict, statement, quote, section, reading, measured, baseline, skipped } = each
  // Failures are open, so that they can be read without a click and on paper; those that only follow from others are not.
  const isFailed = (verdict === 'fail' && root === undefined) || verdict === 'error'
  const needsALook = isFailed || baseline !== undefined
  const open = needsALook ? markup` open` : ''
  return markup`<details class="requirement" id="${anchorOf(id)}" data-verdict="${verdict}" data-level="${level}"${open}>
    <summary>${verdictMark(verdict)}<span class="says"><h4>${prose(statement)}</h4><code class="id">${id}</code>${skipped.length > 0 && markup` <small class="skipped">${skippedNote([each])}</small>`}</span>${levelMark(level)}</summary>
    <div class="inside">
      ${root !== undefined && markup`<p class="reading"><b>Follows from</b> <a href="#${anchorOf(root)}">${root}</a>, which failed too. Fix that first.</p>`}
      <figure class="quote"><blockquote>${prose(quote)}</blockquote><figcaption>Specification, ${section}</figcaption></figure>
      ${reading !== undefined && markup`<p class="reading"><b>Reading.</b> ${prose(reading)}</p>`}
      ${measured !== undefined && markup`<p class="reading"><b>Measured.</b> ${measured}</p>`}
      ${baseline !== undefined && markup`<p class="baseline ${baseline.status}"><b>Baseline.</b> ${explainBaseline(baseline)}</p>`}
      ${each.cases.toSorted((one, other) => VERDICTS.indexOf(one.verdict) - VERDICTS.indexOf(other.verdict)).map(caseOf)}
      ${skipped.length > 0 && skippedCases(each)}
    </div></details>`
}

/** By reason, after the cases that were judged: dozens of them may have the same one. */
function skippedCases({ id, skipped }: ReportedRequirement): Markup {
  const reasons = [...new Set(skipped.map(({ reason }) => reason))]
  const names = (wanted: string): Value =>
    skipped
      .filter(({ reason }) => reason === wanted)
      .map((one, at) => [at > 0 && ', ', markup`<code>${one.case.replace(`${id}/`, '')}</code>`])
  return markup`<div class="reading"><p><b>${count(skipped.length, 'case')} skipped</b></p>
    <ul>${reasons.map((reason) => markup`<li>${reason}: ${names(reason)}</li>`)}</ul></div>`
}
