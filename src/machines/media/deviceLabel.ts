import {type ActorRefFrom, assign, setup} from 'xstate'
import {trimmed} from '../../../contract/wire/text'
import {isRefusedWith, messageOf} from '../../domain/failure'
import {textsOf} from '../../domain/language'
import {call} from '../ports'

export interface StoredLabel {
  label: string
  /** Null when the server counts no versions. */
  version: number | null
}

export interface DeviceLabelInput {
  deviceId: string
  /** As the list shows it. */
  label: string
}

interface DeviceLabelContext extends DeviceLabelInput {
  typed: string
  /** The label on the server; null before it is read. */
  stored: StoredLabel | null
  message: string | null
}

export const deviceLabelTexts = textsOf('machines.deviceLabel', {failed: '❌ Failed to update device'})

/** Edits the label of a device in its row. Nobody's change is overwritten unseen. */
export const deviceLabelMachine = setup({
  types: {} as {
    context: DeviceLabelContext
    events:
      | {type: 'label.typed'; label: string}
      /** The person has gone on to something else. */
      | {type: 'field.left'}
      | {type: 'confirmed'}
      | {type: 'cancelled'}
      | {type: 'theirs.taken'}
    input: DeviceLabelInput
    output: {deviceId: string; label: string}
  },
  actors: {
    loadLabel: call<StoredLabel, {deviceId: string}>('loadLabel'),
    saveLabel: call<void, {deviceId: string; stored: StoredLabel; label: string}>('saveLabel'),
  },
  guards: {
    isChangedByOthers: ({context: {label}}, {stored}: {stored: StoredLabel}) => stored.label !== label,
    isUntouched: ({context: {label, typed}}) => trimmed(typed) === label,
    isUnchanged: ({context: {stored, typed}}) => stored?.label === trimmed(typed),
  },
}).createMachine({
  id: 'deviceLabel',
  context: ({input}) => ({...input, typed: input.label, stored: null, message: null}),
  initial: 'editing',
  on: {'label.typed': {actions: assign({typed: ({event}) => event.label})}},
  states: {
    editing: {
      on: {
        'field.left': [{guard: 'isUntouched', target: 'closed'}, {target: 'reading'}],
        cancelled: 'closed',
      },
    },
    reading: {
      invoke: {
        src: 'loadLabel',
        input: ({context: {deviceId}}) => ({deviceId}),
        onDone: [
          {
            guard: {type: 'isChangedByOthers', params: ({event}) => ({stored: event.output})},
            target: 'conflict',
            actions: assign({stored: ({event}) => event.output}),
          },
          {target: 'saving', actions: assign({stored: ({event}) => event.output})},
        ],
        onError: {
          target: 'failed',
          actions: assign({message: ({event}) => messageOf(event.error, deviceLabelTexts.failed)}),
        },
      },
    },
    saving: {
      always: {guard: 'isUnchanged', target: 'closed'},
      invoke: {
        src: 'saveLabel',
        input: ({context: {deviceId, stored, typed}}) => {
          if (stored === null) throw new Error('the label was not read')
          return {deviceId, stored, label: trimmed(typed)}
        },
        onDone: {
          target: 'closed',
          actions: assign({stored: ({context}) => ({label: trimmed(context.typed), version: null})}),
        },
        onError: [
          {guard: ({event}) => isRefusedWith(event.error, 409), target: 'reading'},
          {
            target: 'failed',
            actions: assign({message: ({event}) => messageOf(event.error, deviceLabelTexts.failed)}),
          },
        ],
      },
    },
    failed: {on: {confirmed: 'reading', cancelled: 'closed'}},
    /** Another user has written another label in the meantime. */
    conflict: {on: {confirmed: 'saving', 'theirs.taken': 'closed', cancelled: 'closed'}},
    closed: {type: 'final'},
  },
  output: ({context: {deviceId, label, stored}}) => ({deviceId, label: stored?.label ?? label}),
})

export type DeviceLabelRef = ActorRefFrom<typeof deviceLabelMachine>
