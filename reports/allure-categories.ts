/** Categories for the cases that did not pass; Allure 2 reads them from the results, Allure 3 from its configuration. */
export const allureCategories: {
  name: string
  messageRegex: string
  matchedStatuses: ('failed' | 'broken' | 'skipped')[]
}[] = [
  {
    name: 'Violation: the server breaks the specification',
    messageRegex: '^fail:[^]*',
    matchedStatuses: ['failed'],
  },
  {
    name: 'Incomplete: could not be judged',
    messageRegex: '^inconclusive:[^]*',
    matchedStatuses: ['broken'],
  },
  { name: 'Suite fault: report it to us', messageRegex: '^error:[^]*', matchedStatuses: ['broken'] },
  { name: 'Untested: declare what is missing', messageRegex: '^untested:[^]*', matchedStatuses: ['skipped'] },
  { name: 'Not applicable', messageRegex: '^not-applicable:[^]*', matchedStatuses: ['skipped'] },
]
