import {type ActorRefFrom, assign, setup} from 'xstate'
import type {EpochMs} from '../../../contract/wire/common'
import {NO_ARRIVALS, type SendArrivals, withPushed, withRead} from '../../domain/console/sendArrivals'
import {SENT_KEY} from '../../domain/console/sendLines'
import type {DeviceEntry} from '../../domain/telemetry/devices/device'
import {NO_READINGS} from '../../domain/telemetry/readings/reading'
import type {PointsReceived} from '../../domain/telemetry/readings/update'
import {source} from '../ports'
import {type DevicesInput, devicesMachine} from '../telemetry/devices'
import type {DevicesNotification} from '../telemetry/devicesEvents'

interface DeviceValuesInput extends Pick<DevicesInput, 'user' | 'lateAfter'> {
  device: Pick<DeviceEntry, 'id' | 'name'>
  /** When its page was opened, on the server's clock. */
  openedAt: EpochMs
}

interface DeviceValuesContext extends DeviceValuesInput {
  /** The ways of sending a value whose values have arrived since the page was opened. */
  arrivedWays: SendArrivals
}

/**
 * Holds the latest values of one device while its page is open, the time at which the page was opened, and which of the
 * lines that the page offers have sent their value since.
 */
export const deviceValuesMachine = setup({
  types: {} as {
    context: DeviceValuesContext
    events: DevicesNotification | PointsReceived
    input: DeviceValuesInput
    children: {devices: 'devices'}
  },
  actors: {
    devices: devicesMachine,
    /** Every pushed value of the key, where the readings have the latest one only. */
    points: source<PointsReceived, {deviceId: string; key: string}>('points'),
  },
}).createMachine({
  id: 'deviceValues',
  context: ({input}) => ({...input, arrivedWays: NO_ARRIVALS}),
  invoke: [
    {
      id: 'devices',
      src: 'devices',
      input: ({context: {user, lateAfter, device, openedAt: now}}) => ({
        user,
        lateAfter,
        now,
        device,
        watchedDeviceId: null,
      }),
      onError: {},
    },
    {src: 'points', input: ({context: {device}}) => ({deviceId: device.id, key: SENT_KEY}), onError: {}},
  ],
  on: {
    'points.received': {
      actions: assign({
        arrivedWays: ({context: {arrivedWays, openedAt}, event}) => withPushed(arrivedWays, event, openedAt),
      }),
    },
    /** A value that was pushed to nobody while the link was down is read afterwards. */
    'readings.changed': {
      actions: assign({
        arrivedWays: ({context: {arrivedWays, openedAt, device}, event: {readings, at}}) =>
          withRead(arrivedWays, readings.get(device.id) ?? NO_READINGS, {since: openedAt, now: at}),
      }),
    },
  },
})

export type DeviceValuesLogic = typeof deviceValuesMachine
export type DeviceValuesRef = ActorRefFrom<DeviceValuesLogic>
