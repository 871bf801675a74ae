import type {ActorRefFrom, SnapshotFrom} from 'xstate'
import {deviceImportSetup, initialContext, resultOf, runOf} from './deviceImportSetup'

const READ_FAILED = 'The file could not be read.'
const LOAD_FAILED = 'What the organisation has already could not be loaded.'
const CHECK_FAILED = 'The rows could not be checked.'

/**
 * Devices from a CSV file: chosen, read, its columns named, every row checked before anything is written, then made batch by
 * batch. When an answer is lost the import pauses; what is sent again is not made again.
 */
export const deviceImportMachine = deviceImportSetup.createMachine({
  id: 'deviceImport',
  context: ({input}) => initialContext(input),
  initial: 'choosing',
  states: {
    choosing: {
      on: {
        'file.chosen': {target: 'reading', actions: {type: 'rememberFile', params: ({event}) => event}},
        'template.requested': {actions: 'saveTemplate'},
      },
    },
    reading: {
      invoke: {
        src: 'readFile',
        input: ({event}) => {
          if (event.type !== 'file.chosen') throw new Error('Only a chosen file is read')
          return {file: event.file}
        },
        onDone: [
          {
            guard: {type: 'isRead', params: ({event}) => ({read: event.output})},
            target: 'mapping',
            actions: {type: 'rememberSheet', params: ({event}) => ({read: event.output})},
          },
          {target: 'choosing', actions: {type: 'rememberSheet', params: ({event}) => ({read: event.output})}},
        ],
        onError: {
          target: 'choosing',
          actions: {type: 'say', params: ({event}) => ({error: event.error, text: READ_FAILED})},
        },
      },
      on: {'file.discarded': 'choosing'},
    },
    mapping: {
      on: {
        'column.mapped': {actions: {type: 'map', params: ({event}) => event}},
        'check.requested': {guard: 'hasNameColumn', target: 'preparing', actions: 'sayNothing'},
        'file.discarded': {target: 'choosing', actions: ['forgetFile', 'sayNothing']},
      },
    },
    preparing: {
      invoke: {
        src: 'loadExisting',
        input: ({context: {organisationId}}) => ({organisationId}),
        onDone: {
          target: 'checking',
          actions: {type: 'rememberExisting', params: ({event}) => ({existing: event.output})},
        },
        onError: {
          target: 'mapping',
          actions: {type: 'say', params: ({event}) => ({error: event.error, text: LOAD_FAILED})},
        },
      },
      on: {'mapping.requested': 'mapping'},
    },
    checking: {
      invoke: {
        src: 'checkRows',
        input: ({context: {sheet, mapping, existing}}) => ({sheet, mapping, existing}),
        onDone: {target: 'checked', actions: {type: 'rememberRows', params: ({event}) => ({rows: event.output})}},
        onError: {
          target: 'mapping',
          actions: {type: 'say', params: ({event}) => ({error: event.error, text: CHECK_FAILED})},
        },
      },
      on: {'mapping.requested': 'mapping'},
    },
    checked: {
      on: {
        'filter.changed': {actions: {type: 'rememberFilter', params: ({event}) => event}},
        'mapping.requested': 'mapping',
        'import.requested': {guard: 'hasGoodRows', target: 'importing', actions: 'queueUndone'},
        'result.requested': {actions: {type: 'saveResult', params: ({context}) => resultOf(context)}},
        'file.discarded': {target: 'choosing', actions: 'forgetFile'},
      },
    },
    importing: {
      initial: 'sending',
      states: {
        sending: {
          entry: 'beginRun',
          invoke: {
            id: 'run',
            src: 'run',
            input: ({context}) => runOf(context),
            onError: {
              target: 'paused',
              actions: {
                type: 'rememberLost',
                params: ({context, event}) => ({rows: context.queue, error: event.error}),
              },
            },
          },
          on: {
            'rows.finished': {actions: {type: 'rememberOutcomes', params: ({event}) => event}},
            'rows.lost': {actions: {type: 'rememberLost', params: ({event}) => event}},
          },
          initial: 'going',
          states: {
            going: {
              on: {
                'rows.lost': {target: 'stopping', actions: {type: 'rememberLost', params: ({event}) => event}},
                'run.ended': '#deviceImport.finished',
                'cancel.requested': {target: 'cancelling', actions: 'tellCancelled'},
              },
            },
            /** What was sent beside the lost ones is waited for. */
            stopping: {
              on: {'run.ended': '#deviceImport.importing.paused', 'cancel.requested': 'cancelling'},
            },
            /** What has been sent is waited for: nobody knows better whether it was done. */
            cancelling: {on: {'run.ended': '#deviceImport.finished'}},
          },
        },
        paused: {
          on: {
            'retry.requested': {target: 'sending', actions: 'queueRest'},
            'cancel.requested': '#deviceImport.finished',
          },
        },
      },
    },
    finished: {
      on: {
        'retry.requested': {guard: 'hasUndone', target: 'importing', actions: 'queueUndone'},
        'result.requested': {actions: {type: 'saveResult', params: ({context}) => resultOf(context)}},
        'file.discarded': {target: 'choosing', actions: ['forgetFile', 'sayNothing']},
      },
    },
  },
})

export type DeviceImportLogic = typeof deviceImportMachine
export type DeviceImportRef = ActorRefFrom<DeviceImportLogic>
export type DeviceImportSnapshot = SnapshotFrom<DeviceImportLogic>
