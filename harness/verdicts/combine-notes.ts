/**
 * The notes of several reports: once what all say, else with the name of the report that says it.
 * @param judged ids of the cases that some report judged: that another left one out need not be told
 */
export function combineNotes(
  reports: readonly { name: string; notes: readonly string[] }[],
  judged: ReadonlySet<string>,
): string[] {
  const isTold = (note: string) => !judged.has(/^left out: ([^\s/]+\/[^\s/:]+): /.exec(note)?.[1] ?? '')
  const common = new Set(
    (reports[0]?.notes ?? []).filter((note) => reports.every(({ notes }) => notes.includes(note))),
  )
  const own = reports.flatMap(({ name, notes }) =>
    notes.filter((note) => !common.has(note)).map((note) => (isFault(note) ? note : `${name}: ${note}`)),
  )
  return [...common, ...own].filter((note) => isTold(note.replace(/^[^:]*: (?=left out: )/, '')))
}

/** It decides the exit code wherever it is read. */
const isFault = (note: string): boolean => note.startsWith('fault of the suite: ')
