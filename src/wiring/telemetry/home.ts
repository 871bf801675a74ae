import {type ComponentType, createElement} from 'react'
import {fromCallback, fromPromise} from 'xstate'
import {loadCity} from '../../api/account/profile'
import {type HomeLogic, homeMachine} from '../../machines/telemetry/home'
import {HomeScreen} from '../../ui/telemetry/home/HomeScreen'
import type {Connections} from '../connections'
import {createDevicesLogic} from './devices'
import {startSparklines} from './sparklines'

export function createHomeScreen(connections: Connections): ComponentType {
  const logic = createHomeLogic(connections)
  return () => createElement(HomeScreen, {logic})
}

function createHomeLogic(connections: Connections): HomeLogic {
  return homeMachine.provide({
    actors: {
      devices: createDevicesLogic(connections),
      loadCity: fromPromise(({signal}) => loadCity(connections.http, {signal})),
      sparklines: fromCallback(actor => startSparklines(connections, actor)),
    },
    actions: {
      warn: (_, {deviceId, error}) => console.warn(`Failed to load the small chart of device ${deviceId}`, error),
    },
  })
}
