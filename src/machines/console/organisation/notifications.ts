import {type ActorRefFrom, assign, sendTo, setup} from 'xstate'
import type {RouteChoices} from '../../../domain/console/alarmRoutes/choices'
import {type Delivery, wasAttempted, withRead} from '../../../domain/console/delivery'
import {messageOf} from '../../../domain/failure'
import {textsOf} from '../../../domain/language'
import {call} from '../../ports'
import {type AlarmRoutesOwner, alarmRoutesMachine} from './alarmRoutes'
import {deliveriesMachine} from './deliveries'

export interface RouteTest {
  organisationId: string
  route: string
}

export const notificationsTexts = textsOf('machines.notifications', {testFailed: 'Failed to send the test'})

/** The known result of the last test of a route. */
export interface TestOutcome {
  deliveries: readonly Delivery[]
  /** Why none was sent. */
  failure: string | null
}

/** The routes of an organisation, what came of them, and the tests that one of them can be asked for. */
export const notificationsMachine = setup({
  types: {} as {
    context: AlarmRoutesOwner & {
      /** The name of the route that is tested, or was last. */
      tested: string
      /** Null until the test was sent. */
      outcome: TestOutcome | null
      /** Null before they are read. */
      choices: RouteChoices | null
    }
    events: {type: 'test.requested'; route: string}
    input: AlarmRoutesOwner
    children: {routes: 'routes'; deliveries: 'deliveries'}
  },
  actors: {
    routes: alarmRoutesMachine,
    deliveries: deliveriesMachine,
    loadChoices: call<RouteChoices, string>('loadChoices'),
    sendTest: call<readonly Delivery[], RouteTest>('sendTest'),
    readNewest: call<readonly Delivery[], string>('readNewest'),
  },
  guards: {isOver: ({context: {outcome}}) => outcome?.deliveries.every(wasAttempted) ?? true},
  delays: {
    /** A call is given up after this time. Pending deliveries are then in the list. */
    patience: 10_000,
    pause: 1000,
  },
}).createMachine({
  id: 'notifications',
  context: ({input}) => ({...input, tested: '', outcome: null, choices: null}),
  invoke: [
    {
      src: 'routes',
      id: 'routes',
      input: ({context: {organisationId, zone}}) => ({organisationId, zone}),
      onError: {},
    },
    {src: 'deliveries', id: 'deliveries', input: ({context: {organisationId}}) => ({organisationId}), onError: {}},
    {
      src: 'loadChoices',
      input: ({context}) => context.organisationId,
      onDone: {actions: assign({choices: ({event}) => event.output})},
      onError: {},
    },
  ],
  initial: 'idle',
  states: {
    idle: {
      on: {
        'test.requested': {target: 'testing', actions: assign({tested: ({event}) => event.route, outcome: null})},
      },
    },
    testing: {
      initial: 'sending',
      after: {patience: 'idle'},
      exit: sendTo('deliveries', {type: 'refresh.requested'}),
      states: {
        sending: {
          invoke: {
            src: 'sendTest',
            input: ({context: {organisationId, tested}}) => ({organisationId, route: tested}),
            onDone: {
              target: 'waiting',
              actions: assign({outcome: ({event}) => ({deliveries: event.output, failure: null})}),
            },
            onError: {
              target: '#notifications.idle',
              actions: assign({
                outcome: ({event}) => ({
                  deliveries: [],
                  failure: messageOf(event.error, notificationsTexts.testFailed),
                }),
              }),
            },
          },
        },
        waiting: {
          always: {guard: 'isOver', target: '#notifications.idle'},
          after: {pause: 'reading'},
        },
        reading: {
          invoke: {
            src: 'readNewest',
            input: ({context}) => context.organisationId,
            onDone: {
              target: 'waiting',
              actions: assign({
                outcome: ({context: {outcome}, event}) =>
                  outcome && {...outcome, deliveries: withRead(outcome.deliveries, event.output)},
              }),
            },
            onError: 'waiting',
          },
        },
      },
    },
  },
})

export type NotificationsLogic = typeof notificationsMachine
export type NotificationsRef = ActorRefFrom<NotificationsLogic>
