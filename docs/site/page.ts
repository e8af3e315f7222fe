/** A page that is generated from data. */
export interface Page {
  /** Where it is in the site, and what its links are relative to: `docs/defects.md`. */
  path: string
  markdown: string
}
