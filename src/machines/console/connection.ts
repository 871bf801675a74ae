import {type ActorRefFrom, assign, setup} from 'xstate'
import type {Connection} from '../../domain/console/mqttDoor'
import {hasComeUp, isLinkDown, isLinkUp, type KnownLink, PROBING} from '../../domain/link'
import type {MinuteTicked} from '../../domain/timeRange/timeRange'
import {type LinkChanged, linkChanges, onceUp, setLink} from '../connectivity'
import {call, source} from '../ports'

interface ConnectionInput {
  deviceId: string
}

interface ConnectionContext extends ConnectionInput, KnownLink {
  /** Null before the first answer, and `unread` when it could not be had, or was too long ago. */
  connection: Connection | 'unread' | null
}

/** Watches whether a device is connected. It reads again at each tick, and an old state is dropped. */
export const connectionMachine = setup({
  types: {} as {
    context: ConnectionContext
    events: LinkChanged | MinuteTicked
    input: ConnectionInput
  },
  actors: {
    linkChanges,
    ticks: source<MinuteTicked, void>('ticks'),
    loadConnection: call<Connection, ConnectionInput>('loadConnection'),
  },
  actions: {
    setLink: assign((_, {link, offer}: KnownLink) => ({link, offer})),
  },
  delays: {
    /** A page that was hidden asks again when it is shown, and has nothing until then. */
    answerLife: 45_000,
    answerPatience: 15_000,
  },
}).createMachine({
  id: 'connection',
  context: ({input}) => ({...input, link: PROBING, offer: null, connection: null}),
  invoke: {src: 'linkChanges', onError: {}},
  on: {'link.changed': {actions: setLink}},
  initial: 'awaitingLink',
  states: {
    awaitingLink: {always: onceUp('watching', {target: 'watching.unread'})},
    watching: {
      initial: 'reading',
      invoke: {src: 'ticks', onError: {}},
      on: {
        'link.changed': [
          {guard: ({event}) => isLinkDown(event.link), target: '.unread', actions: setLink},
          {
            guard: ({context, event}) => hasComeUp(context.link, event.link),
            target: 'awaitingLink',
            actions: setLink,
          },
          {actions: setLink},
        ],
      },
      states: {
        reading: {
          invoke: {
            src: 'loadConnection',
            input: ({context: {deviceId}}) => ({deviceId}),
            onDone: {target: 'known', actions: assign({connection: ({event}) => event.output})},
            onError: 'unread',
          },
          // The former state must not be shown for longer.
          after: {answerPatience: 'unread'},
        },
        known: {
          on: {'minute.ticked': 'reading'},
          after: {answerLife: 'unread'},
        },
        unread: {
          entry: assign({connection: 'unread'}),
          on: {'minute.ticked': {guard: ({context}) => isLinkUp(context.link), target: 'reading'}},
        },
      },
    },
  },
})

export type ConnectionLogic = typeof connectionMachine
export type ConnectionRef = ActorRefFrom<ConnectionLogic>
