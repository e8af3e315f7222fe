/** A request before it is converted to bytes. Header values and targets are Latin-1, as on the wire. */
export interface Message {
  method: string
  target: string
  version: string
  headers: [name: string, value: string][]
  body: Buffer
}

export function toBytes({ method, target, version, headers, body }: Message): Buffer {
  const lines = [
    `${method} ${target} ${version}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    '',
    '',
  ]
  return Buffer.concat([Buffer.from(lines.join('\r\n'), 'latin1'), body])
}

/** Adds a valid Content-Length if there is a body. */
export function framed(message: Message): Message {
  if (message.body.length === 0) return message
  return { ...message, headers: [...message.headers, ['Content-Length', String(message.body.length)]] }
}
