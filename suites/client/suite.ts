import type { ClientSuite } from '../../harness/cli/suite.ts'
import { clientCatalogue, clientCatalogueHash, clientTopicOf } from './catalogue/index.ts'

/** The rules that `conformance client` judges by. */
export const clientSuite: ClientSuite = {
  rules: new Map(Object.entries(clientCatalogue)),
  topicOf: clientTopicOf,
  hash: clientCatalogueHash,
  load: async () => {
    const [{ obligations }, { scenarios }] = await Promise.all([
      import('./obligations/index.ts'),
      import('./scenarios/index.ts'),
    ])
    return { obligations, scenarios }
  },
}
