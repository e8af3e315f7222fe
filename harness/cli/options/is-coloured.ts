/** Whether stdout takes colour codes. Emacs and others set `TERM=dumb` where they are shown as text. */
export const isColoured = (): boolean =>
  process.stdout.isTTY && !process.env['NO_COLOR'] && process.env['TERM'] !== 'dumb'
