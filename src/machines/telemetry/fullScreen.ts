import {type ActorRefFrom, setup} from 'xstate'
import {call, type Given, missing, source} from '../ports'

export type ScreenLeft = {type: 'screen.left'}

/**
 * Whether the chart has the whole screen. A browser that refuses it (`refused`) still gives the chart the whole window,
 * which is left by the same button.
 */
export const fullScreenMachine = setup({
  types: {} as {events: ScreenLeft | {type: 'fullScreen.toggled'}},
  actors: {
    enterFullScreen: call<void, void>('enterFullScreen'),
    /** Tells that the browser has left the full screen, by Esc or otherwise. */
    screenLeft: source<ScreenLeft, void>('screenLeft'),
  },
  actions: {
    leaveFullScreen: (_, _params?: Given) => missing('leaveFullScreen'),
  },
}).createMachine({
  id: 'fullScreen',
  initial: 'inPage',
  states: {
    inPage: {on: {'fullScreen.toggled': 'full'}},
    full: {
      invoke: {src: 'screenLeft', onError: {}},
      exit: 'leaveFullScreen',
      on: {'fullScreen.toggled': 'inPage', 'screen.left': 'inPage'},
      initial: 'asking',
      states: {
        asking: {invoke: {src: 'enterFullScreen', onDone: 'granted', onError: 'refused'}},
        granted: {},
        refused: {},
      },
    },
  },
})

export type FullScreenRef = ActorRefFrom<typeof fullScreenMachine>
