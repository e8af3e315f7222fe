import { ask } from './ask.js'
import { attempt, element, find, onSubmit } from './elements.js'

const list = find('#changes')
const status = find('#switched')
/** By name: what it is and does. */
let known = new Map()

onSubmit('#change', async ({ name }, form) => {
  const kind = known.get(name)?.kind
  if (!kind) throw new Error(`There is no defect or variation "${name}".`)
  const on = await ask('GET', 'changes')
  await switchTo({ ...on, [kind]: [...new Set([...on[kind], name])] })
  form.reset()
})

export async function showChanges() {
  if (known.size === 0) await loadNames()
  show(await ask('GET', 'changes'))
}

async function loadNames() {
  const { defects, variations } = await ask('GET', 'changes/available')
  const entries = (kind, all) => all.map(({ name, summary }) => [name, { kind, summary }])
  known = new Map([...entries('defects', defects), ...entries('variations', variations)])
  find('#names').replaceChildren(
    ...[...known].map(([name, { summary }]) =>
      element('option', { value: name, label: `${name}: ${summary}` }),
    ),
  )
}

async function switchTo(changes) {
  const { notes, ...on } = await ask('PUT', 'changes', changes)
  const count = on.defects.length + on.variations.length
  status.textContent = [count === 0 ? 'The server is right again.' : `${count} on.`, ...notes].join(' ')
  show(on)
}

function show(on) {
  const names = [...on.defects, ...on.variations]
  if (list.dataset.shown === names.join()) return
  list.dataset.shown = names.join()
  list.replaceChildren(
    ...names.map((name) => {
      const off = element('button', { className: 'plain', ariaLabel: `Switch off ${name}` }, 'Switch off')
      off.addEventListener('click', () =>
        attempt(() =>
          switchTo({
            defects: on.defects.filter((one) => one !== name),
            variations: on.variations.filter((one) => one !== name),
          }),
        ),
      )
      const text = element('span', { className: 'grow' }, element('strong', {}, name), element('br'))
      text.append(element('span', { className: 'soft' }, known.get(name)?.summary ?? ''))
      return element('li', {}, text, off)
    }),
  )
}
