import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageFolder } from './package-folder.ts'
import { UsageError } from '../subject-error.ts'

/**
 * Loads code that needs packages not installed with the suite (optional peers in package.json).
 * @param purpose begins the message if a package is missing: `container`
 * @throws UsageError with the command that installs the packages
 */
export async function loadOptional<T>(
  purpose: string,
  packages: readonly string[],
  load: () => Promise<T>,
): Promise<T> {
  try {
    return await load()
  } catch (cause) {
    const missing = packages.some((name) => isMissing(name, cause))
    if (!missing) throw cause
    const pinned = packages.map((name) => `${name}@${testedVersion(name)}`)
    const what = `needs ${packages.join(' and ')}, which the suite does not install by itself`
    throw new UsageError(`${purpose}: ${what}. Run:\n  ${installCommand(pinned)}`, { cause })
  }
}

/**
 * True if this package is missing; false for a dependency that it fails to find itself, which means a broken installation.
 */
function isMissing(name: string, error: unknown): boolean {
  const { code, message } = error as NodeJS.ErrnoException
  return code === 'ERR_MODULE_NOT_FOUND' && message.includes(`Cannot find package '${name}'`)
}

/**
 * Returns the install command that matches how this package was installed; any other would put the packages where it can't
 * find them.
 */
export function installCommand(
  packages: readonly string[],
  folder = packageFolder(),
  agent = process.env['npm_config_user_agent'] ?? '',
): string {
  const path = folder.replaceAll('\\', '/')
  const all = packages.join(' ')
  if (path.includes('/_npx/'))
    return `npx -p auth-api-conformance ${packages.map((one) => `-p ${one}`).join(' ')} conformance`
  if (path.includes('/node_modules/.pnpm/')) return `pnpm add --save-dev ${all}`
  if (path.endsWith('/lib/node_modules/auth-api-conformance')) return `npm install --global ${all}`
  return agent.startsWith('yarn/') ? `yarn add --dev ${all}` : `npm install --save-dev ${all}`
}

/** The exact version used in development, which is known to work with the suite. */
function testedVersion(name: string): string {
  const file = readFileSync(join(packageFolder(), 'package.json'), 'utf8')
  const { devDependencies } = JSON.parse(file) as { devDependencies: Record<string, string> }
  return devDependencies[name] ?? 'latest'
}
