import {type ActorRefFrom, assign, type NonReducibleUnknown, not, type SnapshotFrom, sendTo, setup} from 'xstate'
import {MINUTE} from '../../../contract/rules/time/durations'
import {unusualAfter} from '../../domain/telemetry/usual'
import {
  chosen,
  EMPTY_BOARD,
  evaluated,
  inOrder,
  isTurning,
  turnAfter,
  turned,
  type WallFacts,
  withAlarms,
  withBox,
  withDraft,
  withLink,
  withNextWall,
  withSettings,
  withSeverities,
  withView,
} from '../../domain/wall/board'
import {extendedHistories, historiesQuestion, requestedHistories, withHistories} from '../../domain/wall/histories'
import {viewAfter} from '../../domain/wall/view'
import type {WallIntent} from '../../domain/wall/walls'
import {call, type Given, missing, source, task} from '../ports'
import {devicesMachine} from '../telemetry/devices'
import {fullScreenMachine} from '../telemetry/fullScreen'
import type {SparklinesCommand, SparklinesInput} from '../telemetry/home'
import {composeInput, composeMachine} from './compose'
import {wallEditorInput, wallEditorMachine} from './wallEditor'
import type {FactsQuestion, ShownInUrl, WallContext, WallEvent, WallInput} from './wallEvents'
import {wallsMachine} from './walls'

/** Tells of a call that has failed. */
const warned = (text: string) =>
  ({type: 'warn', params: ({event: {error}}: {event: {error: unknown}}) => ({text, error})}) as const

const events = <Type extends WallEvent['type'], Input extends NonReducibleUnknown = void>(name: string) =>
  source<Extract<WallEvent, {type: Type}>, Input>(name)

/** Many devices on one screen, which may be open for weeks without anybody touching it. */
export const wallMachine = setup({
  types: {} as {
    context: WallContext
    events: WallEvent
    input: WallInput
    children: {
      devices: 'devices'
      walls: 'walls'
      sparklines: 'sparklines'
      editor: 'editor'
      compose: 'compose'
      fullScreen: 'fullScreen'
    }
  },
  actors: {
    devices: devicesMachine,
    walls: wallsMachine,
    editor: wallEditorMachine,
    compose: composeMachine,
    fullScreen: fullScreenMachine,
    addressChanges: events<'address.changed'>('addressChanges'),
    firstWall: events<'firstWall.chosen'>('firstWall'),
    alarms: events<'alarms.received'>('alarms'),
    maintenance: events<'maintenance.received'>('maintenance'),
    unusual: events<'unusual.received'>('unusual'),
    watching: events<'watching.changed'>('watching'),
    loadFacts: call<WallFacts, FactsQuestion>('loadFacts'),
    sparklines: task<SparklinesCommand, SparklinesInput>('sparklines'),
    turns: events<'turn.due', {every: number}>('turns'),
    awake: task('awake'),
  },
  actions: {
    evaluate: assign(({context: {board}}) => ({board: inOrder(evaluated(board))})),
    updateSparklines: sendTo('sparklines', ({context: {board}}) => ({
      type: 'sparklines.requested',
      sparklines: requestedHistories(board),
    })),
    pushToUrl: (_, _params: Given<ShownInUrl>) => missing('pushToUrl'),
    showStored: assign(({context: {board}}, {intent}: {intent: WallIntent}) => ({
      board: withView(board, viewAfter(board.view, intent)),
    })),
    /** A page that is loaded again goes on where it was. */
    storeTurn: (_, _params?: Given) => missing('storeTurn'),
    warn: (_, _params: Given<{text: string; error: unknown}>) => missing('warn'),
  },
  guards: {
    isKiosk: ({context}) => context.board.view.isKiosk,
    isTurning: ({context}) => isTurning(context.board),
    isPaused: ({context}) => context.board.isPaused,
  },
  delays: {factsPause: 5 * MINUTE, longestPause: 10 * MINUTE},
}).createMachine({
  id: 'wall',
  context: ({input: {view, lateAfter, now, stored, ...input}}) => ({
    ...input,
    board: {...EMPTY_BOARD, ...stored, view, lateAfter, now},
    histories: new Map(),
    offer: null,
  }),
  invoke: [
    {
      id: 'devices',
      src: 'devices',
      input: ({context: {user, board}}) => ({
        user,
        lateAfter: board.lateAfter,
        now: board.now,
        device: null,
        watchedDeviceId: null,
        isNotifiedAtOnce: true,
        isReadAtOnce: true,
      }),
      onError: {},
    },
    {
      id: 'walls',
      src: 'walls',
      input: ({context: {user}}) => ({
        owner: {kind: 'organisation', id: user.organisationId ?? '', organisationId: user.organisationId},
      }),
      onError: {},
    },
    {src: 'firstWall', onError: {}},
    {src: 'alarms', onError: {}},
    {src: 'maintenance', onError: {}},
    {src: 'unusual', onError: {}},
    {src: 'addressChanges', onError: {}},
    {src: 'watching', onError: {}},
  ],
  type: 'parallel',
  states: {
    /** A region of its own: an event that another region handles as well would not get to the root. */
    board: {
      on: {
        'link.changed': {
          actions: [
            assign(({context: {board}, event: {link, offer}}) => ({offer, board: withLink(board, link)})),
            'evaluate',
          ],
        },
        'clock.ticked': {
          actions: [assign(({context: {board}, event}) => ({board: {...board, now: event.at}})), 'evaluate'],
        },
        'readings.changed': {
          actions: [
            assign(({context: {board, histories}, event: {readings, at}}) => ({
              board: {...board, readings, now: at},
              histories: extendedHistories(histories, readings, at),
            })),
            'evaluate',
          ],
        },
        'keySettings.changed': {
          actions: assign(({context: {board}, event}) => ({board: withSettings(board, event.settings)})),
        },
        'severities.changed': {
          actions: assign(({context: {board}, event}) => ({board: withSeverities(board, event.severities)})),
        },
        'alarms.received': {
          actions: assign(({context: {board}, event}) => ({board: withAlarms(board, event)})),
        },
        'unusual.received': {
          actions: assign(({context: {board}, event}) => ({
            board: {...board, unusual: unusualAfter(board.unusual, event)},
          })),
        },
        'maintenance.received': {
          actions: assign(({context: {board}, event}) => ({board: {...board, maintenance: event.periods}})),
        },
        'devices.loaded': {
          actions: assign(({context: {board}, event}) => ({board: chosen({...board, all: event.devices})})),
        },
        'keys.appeared': {
          actions: assign(({context: {board}, event}) => ({board: chosen({...board, all: event.devices})})),
        },
        'walls.changed': {
          actions: assign(({context: {board}, event}) => ({board: chosen({...board, walls: event.walls})})),
        },
        'firstWall.chosen': {
          actions: assign(({context: {board}, event}) => ({board: chosen({...board, first: event.first})})),
        },
        'address.changed': {
          actions: assign(({context: {board}, event}) => ({board: withView(board, event.view)})),
        },
        'view.changed': {
          actions: [
            assign(({context: {board}, event}) => ({board: withView(board, {...board.view, ...event.change})})),
            {type: 'pushToUrl', params: ({context, event: {history}}) => ({view: context.board.view, history})},
          ],
        },
        'box.measured': {
          actions: assign(({context: {board}, event: {box, panel}}) => ({board: withBox(board, box, panel)})),
        },
        'watching.changed': {
          actions: assign(({context: {board}, event: {isWatched}}) => ({board: inOrder({...board, isWatched})})),
        },
        'pause.toggled': {
          actions: [assign(({context: {board}}) => ({board: {...board, isPaused: !board.isPaused}})), 'storeTurn'],
        },
        'nextWall.requested': {
          actions: [
            assign(({context: {board}}) => ({board: withNextWall(board)})),
            'storeTurn',
            {type: 'pushToUrl', params: ({context}) => ({view: context.board.view, history: 'replace'})},
          ],
        },
        'turn.requested': {
          actions: [assign(({context: {board}, event}) => ({board: turned(board, event.step)})), 'storeTurn'],
        },
      },
    },
    devices: {
      initial: 'loading',
      states: {loading: {on: {'devices.loaded': 'loaded'}}, loaded: {}},
    },
    facts: {
      initial: 'awaitingDevices',
      states: {
        awaitingDevices: {on: {'devices.loaded': 'reading'}},
        reading: {
          invoke: {
            src: 'loadFacts',
            input: ({context: {board, mayReadCustomers}}) => ({devices: board.all, mayReadCustomers}),
            onDone: {
              target: 'read',
              actions: assign(({context: {board}, event}) => ({board: inOrder({...board, ...event.output})})),
            },
            onError: {
              target: 'read',
              actions: warned('Failed to load the names of customers'),
            },
          },
        },
        read: {after: {factsPause: 'reading'}, on: {'telemetry.resumed': 'reading', 'devices.loaded': 'reading'}},
      },
    },
    charts: {
      initial: 'awaitingDevices',
      states: {
        awaitingDevices: {on: {'devices.loaded': 'fetching'}},
        fetching: {
          invoke: {
            id: 'sparklines',
            src: 'sparklines',
            input: ({context}) => historiesQuestion(context),
            onError: {},
          },
          on: {
            'offer.changed': {target: 'fetching', reenter: true},
            'telemetry.resumed': {actions: sendTo('sparklines', {type: 'refresh.requested'})},
            'clock.ticked': {actions: 'updateSparklines'},
            'box.measured': {actions: 'updateSparklines'},
            'histories.received': {
              actions: assign({
                histories: ({context: {histories, board}, event: {found}}) =>
                  extendedHistories(withHistories(histories, found), board.readings, board.now),
              }),
            },
            'histories.missed': {
              actions: {type: 'warn', params: ({event: {error}}) => ({text: 'Failed to load small charts', error})},
            },
          },
        },
      },
    },
    pages: {
      initial: 'still',
      states: {
        still: {
          always: {guard: 'isTurning', target: 'turning'},
          initial: 'waiting',
          states: {
            waiting: {always: {guard: 'isPaused', target: 'paused'}},
            /** A wall that was left paused goes on. */
            paused: {
              always: {guard: not('isPaused'), target: 'waiting'},
              after: {
                longestPause: {
                  target: 'waiting',
                  actions: [assign(({context: {board}}) => ({board: {...board, isPaused: false}})), 'storeTurn'],
                },
              },
            },
          },
        },
        turning: {
          always: {guard: not('isTurning'), target: 'still'},
          invoke: {src: 'turns', input: ({context}) => ({every: turnAfter(context.board)}), onError: {}},
          on: {
            'turn.due': {
              target: 'turning',
              reenter: true,
              actions: [assign(({context: {board}}) => ({board: turned(board, 1)})), 'storeTurn'],
            },
          },
        },
      },
    },
    editor: {
      initial: 'closed',
      states: {
        closed: {
          on: {
            'editor.opened': 'open',
            'links.opened': 'links',
            'versions.opened': 'versions',
            'composing.began': 'composing',
          },
        },
        links: {on: {'links.closed': 'closed'}},
        versions: {
          on: {
            'versions.closed': 'closed',
            'version.chosen': {
              target: 'closed',
              actions: [
                sendTo('walls', ({event: {intent}}) => ({type: 'intent.added', intent})),
                {type: 'showStored', params: ({event: {intent}}) => ({intent})},
                {type: 'pushToUrl', params: ({context}) => ({view: context.board.view, history: 'replace'})},
              ],
            },
          },
        },
        composing: {
          invoke: {
            id: 'compose',
            src: 'compose',
            input: ({context: {board}}) => composeInput(board),
            onDone: {
              target: 'closed',
              actions: [sendTo('walls', ({event}) => ({type: 'intent.added', intent: event.output}))],
            },
            onError: 'closed',
          },
          on: {
            'editor.closed': 'closed',
            'wall.drafted': {actions: assign(({context: {board}, event}) => ({board: withDraft(board, event.wall)}))},
            'walls.changed': {actions: sendTo('compose', ({event}) => event)},
          },
          exit: assign(({context: {board}}) => ({board: withDraft(board, null)})),
        },
        open: {
          invoke: {
            id: 'editor',
            src: 'editor',
            input: ({context: {board}, event}) =>
              wallEditorInput(board, event.type === 'editor.opened' ? event.form : 'edit'),
            onDone: {
              target: 'closed',
              actions: [
                sendTo('walls', ({event}) => ({type: 'intent.added', intent: event.output})),
                {type: 'showStored', params: ({event}) => ({intent: event.output})},
                {type: 'pushToUrl', params: ({context}) => ({view: context.board.view, history: 'replace'})},
              ],
            },
            onError: 'closed',
          },
          on: {
            'editor.closed': 'closed',
            'walls.changed': {actions: sendTo('editor', ({event}) => event)},
          },
        },
      },
    },
    screen: {
      initial: 'framed',
      states: {
        framed: {always: {guard: 'isKiosk', target: 'kiosk'}},
        kiosk: {
          always: {guard: not('isKiosk'), target: 'framed'},
          invoke: [
            {src: 'awake', onError: {}},
            {id: 'fullScreen', src: 'fullScreen', onError: {}},
          ],
        },
      },
    },
  },
})

export type WallLogic = typeof wallMachine
export type WallRef = ActorRefFrom<WallLogic>
export type WallSnapshot = SnapshotFrom<WallLogic>
