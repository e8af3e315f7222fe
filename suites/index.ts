/** What other programs read of the suite: the form of its reports. The reference server is `auth-api-conformance/reference-server`. */
export type * from '../reports/report.ts'
