import {type ActorRefFrom, assign, enqueueActions, setup} from 'xstate'
import type {Emergency} from '../../../contract/rules/media/emergency'
import type {EpochMs} from '../../../contract/wire/common'
import {trimmed} from '../../../contract/wire/text'
import {textsOf} from '../../domain/language'
import {type KnownLink, PROBING} from '../../domain/link'
import {type EmergencyDraft, NEW_EMERGENCY} from '../../domain/media/emergency'
import {mayPlan} from '../../domain/media/plans'
import type {CurrentUser} from '../../domain/user'
import {type LinkChanged, linkChanges} from '../connectivity'
import {source} from '../ports'
import type {ClockEvent} from '../telemetry/devicesEvents'
import {emergenciesMachine, preparedMachine} from './lists'

export interface EmergencyInput {
  user: CurrentUser
  /** On the server's clock. */
  now: EpochMs
}

interface EmergencyContext extends EmergencyInput, KnownLink {
  draft: EmergencyDraft
  problems: {videoId?: string; why?: string}
}

export const emergencyTexts = textsOf('machines.emergency', {
  noVideo: 'Choose a video.',
  noReason: 'Say why: it is shown to everybody who looks at the dashboard.',
})

/** Raises and lifts the emergencies of an organisation. Nobody sees any on a server that has none, or without the right. */
export const emergencyMachine = setup({
  types: {} as {
    context: EmergencyContext
    events:
      | ClockEvent
      | LinkChanged
      | {type: 'draft.changed'; change: Partial<EmergencyDraft>}
      | {type: 'raise.requested'}
      | {type: 'lift.requested'; emergency: Emergency}
    input: EmergencyInput
    children: {emergencies: 'emergencies'; prepared: 'prepared'}
  },
  actors: {
    clock: source<ClockEvent, void>('clock'),
    linkChanges,
    emergencies: emergenciesMachine,
    prepared: preparedMachine,
  },
  actions: {
    raise: enqueueActions(({context: {draft, user, now}, enqueue}) => {
      const {videoId, groupId, isDrill} = draft
      const emergency = {
        id: `${now}-${user.id}`,
        videoId,
        groupId: groupId === '' ? null : groupId,
        why: trimmed(draft.why),
        by: user.name ?? user.email,
        since: now,
        until: now + draft.lasts,
        isDrill,
      }
      enqueue.sendTo('emergencies', {type: 'intent.added', intent: {kind: 'raise', emergency}})
      enqueue.assign({draft: NEW_EMERGENCY, problems: {}})
    }),
  },
  guards: {
    isOffered: ({context: {user, offer}}) => mayPlan(user, offer),
    isComplete: ({context: {draft}}) => Object.keys(problemsOf(draft)).length === 0,
  },
}).createMachine({
  id: 'emergency',
  context: ({input}) => ({...input, draft: NEW_EMERGENCY, problems: {}, link: PROBING, offer: null}),
  invoke: [
    {src: 'clock', onError: {}},
    {src: 'linkChanges', onError: {}},
  ],
  on: {
    'clock.ticked': {actions: assign({now: ({event}) => event.at})},
    'link.changed': {actions: assign(({event: {link, offer}}) => ({link, offer}))},
  },
  initial: 'unknown',
  states: {
    unknown: {always: {guard: 'isOffered', target: 'watching'}},
    watching: {
      invoke: [
        {id: 'emergencies', src: 'emergencies', input: ({context}) => ownerOf(context), onError: {}},
        {id: 'prepared', src: 'prepared', input: ({context}) => ownerOf(context), onError: {}},
      ],
      on: {
        'draft.changed': {
          actions: assign(({context: {draft}, event: {change}}) => ({draft: {...draft, ...change}, problems: {}})),
        },
        'raise.requested': [
          {guard: 'isComplete', actions: 'raise'},
          {actions: assign({problems: ({context: {draft}}) => problemsOf(draft)})},
        ],
        'lift.requested': {
          actions: enqueueActions(({event: {emergency}, enqueue}) =>
            enqueue.sendTo('emergencies', {type: 'intent.added', intent: {kind: 'lift', emergency}}),
          ),
        },
      },
    },
  },
})

export type EmergencyRef = ActorRefFrom<typeof emergencyMachine>

const ownerOf = ({user: {organisationId}}: EmergencyContext) => ({
  owner: {kind: 'organisation' as const, id: organisationId ?? '', organisationId},
})

const problemsOf = ({videoId, why}: EmergencyDraft): EmergencyContext['problems'] => ({
  ...(videoId === '' && {videoId: emergencyTexts.noVideo}),
  ...(trimmed(why) === '' && {why: emergencyTexts.noReason}),
})
