import type {ActorRefFrom} from 'xstate'
import {THRESHOLDS_ATTRIBUTE} from '../../../contract/rules/thresholds'
import {ATTRIBUTE_SCOPES} from '../../../contract/wire/entities/attribute'
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
import {createEditor} from './editor'

interface Thresholds {
  owner: ThresholdOwner
  value: ThresholdLevels
  row: ThresholdRow
  draft: ThresholdDraft
  problems: ThresholdProblems
}

export const thresholdsTexts = textsOf('machines.thresholds', {
  loadFailed: 'Failed to load thresholds',
  saveFailed: 'Failed to save the threshold',
  deleteFailed: 'Failed to remove the threshold',
  changed: 'The threshold was changed meanwhile, so it has not been removed.',
  saved: 'Threshold saved.',
  deleted: 'Threshold removed.',
})

/** The thresholds that hold for one entity; its own are edited key by key. */
export const thresholdsMachine = createEditor<Thresholds>({
  id: 'thresholds',
  texts: thresholdsTexts,
  noProblems: {},
  place: ({kind, id, organisationId}) => ({
    owner: {kind, id, organisationId},
    name: {scope: ATTRIBUTE_SCOPES.shared, key: THRESHOLDS_ATTRIBUTE},
  }),
  attributeOf: levels => levels?.own.attribute ?? null,
  withAttribute: withOwn,
  rowNamed: (levels, name) => thresholdRows(levels).find(({key}) => key === name) ?? null,
  draftOf: row => {
    if (row === null) return EMPTY_THRESHOLD
    return row.threshold === null ? {...EMPTY_THRESHOLD, key: row.key} : thresholdDraft(row.key, row.threshold)
  },
  problemsOf: ({draft, chosen, value}) => thresholdProblems(draft, chosen === null ? ownKeys(value) : []),
  saved: editing => writtenWith(editing.value, editedKey(editing), editing.draft),
  removed: editing => writtenWithout(editing.value, editedKey(editing)),
  isChanged: (editing, now) =>
    isDeclaredAgain(editing.opened?.own.attribute ?? null, now.own.attribute, editedKey(editing)),
  theirs: ({chosen}) => chosen,
})

export type ThresholdsLogic = typeof thresholdsMachine
export type ThresholdsRef = ActorRefFrom<ThresholdsLogic>
