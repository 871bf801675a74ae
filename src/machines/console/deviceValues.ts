import {type ActorRefFrom, assign, setup} from 'xstate'
import type {EpochMs} from '../../../contract/wire/common'
import type {DeviceEntry} from '../../domain/telemetry/device'
import {devicesMachine} from '../telemetry/devices'
import type {DevicesInput} from '../telemetry/devicesContext'
import type {DevicesTold} from '../telemetry/devicesEvents'

interface DeviceValuesInput extends Pick<DevicesInput, 'user' | 'lateAfter'> {
  device: Pick<DeviceEntry, 'id' | 'name'>
}

/** Holds the latest values of one device while its page is open, and the time at which the page was opened. */
export const deviceValuesMachine = setup({
  types: {} as {
    /** `openedAt` is 0 before the first tick. */
    context: DeviceValuesInput & {openedAt: EpochMs}
    events: DevicesTold
    input: DeviceValuesInput
    children: {devices: 'devices'}
  },
  actors: {devices: devicesMachine},
}).createMachine({
  id: 'deviceValues',
  context: ({input}) => ({...input, openedAt: 0}),
  invoke: {
    id: 'devices',
    src: 'devices',
    input: ({context: {user, lateAfter, device}}) => ({user, lateAfter, device, watchedDeviceId: null}),
    onError: {},
  },
  initial: 'opening',
  states: {
    opening: {on: {'clock.ticked': {target: 'open', actions: assign({openedAt: ({event}) => event.at})}}},
    open: {},
  },
})

export type DeviceValuesLogic = typeof deviceValuesMachine
export type DeviceValuesRef = ActorRefFrom<DeviceValuesLogic>
