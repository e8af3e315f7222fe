import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getContainerRuntimeClient } from 'testcontainers'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { buildScratchImage, engineMustRun, noEngine } from '../testing/scratch-image.ts'
import { startContainer, type StartContainerOptions } from './container.ts'

const folders: string[] = []
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })))
const image = 'auth-api-conformance-container-test:1'

test.runIf(noEngine !== '')('without an engine the message says what to start', async () => {
  await expect(startContainer(options())).rejects.toThrow(/no container engine answers; start Docker/)
})

const title = noEngine === '' || engineMustRun ? 'with an engine' : `with an engine (skipped: ${noEngine})`
describe.skipIf(noEngine !== '' && !engineMustRun)(title, () => {
  beforeAll(buildImage, 120_000)

  test('a container gets the declared port, environment, files and command; its log is read', async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'greeting'), 'hello from a file')
    const lines: string[] = []
    const server = await startContainer(
      options({
        env: { GREETING: 'hello' },
        command: ['/server.mjs', 'argument'],
        files: [{ source: join(folder, 'greeting'), target: '/greeting' }],
        onOutput: (line) => lines.push(line),
      }),
    )
    onTestFinished(() => server.stop())
    const answer = await (await fetch(server.url)).json()

    expect(answer).toEqual({ env: 'hello', argument: 'argument', file: 'hello from a file' })
    expect(server.control).toMatch(/^http:\/\/.*:\d+\/control$/)
    expect(lines).toContain('listening')
  })

  test('a container is ready once its log has the declared line', async () => {
    const server = await startContainer(options({ waitFor: { log: 'listening' } }))
    await server.stop()

    await expect(fetch(server.url)).rejects.toThrow()
  })

  test('a container that ends before it is ready is named at once, with its exit code and its log', async () => {
    const command = ['-e', 'setTimeout(() => { console.log("no database"); process.exit(3) }, 1000)']

    await expect(startContainer(options({ command, timeoutMs: 600_000 }))).rejects.toThrow(
      /ended \(exit code 3\) before it was ready\. Its last output:\n {2}\| no database/,
    )
  })

  test('a container that does not get ready is shown with its log', async () => {
    const command = ['-e', 'console.log("no database"); setInterval(() => {}, 1000)']
    const started = startContainer(options({ command, timeoutMs: 2000 }))

    await expect(started).rejects.toThrow(/was not ready within 2000 ms [^]*\| no database/)
  })

  test('a container that is still getting ready is removed if nobody waits for it any longer', async () => {
    const stop = new AbortController()
    const started = startContainer(
      options({
        command: ['-e', 'console.log(require("os").hostname()); setInterval(() => {}, 1000)'],
        signal: stop.signal,
        onOutput: (line) => stop.abort(new Error(line)),
      }),
    )
    const id = await started.then(
      () => 'it got ready',
      (error: Error) => error.message,
    )
    expect(id).toMatch(/^[\da-f]{12}$/)
    const { container } = await getContainerRuntimeClient()
    await expect(container.getById(id).inspect()).rejects.toThrow(/no such container/i)
  })

  test('an image that is not available is named', async () => {
    await expect(startContainer(options({ image: 'localhost:1/none:1' }))).rejects.toThrow(
      /localhost:1\/none:1/,
    )
  })
})

function options(change: Partial<StartContainerOptions> = {}): StartContainerOptions {
  return {
    image,
    port: 8080,
    controlPort: 8081,
    controlPath: '/control',
    env: {},
    files: [],
    timeoutMs: 30_000,
    ...change,
  }
}

const buildImage = () =>
  buildScratchImage(image, ['/server.mjs'], (root) => writeFileSync(join(root, 'server.mjs'), server))

const server = `
import { createServer } from 'node:http'
import { existsSync, readFileSync } from 'node:fs'
const answer = {
  env: process.env.GREETING,
  argument: process.argv[2],
  file: existsSync('/greeting') ? readFileSync('/greeting', 'utf8') : undefined,
}
process.on('SIGTERM', () => process.exit(0))
createServer((_, response) => response.end(JSON.stringify(answer))).listen(8080, () => console.log('listening'))
`

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'container-'))
  folders.push(folder)
  return folder
}
