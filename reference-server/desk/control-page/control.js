import { ask, useToken } from './ask.js'
import { showChanges } from './changes.js'
import { attempt, duration, element, find, onSubmit } from './elements.js'
import { reload, showNew } from './journal.js'
import { offerKeys } from './sign.js'

const everyMilliseconds = 1000
/** The server's time when it was last read, and ours then. */
let read = { server: Date.now(), here: performance.now() }
const serverNow = () => read.server + performance.now() - read.here
/** Codes by username, with the server's time at which they end. */
let codes = new Map()

for (const button of document.querySelectorAll('[data-seconds]')) {
  button.addEventListener('click', () => attempt(() => advance(Number(button.dataset.seconds))))
}
onSubmit('#advance', ({ seconds }) => advance(Number(seconds)))
onSubmit('#reset', async ({ clock }) => {
  setClock(await ask('POST', 'reset', { clock: clock === 'on' }))
  find('#moved').textContent = `Forgotten${clock ? ', and the clock is back' : ''}.`
  await refresh()
})
onSubmit('#add', async (fields, form) => {
  await ask('POST', 'accounts', fields)
  form.reset()
  await refresh()
})
onSubmit('#expire', async ({ value }, form) => {
  await expire({ value })
  form.reset()
})
onSubmit('#token', async ({ token }) => {
  useToken(token)
  await start()
})

async function advance(seconds) {
  setClock(await ask('POST', 'clock/advance', { seconds }))
  find('#moved').textContent = `Moved by ${duration(seconds * 1000)}.`
  await refresh()
}

async function expire(which) {
  const { kind, username } = await ask('POST', 'credentials/expire', which)
  find('#expired').textContent = `A ${kind} of ${username} expired.`
  await refresh()
}

function setClock({ now }) {
  read = { server: Date.parse(now), here: performance.now() }
  showTime()
}

function showTime() {
  const time = find('#clock time')
  time.dateTime = new Date(serverNow()).toISOString()
  time.textContent = `${time.dateTime.slice(0, 10)} ${time.dateTime.slice(11, 19)} UTC`
  for (const [username, { node, endsAt }] of codes) {
    const left = endsAt - serverNow()
    if (left < 0) codes.delete(username)
    else node.textContent = `${duration(left)} left`
  }
}

/** What requests change: accounts, credentials, defects. */
async function refresh() {
  const [accounts, credentials] = await Promise.all([
    ask('GET', 'accounts'),
    ask('GET', 'credentials'),
    showChanges(),
  ])
  codes = new Map()
  offerKeys(accounts)
  find('#accounts').replaceChildren(...(await Promise.all(accounts.map(account))))
  const keep = document.activeElement?.dataset.id
  find('#living').replaceChildren(...credentials.map(credential))
  if (keep) find(`[data-id="${keep}"]`)?.focus()
  showTime()
}

async function account({ username, name, secondFactor, privateToken, keyIds, tokens, sessions }) {
  const has = [
    ...(privateToken ? ['private token'] : []),
    ...(keyIds.length > 0 ? [`${keyIds.length} access key${keyIds.length > 1 ? 's' : ''}`] : []),
    `${tokens} token${tokens === 1 ? '' : 's'}`,
    `${sessions} session${sessions === 1 ? '' : 's'}`,
  ]
  const text = element(
    'span',
    { className: 'grow' },
    element('strong', {}, username),
    ` ${name}`,
    element('br'),
  )
  text.append(element('span', { className: 'soft' }, has.join(', ')))
  if (!secondFactor) return element('li', {}, text)
  const { code, secondsLeft, used } = await ask('GET', `accounts/${encodeURIComponent(username)}/code`)
  const left = element('span', { className: 'soft' })
  codes.set(username, { node: left, endsAt: serverNow() + secondsLeft * 1000 })
  const note = element('span', { className: 'soft' }, used ? 'used, ' : '', left)
  return element('li', {}, text, element('span', { className: 'code' }, code), note)
}

function credential({ id, kind, username, expiresAt }) {
  const left = duration(Date.parse(expiresAt) - serverNow())
  const text = element('span', { className: 'grow' }, `${kind} of `, element('strong', {}, username))
  text.append(' ', element('span', { className: 'soft' }, `${left} left`))
  const button = element(
    'button',
    { className: 'plain', ariaLabel: `Expire this ${kind} of ${username}` },
    'Expire',
  )
  button.dataset.id = id
  button.addEventListener('click', () => attempt(() => expire({ id })))
  return element('li', {}, text, button)
}

async function start() {
  const { url, serverVersion, debug } = await ask('GET', 'health')
  find('#about').textContent = `Version ${serverVersion} at ${url}${debug ? ', in debug mode' : ''}`
  setClock(await ask('GET', 'clock'))
  await reload()
  await refresh()
}

/** A tab that nobody looks at asks nothing. */
async function poll() {
  if (!document.hidden && find('#token').hidden) {
    await attempt(async () => {
      setClock(await ask('GET', 'clock'))
      const secondFactors = document.querySelectorAll('#accounts .code').length
      if ((await showNew()) || codes.size < secondFactors) await refresh()
    }, true)
  }
  setTimeout(poll, everyMilliseconds)
}

await attempt(start)
await poll()
