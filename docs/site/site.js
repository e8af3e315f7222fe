// Menu on narrow pages, search, and buttons that copy. The site is whole without it.
const script = document.currentScript ?? document.querySelector('script[data-index]')
const root = new URL('..', script.src)
const menu = document.getElementById('menu')
const menuButton = document.querySelector('.menu-button')
const form = document.querySelector('form.search')
const input = form.querySelector('input')
const found = document.getElementById('found')
const spoken = form.querySelector('[role=status]')
document.documentElement.classList.add('scripted')
menuButton.hidden = false
form.hidden = false

menuButton.addEventListener('click', () => {
  const open = menu.classList.toggle('open')
  menuButton.setAttribute('aria-expanded', String(open))
})
menu.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
window.scrollTo(0, location.hash ? window.scrollY : 0)

for (const pre of document.querySelectorAll('main pre')) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  button.textContent = 'Copy'
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(pre.textContent)
    button.textContent = 'Copied'
    setTimeout(() => (button.textContent = 'Copy'), 2000)
  })
  const frame = document.createElement('div')
  frame.className = 'example'
  pre.replaceWith(frame)
  frame.append(pre, button)
}

let loading
function load() {
  loading ??= new Promise((resolve) => {
    const index = document.createElement('script')
    index.src = new URL(script.dataset.index, location.href)
    index.addEventListener('load', resolve)
    document.head.append(index)
  })
  return loading
}

function search(text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const scored = window.searchIndex.flatMap(([address, title, heading, body]) => {
    const [inTitle, inHeading, inBody] = [title, heading, body].map((part) => part.toLowerCase())
    let score = 0
    for (const word of words) {
      const one =
        (inTitle.includes(word) ? (heading === '' ? 12 : 3) : 0) +
        (inHeading.includes(word) ? 6 : 0) +
        (inBody.includes(word) ? 1 : 0)
      if (one === 0) return []
      score += one
    }
    return [{ score, address, title, heading, around: around(body, words[0]) }]
  })
  return scored.sort((a, b) => b.score - a.score).slice(0, 12)
}

/** The text near the word. */
function around(body, word) {
  const at = Math.max(0, body.toLowerCase().indexOf(word) - 40)
  return `${at > 0 ? '… ' : ''}${body.slice(at, at + 130)}${body.length > at + 130 ? ' …' : ''}`
}

async function show() {
  await load()
  const results = search(input.value)
  found.replaceChildren(
    ...results.map(({ address, title, heading, around: text }) => {
      const link = document.createElement('a')
      link.href = new URL(address, root)
      const name = document.createElement('b')
      name.textContent = heading === '' ? title : `${title} › ${heading}`
      const place = document.createElement('span')
      place.textContent = text
      link.append(name, place)
      return link
    }),
  )
  const asked = input.value.trim() !== ''
  if (asked && results.length === 0) found.textContent = 'Nothing found.'
  found.hidden = !asked
  spoken.textContent = asked ? `${results.length} results` : ''
}

input.addEventListener('focus', load, { once: true })
input.addEventListener('input', show)
form.addEventListener('submit', (event) => {
  event.preventDefault()
  found.querySelector('a')?.click()
})
form.addEventListener('keydown', (event) => {
  const links = [input, ...found.querySelectorAll('a')]
  const at = links.indexOf(document.activeElement)
  if (event.key === 'ArrowDown') links[Math.min(at + 1, links.length - 1)]?.focus()
  else if (event.key === 'ArrowUp') links[Math.max(at - 1, 0)]?.focus()
  else if (event.key === 'Escape') close()
  else return
  event.preventDefault()
})
function close() {
  found.hidden = true
  input.value = ''
  input.focus()
}
document.addEventListener('click', (event) => {
  if (!form.contains(event.target)) found.hidden = true
})
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target.matches('input, textarea')) return
  event.preventDefault()
  input.focus()
})
