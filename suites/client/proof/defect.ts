import type { Method } from '../../../harness/client-judge/operation.ts'
import { header } from '../../../harness/wire/exchange.ts'
import { objectIn } from '../../../harness/wire/shown/json-in.ts'
import type { ClientRuleId } from '../catalogue/index.ts'
import type { Account, Client } from './client.ts'
import type { Field, Incoming, Outgoing } from './http.ts'

/** Changes the reference client: functions that replace its own, or a function that is handed the client. */
export type Change = Partial<Client> | ((client: Client) => void)

export interface NamedChange {
  name: string
  apply(client: Client): void
}

/** A planted fault of the reference client. */
export interface ClientDefect extends NamedChange {
  /** The rules that fail because of it; no others do. */
  breaks: readonly ClientRuleId[]
}

/** Makes several changes, one after the other. */
export const several =
  (...changes: Change[]) =>
  (client: Client): void => {
    for (const change of changes)
      if (typeof change === 'function') change(client)
      else Object.assign(client, change)
  }

/** Returns the changes, each with its name. */
export const named = (changes: Readonly<Record<string, Change>>): NamedChange[] =>
  Object.entries(changes).map(([name, change]) => ({ name, apply: several(change) }))

/** Returns defects which all break the same rules. */
export const breaking = (
  breaks: ClientRuleId | readonly ClientRuleId[],
  changes: Readonly<Record<string, Change>>,
): ClientDefect[] => named(changes).map((one) => ({ ...one, breaks: [breaks].flat() }))

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

type TextMaker = {
  [K in keyof Client]: Client[K] extends (...given: never) => string ? K : never
}[keyof Client]

/** Changes a text that the client makes. */
export const rewriting =
  (key: TextMaker, change: (text: string, client: Client) => string) =>
  (client: Client): void => {
    const make = client[key] as (...given: unknown[]) => string
    client[key] = (...given: unknown[]) => change(make(...given), client)
  }

type RequestChange = (request: Outgoing, client: Client) => Outgoing

export const sending = (change: RequestChange) =>
  wrapping('send', (send, client) => (request) => send(change(request, client)))

export const answering = (change: (answer: Incoming, request: Outgoing, client: Client) => Incoming) =>
  wrapping('send', (send, client) => async (request) => change(await send(request), request, client))

export const login = (change: RequestChange) =>
  wrapping('loginRequest', (make, client) => (account) => change(make(account), client))

export const step = (change: RequestChange) =>
  wrapping('stepRequest', (make, client) => (challenge) => change(make(challenge), client))

/** Changes list requests that carry their credential. */
export const list = (change: RequestChange) =>
  wrapping('authorize', (authorize, client) => (request) => change(authorize(request), client))

/** Changes list requests that carry a credential of one of these methods. */
export const listBy = (methods: Method[], change: RequestChange) =>
  list((request, client) => (methods.includes(client.method) ? change(request, client) : request))

/** Changes the Authorization header of list requests by one of these methods. */
export const changeAuthorization = (methods: Method[], change: (value: string, client: Client) => string) =>
  listBy(methods, (request, client) =>
    changeHeader(request, 'Authorization', (value) => change(value, client)),
  )

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

/** Returns the fields of a JSON body that consists of texts. */
export const fieldsOf = ({ body }: Outgoing) => objectIn(String(body)) as Record<string, string>

/** Writes the fields of a JSON body as a form. */
export const formOf = (request: Outgoing): string => new URLSearchParams(fieldsOf(request)).toString()

const withFields =
  <T>(change: (fields: T) => object) =>
  (request: Outgoing): Outgoing => ({
    ...request,
    body: JSON.stringify(change(objectIn(String(request.body)) as T)),
  })

export const changeLoginFields = (change: (fields: Account) => object) => login(withFields(change))

export const changeStepFields = (change: (fields: { seed: string; otp_code: string }) => object) =>
  step(withFields(change))

export const isMethod = (client: Client, ...methods: Method[]): boolean => methods.includes(client.method)

/** Follows a redirect of such requests, as many clients do: by default with everything that the request had. */
export const following = (
  which: (request: Outgoing, client: Client) => boolean,
  change = (request: Outgoing, url: string): Outgoing => ({ ...request, url }),
) =>
  wrapping('send', (send, client) => async (request) => {
    const answer = await send(request)
    const location = header(answer.headers, 'location')
    if (location === undefined || answer.status < 300 || answer.status > 399) return answer
    return which(request, client) ? await send(change(request, new URL(location, request.url).href)) : answer
  })

/** Adds fields to list requests that will be signed. */
export const beforeSigning = (...fields: Field[]) =>
  wrapping('listRequest', (make, client) => () => {
    const request = make()
    if (!isMethod(client, 'signature')) return request
    return { ...request, headers: [...request.headers, ...fields] }
  })

export const listing = (...names: string[]) => wrapping('signedNames', () => () => names)

/** Forgets something whenever a method, and so another account, is used. */
export const onUse = (client: Client, forget: () => unknown): void =>
  wrap(client, 'use', (use) => (method) => {
    forget()
    use(method)
  })

/** Answers these records where a list fails like that. */
export const answerInstead = (isSo: (error: Error, client: Client) => boolean, records: unknown[] = []) =>
  wrapping(
    'list',
    (list, client) => () =>
      list().catch((error: Error) => (isSo(error, client) ? records : Promise.reject(error))),
  )

/** Answers an empty list where a list fails after such an answer; `undefined` says nothing of an answer. */
export const emptyAfter =
  (isSo: (answer: Incoming, request: Outgoing, client: Client) => boolean | undefined) =>
  (client: Client): void => {
    let isEmpty = false
    wrap(client, 'send', (send) => async (request) => {
      const answer = await send(request)
      isEmpty = isSo(answer, request, client) ?? isEmpty
      return answer
    })
    answerInstead(() => isEmpty)(client)
  }
