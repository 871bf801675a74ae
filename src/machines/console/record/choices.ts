import {type ActorRefFrom, assign, setup} from 'xstate'
import {type Choice, choicesOf} from '../../../domain/console/records/choices'
import type {ConsoleRecord, Description} from '../../../domain/console/records/description'
import {messageOf} from '../../../domain/failure'
import {textsOf} from '../../../domain/language'
import {RETRIES, retries} from '../../connectivity'
import {call} from '../../ports'

export const choicesTexts = textsOf('machines.choices', {
  unloaded: (plural: string) => `The ${plural.toLowerCase()} could not be loaded.`,
})

export interface ChoicesInput {
  /** The kind of record that is offered. */
  description: Description
  /** The organisation of the choices; it is empty when the choices are organisations. */
  organisationId: string
  /** The id of the record that must not refer to itself. */
  except: string | null
  /** Whether the user has picked the organisation. When it is typed, it may change with the next key. */
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
    retries,
    listRecords: call<readonly ConsoleRecord[], ChoicesQuestion>('listRecords'),
  },
  delays: {
    /** Waits for a pause while the user types an organisation's id. */
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
        message: ({context: {description}, event}) => messageOf(event.error, choicesTexts.unloaded(description.plural)),
      }),
    },
  },
})

/**
 * Loads the records that a field can refer to. A failure is retried on request and when the link is back, and not by
 * the clock, so that it doesn't interrupt a user who types an id instead.
 */
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
        waiting: {invoke: RETRIES, on: {'retry.requested': 'retrying'}},
        retrying: listing,
      },
    },
    loaded: {},
  },
})

export type ChoicesLogic = typeof choicesMachine
export type ChoicesRef = ActorRefFrom<ChoicesLogic>
