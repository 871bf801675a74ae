import {type ActorRefFrom, assign, setup} from 'xstate'
import {trimmed} from '../../../contract/wire/text'
import type {Change, ChangeQuestion} from '../../domain/console/change'
import {isRefusedWith, messageOf} from '../../domain/failure'
import {textsOf} from '../../domain/language'
import {call} from '../ports'

/** The fields that are edited in the row of a device. */
export type DeviceField = 'name' | 'label'

export interface StoredField {
  value: string
  /** Null when the server counts no versions. */
  version: number | null
}

export interface DeviceFieldInput {
  deviceId: string
  field: DeviceField
  /** As the list shows it. */
  value: string
}

interface DeviceFieldContext extends DeviceFieldInput {
  typed: string
  /** The value on the server; null before it is read. */
  stored: StoredField | null
  message: string | null
  /** Who changed the device last, once that is known in a conflict. */
  change: Change | null
}

export const deviceFieldTexts = textsOf('machines.deviceField', {
  failed: '❌ Failed to update device',
  unnamed: 'Device name is required.',
})

/** Edits a field of a device in its row. Nobody's change is overwritten unseen. */
export const deviceFieldMachine = setup({
  types: {} as {
    context: DeviceFieldContext
    events:
      | {type: 'value.typed'; value: string}
      /** The person has gone on to something else. */
      | {type: 'field.left'}
      | {type: 'confirmed'}
      | {type: 'cancelled'}
      | {type: 'theirs.taken'}
    input: DeviceFieldInput
    output: DeviceFieldInput
  },
  actors: {
    loadField: call<StoredField, Pick<DeviceFieldInput, 'deviceId' | 'field'>>('loadField'),
    /** Null when the server doesn't say. */
    findChange: call<Change | null, ChangeQuestion>('findChange'),
    saveField: call<void, {deviceId: string; field: DeviceField; stored: StoredField; value: string}>('saveField'),
  },
  guards: {
    isChangedByOthers: ({context: {value}}, {stored}: {stored: StoredField}) => stored.value !== value,
    isUntouched: ({context: {value, typed}}) => trimmed(typed) === value,
    isUnnamed: ({context: {field, typed}}) => field === 'name' && trimmed(typed) === '',
    isUnchanged: ({context: {stored, typed}}) => stored?.value === trimmed(typed),
  },
}).createMachine({
  id: 'deviceField',
  context: ({input}) => ({...input, typed: input.value, stored: null, message: null, change: null}),
  initial: 'editing',
  on: {'value.typed': {actions: assign({typed: ({event}) => event.value, message: null})}},
  states: {
    editing: {
      on: {
        confirmed: [
          {guard: 'isUntouched', target: 'closed'},
          {guard: 'isUnnamed', actions: assign({message: () => deviceFieldTexts.unnamed})},
          {target: 'reading'},
        ],
        'field.left': [
          {guard: 'isUntouched', target: 'closed'},
          {guard: 'isUnnamed', target: 'closed'},
          {target: 'reading'},
        ],
        cancelled: 'closed',
      },
    },
    reading: {
      invoke: {
        src: 'loadField',
        input: ({context: {deviceId, field}}) => ({deviceId, field}),
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
          actions: assign({message: ({event}) => messageOf(event.error, deviceFieldTexts.failed)}),
        },
      },
    },
    saving: {
      always: {guard: 'isUnchanged', target: 'closed'},
      invoke: {
        src: 'saveField',
        input: ({context: {deviceId, field, stored, typed}}) => {
          if (stored === null) throw new Error('the field was not read')
          return {deviceId, field, stored, value: trimmed(typed)}
        },
        onDone: {
          target: 'closed',
          actions: assign({stored: ({context}) => ({value: trimmed(context.typed), version: null})}),
        },
        onError: [
          {guard: ({event}) => isRefusedWith(event.error, 409), target: 'reading'},
          {
            target: 'failed',
            actions: assign({message: ({event}) => messageOf(event.error, deviceFieldTexts.failed)}),
          },
        ],
      },
    },
    failed: {on: {confirmed: 'reading', cancelled: 'closed'}},
    /** Another user has written another value in the meantime. */
    conflict: {
      entry: assign({change: null}),
      invoke: {
        src: 'findChange',
        input: ({context: {deviceId, stored}}) => ({
          entity: {kind: 'device', id: deviceId},
          attribute: null,
          version: stored?.version ?? null,
        }),
        onDone: {actions: assign({change: ({event}) => event.output})},
        onError: {},
      },
      on: {confirmed: 'saving', 'theirs.taken': 'closed', cancelled: 'closed'},
    },
    closed: {type: 'final'},
  },
  output: ({context: {deviceId, field, value, stored}}) => ({deviceId, field, value: stored?.value ?? value}),
})

export type DeviceFieldRef = ActorRefFrom<typeof deviceFieldMachine>
