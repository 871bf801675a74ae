import {type ActorRefFrom, assign, fromPromise, setup} from 'xstate'
import {type Choice, choicesOf} from '../../domain/console/records/choices'
import type {ConsoleRecord, Description} from '../../domain/console/records/description'
import {messageOf} from '../../domain/failure'

export interface ChoicesInput {
  /** Of what is offered. */
  description: Description
  /** Within which they lie; empty for organisations themselves. */
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
  actions: {
    rememberChoices: assign({
      choices: ({context: {description, except}}, {records}: {records: readonly ConsoleRecord[]}) =>
        choicesOf(description, records, except),
    }),
    say: assign({
      message: ({context}, {error}: {error: unknown}) =>
        messageOf(error, `The ${context.description.plural.toLowerCase()} could not be loaded.`),
    }),
  },
  guards: {isJustChosen: ({context}) => context.isJustChosen},
  delays: {
    /** Of somebody who types an organisation's id. */
    typingPause: 300,
  },
})

const listing = choicesSetup.createStateConfig({
  invoke: {
    src: 'listRecords',
    input: ({context: {description, organisationId}}) => ({description, organisationId}),
    onDone: {
      target: '#choices.loaded',
      actions: {type: 'rememberChoices', params: ({event}) => ({records: event.output})},
    },
    onError: {target: '#choices.failed', actions: {type: 'say', params: ({event}) => ({error: event.error})}},
  },
})

/** What a field may name. A failure is tried again on request alone: whoever types an id meanwhile is left in peace. */
export const choicesMachine = choicesSetup.createMachine({
  id: 'choices',
  context: ({input}) => ({...input, choices: [], message: null}),
  initial: 'opening',
  states: {
    opening: {always: [{guard: 'isJustChosen', target: 'settling'}, {target: 'loading'}]},
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
