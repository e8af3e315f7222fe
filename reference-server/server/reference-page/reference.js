import { signedHeaders } from './signing.js'

const credentials = document.querySelector('#credentials')
const place = document.querySelector('#operations')

// Not in the page itself: programs take a page with a password field for a login.
credentials.elements.keySecret.type = 'password'
credentials.addEventListener('change', () => {
  const { method } = fieldsOf(credentials)
  for (const label of credentials.querySelectorAll('[data-for]')) {
    label.hidden = !label.dataset.for.split(' ').includes(method)
  }
})
credentials.addEventListener('submit', (event) => event.preventDefault())

const base = new URL('.', import.meta.url)
const description = await (await fetch(new URL('openapi.json', base))).json()
const prefix = description.servers[0].url.replace(/\/$/, '')
document.querySelector('#about').textContent =
  `${description.info.title}, version ${description.info.version}. ${description.info.description}`
place.replaceChildren(...byTag(description))

function byTag({ paths }) {
  const sections = new Map()
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const tag = operation.tags[0]
      if (!sections.has(tag)) sections.set(tag, element('section', {}, element('h2', {}, capital(tag))))
      sections.get(tag).append(card(method.toUpperCase(), path, operation))
    }
  }
  return [...sections.values()]
}

function card(method, path, operation) {
  const body = operation.requestBody?.content
  const schema = body && resolve(Object.values(body)[0].schema)
  const answer = element('div', { className: 'answer' })
  const form = element(
    'form',
    { className: 'fields' },
    ...(schema ? Object.entries(schema.properties).map(input) : []),
    ...(body ? [select('encoding', Object.keys(body))] : []),
    element('button', {}, 'Send'),
  )
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    send(method, path, operation, fieldsOf(form)).then(
      (parts) => answer.replaceChildren(...parts),
      (error) => answer.replaceChildren(element('p', { className: 'bad' }, String(error))),
    )
  })
  return element(
    'details',
    { id: operation.operationId },
    element(
      'summary',
      {},
      element('b', { className: method }, method),
      element('code', {}, path),
      ` ${operation.summary}`,
    ),
    form,
    answer,
    element('h3', {}, 'Answers'),
    element('dl', {}, ...Object.entries(operation.responses).flatMap(responseRow)),
  )
}

function responseRow([status, response]) {
  const { description: text, content } = resolve(response)
  const schema = resolve(content?.['application/json']?.schema ?? {})
  const shapes = (schema.oneOf ?? [schema]).map(resolve).map((one) => JSON.stringify(example(one), null, 2))
  return [
    element('dt', {}, status),
    element('dd', {}, text, ...shapes.map((shape) => element('pre', { tabIndex: 0 }, shape))),
  ]
}

async function send(method, path, operation, { encoding, ...fields }) {
  const target = prefix + path
  const headers = { Accept: 'application/json' }
  const chosen = fieldsOf(credentials)
  const secured = operation.security.length > 0
  const init = {
    method,
    headers,
    credentials: secured && chosen.method === 'session' ? 'same-origin' : 'omit',
  }
  if (encoding) {
    headers['Content-Type'] = encoding
    init.body =
      encoding === 'application/json' ? JSON.stringify(fields) : new URLSearchParams(fields).toString()
  }
  if (secured && chosen.method === 'bearer') headers.Authorization = `Bearer ${chosen.token}`
  if (secured && chosen.method === 'token') headers.Authorization = `Token ${chosen.token}`
  if (secured && chosen.method === 'signature') {
    // The server's clock may have been moved.
    const date = (await fetch(new URL('openapi.json', base))).headers.get('date') ?? new Date().toUTCString()
    Object.assign(headers, await signedHeaders(target, date, chosen))
    const note = 'A browser may not send a Date of its own. Paste this within five minutes:'
    return [element('p', {}, note), element('pre', { tabIndex: 0 }, curl(target, init))]
  }
  const response = await fetch(target, init)
  const text = await response.text()
  remember(text)
  return [
    element('p', { className: response.ok ? 'good' : 'bad' }, `${response.status} ${response.statusText}`),
    element('pre', { tabIndex: 0 }, pretty(text)),
    element('pre', { className: 'curl', tabIndex: 0 }, curl(target, init)),
  ]
}

/** A token or a seed that came is put where it goes next. */
function remember(text) {
  const { token, seed } = Object(parsed(text))
  if (typeof token === 'string') {
    credentials.elements.method.value = 'bearer'
    credentials.elements.token.value = token
    credentials.dispatchEvent(new Event('change'))
  }
  if (typeof seed !== 'string') return
  for (const field of document.querySelectorAll('main input[name=seed]')) field.value = seed
}

function curl(target, { method, headers, body }) {
  const quote = (text) => `'${text.replaceAll("'", `'\\''`)}'`
  const lines = Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`)
  if (body) lines.push(`-d ${quote(body)}`)
  return [`curl ${method === 'GET' ? '' : `-X ${method} `}${location.origin}${target}`, ...lines].join(
    ' \\\n  ',
  )
}

function example(schema) {
  const { type, properties, items, const: fixed, format } = resolve(schema)
  if (fixed !== undefined) return fixed
  if (type === 'object')
    return Object.fromEntries(Object.entries(properties ?? {}).map(([name, one]) => [name, example(one)]))
  if (type === 'array') return [example(items)]
  return format ?? type
}

function resolve(node) {
  if (!node.$ref) return node
  return node.$ref
    .slice(2)
    .split('/')
    .reduce((at, key) => at[key], description)
}

function input([name, { description: hint }]) {
  const type = name === 'password' ? 'password' : 'text'
  const field = element('input', { name, type, required: true, autocomplete: 'off', spellcheck: false })
  return element('label', {}, name, element('small', {}, ` ${hint}`), field)
}

function select(name, values) {
  const choice = element('select', { name }, ...values.map((value) => element('option', { value }, value)))
  return element('label', {}, name, choice)
}

function element(name, properties, ...children) {
  const node = Object.assign(document.createElement(name), properties)
  node.append(...children)
  return node
}

function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function pretty(text) {
  return parsed(text) === undefined ? text : JSON.stringify(parsed(text), null, 2)
}

function capital(text) {
  return text[0].toUpperCase() + text.slice(1)
}

function fieldsOf(form) {
  return Object.fromEntries(new FormData(form))
}
