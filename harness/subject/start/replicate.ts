import type { Declaration } from '../declaration/declaration.ts'
import { mapTexts } from '../declaration/map-texts.ts'
import { makeRunFolder } from '../files/run-folder.ts'
import { startSubject, type Subject } from './start-subject.ts'

/**
 * Returns the declaration for each of several servers of `start` or `container`: the first unchanged, the others with their
 * own folder for `{tmp}`.
 */
export function replicate(
  declaration: Declaration,
  count: number,
  makeTmp: () => string = makeRunFolder,
): [Declaration, ...Declaration[]] {
  const { tmp } = declaration
  const another = () => {
    if (tmp === undefined) return declaration
    const other = makeTmp()
    return mapTexts(declaration, (text) => text.replaceAll(tmp, other))
  }
  return [declaration, ...Array.from({ length: count - 1 }, another)]
}

/**
 * Starts a server for each declaration. Stopping the subject stops all of them. @throws the same errors as `startSubject`
 */
export async function startReplicas(
  declarations: readonly [Declaration, ...Declaration[]],
  env: NodeJS.ProcessEnv,
  signal?: AbortSignal,
): Promise<Subject> {
  const starting = declarations.map((one) => startSubject(one, env, signal))
  const settled = await Promise.allSettled(starting)
  const started = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const failed = settled.find((one) => one.status === 'rejected')
  const [first, ...others] = started
  if (failed || !first) {
    await Promise.all(started.map((one) => one.stop()))
    throw failed?.reason
  }
  if (others.length === 0) return first
  let ended: Subject | undefined
  return {
    ...first,
    others: others.map(({ baseUrl, controlUrl }) => ({ baseUrl, controlUrl })),
    async endedByItself() {
      for (const one of started) {
        const how = await one.endedByItself()
        ended = one
        if (how !== undefined) return how
      }
      ended = undefined
      return undefined
    },
    outputNotes: (how, mask) => (ended ? [ended] : started).flatMap((one) => one.outputNotes(how, mask)),
    stop: async () => void (await Promise.all(started.map((one) => one.stop()))),
  }
}
