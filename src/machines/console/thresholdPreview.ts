import {type ActorRefFrom, assign, setup, stateIn} from 'xstate'
import type {Threshold} from '../../../contract/rules/thresholds'
import type {ThresholdOwner} from '../../domain/console/thresholds/levels'
import type {Suggestion} from '../../domain/console/thresholds/suggestion'
import type {Day, DevicesOfKey, PreviewDevice, Trial, TrialQuestion} from '../../domain/console/thresholds/trial'
import {RETRIES, retries} from '../connectivity'
import {call} from '../ports'

export interface PreviewInput {
  owner: ThresholdOwner
  key: string
  threshold: Threshold | null
}

interface PreviewContext extends PreviewInput {
  devices: readonly PreviewDevice[]
  /** The devices that have the key; null until that is known. */
  ofKey: DevicesOfKey | null
  deviceId: string | null
  /** The telemetry keys of the device. */
  keys: readonly string[]
  day: Day | null
  trial: Trial | null
  suggestion: Suggestion | null
}

type PreviewEvent =
  | {type: 'device.chosen'; deviceId: string}
  /** Sent by the form. The threshold is null while the input makes none. */
  | {type: 'key.typed'; key: string}
  | {type: 'threshold.typed'; threshold: Threshold | null}
  | {type: 'retry.requested'}

/**
 * Reads a key's last day on one device, and what the past of all devices that have the key says: which limits it
 * suggests, and what the typed threshold would have raised in a week.
 */
export const thresholdPreviewMachine = setup({
  types: {} as {context: PreviewContext; events: PreviewEvent; input: PreviewInput},
  actors: {
    retries,
    loadDevices: call<readonly PreviewDevice[], ThresholdOwner>('loadDevices'),
    loadKeys: call<readonly string[], {deviceId: string}>('loadKeys'),
    findDevicesOfKey: call<DevicesOfKey, {devices: readonly PreviewDevice[]; key: string}>('findDevicesOfKey'),
    loadDay: call<Day, {deviceId: string; key: string}>('loadDay'),
    /** Null when the server doesn't say. */
    tryThreshold: call<Trial | null, TrialQuestion>('tryThreshold'),
    /** Null when too little is known. */
    suggestLimits: call<Suggestion | null, Omit<TrialQuestion, 'threshold'>>('suggestLimits'),
  },
  guards: {
    isAnotherKey: ({context, event}) => event.type === 'key.typed' && event.key !== context.key,
    hasSeries: ({context}) => context.deviceId !== null && context.key !== '',
    canTry: ({context}) => context.ofKey !== null && context.threshold !== null,
    mayTry: ({context}) => context.deviceId !== null && context.key !== '' && context.threshold !== null,
  },
  delays: {
    /** Typing rests for this long before the server is asked. */
    patience: 600,
  },
}).createMachine({
  id: 'thresholdPreview',
  type: 'parallel',
  context: ({input}) => ({
    ...input,
    devices: [],
    ofKey: null,
    deviceId: null,
    keys: [],
    day: null,
    trial: null,
    suggestion: null,
  }),
  states: {
    devices: {
      initial: 'loading',
      on: {'device.chosen': {target: '.known', actions: assign({deviceId: ({event}) => event.deviceId})}},
      states: {
        loading: {
          invoke: {
            src: 'loadDevices',
            input: ({context}) => context.owner,
            onDone: {
              target: [
                'known',
                '#thresholdPreview.day.deciding',
                '#thresholdPreview.trial.deciding',
                '#thresholdPreview.suggestion.deciding',
              ],
              actions: assign({
                devices: ({event}) => event.output,
                deviceId: ({event}) => event.output[0]?.id ?? null,
              }),
            },
            onError: 'failed',
          },
        },
        known: {
          invoke: {
            src: 'loadKeys',
            input: ({context}) => ({deviceId: context.deviceId ?? ''}),
            onDone: {actions: assign({keys: ({event}) => event.output})},
            onError: {},
          },
        },
        failed: {invoke: RETRIES, on: {'retry.requested': 'loading'}},
      },
    },
    day: {
      initial: 'deciding',
      on: {'key.typed': {guard: 'isAnotherKey', target: '.waiting'}, 'device.chosen': '.deciding'},
      states: {
        waiting: {after: {patience: 'deciding'}},
        deciding: {always: [{guard: 'hasSeries', target: 'loading'}, {target: 'none'}]},
        none: {entry: assign({day: null})},
        loading: {
          invoke: {
            src: 'loadDay',
            input: ({context}) => ({deviceId: context.deviceId ?? '', key: context.key}),
            onDone: {target: 'shown', actions: assign({day: ({event}) => event.output})},
            onError: 'failed',
          },
        },
        shown: {},
        failed: {entry: assign({day: null})},
      },
    },
    suggestion: {
      initial: 'deciding',
      on: {'key.typed': {guard: 'isAnotherKey', target: '.waiting'}},
      states: {
        waiting: {after: {patience: 'deciding'}},
        deciding: {
          entry: assign({suggestion: null}),
          always: [{guard: 'hasSeries', target: 'finding'}, {target: 'none'}],
        },
        none: {},
        finding: {
          invoke: {
            src: 'findDevicesOfKey',
            input: ({context: {devices, key}}) => ({devices, key}),
            onDone: {target: 'loading', actions: assign({ofKey: ({event}) => event.output})},
            onError: 'failed',
          },
        },
        loading: {
          invoke: {
            src: 'suggestLimits',
            input: ({context: {ofKey, key}}) => ({devices: ofKey?.looked ?? [], key}),
            onDone: [
              {guard: ({event}) => event.output === null, target: 'tooLittle'},
              {target: 'shown', actions: assign({suggestion: ({event}) => event.output})},
            ],
            onError: 'failed',
          },
        },
        shown: {},
        tooLittle: {},
        failed: {},
      },
    },
    trial: {
      initial: 'deciding',
      on: {
        'key.typed': {
          guard: 'isAnotherKey',
          target: '.waiting',
          actions: assign({key: ({event}) => event.key, ofKey: null}),
        },
        'threshold.typed': {
          guard: ({context, event}) => JSON.stringify(event.threshold) !== JSON.stringify(context.threshold),
          target: '.waiting',
          actions: assign({threshold: ({event}) => event.threshold}),
        },
      },
      states: {
        waiting: {after: {patience: 'deciding'}},
        deciding: {
          always: [{guard: 'canTry', target: 'running'}, {guard: 'mayTry', target: 'finding'}, {target: 'none'}],
        },
        none: {entry: assign({trial: null})},
        /** Waits for the devices that have the key. */
        finding: {
          always: [
            {guard: 'canTry', target: 'running'},
            {guard: stateIn({suggestion: 'failed'}), target: 'failed'},
          ],
        },
        running: {
          invoke: {
            src: 'tryThreshold',
            input: ({context: {ofKey, key, threshold}}) => ({devices: ofKey?.looked ?? [], key, threshold}),
            onDone: [
              {guard: ({event}) => event.output === null, target: 'notOffered'},
              {target: 'shown', actions: assign({trial: ({event}) => event.output})},
            ],
            onError: 'failed',
          },
        },
        shown: {},
        notOffered: {},
        failed: {},
      },
    },
  },
})

export type ThresholdPreviewLogic = typeof thresholdPreviewMachine
export type ThresholdPreviewRef = ActorRefFrom<ThresholdPreviewLogic>
