import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { getContainerRuntimeClient, GenericContainer } from 'testcontainers'
import { packageFolder } from '../package-folder.ts'

/** Why no container can be run here; empty where one can. */
export const noEngine = await getContainerRuntimeClient().then(
  () => '',
  (error: Error) => error.message,
)
export const engineMustRun = process.env['REQUIRE_ENGINE'] === '1'

/**
 * Builds an image of Node alone, as no registry need be reachable: the running binary, the libraries that it and the
 * further ones are linked with, and whatever `fill` puts into the folder that becomes the root.
 */
export async function buildScratchImage(
  name: string,
  command: readonly string[],
  fill: (root: string) => void,
  libraries: readonly string[] = [],
): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'scratch-image-'))
  try {
    for (const path of [process.execPath, ...libraries].flatMap(linkedWith)) put(root, path)
    for (const path of libraries) put(root, path)
    cpSync(process.execPath, join(root, 'node'), { dereference: true })
    fill(root)
    writeFileSync(
      join(root, 'Dockerfile'),
      `FROM scratch\nCOPY . /\nENTRYPOINT ["/node"]\nCMD ${JSON.stringify(command)}\n`,
    )
    await GenericContainer.fromDockerfile(root).build(name, { deleteOnExit: false })
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

function put(root: string, path: string): void {
  mkdirSync(join(root, dirname(path)), { recursive: true })
  cpSync(path, join(root, path), { dereference: true })
}

function linkedWith(path: string): string[] {
  const linked = execFileSync('ldd', [path], { encoding: 'utf8' })
  return [...linked.matchAll(/(?:=> )?(\/\S+) \(0x/g)].map(([, library]) => library!)
}

/** Copies this package's reference server, built, with the modules that it needs and no others. */
export function putReferenceServer(root: string): void {
  const folder = packageFolder()
  const target = join(root, 'app')
  for (const part of ['bin', 'dist/reference-server', 'dist/fixtures', 'package.json']) {
    cpSync(join(folder, part), join(target, part), { recursive: true })
  }
  const copied = new Set<string>()
  const copy = (module: string, from: string) => {
    const place = [join(from, 'node_modules', module), join(folder, 'node_modules', module)].find((path) =>
      existsSync(path),
    )
    if (place === undefined || copied.has(place)) return
    copied.add(place)
    cpSync(place, join(target, place.slice(folder.length)), { recursive: true })
    const { dependencies = {} } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8')) as {
      dependencies?: Record<string, string>
    }
    for (const dependency of Object.keys(dependencies)) copy(dependency, place)
  }
  const modules = ['fastify', '@fastify/formbody', '@fastify/rate-limit', 'pino', 'commander', 'yaml', 'zod']
  for (const module of modules) copy(module, folder)
}
