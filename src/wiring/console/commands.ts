import {type ComponentType, createElement} from 'react'
import {fromEventObservable, fromPromise} from 'xstate'
import {loadCommands, sendCommand} from '../../api/console/commands'
import {commandsMachine} from '../../machines/console/commands'
import {connected} from '../../machines/ports'
import {Commands} from '../../ui/console/commands/Commands'
import type {CommandsProps} from '../../ui/console/commands/props'
import type {Connections} from '../connections'

/** The panel, whose code is loaded with it. */
export function createCommands({http, serverClock: clock, links}: Connections): ComponentType<CommandsProps> {
  const logic = connected(commandsMachine)({
    actors: {
      linkChanges: fromEventObservable(() => links),
      loadCommands: fromPromise(({input, signal}) => loadCommands({http, clock}, input, {signal})),
      sendCommand: fromPromise(({input, signal}) => sendCommand({http, clock}, input, {signal})),
    },
  })
  return props => createElement(Commands, {...props, logic})
}
