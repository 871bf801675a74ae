import {type ActorRefFrom, setup} from 'xstate'
import {type DevicesInput, devicesMachine} from '../telemetry/devices'
import type {DevicesNotification} from '../telemetry/devicesEvents'

type PresentValuesInput = Pick<DevicesInput, 'user' | 'lateAfter' | 'now'>

/** The present values of the alarms in view, by their devices. */
export const presentValuesMachine = setup({
  types: {} as {
    context: PresentValuesInput
    events: DevicesNotification
    input: PresentValuesInput
    children: {devices: 'devices'}
  },
  actors: {devices: devicesMachine},
}).createMachine({
  id: 'presentValues',
  context: ({input}) => input,
  invoke: {
    id: 'devices',
    src: 'devices',
    input: ({context}) => ({...context, device: null, watchedDeviceId: null, isOfView: true}),
    onError: {},
  },
})

export type PresentValuesLogic = typeof presentValuesMachine
export type PresentValuesRef = ActorRefFrom<PresentValuesLogic>
