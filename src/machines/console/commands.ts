import {type ActorRefFrom, assign, or, raise, setup, stateIn} from 'xstate'
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
import {type KnownLink, PROBING} from '../../domain/telemetry/readings/link'
import {type LinkChanged, linkChanges, onceOffered, onReconnect, setLink} from '../connectivity'
import {call} from '../ports'

export const commandsTexts = textsOf('machines.commands', {
  unloaded: 'The commands could not be loaded.',
  sendFailed: 'The command could not be sent.',
  notReached: 'The server can’t be reached right now. The list tells whether the command was sent.',
})

interface CommandsInput {
  deviceId: string
}

interface CommandsContext extends CommandsInput, KnownLink {
  /** The newest first. */
  commands: readonly Command[]
  draft: CommandDraft
  problems: CommandProblems
  /** Why the list is not what it should be; null while it is. */
  missed: string | null
  /** Counts the tries to send, of which the last has failed if there is a `message`. */
  attempts: number
  message: string | null
  hint: string | null
}

const setRefreshError = {type: 'setRefreshError', params: ({event}: {event: {error: unknown}}) => event} as const

/** Sends commands to a device. As long as something may become of one, the list of the newest is read again. */
export const commandsMachine = setup({
  types: {} as {
    context: CommandsContext
    events:
      | LinkChanged
      | {type: 'retry.requested'}
      | {type: 'draft.changed'; change: Partial<CommandDraft>}
      | {type: 'send.requested'}
      | {type: 'waiting.ended'}
      /** The list may miss the command that was sent last. */
      | {type: 'list.outdated'}
    input: CommandsInput
  },
  actors: {
    linkChanges,
    loadCommands: call<readonly Command[], CommandsInput>('loadCommands'),
    /** Resolves when it is known what has become of the command. */
    sendCommand: call<Command, CommandsInput & {request: CommandRequest}>('sendCommand'),
  },
  actions: {
    outdate: raise({type: 'list.outdated'}),
    setLink: assign((_, {link, capabilities}: KnownLink) => ({link, capabilities})),
    setRefreshError: assign({missed: (_, {error}: {error: unknown}) => messageOf(error, commandsTexts.unloaded)}),
    changeDraft: assign(({context: {draft, problems}}, {change}: {change: Partial<CommandDraft>}) => {
      const changed = {...draft, ...change}
      return {draft: changed, problems: Object.keys(problems).length === 0 ? problems : commandProblems(changed)}
    }),
  },
  guards: {
    hasProblems: ({context}) => Object.keys(commandProblems(context.draft)).length > 0,
    mayChange: or([
      ({context}: {context: CommandsContext}) => context.commands.some(isUnderWay),
      stateIn('#commands.loaded.form.sending'),
    ]),
  },
  delays: {
    answerPause: 1000,
  },
}).createMachine({
  id: 'commands',
  context: ({input}) => ({
    ...input,
    link: PROBING,
    capabilities: {},
    commands: [],
    missed: null,
    draft: EMPTY_COMMAND,
    problems: {},
    attempts: 0,
    message: null,
    hint: null,
  }),
  invoke: {src: 'linkChanges', onError: {}},
  on: {'link.changed': {actions: setLink}},
  initial: 'loading',
  states: {
    loading: {
      initial: 'awaitingServer',
      states: {
        awaitingServer: {
          always: onceOffered({
            isOffered: ({commands}) => commands === true,
            offered: 'fetching',
            notOffered: '#commands.notOffered',
            unreachable: {target: '#commands.failed', actions: {type: 'setRefreshError', params: {error: null}}},
          }),
        },
        fetching: {
          invoke: {
            src: 'loadCommands',
            input: ({context: {deviceId}}) => ({deviceId}),
            onDone: {
              target: '#commands.loaded',
              actions: assign({commands: ({event}) => event.output, missed: null}),
            },
            onError: {target: '#commands.failed', actions: setRefreshError},
          },
        },
      },
    },
    notOffered: {},
    failed: {
      on: {
        'retry.requested': 'loading',
        'link.changed': onReconnect('loading'),
      },
    },
    loaded: {
      type: 'parallel',
      states: {
        list: {
          initial: 'current',
          on: {
            'link.changed': onReconnect('.refreshing'),
          },
          states: {
            current: {
              after: {answerPause: {guard: 'mayChange', target: 'refreshing'}},
              // What is sent now is in the list after the next look.
              on: {'send.requested': {target: 'current', reenter: true}, 'list.outdated': 'refreshing'},
            },
            refreshing: {
              invoke: {
                src: 'loadCommands',
                input: ({context: {deviceId}}) => ({deviceId}),
                onDone: {target: 'current', actions: assign({commands: ({event}) => event.output, missed: null})},
                onError: {target: 'missed', actions: setRefreshError},
              },
            },
            // What is known stays, and a message says that it may be old.
            missed: {on: {'retry.requested': 'refreshing'}},
          },
        },
        form: {
          initial: 'typing',
          on: {'draft.changed': {actions: {type: 'changeDraft', params: ({event}) => event}}},
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
              invoke: {
                src: 'sendCommand',
                input: ({context: {deviceId, draft}}) => ({deviceId, request: requestOf(draft)}),
                onDone: {
                  target: 'typing',
                  actions: assign({commands: ({context, event}) => withCommand(context.commands, event.output)}),
                },
                onError: {
                  target: 'typing',
                  actions: [
                    assign(({context, event: {error}}) => ({
                      attempts: context.attempts + 1,
                      message: messageOf(error, commandsTexts.sendFailed),
                      hint: failureOf(error).kind === 'unreachable' ? commandsTexts.notReached : null,
                    })),
                    'outdate',
                  ],
                },
              },
              // The command goes on without anybody who waits here.
              on: {'waiting.ended': {target: 'typing', actions: 'outdate'}},
            },
          },
        },
      },
    },
  },
})

export type CommandsLogic = typeof commandsMachine
export type CommandsRef = ActorRefFrom<CommandsLogic>
