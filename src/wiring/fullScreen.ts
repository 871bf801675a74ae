import {filter, fromEvent, map, merge} from 'rxjs'
import {fromEventObservable, fromPromise} from 'xstate'
import {connected} from '../machines/ports'
import {fullScreenMachine, type ScreenLeft} from '../machines/telemetry/fullScreen'

/** The full screen by the browser's means. */
export const fullScreenLogic = connected(fullScreenMachine)({
  actors: {
    enterFullScreen: fromPromise(() => document.documentElement.requestFullscreen()),
    screenLeft: fromEventObservable(() =>
      merge(
        fromEvent(document, 'fullscreenchange'),
        fromEvent<KeyboardEvent>(document, 'keydown').pipe(
          filter(({key, defaultPrevented}) => key === 'Escape' && !defaultPrevented),
        ),
      ).pipe(
        filter(() => document.fullscreenElement === null),
        map((): ScreenLeft => ({type: 'screen.left'})),
      ),
    ),
  },
  actions: {
    leaveFullScreen: () => {
      if (document.fullscreenElement !== null) document.exitFullscreen().catch(() => {})
    },
  },
})
