import type {Side} from '../change'
import type {ConsoleRecord, Description} from './description'
import {draftOf, fieldsFor} from './draft'
import type {Draft, DraftValue, Field} from './field'

/**
 * A field in which a draft differs from a newer version by another user, and which of the two sides has changed it.
 * `before` is its value in the version that both sides started from.
 */
export interface Difference {
  field: Field
  before: DraftValue
  mine: DraftValue
  theirs: DraftValue
  changedBy: 'me' | 'them' | 'both'
}

/** Two versions of a record. `record` is the version that both started from. */
export interface Versions {
  record: ConsoleRecord
  draft: Draft
  theirs: ConsoleRecord
}

/** The chosen side of each differing field, by field name. */
export type Sides = Readonly<Record<string, Side>>

/** Lists the differences in the order of the form. */
export function differences(description: Description, {record, draft, theirs}: Versions): readonly Difference[] {
  const opened = draftOf(description, record)
  const newer = draftOf(description, theirs)
  return fieldsFor(description, 'edit').flatMap(field => {
    const valueIn = (values: Draft) => values[field.name] ?? ''
    const [before, mine, other] = [valueIn(opened), valueIn(draft), valueIn(newer)]
    if (mine === other) return []
    const changedBy = mine === before ? 'them' : other === before ? 'me' : 'both'
    return [{field, before, mine, theirs: other, changedBy}]
  })
}

/** At first nothing of theirs is overwritten: a field is mine where I alone have changed it. */
export const firstSides = (found: readonly Difference[]): Sides =>
  Object.fromEntries(found.map(({field, changedBy}) => [field.name, changedBy === 'me' ? 'mine' : 'theirs']))

/** The newer version with the fields that were chosen to be mine. */
export function merged(description: Description, {draft, theirs}: Versions, sides: Sides): Draft {
  const mine = Object.entries(draft).filter(([name]) => sides[name] === 'mine')
  return {...draftOf(description, theirs), ...Object.fromEntries(mine)}
}
