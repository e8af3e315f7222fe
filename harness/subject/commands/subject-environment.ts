import type { Declaration } from '../declaration/declaration.ts'

/**
 * Returns the environment for the subject's processes and its operator's commands: all of this process's, except Node's
 * extra certificates for the bundled server. Node 20 reads them at each start, which takes 37 ms of processor time, more
 * than the rest of an empty start; the bundled server and its commands, some thirty processes in a run, connect to nothing.
 * Returns a copy, because the test runner adds to the environment of this process.
 */
export function subjectEnvironment(
  { source, environment }: Pick<Declaration, 'source' | 'environment'>,
  env: NodeJS.ProcessEnv,
): NodeJS.ProcessEnv {
  return source.kind === 'bundled' ? withoutCertificates(env) : { ...environment, ...env }
}

/** For our own processes that open no connections. */
export function withoutCertificates({
  NODE_EXTRA_CA_CERTS: _,
  ...rest
}: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return rest
}
