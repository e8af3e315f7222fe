import { markup } from './html/markup.ts'
import { timelinePicture } from './html/timeline.ts'
import type { TimelineEvent } from './report.ts'

// Allure shows this as an image, which can't see the page's colour scheme, so its background is light in dark mode too.
const style = markup`<style>
  svg { background: #fff; font: 11.5px sans-serif; }
  text { fill: #1b1f24; }
  .clock, .event text { text-anchor: middle; fill: #57606a; }
  .moment { stroke: #d8dee4; stroke-dasharray: 2 4; }
  .lane { stroke: #d8dee4; stroke-width: 2; }
  .event .issued path { fill: #0b57b0; }
  .event .accepted circle { fill: #17693a; }
  .event .refused circle { fill: #fff; }
  .event .refused :is(circle, path) { stroke: #1b1f24; stroke-width: 1.5; }
  .event .jump path { fill: #80500a; }
  .event .violates :is(circle, path) { fill: #b3261e; }
</style>`

/** The life of tokens, seeds and sessions in a case, as an SVG file. */
export function allureTimeline(events: readonly TimelineEvent[]): string {
  return timelinePicture(events, style).text
}
