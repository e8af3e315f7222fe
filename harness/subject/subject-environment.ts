import type { Declaration } from './declaration.ts'

/**
 * What the subject's processes and its operator's commands get of this process's environment: all of it, but for the
 * bundled server Node's extra certificates. Node 20 reads them at each start, which takes 37 ms of processor time, more
 * than all the rest of an empty start; the bundled server and its commands, some thirty processes in a run, call nobody.
 * A copy, since the test runner adds to the environment of this process.
 */
export function subjectEnvironment(
  { source, environment }: Pick<Declaration, 'source' | 'environment'>,
  env: NodeJS.ProcessEnv,
): NodeJS.ProcessEnv {
  return source.kind === 'bundled' ? withoutCertificates(env) : { ...environment, ...env }
}

/** For a process of ours that opens no connection. */
export function withoutCertificates({
  NODE_EXTRA_CA_CERTS: _,
  ...rest
}: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return rest
}
