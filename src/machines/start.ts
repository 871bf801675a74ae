import {type ActorRefFrom, assign, fromPromise, setup} from 'xstate'
import {failureOf} from '../domain/failure'

const NOT_READ = 'Its configuration could not be read.'
const NOT_REACHED = 'The server can’t be reached.'

/** From the opened page to the running application; a failure is retried by itself and on request. */
export function createStartMachine<TApplication>() {
  return setup({
    types: {} as {
      context: {application: TApplication | null; message: string}
      events: {type: 'retry.requested'}
    },
    actors: {
      loadApplication: fromPromise<TApplication>(() => {
        throw new Error('`loadApplication` must be provided')
      }),
    },
    actions: {
      rememberApplication: assign({application: (_, params: {application: TApplication}) => params.application}),
      rememberFailure: assign({
        message: (_, {error}: {error: unknown}) => (failureOf(error).kind === 'unreachable' ? NOT_REACHED : NOT_READ),
      }),
    },
    delays: {nextTry: 5000},
  }).createMachine({
    id: 'start',
    context: {application: null, message: ''},
    initial: 'loading',
    states: {
      loading: {
        invoke: {
          src: 'loadApplication',
          onDone: {
            target: 'running',
            actions: {type: 'rememberApplication', params: ({event}) => ({application: event.output})},
          },
          onError: {
            target: 'failed',
            actions: {type: 'rememberFailure', params: ({event}) => ({error: event.error})},
          },
        },
      },
      failed: {
        initial: 'waiting',
        states: {
          waiting: {on: {'retry.requested': 'retrying'}, after: {nextTry: 'retrying'}},
          retrying: {
            invoke: {
              src: 'loadApplication',
              onDone: {
                target: '#start.running',
                actions: {type: 'rememberApplication', params: ({event}) => ({application: event.output})},
              },
              onError: {
                target: 'waiting',
                actions: {type: 'rememberFailure', params: ({event}) => ({error: event.error})},
              },
            },
          },
        },
      },
      running: {},
    },
  })
}

export type StartRef<TApplication> = ActorRefFrom<ReturnType<typeof createStartMachine<TApplication>>>
