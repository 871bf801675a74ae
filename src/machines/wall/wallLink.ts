import {type ActorRefFrom, assign, setup} from 'xstate'
import type {EpochMs} from '../../../contract/wire/common'
import {isRefusedWith, mayPass} from '../../domain/failure'
import {type Given, missing, source} from '../ports'

/** The user signed in on this browser, according to the session. */
export type SessionChanged = {
  type: 'session.changed'
  place: 'unknown' | 'unreadable' | 'signedOut' | 'busy' | 'user' | 'wall'
  /** The id of the user or of the wall link. */
  id: string | null
  /** Why the last sign-in failed. */
  refusal: unknown
}

type RetryEvent = {type: 'retry.scheduled'; at: EpochMs} | {type: 'retry.due'}

interface WallLinkInput {
  /** The part of the address after `#`. */
  token: string | null
}

/**
 * Signs a screen in with the link of its address, as often as needed and without hands: whatever passes is tried again.
 * Only where a person is signed in already it asks, because the tabs of a browser share one session.
 */
export const wallLinkMachine = setup({
  types: {} as {
    context: WallLinkInput & {tries: number}
    events: SessionChanged | RetryEvent | {type: 'replacing.confirmed'} | {type: 'retry.requested'}
    input: WallLinkInput
  },
  actors: {
    session: source<SessionChanged, void>('session'),
    backOff: source<RetryEvent, {tries: number}>('backOff'),
  },
  actions: {
    signIn: (_, _params: Given<{wallToken: string}>) => missing('signIn'),
    /** Reads the signed-in user again. */
    seek: (_, _params?: Given) => missing('seek'),
  },
  guards: {
    isOwn: ({context: {token}, event}) =>
      event.type === 'session.changed' && event.place === 'wall' && (token === null || event.id === linkIdOf(token)),
    isUser: ({event}) => event.type === 'session.changed' && event.place === 'user',
    isSignedOut: ({event}) => event.type === 'session.changed' && event.place === 'signedOut',
    isOther: ({event}) => event.type === 'session.changed' && event.place === 'wall',
    isUnreadable: ({event}) => event.type === 'session.changed' && event.place === 'unreadable',
    hasToken: ({context}) => context.token !== null,
    mayPass: ({event}) => event.type === 'session.changed' && mayPass(event.refusal),
    isRevoked: ({event}) => event.type === 'session.changed' && isRefusedWith(event.refusal, 410),
  },
  delays: {
    /** A user may have mended the fault. */
    refusedPause: 300_000,
    settled: 60_000,
  },
}).createMachine({
  id: 'wallLink',
  context: ({input}) => ({...input, tries: 0}),
  invoke: {src: 'session', onError: {}},
  initial: 'looking',
  states: {
    looking: {
      on: {
        'session.changed': [
          {guard: 'isOwn', target: 'open'},
          {guard: 'isUser', target: 'asking'},
          {guard: 'isOther', target: 'signingIn'},
          {guard: 'isUnreadable', target: '.unreachable'},
          {guard: ({context, event}) => event.place === 'signedOut' && context.token !== null, target: 'signingIn'},
          {guard: 'isSignedOut', target: 'tokenMissing'},
        ],
      },
      initial: 'unanswered',
      states: {unanswered: {}, unreachable: {}},
    },
    asking: {
      on: {
        'replacing.confirmed': [{guard: 'hasToken', target: 'signingIn'}, {target: 'tokenMissing'}],
        'session.changed': {guard: 'isSignedOut', target: 'looking', actions: 'seek'},
      },
    },
    tokenMissing: {},
    signingIn: {
      entry: {type: 'signIn', params: ({context}) => ({wallToken: context.token ?? ''})},
      on: {
        'session.changed': [
          {guard: 'isOwn', target: 'open'},
          {guard: 'isUser', target: 'asking'},
          {guard: ({event}) => event.place !== 'signedOut' || event.refusal === null},
          {guard: 'mayPass', target: 'waiting'},
          {guard: 'isRevoked', target: 'refused.revoked'},
          {target: 'refused.unknown'},
        ],
      },
    },
    waiting: {
      entry: assign({tries: ({context}) => context.tries + 1}),
      invoke: {src: 'backOff', input: ({context}) => ({tries: context.tries}), onError: {}},
      on: {'retry.due': 'signingIn', 'retry.requested': 'signingIn'},
    },
    refused: {
      initial: 'unknown',
      after: {refusedPause: 'signingIn'},
      on: {'retry.requested': 'signingIn'},
      states: {unknown: {}, revoked: {}},
    },
    open: {
      after: {settled: {actions: assign({tries: 0})}},
      on: {'session.changed': {guard: 'isSignedOut', target: 'looking', actions: 'seek'}},
    },
  },
})

export type WallLinkLogic = typeof wallLinkMachine
export type WallLinkRef = ActorRefFrom<WallLinkLogic>

/** The token begins with the id of its link. */
const linkIdOf = (token: string): string => token.split('.')[0] ?? ''
