import { request } from 'node:http'

/** A control port, and the header of this run that it requires. */
export interface ControlPort {
  url: string
  mark: readonly [name: string, value: string]
}

/** Sends a request to the control port of a reference server. @throws Error if the status is not 200 */
export function askControl(
  { url, mark: [name, value] }: ControlPort,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: object,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const sent = request(
      `${url}${path}`,
      { method, headers: { 'content-type': 'application/json', [name]: value } },
      (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.on('end', () => {
          const text = Buffer.concat(parts).toString()
          if (answer.statusCode === 200) resolve(JSON.parse(text) as unknown)
          else
            reject(new Error(`${method} ${path} of the control port answered ${answer.statusCode}: ${text}`))
        })
      },
    )
    sent.on('error', reject).end(body === undefined ? undefined : JSON.stringify(body))
  })
}
