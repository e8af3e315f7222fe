import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { GenericContainer, Wait } from 'testcontainers'
import { expect, test, type TestContext } from 'vitest'
import {
  buildScratchImage,
  engineMustRun,
  noEngine,
  putReferenceServer,
} from '../harness/subject/testing/scratch-image.ts'
import { createFreshFolder } from '../harness/testing/fresh-folder.ts'

const dockerfile = readFileSync(new URL('../Dockerfile', import.meta.url), 'utf8')
const node = 'auth-api-conformance-node-test:1'
const image = 'auth-api-conformance-dockerfile-test:1'

/** Stands for the official image of Node, which no registry need hand out: a shell, what RUN calls, and its user. */
const buildNode = () =>
  buildScratchImage(
    node,
    [],
    (root) => {
      mkdirSync(join(root, 'usr/local/bin'), { recursive: true })
      symlinkSync('/node', join(root, 'usr/local/bin/node'))
      mkdirSync(join(root, 'etc'), { recursive: true })
      writeFileSync(
        join(root, 'etc/passwd'),
        'root:x:0:0::/root:/bin/sh\nnode:x:1000:1000::/home/node:/bin/sh\n',
      )
      writeFileSync(join(root, 'etc/group'), 'root:x:0:\nnode:x:1000:\n')
    },
    ['/bin/sh', '/usr/bin/install'],
  )

/** The last stage as it is written; what the first one builds is what is built here. */
async function buildImage(context: Pick<TestContext, 'onTestFinished'>): Promise<void> {
  const [, first = '', last = ''] = dockerfile.split(/^(?=FROM )/m)
  expect(first).toContain('RUN npm run build')
  const folder = createFreshFolder(context, {})
  mkdirSync(join(folder, 'build'))
  putReferenceServer(join(folder, 'build'))
  cpSync(join(folder, 'build/app'), join(folder, 'app'), { recursive: true })
  const stages = `FROM ${node} AS build\nCOPY app /build\n${last.replace(/^FROM \S+/, `FROM ${node}`)}`
  writeFileSync(join(folder, 'Dockerfile'), stages.replace('--interval=10s', '--interval=1s'))
  await GenericContainer.fromDockerfile(folder).build(image, { deleteOnExit: false })
}

test.skipIf(noEngine !== '' && !engineMustRun)(
  `an image of the Dockerfile runs as an ordinary user, gets healthy, and keeps what operators make${noEngine && ` (skipped: ${noEngine})`}`,
  async (context) => {
    await buildNode()
    await buildImage(context)
    const container = await new GenericContainer(image)
      .withExposedPorts(8080)
      .withWaitStrategy(Wait.forHealthCheck())
      .withStartupTimeout(60_000)
      .start()
    context.onTestFinished(async () => void (await container.stop({ remove: true, removeVolumes: true })))

    const run = async (...command: string[]) => {
      const { exitCode, stdout } = await container.exec(command)
      expect(exitCode, stdout).toBe(0)
      return stdout.trim()
    }
    expect(await run('node', '-p', 'process.getuid() + process.env.NODE_ENV')).toBe('1000production')
    const create = ['node', 'bin/reference-server.js', 'private-token', 'create', 'dee', '--data', '/data']
    const token = (await run(...create)).split(/\s+/).at(-1)
    const list = `http://127.0.0.1:${container.getMappedPort(8080)}/api/users/v1/users/`
    const answer = await fetch(list, { headers: { Authorization: `Token ${token}` } })
    expect(answer.status).toBe(200)
    expect((await fetch(list)).status).toBe(401)
  },
)
