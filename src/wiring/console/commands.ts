import {type ComponentType, createElement} from 'react'
import {loadCommands, sendCommand} from '../../api/console/commands'
import {commandListMachine, commandsMachine} from '../../machines/console/commands'
import {connected} from '../../machines/ports'
import {Commands} from '../../ui/console/commands/Commands'
import type {CommandsProps} from '../../ui/console/logic'
import {ask} from '../ask'
import type {Connections} from '../connections'
import {resourceSources} from '../resource'

/** The panel, whose code is loaded with it. */
export function createCommands(connections: Connections): ComponentType<CommandsProps> {
  const {http} = connections
  const logic = connected(commandsMachine)({
    actors: {
      list: connected(commandListMachine)({
        actors: {
          ...resourceSources(connections),
          load: ask(http, (_, {question}, options) => loadCommands(http, question, options)),
        },
      }),
      sendCommand: ask(http, sendCommand),
    },
  })
  return props => createElement(Commands, {...props, logic})
}
