import { randomUUID } from 'node:crypto'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import type * as Testcontainers from 'testcontainers'
import type { GenericContainer, StartedTestContainer } from 'testcontainers'
import type { DeclaredContainer } from '../declaration/declared-start.ts'
import { createDeferred } from '../process/deferred.ts'
import { createLastLines, quotedOutput } from '../process/last-lines.ts'
import { loadOptional } from '../files/optional-package.ts'
import { answers } from '../process/ready-url.ts'
import { SubjectError, Unreachable, UsageError } from '../subject-error.ts'

export interface StartContainerOptions extends DeclaredContainer {
  signal?: AbortSignal | undefined
  /** Called with each line of its log; secrets are not masked. */
  onOutput?: ((line: string) => void) | undefined
}

const answerMs = 5000
const engineMs = 3000

/**
 * Runs a server in a container and waits until it is ready.
 * @throws UsageError if testcontainers is not installed, no container engine answers, or the image is not available
 * @throws Unreachable if the server does not become ready; the message contains the last lines of its log
 */
export async function startContainer(options: StartContainerOptions) {
  const { image, port, controlPort, controlPath, timeoutMs, signal, onOutput } = options
  signal?.throwIfAborted()
  const testcontainers = await loadOptional('container', ['testcontainers'], () => import('testcontainers'))
  await checkEngine(testcontainers)
  const { push, text: lastOutput } = createLastLines()
  const keep = (line: string) => {
    push(line)
    onOutput?.(line)
  }
  const logOver = createDeferred<void>()
  const run = randomUUID()
  let isWaiting = true
  let timer: NodeJS.Timeout | undefined
  const container = describe(testcontainers, options)
    .withLabels({ [runLabel]: run })
    .withLogConsumer((log) => {
      // A container stopped because its time is up did not end by itself.
      timer = setTimeout(() => (isWaiting = false), timeoutMs)
      createInterface({ input: log })
        .on('line', keep)
        .on('close', () => logOver.resolve())
    })
  const givenUp = createDeferred<never>()
  givenUp.promise.catch(() => {})
  const giveUp = (reason: Error) => {
    isWaiting = false
    const over = () => givenUp.reject(reason)
    removeRun(testcontainers, run).then(over, over)
  }
  const onAbort = () => giveUp(signal?.reason as Error)
  signal?.addEventListener('abort', onAbort)
  void logOver.promise.then(async () => {
    if (!isWaiting) return
    const end = await howItEnded(testcontainers, (engine) => findRun(engine, run))
    if (isWaiting && end !== undefined) giveUp(endedBefore(image, end, lastOutput()))
  })
  const started = await Promise.race([container.start(), givenUp.promise])
    .catch((error: Error) => {
      const isSaid = signal?.aborted || error instanceof SubjectError
      throw isSaid ? error : whyNot(error, image, timeoutMs, lastOutput())
    })
    .finally(() => {
      isWaiting = false
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
    })
  const stop = async () => void (await started.stop({ remove: true, timeout: 5000 }))
  if (signal?.aborted) {
    await stop()
    signal.throwIfAborted()
  }
  const url = urlOf(started, port)
  return {
    url,
    ...(controlPort !== undefined && { control: urlOf(started, controlPort) + controlPath }),
    /** Stops and removes the container. */
    stop,
    /** Returns the last lines of its log; secrets are not masked. */
    lastOutput,
    /** Returns how it ended if it was not stopped: `exit code 1`. Asks the server first, then the engine. */
    async endedByItself(): Promise<string | undefined> {
      if (await answers(url, answerMs)) return undefined
      // The engine notices the end shortly after the connections close.
      await Promise.race([logOver.promise, sleep(engineMs)])
      return await howItEnded(testcontainers, (engine) => engine.getById(started.getId()))
    },
  }
}

type Module = typeof Testcontainers
type Engine = Awaited<ReturnType<Module['getContainerRuntimeClient']>>['container']
type EngineContainer = ReturnType<Engine['getById']>

const engineOf = async ({ getContainerRuntimeClient }: Module) =>
  (await getContainerRuntimeClient()).container

async function howItEnded(
  testcontainers: Module,
  find: (engine: Engine) => EngineContainer | undefined | Promise<EngineContainer | undefined>,
): Promise<string | undefined> {
  try {
    const engine = await engineOf(testcontainers)
    const container = await find(engine)
    const state = container && (await engine.inspect(container)).State
    return state && !state.Running ? `exit code ${state.ExitCode}` : undefined
  } catch {
    return undefined
  }
}

/** Until the container is ready, only this label identifies it. */
const runLabel = 'auth-api-conformance.run'

const findRun = (engine: Engine, run: string) =>
  engine.fetchByLabel(runLabel, run, { status: ['created', 'running', 'exited', 'dead'] })

async function removeRun(testcontainers: Module, run: string): Promise<void> {
  const container = await findRun(await engineOf(testcontainers), run)
  await container?.remove({ force: true, v: true })
}

async function checkEngine({ getContainerRuntimeClient }: Module): Promise<void> {
  try {
    await getContainerRuntimeClient()
  } catch (cause) {
    const fix = 'start Docker or the like (DOCKER_HOST names its address), or declare baseUrl or start'
    throw new UsageError(`container: no container engine answers; ${fix}`, { cause })
  }
}

function describe(testcontainers: Module, options: DeclaredContainer): GenericContainer {
  const { image, port, controlPort, env, command, files, waitFor, timeoutMs } = options
  const { GenericContainer, Wait } = testcontainers
  const wait =
    waitFor?.log === undefined
      ? Wait.forHttp(waitFor?.http ?? '/', port).forStatusCodeMatching(() => true)
      : Wait.forLogMessage(waitFor.log)
  const container = new GenericContainer(image)
    .withExposedPorts(port, ...(controlPort === undefined ? [] : [controlPort]))
    .withEnvironment(env)
    .withCopyFilesToContainer(files)
    .withWaitStrategy(wait)
    .withStartupTimeout(timeoutMs)
  return command === undefined ? container : container.withCommand(command)
}

function whyNot(error: Error, image: string, timeoutMs: number, output: string): Error {
  if (/no such image|pull access denied|manifest|not found|no such host|registry/i.test(error.message)) {
    const message = `container.image: ${image} is not available; build or pull it first (${error.message})`
    return new UsageError(message, { cause: error })
  }
  const fix = 'check container.port and container.waitFor, or raise container.timeoutMs'
  const what = `container: ${image} was not ready within ${timeoutMs} ms (${error.message}); ${fix}.`
  return new Unreachable(what + quoted(output), { cause: error })
}

const endedBefore = (image: string, end: string, output: string): Error =>
  new Unreachable(`container: ${image} ended (${end}) before it was ready.${quoted(output)}`)

const quoted = (output: string): string => quotedOutput(output, 'Its log is empty.')

function urlOf(container: StartedTestContainer, port: number): string {
  const host = container.getHost()
  return `http://${host.includes(':') ? `[${host}]` : host}:${container.getMappedPort(port)}`
}
