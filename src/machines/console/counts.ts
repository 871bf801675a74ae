import {type ActorRefFrom, assign, setup} from 'xstate'
import type {ConsoleRecord, Counts} from '../../domain/console/records/description'
import type {RecordQuestion} from '../../domain/console/records/questions'
import type {MinuteTicked} from '../../domain/timeRange/timeRange'
import {call, source} from '../ports'

export interface CountsInput extends RecordQuestion {
  counts: Counts
}

/** Keeps the counts of what belongs to a record. They are read again each minute, and when they may have changed. */
export const countsMachine = setup({
  types: {} as {context: CountsInput; events: {type: 'counts.requested'} | MinuteTicked; input: CountsInput},
  actors: {
    minuteTicks: source<MinuteTicked, void>('minuteTicks'),
    loadRecord: call<ConsoleRecord, RecordQuestion>('loadRecord'),
  },
}).createMachine({
  id: 'counts',
  context: ({input}) => input,
  invoke: {src: 'minuteTicks', onError: {}},
  initial: 'known',
  on: {'counts.requested': '.loading', 'minute.ticked': '.loading'},
  states: {
    known: {},
    loading: {
      invoke: {
        src: 'loadRecord',
        input: ({context: {description, id}}) => ({description, id}),
        onDone: {target: 'known', actions: assign({counts: ({event}) => event.output.counts})},
        // The counts of before are better than none; the lists say how many there are.
        onError: 'known',
      },
    },
  },
})

export type CountsLogic = typeof countsMachine
export type CountsRef = ActorRefFrom<CountsLogic>
