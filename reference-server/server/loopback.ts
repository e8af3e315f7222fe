/** True for the name or an address of the machine itself that only the machine can reach. IPv6 without brackets. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host)
