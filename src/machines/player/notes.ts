import {type ActorRefFrom, type SnapshotFrom, setup} from 'xstate'
import {source} from '../ports'

export type ScreenTouched = {type: 'screen.touched'}

/** Shows words on a screen after a touch or a key, and to those who have just paired it, but not to passers-by. */
export const notesMachine = setup({
  types: {} as {
    context: {isAttended: boolean}
    events: ScreenTouched
    /** Whether somebody has just used the screen. */
    input: {isAttended: boolean}
  },
  actors: {
    touches: source<ScreenTouched, void>('touches'),
  },
  guards: {isAttended: ({context}) => context.isAttended},
  delays: {passersBy: 120_000},
}).createMachine({
  id: 'notes',
  context: ({input}) => input,
  invoke: {src: 'touches', onError: {}},
  initial: 'starting',
  on: {'screen.touched': '.shown'},
  states: {
    starting: {always: [{guard: 'isAttended', target: 'shown'}, {target: 'hidden'}]},
    shown: {after: {passersBy: 'hidden'}},
    hidden: {},
  },
})

export type NotesRef = ActorRefFrom<typeof notesMachine>
export type NotesSnapshot = SnapshotFrom<typeof notesMachine>
