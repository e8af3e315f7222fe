import type { Defect } from '../change.ts'

export const referencePageDefects: Defect[] = [
  {
    name: 'reference-page-without-debug',
    summary: 'The reference page is served outside debug mode.',
    breaks: [{ requirement: 'reference-pages.debug-only', level: 'must' }],
    blocks: [],
    mode: { debug: false },
    apply({ mode }) {
      mode.debug = true
    },
  },
]
