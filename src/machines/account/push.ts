import {type ActorRefFrom, assign, setup} from 'xstate'
import {PUSH_LACKS, type PushBrowser, type PushHere, type PushState, type PushTested} from '../../domain/account/push'
import {isRefusedWith} from '../../domain/failure'
import {textsOf} from '../../domain/language'
import {RETRIES, retries} from '../connectivity'
import {errorOf, setError} from '../failure'
import {call, source} from '../ports'

export const pushTexts = textsOf('machines.push', {
  loadFailed: 'Failed to load where notifications are on',
  askFailed:
    'Failed to switch on notifications. The push service of the browser is on the internet: is it within reach?',
  notAllowed: 'The browser was not allowed to show notifications. You can be asked again.',
  endFailed: 'Failed to switch off notifications. Please try again.',
  testFailed: 'Failed to send the test. Please try again.',
  switchedOn: 'Alarms are pushed to this browser from now on, where a route names you.',
  ended: 'Nothing is pushed there any more.',
})

/** Whether alarms are pushed to this browser, and to which others of the person. */
export const pushMachine = setup({
  types: {} as {
    context: {
      here: PushHere
      browsers: readonly PushBrowser[]
      /** The subscription that is being switched off, or was last. */
      ended: string | null
      tested: readonly PushTested[]
      done: string | null
      attempts: number
      message: string | null
      hint: string | null
    }
    events:
      | {type: 'notifications.requested'}
      | {type: 'end.requested'; ended: string}
      | {type: 'test.requested'}
      | {type: 'permission.changed'}
      | {type: 'retry.requested'}
  },
  actors: {
    retries,
    load: call<PushState>('load'),
    /** Asks the person through the browser's own prompt. */
    subscribe: call<PushState>('subscribe'),
    end: call<void, {browser: PushBrowser | undefined}>('end'),
    test: call<readonly PushTested[]>('test'),
    permissionChanges: source<{type: 'permission.changed'}>('permissionChanges'),
  },
  guards: {
    isOn: ({context}) => context.here === 'on',
    isBlocked: ({context}) => context.here === 'blocked',
    isNotOffered: ({context}) => PUSH_LACKS.some(lack => lack === context.here),
  },
  actions: {
    clearError: assign({message: null, hint: null, done: null, tested: []}),
    setState: assign((_, {here, browsers}: PushState) => ({here, browsers})),
    setError: assign(({context}, {error, text}: {error: unknown; text: keyof typeof pushTexts}) =>
      errorOf(error, pushTexts[text], context),
    ),
    forgetEnded: assign(({context: {browsers, ended, here}}) => ({
      browsers: browsers.filter(({id}) => id !== ended),
      here: browsers.some(({id, isCurrent}) => isCurrent && id === ended) && here === 'on' ? 'off' : here,
      done: pushTexts.ended,
    })),
  },
}).createMachine({
  id: 'push',
  context: {
    here: 'off',
    browsers: [],
    ended: null,
    tested: [],
    done: null,
    attempts: 0,
    message: null,
    hint: null,
  },
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        src: 'load',
        onDone: {target: 'shown', actions: {type: 'setState', params: ({event}) => event.output}},
        onError: {target: 'failed', actions: setError('loadFailed')},
      },
    },
    failed: {invoke: RETRIES, on: {'retry.requested': {target: 'loading', actions: 'clearError'}}},
    shown: {
      invoke: {src: 'permissionChanges'},
      on: {
        'permission.changed': 'loading',
        'end.requested': {target: 'ending', actions: ['clearError', assign({ended: ({event}) => event.ended})]},
        'test.requested': {target: 'testing', actions: 'clearError'},
      },
      initial: 'deciding',
      states: {
        deciding: {
          always: [
            {guard: 'isOn', target: 'on'},
            {guard: 'isBlocked', target: 'blocked'},
            {guard: 'isNotOffered', target: 'notOffered'},
            {target: 'off'},
          ],
        },
        off: {on: {'notifications.requested': {target: '#push.asking', actions: 'clearError'}}},
        on: {},
        blocked: {},
        notOffered: {},
      },
    },
    asking: {
      invoke: {
        src: 'subscribe',
        onDone: {
          target: 'shown',
          actions: [
            {type: 'setState', params: ({event}) => event.output},
            assign(({context, event: {output}}) =>
              output.here === 'off'
                ? errorOf(null, pushTexts.notAllowed, context)
                : {done: output.here === 'on' ? pushTexts.switchedOn : null},
            ),
          ],
        },
        onError: {target: 'shown', actions: setError('askFailed')},
      },
    },
    ending: {
      invoke: {
        src: 'end',
        input: ({context: {browsers, ended}}) => ({browser: browsers.find(({id}) => id === ended)}),
        onDone: {target: 'shown', actions: 'forgetEnded'},
        onError: [
          // It has ended in the meantime.
          {guard: ({event}) => isRefusedWith(event.error, 404), target: 'shown', actions: 'forgetEnded'},
          {target: 'shown', actions: setError('endFailed')},
        ],
      },
    },
    testing: {
      invoke: {
        src: 'test',
        onDone: {target: 'shown', actions: assign({tested: ({event}) => event.output})},
        onError: {target: 'shown', actions: setError('testFailed')},
      },
    },
  },
})

export type PushLogic = typeof pushMachine
export type PushRef = ActorRefFrom<PushLogic>
