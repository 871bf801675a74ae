import {type ComponentType, createElement} from 'react'
import {map} from 'rxjs'
import {fromCallback, fromEventObservable, fromPromise} from 'xstate'
import {loadCity} from '../../api/account/profile'
import {homeViewFromSearch, searchFromHomeView} from '../../domain/telemetry/devices/homeView'
import {connected} from '../../machines/ports'
import {type HomeLogic, homeMachine} from '../../machines/telemetry/home'
import {HomeScreen} from '../../ui/telemetry/home/HomeScreen'
import {createAddress} from '../address'
import type {DashboardConnections} from './dashboard'
import {createDevicesLogic} from './devices'
import {startSparklines} from './sparklines'

export function createHomeScreen(connections: DashboardConnections): ComponentType {
  const logic = createHomeLogic(connections)
  return () => createElement(HomeScreen, {logic, now: connections.serverClock.now})
}

function createHomeLogic({router, ...connections}: DashboardConnections): HomeLogic {
  const address = createAddress(router, '/myhome')
  return connected(homeMachine)({
    actors: {
      devices: createDevicesLogic(connections),
      addressChanges: fromEventObservable(() =>
        address.changes.pipe(map(search => ({type: 'address.changed' as const, view: homeViewFromSearch(search)}))),
      ),
      loadCity: fromPromise(({signal}) => loadCity(connections.http, {signal})),
      sparklines: fromCallback(actor => startSparklines(connections, actor)),
    },
    actions: {
      pushToUrl: (_, view) => address.show(searchFromHomeView(view), {replace: false}),
      warn: (_, {deviceId, error}) => console.warn(`Failed to load the small chart of device ${deviceId}`, error),
    },
  })
}
