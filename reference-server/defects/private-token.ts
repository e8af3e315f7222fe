import { type Defect, wrap } from '../change.ts'

export const privateTokenDefects: Defect[] = [
  {
    name: 'private-token-as-bearer',
    summary: 'A private token works under the scheme word Bearer too.',
    breaks: [{ requirement: 'private-token.not-bearer', level: 'must' }],
    blocks: [],
    apply({ methods }) {
      wrap(methods, 'bearer', (bearer) => (text, call) => bearer(text, call) ?? methods.token(text, call))
    },
  },
  {
    name: 'failed-creation-replaces-private-token',
    summary: 'A second creation fails, but the old private token is gone.',
    breaks: [{ requirement: 'private-token.second-creation-keeps', level: 'must' }],
    blocks: [],
    apply({ privateTokens }) {
      wrap(privateTokens, 'create', (create) => (username) => {
        const made = create(username)
        if (!made) privateTokens.replace(username)
        return made
      })
    },
  },
]
