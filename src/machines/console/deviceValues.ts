import {type ActorRefFrom, assign, raise, type SnapshotFrom, setup} from 'xstate'
import type {EpochMs} from '../../../contract/wire/common'
import type {DeviceEntry} from '../../domain/telemetry/device'
import {devicesEvents, devicesInvokes, values} from '../telemetry/devices'
import {
  type DevicesContext,
  type DevicesEvent,
  type DevicesInput,
  devicesActions,
  devicesActors,
  devicesDelays,
  devicesGuards,
  nothingKnown,
} from '../telemetry/devicesSetup'

interface DeviceValuesInput extends DevicesInput {
  device: Pick<DeviceEntry, 'id' | 'name'>
}

interface DeviceValuesContext extends DevicesContext {
  /** 0 before the first tick. */
  openedAt: EpochMs
  /** The last try to read the values failed. */
  isUnread: boolean
}

const {reading} = values.states

/** The latest values of one device, pushed or asked for, for as long as its page is open. */
export const deviceValuesMachine = setup({
  types: {} as {
    context: DeviceValuesContext
    events: DevicesEvent
    input: DeviceValuesInput
    children: {readings: 'readings'}
  },
  actors: devicesActors,
  actions: devicesActions<DeviceValuesContext, DevicesEvent>(known => known),
  guards: {...devicesGuards, isFirstTick: ({context}) => context.openedAt === 0},
  delays: devicesDelays,
})
  .extend({
    actions: {
      resume: raise({type: 'telemetry.resumed'}),
      rememberOpened: assign({openedAt: (_, {at}: {at: EpochMs}) => at}),
      rememberRead: assign({isUnread: false}),
      rememberUnread: assign({isUnread: true}),
    },
  })
  .createMachine({
    id: 'deviceValues',
    context: ({input: {device, ...input}}) => ({
      ...nothingKnown,
      ...input,
      devices: [{...device, type: null, label: null, keys: [], isRead: false}],
      shownDeviceIds: [device.id],
      openedAt: 0,
      isUnread: false,
    }),
    invoke: [...devicesInvokes, {src: 'liveTelemetry', onError: {}}],
    on: {
      ...devicesEvents,
      ...values.on,
      'clock.ticked': [
        {
          guard: 'isFirstTick',
          actions: [
            {type: 'rememberNow', params: ({event}) => event},
            {type: 'rememberOpened', params: ({event}) => event},
          ],
        },
        {actions: {type: 'rememberNow', params: ({event}) => event}},
      ],
    },
    initial: 'awaitingLink',
    states: {
      ...values.states,
      reading: {
        ...reading,
        on: {
          ...reading.on,
          'readings.received': {
            actions: [{type: 'rememberReadings', params: ({event}) => event}, 'rememberRead'],
          },
          'device.notEnriched': {
            actions: [{type: 'warn', params: ({event}) => event}, 'rememberUnread'],
          },
          'retry.requested': {actions: 'refreshReadings'},
        },
      },
    },
  })

export type DeviceValuesLogic = typeof deviceValuesMachine
export type DeviceValuesRef = ActorRefFrom<DeviceValuesLogic>
export type DeviceValuesSnapshot = SnapshotFrom<DeviceValuesLogic>
