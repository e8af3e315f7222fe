import type { ReportedCase, ReportedExchange } from './report.ts'

/** The exchange that decided a case: the one whose answer failed it, otherwise the last judged one. */
export const decisiveExchange = ({ transcript }: ReportedCase): ReportedExchange | undefined =>
  transcript.find(({ violates }) => violates) ?? transcript.findLast(({ role }) => role === 'judged')

/** The mark after the exchange whose answer failed the case, in text reports. */
export const failedHere = ({ violates }: ReportedExchange): string => (violates ? ' (failed here)' : '')
