import {draftOfImport, draftOfShift, draftOfTakeover} from '../../src/domain/alarms/onCall'
import {onCallMachine} from '../../src/machines/alarms/onCall'
import {type Entry, type Shown, shows, tell} from './entry'
import {answers, BROKEN, PENDING, refusal} from './given'
import {NIGHT, ROTAS} from './onCallWorld'
import type {Parts} from './parts'
import {NOW} from './world'

const entry = (
  name: string,
  shown: readonly Shown[],
  steps: Entry['steps'] = [],
  given: Entry['given'] = () => ({}),
): Entry => ({name, at: '/alarms/on-call', steps, shows: shown, given})

const at = (...states: string[]) => shows(onCallMachine, ...states)
const given =
  (actors: Parameters<typeof onCallMachine.provide>[0]) =>
  ({onCall}: Parts) => ({onCall: onCall.provide(actors)})

const dialog = (state: string) => at(`loaded.dialog.${state}`)

const loaded = at('loaded.list.current')
const changed = tell(onCallMachine, {type: 'entries.changed'})
const editing = [...loaded, ...tell(onCallMachine, {type: 'edit.requested', row: NIGHT})]
const takeover = draftOfTakeover(NIGHT, ROTAS.people, {userId: 'u1', now: NOW})
const taking = [...loaded, ...tell(onCallMachine, {type: 'edit.requested', row: NIGHT, draft: takeover})]
const shift = {start: NOW, end: NOW + 86_400_000, person: 'u1'}
const asked = (form: 'swap' | 'note') => [
  ...loaded,
  ...tell(onCallMachine, {type: 'edit.requested', row: NIGHT, draft: draftOfShift(NIGHT, shift, {form})}),
]
const deletion = [...loaded, ...tell(onCallMachine, {type: 'deletion.requested', row: NIGHT})]
const giving = [
  ...loaded,
  ...tell(onCallMachine, {type: 'act.requested', act: {kind: 'giveBack', id: NIGHT.id, overrideId: 't1'}}),
]
const saved = tell(onCallMachine, {type: 'save.requested'})

export const onCall: readonly Entry[] = [
  entry('on-call', [...loaded, ...dialog('closed')]),
  entry('on-call-empty', loaded, [], given({actors: {load: answers({rotas: [], people: []})}})),
  entry('on-call-loading', at('loading'), [], given({actors: {load: answers()}})),
  entry('on-call-failed', at('failed'), [], given({actors: {load: answers(BROKEN)}})),
  entry(
    'on-call-refreshing',
    at('loaded.list.refreshing'),
    [...loaded, ...changed],
    given({actors: {load: answers(ROTAS, PENDING)}}),
  ),
  entry(
    'on-call-missed',
    at('loaded.list.missed'),
    [...loaded, ...changed],
    given({actors: {load: answers(ROTAS, BROKEN)}}),
  ),
  entry('on-call-form', dialog('form.typing'), [
    ...loaded,
    ...tell(onCallMachine, {type: 'add.requested'}),
    ...tell(onCallMachine, {
      type: 'draft.changed',
      change: {layers: [{days: [6, 7], from: '00:00', until: '00:00', people: ['u2']}]},
    }),
    ...saved,
  ]),
  entry('on-call-form-sending', dialog('form.sending'), [...editing, ...saved]),
  entry('on-call-takeover', dialog('form.typing'), taking),
  entry('on-call-takeover-sending', dialog('form.sending'), [...taking, ...saved]),
  entry('on-call-swap', dialog('form.typing'), [...asked('swap'), ...saved]),
  entry('on-call-note', dialog('form.typing'), asked('note')),
  entry('on-call-import', dialog('form.typing'), [
    ...loaded,
    ...tell(onCallMachine, {
      type: 'edit.requested',
      row: NIGHT,
      draft: {
        ...draftOfImport(NIGHT),
        away: 'u1',
        file: {events: [{start: NOW, end: NOW + 86_400_000, note: 'Holiday'}]},
      },
    }),
  ]),
  entry('on-call-import-unreadable', dialog('form.typing'), [
    ...loaded,
    ...tell(onCallMachine, {
      type: 'edit.requested',
      row: NIGHT,
      draft: {...draftOfImport(NIGHT), file: {problem: 'unreadable'}},
    }),
  ]),
  entry('on-call-returning', dialog('acting'), giving),
  entry(
    'on-call-not-returned',
    dialog('closed'),
    giving,
    given({actors: {act: answers(refusal(404, 'There is no such override.'))}}),
  ),
  entry('on-call-deleting', dialog('deleting.asking'), deletion),
  entry('on-call-deleting-sending', dialog('deleting.sending'), [
    ...deletion,
    ...tell(onCallMachine, {type: 'deletion.confirmed'}),
  ]),
]
