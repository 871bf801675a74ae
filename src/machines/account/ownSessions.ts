import {type ActorRefFrom, assign, setup} from 'xstate'
import {isRefusedWith} from '../../domain/failure'
import {textsOf} from '../../domain/language'
import type {OwnSession} from '../../domain/user'
import {RETRIES, retries} from '../connectivity'
import {errorOf, setError} from '../failure'
import {call} from '../ports'

export const ownSessionsTexts = textsOf('machines.ownSessions', {
  loadFailed: 'Failed to load where you are signed in',
  endFailed: 'Failed to end the session. Please try again.',
  ended: 'The session is ended.',
  othersEnded: 'All other sessions are ended.',
})

/** The id of a session, or all but the one that asks. */
type Ended = string | 'others'

/** Lists the user's sessions, and ends them. */
export const ownSessionsMachine = setup({
  types: {} as {
    context: {
      sessions: readonly OwnSession[]
      /** The sessions that are being ended, or were ended last. */
      ended: Ended | null
      done: string | null
      attempts: number
      message: string | null
      hint: string | null
    }
    events: {type: 'end.requested'; ended: Ended} | {type: 'retry.requested'}
  },
  actors: {
    retries,
    load: call<readonly OwnSession[]>('load'),
    end: call<void, {ended: Ended}>('end'),
  },
  actions: {
    clearError: assign({message: null, hint: null, done: null}),
    setError: assign(({context}, {error, text}: {error: unknown; text: keyof typeof ownSessionsTexts}) =>
      errorOf(error, ownSessionsTexts[text], context),
    ),
    forgetEnded: assign(({context: {sessions, ended}}) => ({
      sessions: sessions.filter(({id, isCurrent}) => (ended === 'others' ? isCurrent : id !== ended)),
      done: ended === 'others' ? ownSessionsTexts.othersEnded : ownSessionsTexts.ended,
    })),
  },
}).createMachine({
  id: 'ownSessions',
  context: {sessions: [], ended: null, done: null, attempts: 0, message: null, hint: null},
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        src: 'load',
        onDone: {target: 'shown', actions: assign({sessions: ({event}) => event.output})},
        onError: {target: 'failed', actions: setError('loadFailed')},
      },
    },
    failed: {invoke: RETRIES, on: {'retry.requested': {target: 'loading', actions: 'clearError'}}},
    shown: {
      on: {
        'end.requested': {target: 'ending', actions: ['clearError', assign({ended: ({event}) => event.ended})]},
      },
    },
    ending: {
      invoke: {
        src: 'end',
        input: ({context: {ended}}) => ({ended: ended ?? ''}),
        onDone: {target: 'shown', actions: 'forgetEnded'},
        onError: [
          // It has ended in the meantime.
          {guard: ({event}) => isRefusedWith(event.error, 404), target: 'shown', actions: 'forgetEnded'},
          {target: 'shown', actions: setError('endFailed')},
        ],
      },
    },
  },
})

export type OwnSessionsLogic = typeof ownSessionsMachine
export type OwnSessionsRef = ActorRefFrom<OwnSessionsLogic>
