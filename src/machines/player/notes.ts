import {type ActorRefFrom, setup} from 'xstate'
import {source} from '../ports'

export type ScreenTouched = {type: 'screen.touched'}

/** Shows notes beside the videos when the player starts and after a touch or a key, but not for passers-by. */
export const notesMachine = setup({
  types: {} as {events: ScreenTouched},
  actors: {
    touches: source<ScreenTouched, void>('touches'),
  },
  delays: {passersBy: 120_000},
}).createMachine({
  id: 'notes',
  invoke: {src: 'touches', onError: {}},
  initial: 'shown',
  on: {'screen.touched': '.shown'},
  states: {
    shown: {after: {passersBy: 'hidden'}},
    hidden: {},
  },
})

export type NotesRef = ActorRefFrom<typeof notesMachine>
