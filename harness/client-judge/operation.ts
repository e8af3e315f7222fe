/** The authentication methods that a client may support, in the terms of the line protocol. */
export const methods = ['token', 'mfa', 'private-token', 'signature', 'session'] as const
export type Method = (typeof methods)[number]

/** One line sent from the suite to the client. */
export type Operation = { op: 'use'; method: Method } | { op: 'list' } | { op: 'advance'; seconds: number }
