import type {ActorRefFrom, SnapshotFrom} from 'xstate'
import {devicesEvents, devicesInvokes, failed, loading, values} from './devices'
import {homeSetup, initialContext, sparklinesInput} from './homeSetup'

const {reading} = values.states

/** MyHome: the user's devices with their latest values and the last 24 hours of each, and the city of the profile. */
export const homeMachine = homeSetup.createMachine({
  id: 'home',
  context: ({input}) => initialContext(input),
  invoke: devicesInvokes,
  on: {
    ...devicesEvents,
    'values.toggled': {actions: {type: 'toggleValues', params: ({event}) => event}},
  },
  initial: 'loading',
  states: {
    loading,
    failed,
    loaded: {
      id: 'loaded',
      type: 'parallel',
      invoke: {src: 'liveTelemetry', onError: {}},
      states: {
        city: {
          initial: 'asking',
          states: {
            asking: {
              invoke: {
                src: 'loadCity',
                onDone: {
                  target: 'settled',
                  actions: {type: 'rememberCity', params: ({event}) => ({city: event.output})},
                },
                onError: 'unknown',
              },
            },
            settled: {},
            /** Without a word: nothing else depends on it. */
            unknown: {on: {'telemetry.resumed': 'asking'}},
          },
        },
        values: {
          ...values,
          states: {
            ...values.states,
            reading: {
              ...reading,
              invoke: [
                reading.invoke,
                {id: 'sparklines', src: 'sparklines', input: ({context}) => sparklinesInput(context), onError: {}},
              ],
              on: {
                ...reading.on,
                'readings.received': {
                  actions: [
                    {type: 'rememberReadings', params: ({event}) => event},
                    'extendSparklines',
                    'tellSparklines',
                  ],
                },
                'telemetry.received': {
                  actions: [
                    {type: 'rememberTelemetry', params: ({event}) => event},
                    'extendSparklines',
                    'tellSparklines',
                  ],
                },
                'rows.shown': {
                  actions: [{type: 'rememberShown', params: ({event}) => event}, 'tellShown', 'tellSparklines'],
                },
                'telemetry.resumed': {actions: 'refreshSparklines'},
                'sparkline.received': {
                  actions: [{type: 'rememberSparkline', params: ({event}) => event}, 'extendSparklines'],
                },
                'sparkline.missed': {
                  actions: [
                    {type: 'rememberMissed', params: ({event}) => event},
                    {type: 'warn', params: ({event}) => event},
                  ],
                },
              },
            },
          },
        },
      },
    },
  },
})

export type HomeLogic = typeof homeMachine
export type HomeRef = ActorRefFrom<HomeLogic>
export type HomeSnapshot = SnapshotFrom<HomeLogic>
