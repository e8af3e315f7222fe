/**
 * Combines the notes of several reports: a note that all of them have appears once, any other with its report's name.
 * @param judged ids of the cases that some report judged: no note says that another report left them out
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

/** A fault gets no name in front, because its beginning decides the exit code. */
export const isFault = (note: string): boolean => note.startsWith('fault of the suite: ')
