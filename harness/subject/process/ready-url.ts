/** Statuses of a gateway while the server behind it is still starting. */
const notYet = new Set([502, 503, 504])

/** True if a URL gives a complete answer now. Does not check certificates, because it sends no credentials. */
export async function answers(
  url: string,
  timeoutMs: number,
  client: { cert?: string; key?: string } = {},
): Promise<boolean> {
  // Loaded on demand: a subject that prints a ready line needs no request from here.
  const { Client, request } = await import('undici')
  const connection = new Client(new URL(url).origin, {
    connect: { ...client, rejectUnauthorized: false, timeout: timeoutMs },
  })
  try {
    const { statusCode, body } = await request(url, {
      dispatcher: connection,
      signal: AbortSignal.timeout(timeoutMs),
    })
    await body.dump()
    return !notYet.has(statusCode)
  } catch {
    return false
  } finally {
    void connection.destroy()
  }
}
