import {type ActorRefFrom, assign, sendTo, setup} from 'xstate'
import {
  emptyRoute,
  type RouteDraft,
  type RouteProblems,
  routeDraft,
  routeProblems,
  writtenRoute,
} from '../../domain/console/alarmRoutes/draft'
import {
  isUnchanged,
  otherNames,
  ROUTES_ATTRIBUTE,
  type RouteRow,
  routeNamed,
  routesWith,
  routesWithout,
  routesWrite,
} from '../../domain/console/alarmRoutes/rows'
import type {Attribute, AttributeWrite} from '../../domain/console/attribute'
import type {Change, ChangeQuestion, Side} from '../../domain/console/change'
import {messageOf} from '../../domain/failure'
import {textsOf} from '../../domain/language'
import {RETRIES, retries} from '../connectivity'
import {errorOf, failedWrite} from '../failure'
import {call, missing} from '../ports'
import {deliveriesMachine} from './deliveries'

interface AlarmRoutesInput {
  organisationId: string
  /** The zone of the hours of a new route. */
  zone: string
}

interface AlarmRoutesContext extends AlarmRoutesInput {
  attribute: Attribute | null
  /** The route that is edited, removed or tested; null while one is added. */
  chosen: RouteRow | null
  draft: RouteDraft
  problems: RouteProblems
  /** Whose route is kept, where another user has changed the same one. */
  side: Side
  /** Who made their version, once that is known. */
  change: Change | null
  /** Counts failures, so that the same message is announced again. */
  attempts: number
  message: string | null
  hint: string | null
}

export interface RouteTest {
  organisationId: string
  route: string
}

type AlarmRoutesEvent =
  | {type: 'retry.requested'}
  | {type: 'add.requested'}
  | {type: 'edit.requested'; row: RouteRow}
  | {type: 'delete.requested'; row: RouteRow}
  | {type: 'test.requested'; row: RouteRow}
  | {type: 'draft.changed'; change: Partial<RouteDraft>}
  | {type: 'save.requested'}
  | {type: 'side.chosen'; side: Side}
  | {type: 'side.confirmed'}
  | {type: 'deletion.confirmed'}
  | {type: 'dialog.closed'}

export const alarmRoutesTexts = textsOf('machines.alarmRoutes', {
  loadFailed: 'Failed to load the routes',
  saveFailed: 'Failed to save the route',
  deleteFailed: 'Failed to remove the route',
  testFailed: 'Failed to send the test',
  changedDeletion: 'Somebody else has changed this route meanwhile, so it has not been removed.',
  saved: 'Route saved.',
  deleted: 'Route removed.',
  tested: 'Test sent. What comes of it is in the list of deliveries.',
})

const alarmRoutesSetup = setup({
  types: {} as {
    context: AlarmRoutesContext
    events: AlarmRoutesEvent
    input: AlarmRoutesInput
    children: {deliveries: 'deliveries'}
    tags: 'busy'
  },
  actors: {
    retries,
    /** Null when the organisation has none. */
    loadRoutes: call<Attribute | null, Pick<AlarmRoutesInput, 'organisationId'>>('loadRoutes'),
    /** Null when the server hasn't sent back what was written. */
    writeAttribute: call<Attribute | null, AttributeWrite>('writeAttribute'),
    /** Null when the server doesn't say. */
    findChange: call<Change | null, ChangeQuestion>('findChange'),
    sendTest: call<void, RouteTest>('sendTest'),
    deliveries: deliveriesMachine,
  },
  actions: {
    clearError: assign({message: null, hint: null, problems: {}}),
    setError: assign(({context}, {error, text}: {error: unknown; text: string}) => errorOf(error, text, context)),
    setAttribute: assign((_, {attribute}: {attribute: Attribute | null}) => ({attribute})),
    showOutcome: (_, _params: {kind: 'done' | 'failed'; text: string}) => missing('showOutcome'),
  },
  guards: {
    hasProblems: ({context}) => Object.keys(problemsOf(context)).length > 0,
  },
})

/** By which another user knows the route of the form. */
const nameOf = ({chosen, draft}: AlarmRoutesContext): string => chosen?.name ?? draft.name.trim()

const problemsOf = ({draft, chosen, attribute}: AlarmRoutesContext): RouteProblems =>
  routeProblems(draft, otherNames(attribute, chosen))

const setError = (name: keyof typeof alarmRoutesTexts) =>
  ({
    type: 'setError',
    params: ({event}: {event: {error: unknown}}) => ({error: event.error, text: alarmRoutesTexts[name]}),
  }) as const

const showDone = (name: keyof typeof alarmRoutesTexts) =>
  ({type: 'showOutcome', params: () => ({kind: 'done' as const, text: alarmRoutesTexts[name]})}) as const

const setAttribute = {
  type: 'setAttribute',
  params: ({event}: {event: {output: Attribute | null}}) => ({attribute: event.output}),
} as const

/** Where a write ends that succeeds: what the server doesn't send back is read. */
const written = (name: 'saved' | 'deleted') =>
  [
    {
      guard: ({event}: {event: {output: Attribute | null}}) => event.output === null,
      target: '#alarmRoutes.loading',
      actions: showDone(name),
    },
    {target: '#alarmRoutes.shown', actions: [setAttribute, showDone(name)]},
  ] as const

/**
 * Lists whom an organisation has told of which alarms, and edits that route by route. Another user's change of another
 * route is kept with what is saved here; of the same route both are shown.
 */
export const alarmRoutesMachine = alarmRoutesSetup.createMachine({
  id: 'alarmRoutes',
  context: ({input}) => ({
    ...{...input, attribute: null, chosen: null, draft: emptyRoute(input.zone), problems: {}},
    ...{side: 'theirs', change: null, attempts: 0, message: null, hint: null},
  }),
  invoke: {
    id: 'deliveries',
    src: 'deliveries',
    input: ({context: {organisationId}}) => ({organisationId}),
    onError: {},
  },
  initial: 'loading',
  states: {
    loading: {
      entry: 'clearError',
      invoke: {
        src: 'loadRoutes',
        input: ({context: {organisationId}}) => ({organisationId}),
        onDone: {target: 'shown', actions: setAttribute},
        onError: {target: 'failed', actions: setError('loadFailed')},
      },
    },
    failed: {invoke: RETRIES, on: {'retry.requested': 'loading'}},
    shown: {
      entry: 'clearError',
      on: {
        'add.requested': {
          target: 'form',
          actions: assign(({context: {zone}}) => ({chosen: null, draft: emptyRoute(zone)})),
        },
        'edit.requested': {
          target: 'form',
          actions: assign(({context: {zone}, event: {row}}) => ({chosen: row, draft: routeDraft(row, zone)})),
        },
        'delete.requested': {target: 'deleting', actions: assign({chosen: ({event}) => event.row})},
        'test.requested': {target: 'testing', actions: assign({chosen: ({event}) => event.row})},
      },
    },
    testing: {
      invoke: {
        src: 'sendTest',
        input: ({context: {organisationId, chosen}}) => ({organisationId, route: chosen?.name ?? ''}),
        onDone: {
          target: 'shown',
          actions: [showDone('tested'), sendTo('deliveries', {type: 'refresh.requested'})],
        },
        onError: {
          target: 'shown',
          actions: {
            type: 'showOutcome',
            params: ({event}) => ({kind: 'failed', text: messageOf(event.error, alarmRoutesTexts.testFailed)}),
          },
        },
      },
    },
    form: {
      initial: 'typing',
      states: {
        typing: {
          on: {
            'draft.changed': {
              actions: assign(({context: {draft}, event: {change}}) => ({
                draft: {...draft, ...change},
                problems: {},
              })),
            },
            'save.requested': [
              {
                guard: 'hasProblems',
                actions: assign(({context}) => ({
                  ...{problems: problemsOf(context), attempts: context.attempts + 1},
                  ...{message: null, hint: null},
                })),
              },
              {target: 'sending', actions: 'clearError'},
            ],
            'dialog.closed': '#alarmRoutes.shown',
          },
        },
        sending: {
          tags: 'busy',
          invoke: {
            src: 'writeAttribute',
            input: ({context}) => {
              const {attribute, chosen, draft} = context
              return routesWrite(context, routesWith(attribute, chosen, writtenRoute(draft, chosen?.route ?? null)))
            },
            onDone: written('saved'),
            onError: failedWrite({conflict: 'comparing', other: 'typing'}, setError('saveFailed')),
          },
        },
        /** The server has another version: of this route, or of others alone. */
        comparing: {
          tags: 'busy',
          invoke: {
            src: 'loadRoutes',
            input: ({context: {organisationId}}) => ({organisationId}),
            onDone: [
              {
                guard: ({context, event}) => event.output?.version === context.attribute?.version,
                target: 'typing',
              },
              {
                guard: ({context, event}) => isUnchanged(event.output, nameOf(context), context.chosen),
                target: 'sending',
                actions: ['clearError', setAttribute],
              },
              {
                target: 'choosing',
                actions: [
                  setAttribute,
                  assign({chosen: ({context, event}) => routeNamed(event.output, nameOf(context))}),
                ],
              },
            ],
            onError: 'typing',
          },
        },
        /** From here on the chosen route is theirs, which is null when they have removed it. */
        choosing: {
          entry: ['clearError', assign({side: 'theirs', change: null})],
          invoke: {
            src: 'findChange',
            input: ({context: {organisationId, attribute}}) => ({
              ...{entity: {kind: 'organisation', id: organisationId}, attribute: ROUTES_ATTRIBUTE},
              version: attribute?.version ?? null,
            }),
            onDone: {actions: assign({change: ({event}) => event.output})},
            onError: {},
          },
          on: {
            'side.chosen': {actions: assign({side: ({event}) => event.side})},
            'side.confirmed': [
              {guard: ({context}) => context.side === 'mine', target: 'sending'},
              {target: '#alarmRoutes.shown'},
            ],
            'dialog.closed': 'typing',
          },
        },
      },
    },
    deleting: {
      initial: 'asking',
      states: {
        asking: {on: {'deletion.confirmed': 'sending', 'dialog.closed': '#alarmRoutes.shown'}},
        sending: {
          tags: 'busy',
          entry: 'clearError',
          invoke: {
            src: 'writeAttribute',
            input: ({context}) => routesWrite(context, routesWithout(context.attribute, context.chosen)),
            onDone: written('deleted'),
            onError: failedWrite({conflict: 'comparing', other: 'asking'}, setError('deleteFailed')),
          },
        },
        comparing: {
          tags: 'busy',
          invoke: {
            src: 'loadRoutes',
            input: ({context: {organisationId}}) => ({organisationId}),
            onDone: [
              {
                guard: ({context, event}) =>
                  event.output?.version !== context.attribute?.version &&
                  isUnchanged(event.output, nameOf(context), context.chosen),
                target: 'sending',
                actions: setAttribute,
              },
              {
                target: '#alarmRoutes.shown',
                actions: [
                  setAttribute,
                  {type: 'showOutcome', params: () => ({kind: 'failed', text: alarmRoutesTexts.changedDeletion})},
                ],
              },
            ],
            onError: 'asking',
          },
        },
      },
    },
  },
})

export type AlarmRoutesLogic = typeof alarmRoutesMachine
export type AlarmRoutesRef = ActorRefFrom<AlarmRoutesLogic>
