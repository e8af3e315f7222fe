import { relative } from './addresses.ts'
import type { Group, Page } from './page.ts'
import { escapeHtml } from './to-html.ts'
import type { Rendered } from './to-html.ts'

/** What all pages have in common. */
export interface Frame {
  name: string
  version: string
  menu: readonly Group[]
  titleOf: (page: Page) => string
}

/** A whole page around its content: menu, search, what is on this page, the pages before and after. */
export function layout(page: Page, { title, headings, html }: Rendered, frame: Frame): string {
  const to = (path: string): string => escapeHtml(relative(page.path, path))
  const sections = headings.filter(({ depth }) => depth === 2)
  const outline = `<nav class="outline" aria-label="On this page"><p>On this page</p><ul>${sections
    .map(({ id, text }) => `<li><a href="#${id}">${escapeHtml(text)}</a></li>`)
    .join('')}</ul></nav>`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${to('assets/site.css')}">
<title>${escapeHtml(page.path === 'index.html' ? frame.name : `${title} · ${frame.name}`)}</title>
<script src="${to('assets/site.js')}" data-index="${to('assets/search-index.js')}" defer></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="bar">
<a class="brand" href="${to('index.html')}">${escapeHtml(frame.name)}</a>
<button class="menu-button" type="button" aria-expanded="false" aria-controls="menu" hidden>Menu</button>
<form class="search" role="search" hidden><input type="search" aria-label="Search the documentation" placeholder="Search" autocomplete="off" aria-controls="found"><div id="found" hidden></div><p class="spoken" role="status"></p></form>
</header>
<div class="columns">
<nav id="menu" class="menu" aria-label="Pages">
${frame.menu.map((group) => groupOf(group, page, frame)).join('\n')}
</nav>
<main id="content" tabindex="-1">
${html}
${turning(page, frame)}
</main>
${sections.length > 1 ? outline : ''}
</div>
<footer><p>${escapeHtml(frame.name)} ${escapeHtml(frame.version)}, made from the repository. <a href="${to('LICENSE.txt')}">Apache-2.0</a>.</p></footer>
</body>
</html>
`
}

/** Pages of requirements show only beside one another of a topic; the menu would be too long with all of them. */
function groupOf({ title, pages }: Group, page: Page, { titleOf }: Frame): string {
  const topic = (each: Page): string | undefined =>
    /^docs\/requirements\/([^/]+)\.[^.]+\.md$/.exec(each.source)?.[1]
  const shown = pages.filter((each) => topic(each) === undefined || topic(each) === topic(page))
  const items = shown.map((each) => {
    const current = each === page ? ' aria-current="page"' : ''
    const kind = topic(each) === undefined ? '' : ' class="inner"'
    return `<li${kind}><a href="${escapeHtml(relative(page.path, each.path))}"${current}>${escapeHtml(titleOf(each))}</a></li>`
  })
  return `<h2>${escapeHtml(title)}</h2><ul>${items.join('')}</ul>`
}

function turning(page: Page, { menu, titleOf }: Frame): string {
  const order = menu.flatMap(({ pages }) => pages)
  const at = order.indexOf(page)
  const link = (each: Page | undefined, rel: string, word: string): string =>
    each === undefined
      ? ''
      : `<a rel="${rel}" href="${escapeHtml(relative(page.path, each.path))}"><span>${word}</span> ${escapeHtml(titleOf(each))}</a>`
  return `<nav class="turning" aria-label="Before and after">${link(order[at - 1], 'prev', 'Before')}${link(order[at + 1], 'next', 'Next')}</nav>`
}
