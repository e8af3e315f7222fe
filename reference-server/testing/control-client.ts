import type { ServerWithParts } from '../start/server.ts'

/** For tests: exchanges JSON with the control port of a server in this process. */
export function createControlClient(
  { control }: Pick<ServerWithParts, 'control'>,
  headers: Record<string, string> = {},
) {
  const send = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${control}${path}`, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    // oxlint-disable-next-line typescript/no-explicit-any -- a test says by what it expects what shape this has
    return { status: response.status, headers: response.headers, json: (await response.json()) as any }
  }
  return {
    get: (path: string) => send('GET', path),
    post: (path: string, body: unknown) => send('POST', path, body),
    put: (path: string, body: unknown) => send('PUT', path, body),
    remove: (path: string) => send('DELETE', path),
  }
}
