import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { packageFolder } from '../../subject/files/package-folder.ts'
import { runProgram, type Ended } from '../../testing/run-program.ts'

/** Creates a folder that every user may enter: some tests run in it as another user. */
export function createOpenFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'packaging-'))
  chmodSync(folder, 0o755)
  return folder
}

/** Packs what is built, or a folder. Runs no scripts: a new build would remove dist/ while other tests use it. */
export async function packInto(folder: string, packed = packageFolder()): Promise<string> {
  const { exitCode, stdout, stderr } = await runProgram(
    'npm',
    ['pack', '--ignore-scripts', '--json', '--pack-destination', folder],
    { cwd: packed },
  )
  if (exitCode !== 0) throw new Error(`npm pack failed: ${stderr}`)
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }]
  return join(folder, filename)
}

/** Creates a project outside of ours that has installed these packages, by their npm names or files. */
export async function createConsumer(
  parent: string,
  name: string,
  packages: readonly string[],
): Promise<string> {
  const folder = join(parent, name)
  writeFiles(folder, { 'package.json': '{ "private": true, "type": "module" }' })
  // Runs no install scripts: npm 12 blocks those of dependencies unless each is approved.
  await succeed('npm', [...npmInstall, ...packages], folder)
  return folder
}

const npmInstall = [
  'install',
  '--engine-strict',
  '--ignore-scripts',
  '--prefer-offline',
  '--no-audit',
  '--no-fund',
]

/** @throws Error with the output if the exit code is not 0 */
export async function succeed(program: string, args: readonly string[], cwd: string): Promise<Ended> {
  const ended = await runProgram(program, args, { cwd })
  if (ended.exitCode === 0) return ended
  throw new Error(`${program} ${args.join(' ')} ended with ${ended.exitCode}\n${ended.stdout}${ended.stderr}`)
}

export function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
}

/**
 * Lists all files and folders below with size and times of change: entries that differ between two listings were written.
 */
export function listingOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => {
      const { size, mtimeMs, ctimeMs } = lstatSync(join(folder, path))
      return `${path} ${size} ${mtimeMs} ${ctimeMs}`
    })
    .toSorted()
}

/** Returns npm's entry for each package installed in a node_modules folder. */
export function installedIn(modules: string): Record<string, { hasInstallScript?: boolean }> {
  const file = readFileSync(join(modules, '.package-lock.json'), 'utf8')
  return (JSON.parse(file) as { packages: Record<string, { hasInstallScript?: boolean }> }).packages
}

/** Returns the disk usage of a folder, counted like `du`. */
export function megabytesOf(folder: string): number {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const blocks = paths.reduce((sum, path) => sum + lstatSync(join(folder, path)).blocks, 0)
  return (blocks * 512) / 2 ** 20
}
