import type {EpochMs} from '../../../contract/wire/common'
import {
  changedRota,
  draftOfEntry,
  type NamedRota,
  type OnCallDraft,
  overridesFrom,
  type Person,
  type RotaProblems,
  rotaProblems,
} from '../../domain/alarms/onCall'
import {textsOf} from '../../domain/language'
import {createEntries, type EntriesLogic, type EntriesRef} from '../entries'

export const onCallTexts = textsOf('machines.onCall', {
  loadFailed: 'The rotas could not be loaded.',
  saveFailed: 'The rota could not be saved.',
  removeFailed: 'The rota could not be deleted.',
  takeoverFailed: 'The takeover could not be saved.',
  giveBackFailed: 'The takeover could not be removed.',
  calendarFailed: 'The calendar address could not be changed.',
})

export interface OnCallInput {
  organisationId: string
  /** The zone of a new rota. */
  zone: string
  now: () => EpochMs
}

/** Gives a takeover back, or makes or revokes the address of a calendar. */
export type OnCallAct = {id: string} & ({kind: 'giveBack'; overrideId: string} | {kind: 'issue' | 'revoke'})

interface OnCall {
  input: OnCallInput
  loaded: {rotas: readonly NamedRota[]; people: readonly Person[]}
  row: NamedRota
  draft: OnCallDraft
  problems: RotaProblems & {override?: true}
  act: OnCallAct
  change: never
}

/** Lists and edits the rotas of an organisation. */
export const onCallMachine = createEntries<OnCall>({
  id: 'onCall',
  texts: onCallTexts,
  saveFailed: ({form}) => onCallTexts[form === 'rota' ? 'saveFailed' : 'takeoverFailed'],
  actFailed: ({kind}) => onCallTexts[kind === 'giveBack' ? 'giveBackFailed' : 'calendarFailed'],
  nothing: {rotas: [], people: []},
  draftOf: (rota, {input: {zone, now}}) => draftOfEntry(rota, {zone, now: now()}),
  changed: (draft, change, {now}) => ({...draft, ...change, ...changedRota(draft, change, now())}),
  noProblems: {},
  problemsOf: draft => {
    if (draft.form === 'rota') return rotaProblems(draft)
    return overridesFrom(draft).length === 0 ? {override: true} : {}
  },
})

export type OnCallLogic = EntriesLogic<OnCall>
export type OnCallRef = EntriesRef<OnCall>
