/** An element with these properties and children; a string child is text, never markup. */
export function element(name, properties = {}, ...children) {
  const node = Object.assign(document.createElement(name), properties)
  node.append(...children)
  return node
}

/** Text whose line ends count: a long line is not broken but scrolled, by keyboard too. */
export const exact = (text, properties = {}) =>
  element('pre', { className: 'exact', tabIndex: 0, ...properties }, text)

export const find = (selector) => document.querySelector(selector)

/** What a form holds, without what is empty. */
export function fieldsOf(form) {
  return Object.fromEntries([...new FormData(form)].filter(([, value]) => value !== ''))
}

/** Does `act` with the fields where the form is sent; what goes wrong is shown. */
export function onSubmit(selector, act) {
  const form = find(selector)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    attempt(() => act(fieldsOf(form), form))
  })
}

/**
 * Shows what goes wrong in one place of the page, and takes it away where `act` goes well. What the clockwork of the
 * page asks by itself takes away only what it put there.
 */
export async function attempt(act, byItself = false) {
  const trouble = find('#trouble')
  try {
    await act()
    if (!byItself || trouble.dataset.byItself === 'true') trouble.hidden = true
  } catch (error) {
    trouble.textContent = error.message
    trouble.dataset.byItself = String(byItself)
    trouble.hidden = false
  }
}

/** `12 s`, `3 min`, `59 min`, `23 h`, `2 days`. */
export function duration(milliseconds) {
  const seconds = Math.max(0, Math.round(milliseconds / 1000))
  if (seconds < 120) return `${seconds} s`
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`
  if (seconds < 172_800) return `${Math.round(seconds / 3600)} h`
  return `${Math.round(seconds / 86_400)} days`
}
