import {type ActorRefFrom, assign, fromPromise, setup} from 'xstate'
import {isRefusedWith, messageOf} from '../../domain/failure'
import {textsOf} from '../../domain/language'
import type {WallLink} from '../../domain/wall/wallLink'
import {failureHint} from '../failureHint'

export const wallLinksTexts = textsOf('machines.wallLinks', {
  loadFailed: 'Failed to load the wall links',
  issueFailed: 'Failed to issue the wall link',
  revokeFailed: 'Failed to revoke the wall link',
})

interface WallLinksInput {
  organisationId: string
}

interface Loaded {
  links: readonly WallLink[]
  /** The names of the walls that the organisation keeps. */
  walls: readonly string[]
}

interface Issued {
  link: WallLink
  address: string
}

interface WallLinksContext extends WallLinksInput, Loaded {
  /** Its address is told this once. */
  issued: Issued | null
  asked: WallLink | null
  attempts: number
  message: string | null
  hint: string | null
}

type IssueRequested = {type: 'issue.requested'; wall: string; name: string}

/** The links by which screens show walls of an organisation. */
export const wallLinksMachine = setup({
  types: {} as {
    context: WallLinksContext
    events:
      | IssueRequested
      | {type: 'retry.requested'}
      | {type: 'revocation.requested'; link: WallLink}
      | {type: 'revocation.confirmed'}
      | {type: 'question.cancelled'}
    input: WallLinksInput
  },
  actors: {
    load: fromPromise<Loaded, WallLinksInput>(() => {
      throw new Error('`load` must be provided')
    }),
    issue: fromPromise<Issued, WallLinksInput & {wall: string; name: string}>(() => {
      throw new Error('`issue` must be provided')
    }),
    revoke: fromPromise<void, WallLinksInput & {id: string}>(() => {
      throw new Error('`revoke` must be provided')
    }),
  },
  actions: {
    sayNothing: assign({message: null, hint: null}),
    say: assign(({context}, {error, text}: {error: unknown; text: keyof typeof wallLinksTexts}) => ({
      attempts: context.attempts + 1,
      message: messageOf(error, wallLinksTexts[text]),
      hint: failureHint(error),
    })),
    forgetAsked: assign(({context: {links, asked, issued}}) => ({
      links: links.filter(({id}) => id !== asked?.id),
      issued: issued?.link.id === asked?.id ? null : issued,
      asked: null,
    })),
  },
}).createMachine({
  id: 'wallLinks',
  context: ({input}) => ({
    ...{...input, links: [], walls: [], issued: null, asked: null, attempts: 0, message: null, hint: null},
  }),
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        src: 'load',
        input: ({context: {organisationId}}) => ({organisationId}),
        onDone: {target: 'shown', actions: assign(({event}) => event.output)},
        onError: {
          target: 'failed',
          actions: {type: 'say', params: ({event: {error}}) => ({error, text: 'loadFailed' as const})},
        },
      },
    },
    failed: {on: {'retry.requested': {target: 'loading', actions: 'sayNothing'}}},
    shown: {
      on: {
        'issue.requested': {target: 'issuing', actions: 'sayNothing'},
        'revocation.requested': {
          target: 'revoking',
          actions: ['sayNothing', assign({asked: ({event}) => event.link})],
        },
      },
    },
    issuing: {
      invoke: {
        src: 'issue',
        input: ({context: {organisationId}, event}) => {
          const {wall, name} = event.type === 'issue.requested' ? event : {wall: '', name: ''}
          return {organisationId, wall, name}
        },
        onDone: {
          target: 'shown',
          actions: assign(({context, event: {output}}) => ({issued: output, links: [output.link, ...context.links]})),
        },
        onError: {
          target: 'shown',
          actions: {type: 'say', params: ({event: {error}}) => ({error, text: 'issueFailed' as const})},
        },
      },
    },
    revoking: {
      initial: 'asking',
      states: {
        asking: {
          on: {
            'revocation.confirmed': {target: 'sending', actions: 'sayNothing'},
            'question.cancelled': {target: '#wallLinks.shown', actions: ['sayNothing', assign({asked: null})]},
          },
        },
        sending: {
          invoke: {
            src: 'revoke',
            input: ({context: {organisationId, asked}}) => ({organisationId, id: asked?.id ?? ''}),
            onDone: {target: '#wallLinks.shown', actions: 'forgetAsked'},
            onError: [
              // Somebody else has revoked it.
              {guard: ({event}) => isRefusedWith(event.error, 404), target: '#wallLinks.shown', actions: 'forgetAsked'},
              {
                target: 'asking',
                actions: {type: 'say', params: ({event: {error}}) => ({error, text: 'revokeFailed' as const})},
              },
            ],
          },
        },
      },
    },
  },
})

export type WallLinksLogic = typeof wallLinksMachine
export type WallLinksRef = ActorRefFrom<WallLinksLogic>
