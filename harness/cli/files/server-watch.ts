import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { answers } from '../../subject/process/ready-url.ts'
import { parseBaseUrl, type BaseUrl } from '../../wire/base-url.ts'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Declaration } from '../../subject/declaration/declaration.ts'

/**
 * How often to check, in milliseconds: often enough not to miss a restart of a local server, rarely enough not to disturb a
 * remote one.
 */
const localMs = 50
const remoteMs = 500
const answerMs = 2000

/**
 * Waits until a server that rejected connections answers again. Opens connections but sends nothing, because a server with
 * one thread could serve nobody else while one stays open.
 */
export async function cameBack(baseUrl: string, signal: AbortSignal): Promise<void> {
  const address = parseBaseUrl(baseUrl)
  const isLocal = address.socketPath !== undefined || /^(localhost|127\.|::1)/.test(address.hostname)
  const pauseMs = isLocal ? localMs : remoteMs
  while (!signal.aborted && (await accepts(address))) await sleep(pauseMs)
  await isThere(baseUrl, signal, pauseMs)
}

/** Waits until a server answers. */
export async function isThere(baseUrl: string, signal: AbortSignal, pauseMs = localMs): Promise<void> {
  const address = parseBaseUrl(baseUrl)
  const isUp = async () =>
    (await accepts(address)) && (address.socketPath !== undefined || (await answers(baseUrl, answerMs)))
  while (!signal.aborted && !(await isUp())) await sleep(pauseMs)
}

/** Waits until one of the files or folders differs from the given state, which defaults to the current one. */
export async function fileChanged(
  paths: readonly string[],
  signal: AbortSignal,
  before = stateOf(paths),
): Promise<void> {
  while (!signal.aborted && stateOf(paths) === before) await sleep(4 * localMs)
}

/** True if something listens there. Sends nothing: a request might need headers, and a server may count it. */
export async function accepts(
  { hostname, port, socketPath }: BaseUrl,
  timeoutMs = answerMs,
): Promise<boolean> {
  const socket = connect(socketPath === undefined ? { host: hostname, port } : { path: socketPath })
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(timeoutMs) })
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

/**
 * Returns the files to watch: the declaration and the files in `start.watch`, or by default those that the command names.
 */
export function watchedFiles({ source, start }: Pick<Declaration, 'source' | 'start'>): string[] {
  const own = source.kind === 'file' && source.file !== undefined ? [source.file] : []
  if (!start) return own
  const folder = resolve(source.folder, start.cwd ?? '.')
  const words = start.watch ?? start.command.split(/\s+/).map((word) => word.replace(/^['"]|['"]$/g, ''))
  return [
    ...own,
    ...words
      .filter((word) => word !== '')
      .map((word) => resolve(folder, word))
      .filter((path) => existsSync(path)),
  ]
}

/**
 * Returns a text that changes with any of the files. Includes everything in folders except hidden files and node_modules.
 */
export function stateOf(paths: readonly string[]): string {
  return paths.map(stateOfPath).join('\n')
}

function stateOfPath(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found?.isDirectory()) return `${path} ${found?.mtimeMs ?? 'gone'} ${found?.size ?? ''}`
  const names = readdirSync(path).filter((name) => !name.startsWith('.') && name !== 'node_modules')
  return names.map((name) => stateOfPath(join(path, name))).join('\n')
}
