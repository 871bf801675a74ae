import {type ActorRefFrom, assign, setup} from 'xstate'
import type {Capabilities} from '../../../../contract/wire/capabilities'
import type {Health} from '../../../domain/console/health'
import {messageOf} from '../../../domain/failure'
import {textsOf} from '../../../domain/language'
import {isServerKnown, type KnownLink, PROBING} from '../../../domain/telemetry/readings/link'
import type {MinuteTicked} from '../../../domain/telemetry/readings/windows'
import {type LinkChanged, linkChanges, onceOffered, onReconnect, setLink} from '../../connectivity'
import {call, source} from '../../ports'

export const organisationHealthTexts = textsOf('machines.organisationHealth', {
  unloaded: 'How the organisation is doing could not be loaded.',
})

export interface OrganisationHealthInput {
  organisationId: string
}

export interface HealthQuestion extends OrganisationHealthInput {
  isCounting: boolean
  isAudited: boolean
}

interface OrganisationHealthContext extends OrganisationHealthInput, KnownLink {
  /** Null before the first answer. */
  health: Health | null
  message: string | null
}

const organisationHealthSetup = setup({
  types: {} as {
    context: OrganisationHealthContext
    events: LinkChanged | MinuteTicked | {type: 'retry.requested'}
    input: OrganisationHealthInput
  },
  actors: {
    linkChanges,
    minuteTicks: source<MinuteTicked, void>('minuteTicks'),
    loadHealth: call<Health, HealthQuestion>('loadHealth'),
  },
  actions: {
    setLink: assign((_, {link, capabilities}: KnownLink) => ({link, capabilities})),
    take: assign((_, {health}: {health: Health}) => ({health, message: null})),
    setError: assign({message: (_, {error}: {error: unknown}) => messageOf(error, organisationHealthTexts.unloaded)}),
  },
})

const take = {type: 'take', params: ({event}: {event: {output: Health}}) => ({health: event.output})} as const
const setError = {type: 'setError', params: ({event}: {event: {error: unknown}}) => ({error: event.error})} as const

const isOffered = ({deviceStatus, auditByOrganisation}: Capabilities): boolean =>
  deviceStatus === true || auditByOrganisation === true

/** Keeps how an organisation is doing: its devices by status, and what was done last. It is read again each minute. */
export const organisationHealthMachine = organisationHealthSetup.createMachine({
  id: 'organisationHealth',
  context: ({input}) => ({...input, link: PROBING, capabilities: {}, health: null, message: null}),
  invoke: {src: 'linkChanges', onError: {}},
  on: {'link.changed': {actions: setLink}},
  initial: 'awaitingServer',
  states: {
    awaitingServer: {
      always: onceOffered({
        isOffered,
        isKnown: isServerKnown,
        offered: 'loading',
        notOffered: 'notOffered',
        unreachable: {target: 'failed', actions: {type: 'setError', params: {error: null}}},
      }),
    },
    notOffered: {},
    loading: {
      invoke: {
        src: 'loadHealth',
        input: ({context}) => questionOf(context),
        onDone: {target: 'shown', actions: take},
        onError: {target: 'failed', actions: setError},
      },
    },
    failed: {
      on: {
        'retry.requested': 'awaitingServer',
        'link.changed': onReconnect('awaitingServer'),
      },
    },
    // What was read before stays until there is something newer, and says how old it is.
    shown: {
      initial: 'current',
      invoke: {src: 'minuteTicks', onError: {}},
      on: {
        'minute.ticked': '.refreshing',
        'retry.requested': '.refreshing',
        'link.changed': onReconnect('.refreshing'),
      },
      states: {
        current: {},
        refreshing: {
          invoke: {
            src: 'loadHealth',
            input: ({context}) => questionOf(context),
            onDone: {target: 'current', actions: take},
            onError: {target: 'missed', actions: setError},
          },
        },
        missed: {},
      },
    },
  },
})

const questionOf = ({organisationId, capabilities}: OrganisationHealthContext): HealthQuestion => ({
  organisationId,
  isCounting: capabilities.deviceStatus === true,
  isAudited: capabilities.auditByOrganisation === true,
})

export type OrganisationHealthLogic = typeof organisationHealthMachine
export type OrganisationHealthRef = ActorRefFrom<OrganisationHealthLogic>
