import type { Tools } from '../../harness/engine/case/tools.ts'
import { signature, type Credential } from '../../harness/client/credentials/credentials.ts'
import { SetupFailed } from '../../harness/outcomes.ts'
import { acceptedAndRejected, opens } from '../measuring/words.ts'

type Signed = readonly [what: string, credential: Credential]

/** Sends the signed requests one after another, then a valid one; tells which of them open the list. */
export async function tryAll(
  tools: Pick<Tools, 'api' | 'accessKey' | 'run'>,
  all: readonly Signed[],
): Promise<string> {
  const findings: [string, boolean][] = []
  for (const [what, credential] of all) findings.push([what, await isAccepted(tools, credential)])
  await validOneIsAccepted(tools)
  return acceptedAndRejected(findings)
}

export async function isAccepted({ api }: Pick<Tools, 'api'>, credential: Credential): Promise<boolean> {
  return opens(await api.list(api.listFamily(), credential))
}

/** @throws SetupFailed if even a valid signature is rejected, so that rejections show nothing */
export async function validOneIsAccepted(tools: Pick<Tools, 'api' | 'accessKey'>): Promise<void> {
  if (await isAccepted(tools, signature(tools.accessKey))) return
  throw new SetupFailed('a valid signature was rejected too, so nothing can be told')
}
