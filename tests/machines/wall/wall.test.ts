import {Subject} from 'rxjs'
import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest'
import {createActor, type EventFromLogic, fromCallback, fromEventObservable} from 'xstate'
import {NO_LIST, type StoredList} from '../../../contract/rules/lists/storedList'
import {thresholdsFrom} from '../../../contract/rules/thresholds'
import {LIVE, RECONNECTING} from '../../../src/domain/link'
import type {MaintenanceReceived} from '../../../src/domain/maintenance'
import type {AlarmsReceived} from '../../../src/domain/telemetry/devices/marks'
import {NO_KEY_SETTINGS} from '../../../src/domain/telemetry/readings/keySettings'
import type {Overview} from '../../../src/domain/telemetry/readings/overview'
import type {Board, WallFacts} from '../../../src/domain/wall/board'
import {faceOf} from '../../../src/domain/wall/faces'
import {DEFAULT_WALL_VIEW, type WallView} from '../../../src/domain/wall/view'
import {NEW_WALL, type Wall} from '../../../src/domain/wall/walls'
import type {ListChange, ListOwner, ListWrite} from '../../../src/machines/listAttribute'
import type {SparklinesCommand, SparklinesInput} from '../../../src/machines/telemetry/home'
import {wallMachine} from '../../../src/machines/wall/wall'
import type {FactsQuestion} from '../../../src/machines/wall/wallEvents'
import {wallsMachine} from '../../../src/machines/wall/walls'
import {device} from '../../support/device'
import {USER} from '../../support/user'
import {alarm} from '../alarms/alarm'
import {createCalls} from '../calls'
import {createLiveDevices, NOW, reading} from '../liveDevices'
import {createVoice} from '../voice'

const BOX = {width: 1600, height: 900, screen: {width: 1920, height: 1080}}
const DEVICES = ['a', 'b'].map(id => ({...device(id), organisationId: 'plant'}))
const HALLS: Wall = {...NEW_WALL, name: 'Halls', isHome: true}
const HOT = {
  ...NO_KEY_SETTINGS,
  thresholds: {ofAll: thresholdsFrom({cpu: {critical: {above: 90}}}).thresholds, byDevice: new Map()},
}
const OVERVIEW: Overview = {
  devices: DEVICES,
  readings: new Map([
    ['a', new Map([['cpu', reading(10)]])],
    ['b', new Map([['cpu', reading(99)]])],
  ]),
  settings: HOT,
  at: NOW,
}
const stored = (version: number, ...items: readonly Wall[]): StoredList<Wall> => ({
  ...NO_LIST,
  items,
  version,
  exists: true,
})

function createWallActor(view: Partial<WallView> = {}) {
  const live = createLiveDevices()
  const address = new Subject<{type: 'address.changed'; view: WallView}>()
  const watching = new Subject<{type: 'watching.changed'; isWatched: boolean}>()
  const turns = new Subject<{type: 'turn.due'}>()
  const alarms = new Subject<AlarmsReceived>()
  const maintenance = new Subject<MaintenanceReceived>()
  const facts = createCalls<WallFacts, FactsQuestion>()
  const reads = createCalls<StoredList<Wall>, {owner: ListOwner}>()
  const writes = createCalls<StoredList<Wall>, ListWrite<Wall>>()
  const sparklines = createVoice<SparklinesInput, SparklinesCommand>()
  const shown: unknown[] = []
  const turned: Pick<Board, 'turn' | 'isPaused'>[] = []
  const warned: string[] = []
  const awake = vi.fn(() => released)
  const released = vi.fn()
  const wall = createActor(
    wallMachine.provide({
      actors: {
        devices: live.logic,
        walls: wallsMachine.provide({
          actors: {
            readList: reads.logic,
            writeList: writes.logic,
            changes: fromEventObservable(() => new Subject<ListChange<Wall>>()),
          },
          actions: {showOutcome: () => {}},
        }),
        addressChanges: fromEventObservable(() => address),
        watching: fromEventObservable(() => watching),
        loadFacts: facts.logic,
        alarms: fromEventObservable(() => alarms),
        maintenance: fromEventObservable(() => maintenance),
        sparklines: fromCallback(sparklines.start),
        turns: fromEventObservable(() => turns),
        awake: fromCallback(awake),
      },
      actions: {
        pushToUrl: (_, change) => shown.push([change.view.wall, change.view.deviceId, change.history]),
        storeTurn: ({context: {board}}) => turned.push({turn: board.turn, isPaused: board.isPaused}),
        warn: (_, {text}) => warned.push(text),
      },
    }),
    {
      input: {
        user: {...USER, organisationId: 'o1'},
        view: {...DEFAULT_WALL_VIEW, ...view},
        zone: 'UTC',
        lateAfter: 90_000,
        now: NOW,
        mayReadCustomers: false,
        stored: {turn: {wall: 0, page: 0}, isPaused: false},
      },
    },
  ).start()
  live.tick()
  return {
    ...live,

    wall,
    address,
    watching,
    turns,
    alarms,
    maintenance,
    facts,
    reads,
    writes,
    sparklines,
    shown,
    turned,
    warned,
    awake,
    released,
    load: async (...walls: readonly Wall[]) => {
      live.link(LIVE)
      await live.subscriptions.answer()
      await live.overviews.answer(OVERVIEW)
      await reads.answer(stored(1, ...walls))
    },
    board: () => wall.getSnapshot().context.board,
    order: () => wall.getSnapshot().context.board.page?.tiles.map(tile => tile.device.id),
    send: (event: EventFromLogic<typeof wallMachine>) => wall.send(event),
    is: (state: Parameters<ReturnType<typeof wall.getSnapshot>['matches']>[0]) => wall.getSnapshot().matches(state),
  }
}

/** Both devices have a value, and the second one is too hot. */
async function createShownWall(view: Partial<WallView> = {}) {
  const world = createWallActor(view)
  await world.load(HALLS)
  await world.facts.answer({customers: new Map()})
  world.send({type: 'box.measured', box: BOX})
  return world
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the wall', () => {
  it('shows the worst device first as soon as all are read', async () => {
    const {order, board, is} = await createShownWall()
    expect([order(), board().wall?.name, is({devices: 'loaded'})]).toEqual([['b', 'a'], 'Halls', true])
  })

  it('shows the user’s own first wall, and that of the organisation when it is taken back', async () => {
    const {send, board} = await createShownWall()
    send({type: 'firstWall.chosen', first: ''})
    expect(board().wall?.name).toBe('')
    send({type: 'firstWall.chosen', first: null})
    expect(board().wall?.name).toBe('Halls')
  })

  it('judges a pushed value at once, and not with the next tick', async () => {
    const {push, board} = await createShownWall()
    push('b', 'cpu', NOW + 1, 20)
    expect([board().counts.critical, board().conditions.get('b')?.mark.severity]).toEqual([0, null])
  })

  it('keeps its order while somebody is at work on it', async () => {
    const {push, tick, order, watching} = await createShownWall()
    watching.next({type: 'watching.changed', isWatched: true})
    push('b', 'cpu', NOW + 1, 20)
    tick(NOW + 10_000)
    expect(order()).toEqual(['b', 'a'])
    watching.next({type: 'watching.changed', isWatched: false})
    expect(order()).toEqual(['a', 'b'])
  })

  it('says since when nothing is current, and shows nothing as fresh', async () => {
    const {link, tick, board} = await createShownWall()
    tick(NOW + 3000)
    link(RECONNECTING)
    tick(NOW + 9000)
    expect([board().cutAt, board().counts.linkDown, board().counts.fresh]).toEqual([NOW + 3000, 2, null])
    link(LIVE)
    expect(board().cutAt).toBeNull()
  })

  it('reads the names of customers anew from time to time, and goes on when they can’t be had', async () => {
    const {facts, warned} = await createShownWall()
    await vi.advanceTimersByTimeAsync(5 * 60_000)
    expect(facts.asked).toHaveLength(2)
    await facts.fail()
    expect(warned).toEqual(['Failed to load the names of customers'])
  })

  it('judges by other thresholds as soon as somebody has set them', async () => {
    const {keySettings, board} = await createShownWall()
    keySettings.next({type: 'keySettings.received', settings: NO_KEY_SETTINGS})
    expect(board().counts.critical).toBe(0)
  })

  it('shows the alarms of a server that keeps any, and not what it would say itself', async () => {
    const {alarms, board} = await createShownWall()
    alarms.next({type: 'alarms.received', isAll: true, alarms: []})
    expect(board().counts.critical).toBe(0)
    alarms.next({type: 'alarms.received', isAll: false, alarms: [alarm('1', {deviceId: 'a', key: 'cpu'})]})
    expect([board().counts.critical, board().conditions.get('a')?.mark.attention]).toEqual([1, 'unacknowledged'])
  })

  it('marks a device in maintenance as long as it is in it, and hides its alarms', async () => {
    const {alarms, maintenance, board, tick} = await createShownWall()
    const faces = () => board().page?.tiles.map(tile => [tile.device.id, faceOf(tile, board(), false).attention])
    alarms.next({
      type: 'alarms.received',
      isAll: true,
      alarms: [alarm('1', {deviceId: 'b', key: 'cpu', maintenanceUntil: NOW + 60_000})],
    })
    maintenance.next({
      type: 'maintenance.received',
      periods: [
        {
          organisationId: 'plant',
          title: 'Filters',
          target: {kind: 'device', value: 'a'},
          startsAt: NOW,
          endsAt: NOW + 60_000,
        },
      ],
    })
    expect([faces(), board().counts.critical]).toEqual([
      [
        ['b', 'maintenance'],
        ['a', 'maintenance'],
      ],
      0,
    ])
    tick(NOW + 60_000)
    expect(faces()).toContainEqual(['a', null])
  })

  it('asks for the small charts of its tiles, and draws those that came', async () => {
    const {sparklines, tick, wall, warned} = await createShownWall()
    tick(NOW + 1000)
    expect(sparklines.heard.at(-1)).toEqual({
      type: 'sparklines.requested',
      sparklines: [{deviceId: 'a', key: 'cpu'}],
    })
    const averages = {points: [{ts: NOW - 60_000, value: 1}], gaps: [], isTruncated: false}
    const found = ['a', 'b'].map(deviceId => ({deviceId, key: 'cpu', averages}))
    sparklines.say({type: 'histories.received', found})
    sparklines.say({type: 'histories.missed', error: new Error('no')})
    expect([[...wall.getSnapshot().context.histories.keys()], warned]).toEqual([
      ['a cpu', 'b cpu'],
      ['Failed to load small charts'],
    ])
  })

  it('draws the same small chart, whether a value was read before its averages came or after', async () => {
    const {sparklines, wall, read} = await createShownWall()
    const averages = {points: [{ts: NOW - 60_000, value: 1}], gaps: [], isTruncated: false}
    const recent = () => wall.getSnapshot().context.histories.get('a cpu')?.recent
    sparklines.say({type: 'histories.received', found: [{deviceId: 'a', key: 'cpu', averages}]})
    expect(recent()).toEqual([{ts: NOW, value: 10}])
    read('a', {cpu: reading(10)})
    expect(recent()).toEqual([{ts: NOW, value: 10}])
  })

  it('opens a device beside itself, and follows the address', async () => {
    const {send, shown, address, board, order} = await createShownWall()
    send({type: 'view.changed', change: {deviceId: 'a'}, history: 'push'})
    expect(shown).toEqual([[null, 'a', 'push']])
    address.next({type: 'address.changed', view: {...DEFAULT_WALL_VIEW, q: 'a'}})
    expect([board().view.deviceId, order()]).toEqual([null, ['a']])
  })
})

describe('several walls', () => {
  const OFFICES: Wall = {...NEW_WALL, name: 'Offices', devices: {by: 'picked', values: ['a']}}

  it('take turns, but neither while somebody is at work nor once they are paused', async () => {
    const {turns, turned, send, watching, board, is, link, load} = createWallActor({walls: ['Halls', 'Offices']})
    await load(HALLS, OFFICES)
    expect([is({pages: 'turning'}), board().wall?.name]).toEqual([true, 'Halls'])
    turns.next({type: 'turn.due'})
    expect(board().wall?.name).toBe('Offices')
    send({type: 'turn.requested', step: -1})
    expect(board().wall?.name).toBe('Halls')
    watching.next({type: 'watching.changed', isWatched: true})
    expect(is({pages: 'still'})).toBe(true)
    watching.next({type: 'watching.changed', isWatched: false})
    send({type: 'pause.toggled'})
    expect(is({pages: 'still'})).toBe(true)
    send({type: 'pause.toggled'})
    expect(turned.map(({turn, isPaused}) => [turn.wall, isPaused])).toEqual([
      ...[
        [1, false],
        [0, false],
      ],
      ...[
        [0, true],
        [0, false],
      ],
    ])
    link(RECONNECTING)
    expect(is({pages: 'still'})).toBe(true)
  })

  it('go on by themselves after ten minutes, counted from when they were paused', async () => {
    const {watching, send, board, is, load} = createWallActor({walls: ['Halls', 'Offices']})
    await load(HALLS, OFFICES)
    watching.next({type: 'watching.changed', isWatched: true})
    vi.advanceTimersByTime(9 * 60_000)
    send({type: 'pause.toggled'})
    watching.next({type: 'watching.changed', isWatched: false})
    vi.advanceTimersByTime(10 * 60_000 - 1)
    expect([board().isPaused, is({pages: {still: 'paused'}})]).toEqual([true, true])
    vi.advanceTimersByTime(1)
    expect([board().isPaused, is({pages: 'turning'})]).toEqual([false, true])
  })

  it('follow each other on request: those that take turns, or else those that are kept', async () => {
    const turning = createWallActor({walls: ['Halls', 'Offices']})
    const still = createWallActor()
    for (const {load} of [turning, still]) await load(HALLS, OFFICES)
    const names = [turning, still].map(({send, board}) =>
      [1, 2].map(() => {
        send({type: 'nextWall.requested'})
        return board().wall?.name
      }),
    )
    expect(names).toEqual([
      ['Offices', 'Halls'],
      ['Offices', 'Halls'],
    ])
    expect(still.shown.map(String)).toEqual(['Offices,,replace', 'Halls,,replace'])
  })
})

describe('the kiosk', () => {
  it('keeps the screen awake for as long as it is one', async () => {
    const {awake, released, send, is} = createWallActor({isKiosk: true})
    expect([awake.mock.calls.length, is({screen: 'kiosk'})]).toEqual([1, true])
    send({type: 'view.changed', change: {isKiosk: false}, history: 'replace'})
    expect([released.mock.calls.length, is({screen: 'framed'})]).toEqual([1, true])
  })
})

describe('the form', () => {
  it('keeps the wall, and shows it', async () => {
    const {send, wall, writes, is, shown} = await createShownWall()
    send({type: 'editor.opened', form: 'duplicate'})
    const {editor} = wall.getSnapshot().children
    editor?.send({type: 'draft.changed', change: {name: ' Offices '}})
    editor?.send({type: 'save.requested'})
    const offices = {...HALLS, name: 'Offices', isHome: false}
    expect(writes.asked.map(({list}) => list.items)).toEqual([[HALLS, offices]])
    expect([is({editor: 'closed'}), shown]).toEqual([true, [['Offices', null, 'replace']]])
  })

  it('is closed without a word', async () => {
    const {send, is, writes} = await createShownWall()
    send({type: 'editor.opened', form: 'edit'})
    send({type: 'editor.closed'})
    expect([is({editor: 'closed'}), writes.asked]).toEqual([true, []])
  })
})
