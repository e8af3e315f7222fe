/** One page of the site, before it becomes HTML. */
export interface Page {
  /** Where its Markdown stands in the repository, or would stand: what its links are relative to. */
  source: string
  /** Where it stands in the site: `guides/ci.html`. */
  path: string
  markdown: string
  /** A word for menus where the page's own title is too long for one. */
  short?: string
}

/** A group of the menu; the pages in their order. */
export interface Group {
  title: string
  pages: Page[]
}

/** A heading with the anchor that links go to. */
export interface Heading {
  depth: number
  id: string
  text: string
}
