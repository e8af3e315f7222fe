const own = ['127.0.0.1', 'localhost']

/**
 * Returns an environment in which clients don't send what is for our loopback ports through an HTTP proxy, which can't reach
 * them. The same if it names no proxy.
 */
export function pastProxies(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  if (!['http_proxy', 'HTTP_PROXY', 'all_proxy', 'ALL_PROXY'].some((name) => env[name])) return env
  const hosts = [env['no_proxy'] ?? env['NO_PROXY'] ?? '', ...own].filter(Boolean).join(',')
  return { ...env, no_proxy: hosts, NO_PROXY: hosts }
}
