import { request } from 'node:http'

/** Asks the control port of a reference server. @throws Error where it does not answer 2xx */
export function askControl(
  url: string,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: object,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const sent = request(
      `${url}${path}`,
      { method, headers: { 'content-type': 'application/json' } },
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
