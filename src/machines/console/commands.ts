import {type ActorRefFrom, assign, sendTo, setup} from 'xstate'
import {
  type Command,
  type CommandDraft,
  type CommandProblems,
  type CommandRequest,
  commandProblems,
  EMPTY_COMMAND,
  isUnderWay,
  requestOf,
  withCommand,
} from '../../domain/console/command'
import {failureOf, messageOf} from '../../domain/failure'
import {textsOf} from '../../domain/language'
import {call} from '../ports'
import {createResource, type ResourceRef} from '../resource'

export const commandsTexts = textsOf('machines.commands', {
  unloaded: 'The commands could not be loaded.',
  sendFailed: 'The command could not be sent.',
  notReached: 'The server can’t be reached right now. The list tells whether the command was sent.',
})

export interface CommandsQuestion {
  deviceId: string
}

/** The newest first. As long as something may become of one, they are read again. */
export const commandListMachine = createResource<readonly Command[], CommandsQuestion>({
  id: 'commandList',
  texts: commandsTexts,
  pause: commands => (commands.some(isUnderWay) ? 1000 : null),
})

interface CommandsContext extends CommandsQuestion {
  draft: CommandDraft
  problems: CommandProblems
  /** Counts the tries to send; the last one has failed if there is a `message`. */
  attempts: number
  message: string | null
  hint: string | null
}

/** Sends commands to a device. Its actor `list` has the sent ones. */
export const commandsMachine = setup({
  types: {} as {
    context: CommandsContext
    events: {type: 'draft.changed'; change: Partial<CommandDraft>} | {type: 'send.requested'} | {type: 'waiting.ended'}
    input: CommandsQuestion
    children: {list: 'list'}
    tags: 'busy'
  },
  actors: {
    list: commandListMachine,
    /** Resolves when it is known what has become of the command. */
    sendCommand: call<Command, CommandsQuestion & {request: CommandRequest}>('sendCommand'),
  },
  actions: {
    /** The list may miss the command that was sent last. */
    refreshList: sendTo('list', {type: 'refresh.requested'}),
  },
  guards: {
    hasProblems: ({context}) => Object.keys(commandProblems(context.draft)).length > 0,
  },
  delays: {
    answerPause: 1000,
  },
}).createMachine({
  id: 'commands',
  context: ({input}) => ({...input, draft: EMPTY_COMMAND, problems: {}, attempts: 0, message: null, hint: null}),
  invoke: {id: 'list', src: 'list', input: ({context: {deviceId}}) => ({deviceId}), onError: {}},
  on: {
    'draft.changed': {
      actions: assign(({context: {draft, problems}, event: {change}}) => {
        const changed = {...draft, ...change}
        return {draft: changed, problems: Object.keys(problems).length === 0 ? problems : commandProblems(changed)}
      }),
    },
  },
  initial: 'typing',
  states: {
    typing: {
      on: {
        'send.requested': [
          {guard: 'hasProblems', actions: assign({problems: ({context}) => commandProblems(context.draft)})},
          {target: 'sending', actions: assign({problems: {}, message: null, hint: null})},
        ],
      },
    },
    sending: {
      tags: 'busy',
      invoke: {
        src: 'sendCommand',
        input: ({context: {deviceId, draft}}) => ({deviceId, request: requestOf(draft)}),
        onDone: {
          target: 'typing',
          actions: sendTo('list', ({event}) => ({
            type: 'value.changed',
            change: (commands: readonly Command[]) => withCommand(commands, event.output),
          })),
        },
        onError: {
          target: 'typing',
          actions: [
            assign(({context, event: {error}}) => ({
              attempts: context.attempts + 1,
              message: messageOf(error, commandsTexts.sendFailed),
              hint: failureOf(error).kind === 'unreachable' ? commandsTexts.notReached : null,
            })),
            'refreshList',
          ],
        },
      },
      // The command goes on without anybody who waits here.
      on: {'waiting.ended': {target: 'typing', actions: 'refreshList'}},
      initial: 'waiting',
      states: {
        // A command sent now is in the list after the next refresh.
        waiting: {
          after: {answerPause: {target: 'waiting', reenter: true, actions: sendTo('list', {type: 'refresh.due'})}},
        },
      },
    },
  },
})

export type CommandsLogic = typeof commandsMachine
export type CommandsRef = ActorRefFrom<CommandsLogic>
export type CommandListRef = ResourceRef<readonly Command[], CommandsQuestion>
