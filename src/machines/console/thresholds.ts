import {THRESHOLDS_ATTRIBUTE} from '../../../contract/rules/thresholds'
import {ATTRIBUTE_SCOPES} from '../../../contract/wire/entities/attribute'
import type {AskedThreshold} from '../../domain/console/paths'
import {
  EMPTY_THRESHOLD,
  type ThresholdDraft,
  type ThresholdProblems,
  thresholdDraft,
  thresholdProblems,
} from '../../domain/console/thresholds/draft'
import {
  type ThresholdLevels,
  type ThresholdOwner,
  type ThresholdRow,
  thresholdRows,
} from '../../domain/console/thresholds/levels'
import {
  editedKey,
  isDeclaredAgain,
  ownKeys,
  withOwn,
  writtenWith,
  writtenWithout,
} from '../../domain/console/thresholds/written'
import {textsOf} from '../../domain/language'
import {createEntries, type EntriesLogic, type EntriesRef} from '../entries'
import {type AttributeEntries, type AttributeEntriesTypes, conflictOf} from './attributeEntries'

interface Thresholds extends AttributeEntriesTypes {
  input: {owner: ThresholdOwner; asked: AskedThreshold | null}
  /** Null until they are loaded. */
  loaded: ThresholdLevels | null
  row: ThresholdRow
  draft: ThresholdDraft
  problems: ThresholdProblems
}

export const thresholdsTexts = textsOf('machines.thresholds', {
  loadFailed: 'Failed to load thresholds',
  saveFailed: 'Failed to save the threshold',
  removeFailed: 'Failed to remove the threshold',
  changed: 'The threshold was changed meanwhile, so it has not been removed.',
  saved: 'Threshold saved.',
  deleted: 'Threshold removed.',
})

export const thresholdEntries: AttributeEntries<Thresholds> = {
  place: ({owner: {kind, id, organisationId}}) => ({
    owner: {kind, id, organisationId},
    name: {scope: ATTRIBUTE_SCOPES.shared, key: THRESHOLDS_ATTRIBUTE},
  }),
  attributeOf: levels => levels?.own.attribute ?? null,
  withAttribute: withOwn,
  valueWith: ({loaded, row, draft}) => writtenWith(loaded, editedKey({chosen: row, draft}), draft),
  valueWithout: ({loaded, row}) => writtenWithout(loaded, row.key),
}

/** The thresholds that hold for one entity; its own are edited key by key. */
export const thresholdsMachine = createEntries<Thresholds>({
  id: 'thresholds',
  texts: thresholdsTexts,
  saveFailed: () => thresholdsTexts.saveFailed,
  nothing: null,
  opening: ({input: {asked}, loaded}) => {
    if (asked === null || loaded === null) return []
    const {name: key, change} = asked
    const found = thresholdRows(loaded).find(row => row.key === key)
    if (Object.keys(change).length === 0) return found === undefined ? [] : [{type: 'edit.requested', row: found}]
    const row = found ?? {key, from: loaded.own, isOwn: true, threshold: null, fault: null}
    return [
      {type: 'edit.requested', row},
      {type: 'draft.changed', change},
    ]
  },
  draftOf: row => {
    if (row === null) return EMPTY_THRESHOLD
    return row.threshold === null ? {...EMPTY_THRESHOLD, key: row.key} : thresholdDraft(row.key, row.threshold)
  },
  noProblems: {},
  problemsOf: (draft, {chosen, loaded}) => thresholdProblems(draft, chosen === null ? ownKeys(loaded) : []),
  conflict: conflictOf(thresholdEntries, {
    changed: () => thresholdsTexts.changed,
    isChanged: ({base, loaded, ...editing}) =>
      isDeclaredAgain(base?.own.attribute ?? null, loaded?.own.attribute ?? null, editedKey(editing)),
    theirs: ({chosen}) => chosen,
  }),
})

export type ThresholdsLogic = EntriesLogic<Thresholds>
export type ThresholdsRef = EntriesRef<Thresholds>
