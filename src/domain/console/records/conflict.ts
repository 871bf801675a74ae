import type {ConsoleRecord, Description} from './description'
import {draftOf, fieldsFor} from './draft'
import type {Draft, DraftValue, Field} from './field'

/**
 * A field in which a draft differs from a newer version by somebody else, and which of the two sides has changed it.
 */
export interface Difference {
  field: Field
  mine: DraftValue
  theirs: DraftValue
  changedBy: 'me' | 'them' | 'both'
}

/** Lists the differences in the order of the form. `record` is the version that both sides started from. */
export function differences(
  description: Description,
  {record, draft, theirs}: {record: ConsoleRecord; draft: Draft; theirs: ConsoleRecord},
): readonly Difference[] {
  const before = draftOf(description, record)
  const after = draftOf(description, theirs)
  return fieldsFor(description, 'edit').flatMap(field => {
    const [mine, other] = [draft[field.name] ?? '', after[field.name] ?? '']
    if (mine === other) return []
    const changedBy = mine === before[field.name] ? 'them' : other === before[field.name] ? 'me' : 'both'
    return [{field, mine, theirs: other, changedBy}]
  })
}

/** Applies the fields that the user has changed to the newer version. All other fields keep the newer values. */
export function rebased(
  description: Description,
  {record, draft, theirs}: {record: ConsoleRecord; draft: Draft; theirs: ConsoleRecord},
): Draft {
  const before = draftOf(description, record)
  const changed = Object.entries(draft).filter(([name, value]) => value !== before[name])
  return {...draftOf(description, theirs), ...Object.fromEntries(changed)}
}
