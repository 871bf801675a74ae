import {type ActorRefFrom, assign, setup} from 'xstate'

/** The result of a user's action. */
export interface Outcome {
  kind: 'done' | 'failed'
  text: string
  /** The next page to offer. */
  next?: {label: string; to: string}
}

export interface Toast extends Outcome {
  /** Grows with each toast. */
  id: number
}

const AT_MOST = 3

/**
 * Shows outcomes on whatever screen is open. A success is shown until it has been read, the oldest first, but not while a
 * user points at it or has the focus in it. A failure stays until it is closed, or pushed out by newer ones.
 */
export const toastsMachine = setup({
  types: {} as {
    context: {toasts: readonly Toast[]; count: number}
    events:
      | ({type: 'outcome.reported'} & Outcome)
      | {type: 'toast.closed'; id: number}
      | {type: 'toasts.held'}
      | {type: 'toasts.released'}
      /** Another user may come, and must not see these. */
      | {type: 'user.left'}
  },
  actions: {
    closeOldest: assign({
      toasts: ({context: {toasts}}) => {
        const oldest = toasts.find(isPassing)
        return toasts.filter(toast => toast !== oldest)
      },
    }),
    close: assign({toasts: ({context}, {id}: {id: number}) => context.toasts.filter(toast => toast.id !== id)}),
  },
  guards: {
    isAnyPassing: ({context}) => context.toasts.some(isPassing),
    isLast: ({context}, {id}: {id: number}) => context.toasts.every(toast => toast.id === id),
  },
  delays: {readingTime: 8000},
}).createMachine({
  id: 'toasts',
  context: {toasts: [], count: 0},
  on: {
    'outcome.reported': {
      actions: assign({
        count: ({context}) => context.count + 1,
        toasts: ({context: {toasts, count}, event: {type: _, ...outcome}}) =>
          [...toasts, {...outcome, id: count}].slice(-AT_MOST),
      }),
    },
    'toast.closed': {actions: {type: 'close', params: ({event}) => event}},
    'user.left': {target: '.quiet', actions: assign({toasts: []})},
  },
  initial: 'quiet',
  states: {
    quiet: {always: {guard: 'isAnyPassing', target: 'counting'}, on: {'toasts.held': 'held'}},
    counting: {
      after: {readingTime: {target: 'quiet', actions: 'closeOldest'}},
      on: {'toasts.held': 'held'},
    },
    held: {
      on: {
        'toasts.released': 'quiet',
        'toast.closed': [
          {
            guard: {type: 'isLast', params: ({event}) => event},
            target: 'quiet',
            actions: {type: 'close', params: ({event}) => event},
          },
          {actions: {type: 'close', params: ({event}) => event}},
        ],
      },
    },
  },
})

export type ToastsRef = ActorRefFrom<typeof toastsMachine>

const isPassing = ({kind}: Toast): boolean => kind === 'done'
