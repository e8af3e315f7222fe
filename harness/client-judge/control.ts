import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'

/**
 * Sends a request to the control port of a reference server.
 * @param mark the header of this run that the port requires
 * @throws Error if the status is not 200
 */
export async function askControl(
  { url, mark: [name, value] }: { url: string; mark: readonly [name: string, value: string] },
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: object,
): Promise<unknown> {
  const headers = { 'content-type': 'application/json', [name]: value }
  const sent = request(`${url}${path}`, { method, headers })
  sent.end(body === undefined ? undefined : JSON.stringify(body))
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  // What breaks the connection from here on ends the answer too.
  sent.on('error', () => {})
  const said = await text(answer)
  if (answer.statusCode === 200) return JSON.parse(said)
  throw new Error(`${method} ${path} of the control port answered ${answer.statusCode}: ${said}`)
}
