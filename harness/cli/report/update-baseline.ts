import { isMap, isNode, YAMLSeq, type YAMLMap } from 'yaml'
import type { Report } from '../../../reports/report.ts'
import type { BaselineEntry } from '../../verdicts/baseline.ts'
import { fingerprintOf } from '../../verdicts/fingerprint.ts'
import type { BaselineDocument } from '../files/read-baseline.ts'

/** Values for new entries, and for those without a reason or an owner. Empty ones must be filled in by hand before the baseline is accepted. */
export type NewEntry = Pick<BaselineEntry, 'reason' | 'owner' | 'expires'>

/** Ids of requirements, grouped by what happened to their entries. */
export interface BaselineUpdate {
  added: string[]
  changed: string[]
  removed: string[]
  kept: string[]
  /** Changed or kept ones that had no reason or no owner, and were given one. */
  filled: string[]
}

/**
 * Updates a baseline from a report: every failure gets an entry with its fingerprint, and entries that pass are removed.
 * Fills in a reason and an owner where they are empty. Otherwise keeps the reason, owner, expiry and comments of remaining entries, and everything this report did not judge.
 * Comments that may not be about a removed entry stay.
 * @param known ids of the catalogue; entries for other ids are removed
 */
export function updateBaseline(
  { document }: Pick<BaselineDocument, 'document'>,
  report: Pick<Report, 'requirements'>,
  known: ReadonlySet<string>,
  fresh: NewEntry,
): BaselineUpdate {
  const update: BaselineUpdate = { added: [], changed: [], removed: [], kept: [], filled: [] }
  const list = listIn(document)
  const failed = new Map(
    report.requirements.flatMap((each) => {
      const fingerprint = fingerprintOf(each)
      return fingerprint === undefined ? [] : [[each.id, fingerprint] as const]
    }),
  )
  const passed = new Set(report.requirements.filter(({ verdict }) => verdict === 'pass').map(({ id }) => id))
  const listed = new Set<string>()
  let comments: string[] = []
  list.items = list.items.filter((item, index) => {
    const id = isMap(item) ? String(item.get('requirement')) : ''
    if (!isMap(item) || !known.has(id) || passed.has(id) || listed.has(id)) {
      update.removed.push(id || 'an entry without a requirement')
      comments.push(...commentsAround(item, index === 0))
      return false
    }
    if (comments.length > 0) item.commentBefore = joined(comments, item.commentBefore)
    comments = []
    listed.add(id)
    const fingerprint = failed.get(id)
    const differs = fingerprint !== undefined && item.get('fingerprint') !== fingerprint
    if (differs) item.set('fingerprint', fingerprint)
    update[differs ? 'changed' : 'kept'].push(id)
    if (fillIn(item, fresh)) update.filled.push(id)
    return true
  })
  const [first] = list.items
  if (isNode(first)) first.spaceBefore = false
  if (comments.length > 0) {
    if (first) list.comment = joined(comments, list.comment)
    else document.commentBefore = joined(document.commentBefore, comments)
  }
  for (const [requirement, fingerprint] of failed) {
    if (listed.has(requirement)) continue
    list.add(document.createNode({ requirement, ...fresh, fingerprint }))
    update.added.push(requirement)
  }
  return update
}

/**
 * Returns the comments next to an entry that a blank line separates from it. Those above the first entry may be about the
 * whole file.
 */
function commentsAround(item: unknown, isFirst: boolean): string[] {
  if (!isNode(item)) return []
  const above = item.commentBefore?.split('\n\n') ?? []
  const below = item.comment?.split('\n\n') ?? []
  return [...(isFirst ? above : above.slice(0, -1)), ...below.slice(1)]
}

const joined = (...comments: (string | string[] | null | undefined)[]) =>
  comments.flat().filter(Boolean).join('\n\n')

/** True if it had an empty field for which there is a value. */
function fillIn(item: YAMLMap, fresh: NewEntry): boolean {
  const empty = (['reason', 'owner'] as const).filter((name) => fresh[name] !== '' && isEmpty(item.get(name)))
  for (const name of empty) item.set(name, fresh[name])
  return empty.length > 0
}

const isEmpty = (value: unknown) =>
  typeof value === 'string' ? value.trim() === '' : (value ?? null) === null

/** The document is either empty or already a list. */
function listIn(document: BaselineDocument['document']): YAMLSeq {
  if (document.contents instanceof YAMLSeq) {
    document.contents.flow = false
    return document.contents
  }
  const list = new YAMLSeq()
  document.contents = list as never
  return list
}
