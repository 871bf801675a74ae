import {type ActorRefFrom, assign, fromPromise, setup} from 'xstate'
import {type FailureKind, failureOf} from '../domain/failure'

/** Fetches something that is needed before anything can be shown. A failed try is repeated by itself and on request. */
export function createLoadMachine<T>(load: (call: {signal: AbortSignal}) => Promise<T>) {
  return setup({
    types: {} as {
      context: {loaded: T | null; failure: FailureKind | null}
      events: {type: 'retry.requested'}
    },
    actors: {load: fromPromise(load)},
    delays: {nextTry: 5000},
  }).createMachine({
    id: 'load',
    context: {loaded: null, failure: null},
    initial: 'loading',
    states: {
      loading: {
        invoke: {
          src: 'load',
          onDone: {
            target: 'loaded',
            actions: assign({loaded: ({event}) => event.output}),
          },
          onError: {
            target: 'failed',
            actions: assign({failure: ({event}) => failureOf(event.error).kind}),
          },
        },
      },
      failed: {
        initial: 'waiting',
        states: {
          waiting: {on: {'retry.requested': 'retrying'}, after: {nextTry: 'retrying'}},
          retrying: {
            invoke: {
              src: 'load',
              onDone: {
                target: '#load.loaded',
                actions: assign({loaded: ({event}) => event.output}),
              },
              onError: {
                target: 'waiting',
                actions: assign({failure: ({event}) => failureOf(event.error).kind}),
              },
            },
          },
        },
      },
      loaded: {},
    },
  })
}

export type LoadLogic<T> = ReturnType<typeof createLoadMachine<T>>
export type LoadRef<T> = ActorRefFrom<LoadLogic<T>>
