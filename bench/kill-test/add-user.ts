import { createData } from '../../reference-server/server/data.ts'

/** Adds an account without computing a scrypt hash: nobody logs in with it. */
export function addUser(data: string, username: string): void {
  const { accounts } = createData({ dataDir: data })
  accounts.add({ id: username, username, name: username, email: '', passwordHash: '' })
}
