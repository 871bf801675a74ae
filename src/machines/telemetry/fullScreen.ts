import {type ActorRefFrom, fromEventObservable, fromPromise, setup} from 'xstate'

export type ScreenLeft = {type: 'screen.left'}

/**
 * Whether the chart has the whole screen. A browser that refuses it (`refused`) still gives the chart the whole window,
 * which is left by the same button.
 */
export const fullScreenMachine = setup({
  types: {} as {events: ScreenLeft | {type: 'fullScreen.toggled'}},
  actors: {
    enterFullScreen: fromPromise<void, void>(() => {
      throw new Error('`enterFullScreen` must be provided')
    }),
    /** Tells that the browser has left the full screen, by Esc or otherwise. */
    screenLeft: fromEventObservable<ScreenLeft, void>(() => {
      throw new Error('`screenLeft` must be provided')
    }),
  },
  actions: {
    leaveFullScreen: () => {
      throw new Error('`leaveFullScreen` must be provided')
    },
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
