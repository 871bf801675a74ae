import {type ActorRefFrom, assign, sendTo, setup} from 'xstate'
import {messageOf} from '../../../domain/failure'
import {textsOf} from '../../../domain/language'
import {call, missing} from '../../ports'
import {type AlarmRoutesOwner, alarmRoutesMachine} from './alarmRoutes'
import {deliveriesMachine} from './deliveries'

export interface RouteTest {
  organisationId: string
  route: string
}

export interface NamedRotaId {
  id: string
  name: string
}

export const notificationsTexts = textsOf('machines.notifications', {
  tested: 'Test sent. What comes of it is in the list of deliveries.',
  testFailed: 'Failed to send the test',
})

/** The routes of an organisation, what came of them, and the tests that one of them can be asked for. */
export const notificationsMachine = setup({
  types: {} as {
    context: AlarmRoutesOwner & {
      /** The name of the route that is tested, or was last. */
      tested: string
      /** Those that a route may name. None are known before they are read. */
      rotas: readonly NamedRotaId[]
    }
    events: {type: 'test.requested'; route: string}
    input: AlarmRoutesOwner
    children: {routes: 'routes'; deliveries: 'deliveries'}
  },
  actors: {
    routes: alarmRoutesMachine,
    deliveries: deliveriesMachine,
    loadRotas: call<readonly NamedRotaId[], string>('loadRotas'),
    sendTest: call<void, RouteTest>('sendTest'),
  },
  actions: {
    showOutcome: (_, _params: {kind: 'done' | 'failed'; text: string}) => missing('showOutcome'),
  },
}).createMachine({
  id: 'notifications',
  context: ({input}) => ({...input, tested: '', rotas: []}),
  invoke: [
    {
      src: 'routes',
      id: 'routes',
      input: ({context: {organisationId, zone}}) => ({owner: {organisationId, zone}, asked: null}),
      onError: {},
    },
    {src: 'deliveries', id: 'deliveries', input: ({context: {organisationId}}) => ({organisationId}), onError: {}},
    {
      src: 'loadRotas',
      input: ({context}) => context.organisationId,
      onDone: {actions: assign({rotas: ({event}) => event.output})},
      onError: {},
    },
  ],
  initial: 'idle',
  states: {
    idle: {
      on: {'test.requested': {target: 'testing', actions: assign({tested: ({event}) => event.route})}},
    },
    testing: {
      invoke: {
        src: 'sendTest',
        input: ({context: {organisationId, tested}}) => ({organisationId, route: tested}),
        onDone: {
          target: 'idle',
          actions: [
            {type: 'showOutcome', params: () => ({kind: 'done', text: notificationsTexts.tested})},
            sendTo('deliveries', {type: 'refresh.requested'}),
          ],
        },
        onError: {
          target: 'idle',
          actions: {
            type: 'showOutcome',
            params: ({event}) => ({kind: 'failed', text: messageOf(event.error, notificationsTexts.testFailed)}),
          },
        },
      },
    },
  },
})

export type NotificationsLogic = typeof notificationsMachine
export type NotificationsRef = ActorRefFrom<NotificationsLogic>
