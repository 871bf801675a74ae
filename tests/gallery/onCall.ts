import {onCallMachine} from '../../src/machines/alarms/onCall'
import {type Entry, type Shown, shows, tell} from './entry'
import {answers, BROKEN, refusal} from './given'
import {NIGHT} from './onCallWorld'
import type {Parts} from './parts'

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

const loaded = at('shown')
const editing = [...loaded, ...tell(onCallMachine, {type: 'edit.requested', rota: NIGHT})]
const taking = [...loaded, ...tell(onCallMachine, {type: 'takeover.requested', rota: NIGHT})]
const chosen = tell(onCallMachine, {type: 'takeover.changed', change: {person: 'u1'}})
const deletion = [...loaded, ...tell(onCallMachine, {type: 'deletion.requested', rota: NIGHT})]
const giving = [...loaded, ...tell(onCallMachine, {type: 'return.requested', rota: NIGHT, overrideId: 't1'})]
const saved = tell(onCallMachine, {type: 'save.requested'})

export const onCall: readonly Entry[] = [
  entry('on-call', at('shown')),
  entry('on-call-empty', at('shown'), [], given({actors: {load: answers({rotas: [], people: []})}})),
  entry('on-call-loading', at('loading'), [], given({actors: {load: answers()}})),
  entry('on-call-failed', at('failed'), [], given({actors: {load: answers(BROKEN)}})),
  entry('on-call-form', at('form.typing'), [
    ...loaded,
    ...tell(onCallMachine, {type: 'add.requested'}),
    ...tell(onCallMachine, {
      type: 'draft.changed',
      change: {layers: [{days: [6, 7], from: '00:00', until: '00:00', people: ['u2']}]},
    }),
    ...saved,
  ]),
  entry('on-call-form-sending', at('form.sending'), [...editing, ...saved]),
  entry('on-call-takeover', at('takingOver.typing'), [...taking, ...chosen]),
  entry('on-call-takeover-sending', at('takingOver.sending'), [...taking, ...chosen, ...saved]),
  entry('on-call-returning', at('returning'), giving),
  entry(
    'on-call-not-returned',
    at('shown'),
    giving,
    given({actors: {giveBack: answers(refusal(404, 'There is no such override.'))}}),
  ),
  entry('on-call-deleting', at('deleting.asking'), deletion),
  entry('on-call-deleting-sending', at('deleting.sending'), [
    ...deletion,
    ...tell(onCallMachine, {type: 'deletion.confirmed'}),
  ]),
]
