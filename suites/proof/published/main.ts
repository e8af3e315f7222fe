import { publishReports } from './publish-reports.ts'

await publishReports(process.argv.slice(2))
