import {type ActorRefFrom, assign, enqueueActions, not, setup} from 'xstate'
import type {MaintenanceReceived} from '../../domain/maintenance'
import type {CustomerNames} from '../../domain/telemetry/devices/device'
import {type AlarmsReceived, marksWithAlarms, marksWithSeverities} from '../../domain/telemetry/devices/marks'
import {
  arranged,
  evaluated,
  isFirstKnown,
  marked,
  type NavigatedDevices,
  NOTHING_NAVIGATED,
  shownBy,
  withDevices,
  withUnusual,
} from '../../domain/telemetry/devices/navigatedDevices'
import {type Gone, organisationsOf, withoutGone} from '../../domain/telemetry/devices/navigator'
import {
  type ChosenValues,
  type Grouping,
  isSameNavigator,
  LONGEST_SEARCH,
  type NavigatorView,
  NO_FILTERS,
  type Sort,
  toggled,
  withToggled,
} from '../../domain/telemetry/devices/navigatorView'
import {type UnusualReceived, unusualAfter} from '../../domain/telemetry/usual'
import {call, source} from '../ports'
import type {DevicesNotification} from './devicesEvents'

export interface NavigatorInput extends Pick<NavigatedDevices, 'lateAfter' | 'now' | 'mayReadCustomers'> {
  view: NavigatorView
  /** The device that the address names. */
  deviceId: string | null
}

interface NavigatorContext extends NavigatorInput, NavigatedDevices {
  /** The view that was last sent to the parent. */
  notifiedView: NavigatorView
  /** Counts how often the viewer asked for another list. The list then begins at its top. */
  asked: number
  /** The devices, types and labels in the address that don't exist. */
  gone: readonly Gone[]
  /** Whether the viewer gave the room of the list to the chart, where both are narrow. */
  isAside: boolean
}

/** The parent receives this: the view has changed, and Back leads to the former one or not. */
export type NavigatorChanged = {type: 'navigator.changed'; view: NavigatorView; history: History}

type History = 'push' | 'replace'

type NavigatorEvent =
  | Extract<
      DevicesNotification,
      {
        type:
          | 'clock.ticked'
          | 'link.changed'
          | 'devices.loaded'
          | 'keys.appeared'
          | 'readings.changed'
          | 'severities.changed'
      }
    >
  | AlarmsReceived
  | MaintenanceReceived
  | UnusualReceived
  | {type: 'view.restored'; view: NavigatorView; deviceId: string | null}
  | {type: 'search.typed'; q: string}
  | {type: 'filter.toggled'; field: keyof ChosenValues; value: string}
  | {type: 'filters.cleared'}
  | {type: 'sort.chosen'; sort: Sort}
  | {type: 'group.chosen'; group: Grouping}
  | {type: 'fold.toggled'; id: string}
  | {type: 'keys.toggled'}
  /** Takes away what hides the device: the filters, or the fold of its group. */
  | {type: 'device.revealed'; deviceId: string}
  | {type: 'attention.changed'; attention: Partial<NavigatorContext['attention']>}
  | {type: 'panel.toggled'}
  | {type: 'order.requested'}
  | {type: 'notice.dismissed'}

const pushed = {actions: ['changeView', 'ask', 'arrange', {type: 'notifyParent', params: {history: 'push'}}]} as const
const replaced = {actions: ['changeView', {type: 'notifyParent', params: {history: 'replace'}}]} as const

/**
 * Selects, sorts and groups the devices of the list. It evaluates their states at most once a second, and arranges the
 * list by them on request, or at a calm pace while nobody is in the list, so that nothing moves under the eye.
 */
export const navigatorMachine = setup({
  types: {} as {context: NavigatorContext; events: NavigatorEvent; input: NavigatorInput},
  actors: {
    alarms: source<AlarmsReceived, void>('alarms'),
    maintenance: source<MaintenanceReceived, void>('maintenance'),
    unusual: source<UnusualReceived, void>('unusual'),
    loadCustomers: call<CustomerNames, {organisationIds: readonly string[]}>('loadCustomers'),
  },
  actions: {
    evaluate: assign(({context}) => evaluated(context)),
    arrange: assign(({context}) => arranged({...context, arrangedBy: shownBy(context)})),
    /** For devices with new keys: each stays at its place. */
    arrangeAsBefore: assign(({context}) => arranged(context)),
    changeView: assign({view: ({context, event}) => viewAfter(context, event)}),
    ask: assign({asked: ({context}) => context.asked + 1}),
    restore: assign(({context, event}) =>
      event.type === 'view.restored'
        ? {view: event.view, notifiedView: event.view, deviceId: event.deviceId, gone: []}
        : context,
    ),
    dropGone: assign(({context: {view, deviceId, devices, groupings}}) =>
      withoutGone(view, deviceId, devices, groupings),
    ),
    notifyParent: enqueueActions(({context: {view, notifiedView}, enqueue}, {history}: {history: History}) => {
      if (isSameNavigator(view, notifiedView)) return
      enqueue.assign({notifiedView: view})
      enqueue.sendParent({type: 'navigator.changed', view, history} satisfies NavigatorChanged)
    }),
  },
  guards: {
    isLoaded: ({context}) => context.devices.length > 0,
    isInList: ({context: {attention}}) => attention.pointer || attention.focus,
    isByCustomer: ({context: {view, devices}}) => view.group === 'customer' && devices.length > 0,
    isFirstKnown: ({context}) => isFirstKnown(context),
  },
  delays: {
    /** Waits for a pause in typing. */
    searchPause: 300,
    /** A list that nobody is in keeps its order this long. */
    calm: 10_000,
  },
}).createMachine({
  id: 'navigator',
  context: ({input}) => ({
    ...NOTHING_NAVIGATED,
    ...input,
    notifiedView: input.view,
    asked: 0,
    gone: [],
    isAside: false,
  }),
  type: 'parallel',
  invoke: [
    {src: 'alarms', onError: {}},
    {src: 'maintenance', onError: {}},
    {src: 'unusual', onError: {}},
  ],
  on: {
    'alarms.received': {actions: assign(({context, event}) => marked(context, marksWithAlarms(context, event)))},
    'maintenance.received': {actions: assign({maintenance: ({event}) => event.periods})},
    'unusual.received': {
      actions: assign(({context, event}) => withUnusual(context, unusualAfter(context.unusual, event))),
    },
    'severities.changed': {
      actions: assign(({context, event}) => marked(context, marksWithSeverities(context, event.severities))),
    },
    'link.changed': {actions: [assign({link: ({event}) => event.link}), 'evaluate']},
    'clock.ticked': {actions: [assign({now: ({event}) => event.at}), 'evaluate']},
    'readings.changed': {actions: [assign({readings: ({event}) => event.readings}), 'evaluate']},
    'devices.loaded': {
      actions: [
        assign(({context, event}) => withDevices(context, event.devices)),
        'dropGone',
        'evaluate',
        'arrange',
        {type: 'notifyParent', params: {history: 'replace'}},
      ],
    },
    'keys.appeared': {
      actions: [assign(({context, event}) => withDevices(context, event.devices)), 'evaluate', 'arrangeAsBefore'],
    },
    'filter.toggled': pushed,
    'filters.cleared': pushed,
    'sort.chosen': pushed,
    'group.chosen': pushed,
    'device.revealed': pushed,
    'fold.toggled': replaced,
    'keys.toggled': replaced,
    'panel.toggled': {actions: assign({isAside: ({context}) => !context.isAside})},
    'order.requested': {actions: 'arrange'},
    'notice.dismissed': {actions: assign({gone: []})},
    'attention.changed': {
      actions: assign({attention: ({context, event}) => ({...context.attention, ...event.attention})}),
    },
  },
  states: {
    search: {
      initial: 'settled',
      on: {
        'search.typed': {target: '.typing', actions: ['changeView', 'ask', 'arrange']},
        'view.restored': [
          {guard: 'isLoaded', target: '.settled', actions: ['restore', 'dropGone', 'arrange']},
          {target: '.settled', actions: 'restore'},
        ],
      },
      states: {
        settled: {},
        typing: {
          after: {
            searchPause: {
              target: 'settled',
              actions: {type: 'notifyParent', params: ({context}) => ({history: searchHistory(context)})},
            },
          },
        },
      },
    },
    customers: {
      initial: 'unasked',
      states: {
        unasked: {always: {guard: 'isByCustomer', target: 'reading'}},
        reading: {
          invoke: {
            src: 'loadCustomers',
            input: ({context: {devices}}) => ({organisationIds: organisationsOf(devices)}),
            onDone: {
              target: 'read',
              actions: [assign({customers: ({event}) => event.output}), 'arrangeAsBefore'],
            },
            onError: 'failed',
          },
        },
        read: {},
        /** The list shows ids until another grouping is chosen, and asks again when this one is chosen again. */
        failed: {always: {guard: not('isByCustomer'), target: 'unasked'}},
      },
    },
    order: {
      initial: 'calm',
      states: {
        calm: {
          always: [
            {guard: 'isInList', target: 'watched'},
            {guard: 'isFirstKnown', actions: 'arrange'},
          ],
          after: {calm: {target: 'calm', reenter: true, actions: 'arrange'}},
        },
        watched: {always: {guard: not('isInList'), target: 'calm'}},
      },
    },
  },
})

export type NavigatorRef = ActorRefFrom<typeof navigatorMachine>

function viewAfter(context: NavigatorContext, event: NavigatorEvent, view = context.view): NavigatorView {
  switch (event.type) {
    case 'search.typed':
      return {...view, q: event.q.slice(0, LONGEST_SEARCH)}
    case 'filter.toggled':
      return withToggled(view, event.field, event.value)
    case 'filters.cleared':
      return {...view, ...NO_FILTERS}
    case 'sort.chosen':
      return {...view, sort: event.sort}
    case 'group.chosen':
      return {...view, group: event.group, closed: []}
    case 'device.revealed':
      return revealing(context, event.deviceId)
    case 'fold.toggled':
      return {...view, closed: toggled(view.closed, event.id)}
    case 'keys.toggled':
      return {...view, hasKeys: !view.hasKeys}
    default:
      return view
  }
}

function revealing({view, arrangement}: NavigatorContext, deviceId: string): NavigatorView {
  const group = arrangement.groups.find(({devices}) => devices.some(({id}) => id === deviceId))
  return group === undefined
    ? {...view, ...NO_FILTERS, closed: []}
    : {...view, closed: view.closed.filter(id => id !== group.id)}
}

/** Back leads from a search to the list without it, and not through the letters typed on the way. */
const searchHistory = ({view, notifiedView}: NavigatorContext): History =>
  (view.q === '') === (notifiedView.q === '') ? 'replace' : 'push'
