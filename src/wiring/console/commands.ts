import {type ComponentType, createElement} from 'react'
import {fromPromise} from 'xstate'
import {loadCommands, sendCommand} from '../../api/console/commands'
import {commandListMachine, commandsMachine} from '../../machines/console/commands'
import {connected} from '../../machines/ports'
import {Commands} from '../../ui/console/commands/Commands'
import type {CommandsProps} from '../../ui/console/commands/props'
import type {Connections} from '../connections'
import {resourceSources} from '../resource'

/** The panel, whose code is loaded with it. */
export function createCommands(connections: Connections): ComponentType<CommandsProps> {
  const server = {http: connections.http, clock: connections.serverClock}
  const logic = connected(commandsMachine)({
    actors: {
      list: connected(commandListMachine)({
        actors: {
          ...resourceSources(connections),
          load: fromPromise(({input: {question}, signal}) => loadCommands(server, question, {signal})),
        },
      }),
      sendCommand: fromPromise(({input, signal}) => sendCommand(server, input, {signal})),
    },
  })
  return props => createElement(Commands, {...props, logic})
}
