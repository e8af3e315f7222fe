import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { getContainerRuntimeClient, GenericContainer } from 'testcontainers'
import { packageFolder } from '../files/package-folder.ts'

/** Why containers can't run here; empty if they can. */
export const noEngine = await getContainerRuntimeClient().then(
  () => '',
  (error: Error) => error.message,
)
export const engineMustRun = process.env['REQUIRE_ENGINE'] === '1'

/**
 * Builds an image with nothing but Node, so that no registry is needed: the running binary, the libraries that it and the
 * additional ones link to, and whatever `fill` puts into the root folder.
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

/** Copies this package's built reference server; its files include the packages that they need. */
export function putReferenceServer(root: string): void {
  for (const part of ['bin', 'dist/reference-server', 'dist/fixtures', 'package.json']) {
    cpSync(join(packageFolder(), part), join(root, 'app', part), { recursive: true })
  }
}
