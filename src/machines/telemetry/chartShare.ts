import {type ActorRefFrom, assign, setup} from 'xstate'
import {call, type Given, missing} from '../ports'

/** A snapshot of a drawing in SVG, with its size in CSS pixels. */
export interface ChartPicture {
  name: string
  svg: string
  width: number
  height: number
}

type ShareEvent =
  | {type: 'link.requested'; link: string}
  | {type: 'picture.requested'; picture: ChartPicture}
  | {type: 'outcome.read'}

/** Hands out a chart: its link is copied, and its picture saved as a file. */
export const chartShareMachine = setup({
  types: {} as {context: {link: string}; events: ShareEvent},
  actors: {
    /** Rejects where the browser doesn't allow it. */
    copyText: call<void, {text: string}>('copyText'),
    savePicture: call<void, ChartPicture>('savePicture'),
  },
  actions: {
    logFailure: (_, _params: Given<{error: unknown}>) => missing('logFailure'),
  },
}).createMachine({
  id: 'chartShare',
  context: {link: ''},
  initial: 'idle',
  on: {
    'link.requested': {target: '.copying', reenter: true, actions: assign({link: ({event}) => event.link})},
    'picture.requested': '.drawing',
    'outcome.read': '.idle',
  },
  states: {
    idle: {},
    copying: {
      invoke: {src: 'copyText', input: ({context}) => ({text: context.link}), onDone: 'copied', onError: 'notCopied'},
    },
    copied: {},
    /** The screen shows the link, so that a user can copy it by hand. */
    notCopied: {},
    drawing: {
      on: {'picture.requested': {}},
      invoke: {
        src: 'savePicture',
        input: ({event}) => {
          if (event.type !== 'picture.requested') throw new Error('No picture is requested')
          return event.picture
        },
        onDone: 'saved',
        onError: {target: 'notSaved', actions: {type: 'logFailure', params: ({event}) => ({error: event.error})}},
      },
    },
    saved: {},
    notSaved: {},
  },
})

export type ChartShareRef = ActorRefFrom<typeof chartShareMachine>
