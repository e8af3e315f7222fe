import type { ClientRuleId } from '../catalogue/index.ts'
import { objectOf, type Client } from './client.ts'
import type { Field, Incoming, Outgoing } from './http.ts'

/** A planted, named fault of the reference client. */
export interface ClientDefect {
  name: string
  /** What the changed client does, in one line. */
  summary: string
  /** The rules that fail because of it; no others do. */
  breaks: readonly ClientRuleId[]
  apply(client: Client): void
}

export const defect = (
  name: string,
  summary: string,
  breaks: readonly ClientRuleId[],
  apply: (client: Client) => void,
): ClientDefect => ({ name, summary, breaks, apply })

/** Returns a function that makes defects which all break the same rules. */
export const breaking =
  (...breaks: ClientRuleId[]) =>
  (name: string, summary: string, apply: ClientDefect['apply']): ClientDefect =>
    defect(name, summary, breaks, apply)

/** Wraps the function at `key` in another one. */
export function wrap<K extends keyof Client>(
  client: Client,
  key: K,
  around: (original: Client[K]) => Client[K],
): void {
  client[key] = around(client[key])
}

/** Returns a change of just one function. */
export const wrapping =
  <K extends keyof Client>(key: K, around: (original: Client[K], client: Client) => Client[K]) =>
  (client: Client): void =>
    wrap(client, key, (original) => around(original, client))

/** Changes each request before it is sent. */
export const sending = (client: Client, change: (request: Outgoing) => Outgoing): void =>
  wrap(client, 'send', (send) => (request) => send(change(request)))

/** Changes the answer to each request. */
export const answering = (client: Client, change: (answer: Incoming, request: Outgoing) => Incoming): void =>
  wrap(client, 'send', (send) => async (request) => change(await send(request), request))

export const login = (client: Client, change: (request: Outgoing) => Outgoing): void =>
  wrap(client, 'loginRequest', (make) => (account) => change(make(account)))

export const step = (client: Client, change: (request: Outgoing) => Outgoing): void =>
  wrap(client, 'stepRequest', (make) => (challenge) => change(make(challenge)))

/** Changes list requests that carry their credential. */
export const list = (client: Client, change: (request: Outgoing) => Outgoing): void =>
  wrap(client, 'authorize', (authorize) => (request) => change(authorize(request)))

/** Changes list requests that carry a credential of one of these methods. */
export const listBy = (
  client: Client,
  methods: Client['method'][],
  change: (request: Outgoing) => Outgoing,
): void => list(client, (request) => (methods.includes(client.method) ? change(request) : request))

/** Changes the Authorization header of list requests by one of these methods. */
export const changeAuthorization = (
  client: Client,
  methods: Client['method'][],
  change: (value: string) => string,
): void => listBy(client, methods, (request) => changeHeader(request, 'Authorization', change))

export const withHeader = (request: Outgoing, name: string, value: string): Outgoing => ({
  ...request,
  headers: [...without(request, name).headers, [name, value]],
})

export const without = (request: Outgoing, name: string): Outgoing => ({
  ...request,
  headers: request.headers.filter(([field]) => field.toLowerCase() !== name.toLowerCase()),
})

/** Changes the value of a header, wherever it appears. */
export const changeHeader = (
  request: Outgoing,
  name: string,
  change: (value: string) => string,
): Outgoing => ({
  ...request,
  headers: request.headers.map(([field, value]): Field =>
    field.toLowerCase() === name.toLowerCase() ? [field, change(value)] : [field, value],
  ),
})

type FieldChange = (fields: Record<string, unknown>) => Record<string, unknown>

/** Changes the fields of a JSON body. */
export const withFields = (request: Outgoing, change: FieldChange): Outgoing => ({
  ...request,
  body: JSON.stringify(change(objectOf(String(request.body ?? '{}')))),
})

/** Writes the fields of a JSON body as a form. */
export const formOf = ({ body }: Outgoing): string =>
  new URLSearchParams(objectOf(String(body)) as Record<string, string>).toString()

/** Changes the fields of a JSON login. */
export const changeLoginFields = (client: Client, change: FieldChange): void =>
  login(client, (request) => withFields(request, change))

/** Changes the fields of the second step. */
export const changeStepFields = (client: Client, change: FieldChange): void =>
  step(client, (request) => withFields(request, change))

export const isMethod = (client: Client, ...methods: Client['method'][]): boolean =>
  methods.includes(client.method)

/** Follows a redirect of such requests, as many clients do: by default with everything that the request had. */
export const following = (
  client: Client,
  which: (request: Outgoing) => boolean,
  change = (request: Outgoing, url: string): Outgoing => ({ ...request, url }),
): void =>
  wrap(client, 'send', (send) => async (request) => {
    const answer = await send(request)
    const location = answer.headers.find(([name]) => name.toLowerCase() === 'location')?.[1]
    if (location === undefined || answer.status < 300 || answer.status > 399) return answer
    return which(request) ? await send(change(request, new URL(location, request.url).href)) : answer
  })

/** Adds fields to list requests that will be signed. */
export const beforeSigning = (client: Client, ...fields: Field[]): void =>
  wrap(client, 'listRequest', (make) => () => {
    const request = make()
    if (!isMethod(client, 'signature')) return request
    return { ...request, headers: [...request.headers, ...fields] }
  })

/** Forgets something whenever a method, and so another account, is used. */
export const onUse = (client: Client, forget: () => unknown): void =>
  wrap(client, 'use', (use) => (method) => {
    forget()
    use(method)
  })

/** Answers these records where a list fails like that. */
export const answerInstead = (
  client: Client,
  isSo: (error: Error) => boolean,
  records: unknown[] = [],
): void =>
  wrap(
    client,
    'list',
    (list) => () => list().catch((error: Error) => (isSo(error) ? records : Promise.reject(error))),
  )
