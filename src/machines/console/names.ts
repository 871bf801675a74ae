import {type ActorRefFrom, assign, setup} from 'xstate'
import {type Choice, choicesOf} from '../../domain/console/records/choices'
import {type ConsoleRecord, type Description, titleOf} from '../../domain/console/records/description'
import {type Names, NO_NAMES} from '../../domain/console/records/list/cell'
import {call} from '../ports'

export interface NamesInput {
  organisationId: string
  /** The kinds of records that are named. */
  kinds: readonly Description[]
}

/** The records of one kind. */
export interface Named {
  description: Description
  records: readonly ConsoleRecord[]
}

/** `choices` has the records of each kind by the name of the kind. */
interface NamesContext extends NamesInput {
  names: Names
  choices: ReadonlyMap<string, readonly Choice[]>
}

/**
 * Learns the names of the records that a list refers to, with one call for each kind. Until it has them, and when it
 * can't have them, the list shows their ids.
 */
export const namesMachine = setup({
  types: {} as {context: NamesContext; input: NamesInput},
  actors: {
    loadNamed: call<readonly Named[], NamesInput>('loadNamed'),
  },
}).createMachine({
  id: 'names',
  context: ({input}) => ({...input, names: NO_NAMES, choices: new Map()}),
  initial: 'opening',
  states: {
    opening: {
      always: [{guard: ({context}) => context.kinds.length === 0, target: 'loaded'}, {target: 'loading'}],
    },
    loading: {
      invoke: {
        src: 'loadNamed',
        input: ({context: {organisationId, kinds}}) => ({organisationId, kinds}),
        onDone: {
          target: 'loaded',
          actions: assign(({event}) => {
            const all = event.output
            return {
              choices: new Map(
                all.map(({description, records}) => [description.kind, choicesOf(description, records)]),
              ),
              names: new Map(
                all.flatMap(({description, records}) =>
                  records.map(record => [record.id, titleOf(description, record)] as const),
                ),
              ),
            }
          }),
        },
        onError: 'failed',
      },
    },
    failed: {},
    loaded: {},
  },
})

export type NamesLogic = typeof namesMachine
export type NamesRef = ActorRefFrom<NamesLogic>
