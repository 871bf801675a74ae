import {type ActorRefFrom, assign, fromPromise, setup} from 'xstate'
import {type Choice, choicesOf} from '../../domain/console/records/choices'
import type {ConsoleRecord, Description} from '../../domain/console/records/description'
import {messageOf} from '../../domain/failure'

export interface ChoicesInput {
  /** Says which kind is offered. */
  description: Description
  /** To which they belong; empty for organisations themselves. */
  organisationId: string
  /** The id of the one that must not name itself. */
  except: string | null
  /** Whether the organisation has just been chosen, or is being typed and may be another in a moment. */
  isJustChosen: boolean
}

interface ChoicesContext extends ChoicesInput {
  choices: readonly Choice[]
  message: string | null
}

export type ChoicesQuestion = Pick<ChoicesInput, 'description' | 'organisationId'>

const choicesSetup = setup({
  types: {} as {
    context: ChoicesContext
    events: {type: 'retry.requested'}
    input: ChoicesInput
    tags: 'waiting'
  },
  actors: {
    listRecords: fromPromise<readonly ConsoleRecord[], ChoicesQuestion>(() => {
      throw new Error('`listRecords` must be provided')
    }),
  },
  delays: {
    /** Somebody who types an organisation's id goes on within this time. */
    typingPause: 300,
  },
})

const listing = choicesSetup.createStateConfig({
  invoke: {
    src: 'listRecords',
    input: ({context: {description, organisationId}}) => ({description, organisationId}),
    onDone: {
      target: '#choices.loaded',
      actions: assign({
        choices: ({context: {description, except}, event}) => choicesOf(description, event.output, except),
      }),
    },
    onError: {
      target: '#choices.failed',
      actions: assign({
        message: ({context: {description}, event}) =>
          messageOf(event.error, `The ${description.plural.toLowerCase()} could not be loaded.`),
      }),
    },
  },
})

/** What a field may name. A failure is tried again on request alone, so that it does not disturb somebody who types an id meanwhile. */
export const choicesMachine = choicesSetup.createMachine({
  id: 'choices',
  context: ({input}) => ({...input, choices: [], message: null}),
  initial: 'opening',
  states: {
    opening: {always: [{guard: ({context}) => context.isJustChosen, target: 'settling'}, {target: 'loading'}]},
    settling: {tags: 'waiting', after: {typingPause: 'loading'}},
    loading: {...listing, tags: 'waiting'},
    failed: {
      initial: 'waiting',
      states: {
        waiting: {on: {'retry.requested': 'retrying'}},
        retrying: listing,
      },
    },
    loaded: {},
  },
})

export type ChoicesLogic = typeof choicesMachine
export type ChoicesRef = ActorRefFrom<ChoicesLogic>
