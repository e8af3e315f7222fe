import { ask } from './ask.js'
import { attempt, element, exact, fieldsOf, find } from './elements.js'

/** So many are shown; the journal itself holds more. */
const shown = 200

const list = find('#journal')
const filter = find('#filter')
let after = 0

filter.addEventListener('submit', (event) => event.preventDefault())
filter.addEventListener('input', () => attempt(reload))
find('#clear').addEventListener('click', () =>
  attempt(async () => {
    await ask('DELETE', 'journal')
    await reload()
  }),
)

/** Loads all entries again, as filtered. */
export async function reload() {
  after = 0
  list.replaceChildren()
  await showNew(true)
}

/** Requests that came since the last time; true where there were some. */
export async function showNew(always = false) {
  const { live, ...wanted } = fieldsOf(filter)
  if (!live && !always) return false
  const query = new URLSearchParams({ ...wanted, limit: String(shown), after: String(after) })
  const { entries, lastId, kept } = await ask('GET', `journal?${query}`)
  const isNew = lastId > after
  after = lastId
  list.prepend(...entries.map(row))
  while (list.children.length > shown) list.lastChild.remove()
  find('#count').textContent =
    list.children.length === 0
      ? 'No request yet.'
      : `${list.children.length} shown; the last ${kept} are kept.`
  return isNew
}

function row(entry) {
  const good = entry.status < 400
  const thought = entry.username ? `as ${entry.username}` : (entry.reason ?? '')
  const summary = element(
    'summary',
    {},
    element('span', { className: 'mono' }, entry.at.slice(11, 19)),
    element('span', { className: `mono ${good ? 'good' : 'bad'}` }, String(entry.status)),
    element('span', { className: 'mono' }, entry.method),
    element('span', { className: 'mono target' }, entry.target),
    ...(thought === '' ? [] : [element('span', { className: 'soft thought' }, thought)]),
  )
  const details = element('details', {}, summary)
  details.addEventListener(
    'toggle',
    () => details.open && details.children.length === 1 && details.append(inside(entry)),
  )
  return element('li', {}, details)
}

function inside({ request, answer, explanation, changes, durationMs }) {
  return element(
    'div',
    { className: 'inside' },
    element(
      'p',
      { className: 'soft' },
      `${durationMs} ms${changes.length > 0 ? `, with ${changes.join(', ')}` : ''}`,
    ),
    ...(explanation ? explained(explanation) : []),
    ...message('Request', request),
    ...message('Answer', answer),
  )
}

function explained({ rule, detail, signingString, firstDifference }) {
  const rows = [
    element('h3', {}, 'Why the signature was rejected'),
    element('p', {}, detail ? `${rule}: ${detail}` : rule),
  ]
  if (signingString !== undefined) rows.push(exact(signingString))
  if (firstDifference) rows.push(...difference(firstDifference))
  return rows
}

/** The first line that differs: the client's, then the server's. */
export function difference({ line, column, given, built }) {
  return [
    element('p', {}, `Line ${line} differs from column ${column} on: yours, then the server's`),
    exact(given === null ? '(no such line)' : JSON.stringify(given), { className: 'exact differs' }),
    exact(built === null ? '(no such line)' : JSON.stringify(built), { className: 'exact differs' }),
  ]
}

function message(title, { headers, body, bytes }) {
  const lines = headers.map(({ name, value }) => `${name}: ${value}`).join('\n')
  const text =
    body === null
      ? bytes !== 0
        ? `(${bytes ?? 'many'} bytes, not kept or not shown)`
        : ''
      : JSON.stringify(body, null, 2)
  return [
    element('h3', {}, title),
    element('pre', {}, lines),
    ...(text === '' ? [] : [element('pre', {}, text)]),
  ]
}
