import type { Variation } from '../change.ts'

export const serverVariations: Variation[] = [
  {
    name: 'clock-minutes-ahead',
    summary: 'The server clock is seven minutes ahead.',
    breaks: [],
    inconclusive: [],
    apply({ clock }) {
      clock.advance({ minutes: 7 })
    },
  },
  {
    name: 'no-date-header',
    summary: 'Answers carry no Date header.',
    breaks: [],
    inconclusive: [],
    apply({ choices }) {
      choices.sendsDate = false
    },
  },
  {
    name: 'path-prefix',
    summary: 'Every path stands behind a prefix, and otp_url includes it.',
    breaks: [],
    inconclusive: [],
    apply({ choices }) {
      choices.basePath = '/service/one'
    },
  },
]
