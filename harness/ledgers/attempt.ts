/** One request to a login or a second step. */
export interface Attempt {
  /** The declared account for which a rejection counts as a failure; undefined if the request names none. */
  owner?: string | undefined
  /** For a valid attempt: the account and the way, as one text. Undefined if a rejection is expected. */
  way?: string | undefined
  /** A second step: what is known about the account's codes counts too, not just about its password. */
  isCode?: true | undefined
  /** A valid attempt with header fields of its own, for which the server may reject it: that says nothing about the account. */
  besideHeaders?: true | undefined
  /** The case that sends it. */
  by?: string | undefined
}

/**
 * The outcome of an attempt. `unanswered`: the server may have counted it, which says nothing about the account. `neither`:
 * a redirect that was followed, or a path that does not exist.
 */
export type Ending = 'token' | 'challenge' | 'rejected' | 'unanswered' | 'neither'
