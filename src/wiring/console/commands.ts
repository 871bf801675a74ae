import {type ComponentType, createElement} from 'react'
import {fromEventObservable} from 'xstate'
import {loadCommands, sendCommand} from '../../api/console/commands'
import {commandsMachine} from '../../machines/console/commands'
import {connected} from '../../machines/ports'
import {Commands} from '../../ui/console/commands/Commands'
import type {CommandsProps} from '../../ui/console/commands/props'
import {ask} from '../ask'
import type {Connections} from '../connections'

/** The panel, whose code is loaded with it. */
export function createCommands({http, links}: Connections): ComponentType<CommandsProps> {
  const logic = connected(commandsMachine)({
    actors: {
      linkChanges: fromEventObservable(() => links),
      loadCommands: ask(http, loadCommands),
      sendCommand: ask(http, sendCommand),
    },
  })
  return props => createElement(Commands, {...props, logic})
}
