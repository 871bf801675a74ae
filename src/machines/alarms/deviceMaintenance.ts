import {type ActorRefFrom, assertEvent, assign, setup} from 'xstate'
import type {MaintainedDevice} from '../../../contract/rules/maintenance'
import type {EpochMs} from '../../../contract/wire/common'
import {messageOf} from '../../domain/failure'
import {textsOf} from '../../domain/language'
import type {MaintenanceWindow} from '../../domain/maintenance'
import {RETRIES, retries} from '../connectivity'
import type {EntriesChanged} from '../entries'
import {call, source} from '../ports'

export const deviceMaintenanceTexts = textsOf('machines.deviceMaintenance', {
  unloaded: 'It could not be found out whether the device is in maintenance.',
  actFailed: 'The maintenance could not be changed.',
})

/** Maintenance of a length that begins now, or the end of a window. */
export type MaintenanceAct = {kind: 'start'; deviceId: string; until: EpochMs} | {kind: 'end'; windowId: string}

interface DeviceMaintenanceInput {
  device: MaintainedDevice & {organisationId: string}
}

const ofOrganisation = ({context}: {context: DeviceMaintenanceInput}) => ({
  organisationId: context.device.organisationId,
})

/** The maintenance of one device, which is started and ended at once. */
export const deviceMaintenanceMachine = setup({
  types: {} as {
    context: DeviceMaintenanceInput & {
      /** Of the organisation of the device; null before they are read. */
      windows: readonly MaintenanceWindow[] | null
      message: string | null
    }
    events: EntriesChanged | {type: 'act.requested'; act: MaintenanceAct} | {type: 'retry.requested'}
    input: DeviceMaintenanceInput
  },
  actors: {
    changes: source<EntriesChanged>('changes'),
    retries,
    load: call<readonly MaintenanceWindow[], {organisationId: string}>('load'),
    act: call<void, {organisationId: string; act: MaintenanceAct}>('act'),
  },
  actions: {
    setMessage: assign({message: (_, {error, text}: {error: unknown; text: string}) => messageOf(error, text)}),
  },
}).createMachine({
  id: 'deviceMaintenance',
  context: ({input}) => ({...input, windows: null, message: null}),
  invoke: {src: 'changes', onError: {}},
  initial: 'reading',
  states: {
    reading: {
      on: {'entries.changed': {target: 'reading', reenter: true}},
      invoke: {
        src: 'load',
        input: ofOrganisation,
        onDone: {target: 'known', actions: assign({windows: ({event}) => event.output, message: null})},
        onError: {
          target: 'unread',
          actions: {
            type: 'setMessage',
            params: ({event: {error}}) => ({error, text: deviceMaintenanceTexts.unloaded}),
          },
        },
      },
    },
    unread: {invoke: RETRIES, on: {'retry.requested': 'reading', 'entries.changed': 'reading'}},
    known: {
      on: {
        'entries.changed': 'reading',
        'act.requested': {target: 'acting', actions: assign({message: null})},
      },
    },
    acting: {
      invoke: {
        src: 'act',
        input: ({context, event}) => {
          assertEvent(event, 'act.requested')
          return {...ofOrganisation({context}), act: event.act}
        },
        onDone: 'reading',
        onError: {
          target: 'known',
          actions: {
            type: 'setMessage',
            params: ({event: {error}}) => ({error, text: deviceMaintenanceTexts.actFailed}),
          },
        },
      },
    },
  },
})

export type DeviceMaintenanceLogic = typeof deviceMaintenanceMachine
export type DeviceMaintenanceRef = ActorRefFrom<DeviceMaintenanceLogic>
