/** Is this the name or an address of the machine itself, reachable from it alone? IPv6 without brackets. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host)
