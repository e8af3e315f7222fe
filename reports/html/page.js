// Adds to a page that is whole without it: filter, copy buttons, targets that open, paper that shows what failed.
const form = document.querySelector('form.filter')
const requirements = [...document.querySelectorAll('details.requirement')]
const texts = new Map(requirements.map((each) => [each, each.textContent.toLowerCase()]))

function filter() {
  const data = new FormData(form)
  const words = String(data.get('text')).toLowerCase().split(/\s+/).filter(Boolean)
  const [verdicts, levels] = [data.getAll('verdict'), data.getAll('level')]
  let shown = 0
  for (const each of requirements) {
    const { verdict, level } = each.dataset
    each.hidden =
      (verdicts.length > 0 && !verdicts.includes(verdict)) ||
      (levels.length > 0 && !levels.includes(level)) ||
      !words.every((word) => texts.get(each).includes(word))
    if (!each.hidden) shown++
  }
  for (const topic of document.querySelectorAll('.topic')) {
    topic.hidden = !topic.querySelector('details.requirement:not([hidden])')
  }
  const all = requirements.length
  form.querySelector('output').textContent =
    shown === all ? `${all} requirements` : `${shown} of ${all} requirements`
}

function openTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  if (!target?.matches('details.requirement')) return
  if (target.hidden) {
    form.reset()
    filter()
  }
  target.open = true
  target.scrollIntoView()
}

function addCopyButton(shell) {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = 'Copy'
  button.setAttribute('aria-label', `Copy: ${shell.querySelector('.label').textContent}`)
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(shell.querySelector('code').textContent)
    button.textContent = 'Copied'
  })
  shell.append(button)
}

form.hidden = false
form.addEventListener('input', filter)
form.addEventListener('submit', (event) => event.preventDefault())
for (const button of form.querySelectorAll('button')) {
  button.addEventListener('click', () => {
    for (const each of requirements) each.open = button.dataset.open === 'true'
  })
}
filter()
if (navigator.clipboard) for (const shell of document.querySelectorAll('.shell')) addCopyButton(shell)
addEventListener('hashchange', openTarget)
openTarget()
addEventListener('beforeprint', () => {
  for (const each of document.querySelectorAll('.follows, .requirement[open] details')) each.open = true
})
