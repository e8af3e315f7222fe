import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startTcpServer } from '../wire/testing/servers.ts'
import { askControl } from './control.ts'

test('a control port that is lost in the middle of its answer fails that question, and nothing else', async () => {
  const sockets: Socket[] = []
  const { url } = await startTcpServer((socket) => {
    sockets.push(socket)
    socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n{"now"'))
  })
  const lose = () => sockets.forEach((socket) => socket.resetAndDestroy())
  const begun = 'http.client.response.finish'
  subscribe(begun, lose)
  onTestFinished(() => void unsubscribe(begun, lose))

  await expect(askControl({ url, mark: ['x-run', 'a'] }, 'GET', '/clock')).rejects.toThrow('aborted')
})
