import {type ActorRefFrom, assign, type EventObject, fromEventObservable, fromPromise, setup} from 'xstate'
import type {Capabilities} from '../../../contract/wire/capabilities'
import type {Health} from '../../domain/console/health'
import {messageOf} from '../../domain/failure'
import {textsOf} from '../../domain/language'
import {hasComeUp, isLinkDown, isServerKnown, type KnownLink, PROBING} from '../../domain/telemetry/link'
import type {MinuteTicked} from '../../domain/telemetry/windows'

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

interface LinkChanged extends EventObject, KnownLink {
  type: 'link.changed'
}

const organisationHealthSetup = setup({
  types: {} as {
    context: OrganisationHealthContext
    events: LinkChanged | MinuteTicked | {type: 'retry.requested'}
    input: OrganisationHealthInput
  },
  actors: {
    linkChanges: fromEventObservable<LinkChanged, void>(() => {
      throw new Error('`linkChanges` must be provided')
    }),
    minuteTicks: fromEventObservable<MinuteTicked, void>(() => {
      throw new Error('`minuteTicks` must be provided')
    }),
    loadHealth: fromPromise<Health, HealthQuestion>(() => {
      throw new Error('`loadHealth` must be provided')
    }),
  },
  actions: {
    takeLink: assign((_, {link, capabilities}: KnownLink) => ({link, capabilities})),
    take: assign((_, {health}: {health: Health}) => ({health, message: null})),
    say: assign({message: (_, {error}: {error: unknown}) => messageOf(error, organisationHealthTexts.unloaded)}),
  },
})

const takeLink = {type: 'takeLink', params: ({event}: {event: LinkChanged}) => event} as const
const take = {type: 'take', params: ({event}: {event: {output: Health}}) => ({health: event.output})} as const
const say = {type: 'say', params: ({event}: {event: {error: unknown}}) => ({error: event.error})} as const

/** Keeps how an organisation is doing: its devices by status, and what was done last. It is read again each minute. */
export const organisationHealthMachine = organisationHealthSetup.createMachine({
  id: 'organisationHealth',
  context: ({input}) => ({...input, link: PROBING, capabilities: {}, health: null, message: null}),
  invoke: {src: 'linkChanges', onError: {}},
  on: {'link.changed': {actions: takeLink}},
  initial: 'awaitingServer',
  states: {
    awaitingServer: {
      always: [
        {guard: ({context}) => isOffered(context.capabilities), target: 'loading'},
        {guard: ({context}) => isServerKnown(context), target: 'notOffered'},
        {
          guard: ({context}) => isLinkDown(context.link),
          target: 'failed',
          actions: {type: 'say', params: {error: null}},
        },
      ],
    },
    notOffered: {},
    loading: {
      invoke: {
        src: 'loadHealth',
        input: ({context}) => questionOf(context),
        onDone: {target: 'shown', actions: take},
        onError: {target: 'failed', actions: say},
      },
    },
    failed: {
      on: {
        'retry.requested': 'awaitingServer',
        'link.changed': [
          {
            guard: ({context, event}) => hasComeUp(context.link, event.link),
            target: 'awaitingServer',
            actions: takeLink,
          },
          {actions: takeLink},
        ],
      },
    },
    // What was read before stays until there is something newer, and says how old it is.
    shown: {
      initial: 'current',
      invoke: {src: 'minuteTicks', onError: {}},
      on: {
        'minute.ticked': '.refreshing',
        'retry.requested': '.refreshing',
        'link.changed': [
          {guard: ({context, event}) => hasComeUp(context.link, event.link), target: '.refreshing', actions: takeLink},
          {actions: takeLink},
        ],
      },
      states: {
        current: {},
        refreshing: {
          invoke: {
            src: 'loadHealth',
            input: ({context}) => questionOf(context),
            onDone: {target: 'current', actions: take},
            onError: {target: 'missed', actions: say},
          },
        },
        missed: {},
      },
    },
  },
})

const isOffered = ({deviceStatus, auditByOrganisation}: Capabilities): boolean =>
  deviceStatus === true || auditByOrganisation === true

const questionOf = ({organisationId, capabilities}: OrganisationHealthContext): HealthQuestion => ({
  organisationId,
  isCounting: capabilities.deviceStatus === true,
  isAudited: capabilities.auditByOrganisation === true,
})

export type OrganisationHealthLogic = typeof organisationHealthMachine
export type OrganisationHealthRef = ActorRefFrom<OrganisationHealthLogic>
