import {describe, expect, it} from 'vitest'
import {thresholdsFrom} from '../../../contract/rules/thresholds'
import type {Json} from '../../../contract/wire/common'
import type {Alarm} from '../../../src/domain/alarm'
import {LIVE, PROBING, RECONNECTING, REPLAY} from '../../../src/domain/link'
import {evaluatedReadings} from '../../../src/domain/telemetry/devices/severities'
import {statusOf} from '../../../src/domain/telemetry/devices/worstFirst'
import {NO_KEY_SETTINGS} from '../../../src/domain/telemetry/readings/keySettings'
import {rollUpOf} from '../../../src/domain/wall/arrangement'
import {
  alarmsAtCut,
  type Board,
  chosen,
  EMPTY_BOARD,
  evaluated,
  inOrder,
  isTurning,
  laidOut,
  pagesOf,
  panelPages,
  turned,
  withAlarms,
  withBox,
  withDraft,
  withLink,
  withSettings,
  withSeverities,
  withView,
} from '../../../src/domain/wall/board'
import {faceOf} from '../../../src/domain/wall/faces'
import {requestedHistories} from '../../../src/domain/wall/histories'
import {compositionFrom} from '../../../src/domain/wall/panels/panels'
import {DEFAULT_WALL_VIEW} from '../../../src/domain/wall/view'
import {NEW_WALL} from '../../../src/domain/wall/walls'
import {alarm} from '../../machines/alarms/alarm'
import {device} from '../../support/device'

const NOW = Date.parse('2026-01-14T12:00:00Z')
const BOX = {width: 1600, height: 900, screen: {width: 1920, height: 1080}}
/** Tiles of one size, in the order of the worst. */
const EQUAL = {...DEFAULT_WALL_VIEW, order: 'worst', grouping: 'none'} as const
const known = (id: string, label: string | null = null) => ({...device(id), label, keys: ['cpu', 'on'], isRead: true})
const DEVICES = [known('a', 'Hall 2'), known('b', 'Hall 1'), known('c', 'Hall 1')]
const HOT = {
  ofAll: new Map(),
  byDevice: new Map([['b', thresholdsFrom({cpu: {warning: {above: 50}, critical: {above: 90}}}).thresholds]]),
}

const values = (cpu: Readonly<Record<string, number>>, age = 0) =>
  new Map(
    Object.entries(cpu).map(([id, value]) => [
      id,
      new Map([
        ['cpu', {value, ts: NOW - age, receivedAt: NOW - age}],
        ['on', {value: true, ts: NOW - age, receivedAt: NOW - age}],
      ]),
    ]),
  )

function boardWith(change: Partial<Board> = {}): Board {
  const board: Board = {
    ...EMPTY_BOARD,
    view: EQUAL,
    lateAfter: 90_000,
    now: NOW,
    link: LIVE,
    all: DEVICES,
    box: BOX,
    readings: values({a: 1, b: 1, c: 1}),
    ...change,
  }
  return chosen(seen(chosen(board)))
}

/** Returns the board after its values were evaluated. */
const seen = (board: Board): Board =>
  withSeverities(evaluated(board), evaluatedReadings({...board, thresholds: HOT}, board.readings.keys()))

const order = ({page}: Board) => page?.tiles.map(({device}) => device.id)
const later = (board: Board, change: Partial<Board>) => inOrder(seen({...board, now: board.now + 6000, ...change}))

describe('the order of the worst', () => {
  it('puts what is critical before warnings, those before what is silent, and all of it before the rest', () => {
    const board = boardWith({readings: new Map([...values({a: 1, c: 1}), ...values({b: 60})])})
    expect(order(board)).toEqual(['b', 'a', 'c'])
    const silent = new Map([...values({a: 1}), ...values({b: 60}), ...values({c: 1}, 120_000)])
    const worse = later(board, {readings: silent})
    expect(order(worse)).toEqual(['b', 'c', 'a'])
    expect(order(later(worse, {readings: new Map([...silent, ...values({b: 91})])}))).toEqual(['b', 'c', 'a'])
  })

  it('is held while somebody is at work on the wall, and for some seconds after each change', () => {
    const board = boardWith()
    const hot = values({a: 1, b: 99, c: 1})
    expect(order(inOrder(seen({...board, now: NOW + 4000, readings: hot})))).toEqual(['a', 'b', 'c'])
    const held = later({...board, isWatched: true}, {readings: hot})
    expect(order(held)).toEqual(['a', 'b', 'c'])
    expect(order(inOrder({...held, isWatched: false}))).toEqual(['b', 'a', 'c'])
  })

  it('is found at once in a replay, whatever was there first', () => {
    const board = withLink(boardWith(), REPLAY)
    const hot = inOrder(seen({...board, readings: values({a: 1, b: 99, c: 1})}))
    expect([order(hot), hot.counts.replay, hot.counts.fresh]).toEqual([['b', 'a', 'c'], 2, 0])
  })

  it('is found at once when all values have been read', () => {
    const unread = seen(chosen({...boardWith(), readings: new Map()}))
    expect(order(inOrder(seen({...unread, readings: values({a: 1, b: 99, c: 1})})))).toEqual(['b', 'a', 'c'])
  })
})

describe('a page', () => {
  it('stays the same object while the same tiles stand in the same places', () => {
    const board = boardWith()
    expect(later(board, {readings: values({a: 2, b: 2, c: 2})}).page).toBe(board.page)
  })

  it('keeps its kind of tile while a device is open beside it, however little room that leaves', () => {
    const all = Array.from({length: 200}, (_, at) => known(`d${at}`))
    const board = boardWith({all, box: {...BOX, width: 1900, height: 1000}})
    const narrow = {...BOX, width: 700, height: 1000}
    expect([board, laidOut({...board, box: narrow})].map(({page}) => page?.packing.kind)).toEqual(['device', 'name'])
    const open = laidOut({...withView(board, {...board.view, deviceId: 'd1'}), box: narrow})
    expect(open.page?.packing.kind).toBe('device')
    expect(laidOut(withView(open, board.view)).page?.packing.kind).toBe('device')
    expect(laidOut({...withView(open, board.view), box: {...narrow}}).page?.packing.kind).toBe('name')
  })

  it('shows numbers before other values', () => {
    expect(boardWith().page?.tiles[0]?.keys).toEqual(['cpu', 'on'])
  })

  it('groups devices, with the counts of each group', () => {
    const board = withView(boardWith({readings: values({a: 1, b: 99, c: 1})}), {
      ...EQUAL,
      grouping: 'label',
      order: 'name',
    })
    expect(board.page?.groups.map(({value, devices}) => [value, devices.map(({id}) => id)])).toEqual([
      ['Hall 1', ['b', 'c']],
      ['Hall 2', ['a']],
    ])
    const counts = board.groups.map(group => rollUpOf(group, board.conditions))
    expect(counts.map(({critical, fresh}) => [critical, fresh])).toEqual([
      [1, 1],
      [0, 1],
    ])
    expect(board.page?.packing.heads).toHaveLength(2)
  })

  it('filters by words, labels and statuses', () => {
    const board = boardWith({readings: values({a: 1, b: 99, c: 1})})
    const shown = (view: Partial<typeof DEFAULT_WALL_VIEW>) => order(withView(board, {...DEFAULT_WALL_VIEW, ...view}))
    expect([shown({statuses: ['critical']}), shown({labels: ['Hall 2']}), shown({q: 'hall 1 cpu'})]).toEqual([
      ['b'],
      ['a'],
      ['b', 'c'],
    ])
  })

  it('is turned after a thousand tiles, and then begins anew', () => {
    const many = Array.from({length: 1500}, (_, at) => known(`d${at}`))
    const first = boardWith({all: many})
    const second = turned(first, 1)
    const places = [first, second, turned(second, 1), turned(first, -1)].map(({page, turn}) => [
      turn.page,
      page?.tiles.length,
    ])
    expect(places).toEqual([
      [0, 1000],
      [1, 500],
      [0, 1000],
      [1, 500],
    ])
    const still = [{isPaused: true}, {isWatched: true}, {link: REPLAY}].map(change => ({...first, ...change}))
    expect([first, ...still].map(isTurning)).toEqual([true, false, false, false])
  })

  it('gives way to the next wall', () => {
    const walls = [
      {...NEW_WALL, name: 'A'},
      {...NEW_WALL, name: 'B', devices: {by: 'label' as const, values: ['Hall 2']}},
    ]
    const board = withView(boardWith({walls}), {...DEFAULT_WALL_VIEW, walls: ['A', 'B']})
    const names = [board, turned(board, 1), turned(turned(board, 1), 1)].map(({wall}) => wall?.name)
    expect([names, order(turned(board, 1))]).toEqual([['A', 'B', 'A'], ['a']])
  })

  it('is none for a wall that is not there, and before the screen is measured', () => {
    const board = boardWith()
    expect(withView(board, {...DEFAULT_WALL_VIEW, wall: 'Sold'})).toMatchObject({wall: null, page: null})
    expect(laidOut({...board, box: null}).page).toBeNull()
  })
})

describe('the alarms of the server', () => {
  const told = (...alarms: Alarm[]) => ({type: 'alarms.received', alarms, isAll: true}) as const
  const faces = (board: Board) => board.page?.tiles.map(tile => faceOf(tile, board, false))

  it('go before what the values say, which knows nothing of delays and people', () => {
    const hot = boardWith({readings: values({a: 1, b: 99, c: 1})})
    const calm = withAlarms(hot, told())
    expect([hot.counts.critical, calm.counts.critical]).toEqual([1, 0])
    expect(withSeverities(calm, hot.severities).counts.critical).toBe(0)
  })

  it('say what somebody has done about them', () => {
    const board = later(
      withAlarms(
        boardWith(),
        told(
          alarm('1', {deviceId: 'a', key: 'cpu', state: 'acknowledged'}),
          alarm('2', {deviceId: 'b', key: 'cpu', state: 'shelved'}),
          alarm('3', {deviceId: 'c', key: 'cpu'}),
        ),
      ),
      {},
    )
    expect(order(board)).toEqual(['c', 'a', 'b'])
    expect(faces(board)?.map(({severity, attention}) => [severity, attention])).toEqual([
      ['critical', 'unacknowledged'],
      ['critical', 'acknowledged'],
      [null, 'shelved'],
    ])
  })
})

describe('without the link', () => {
  it('nothing is fresh, the order stays, and the time of the cut is told', () => {
    const board = boardWith({readings: values({a: 1, b: 99, c: 1})})
    const cut = seen(withLink(board, RECONNECTING))
    const statuses = cut.page?.tiles.map(tile => faceOf(tile, cut, false).status)
    expect([statuses, cut.cutAt, order(later(cut, {}))]).toEqual([
      ['linkDown', 'linkDown', 'linkDown'],
      NOW,
      ['b', 'a', 'c'],
    ])
    expect(faceOf(cut.page?.tiles[0] ?? {id: '', device: known('x'), keys: []}, cut, false).severity).toBe('critical')
    expect(withLink(cut, LIVE).cutAt).toBeNull()
  })

  it('the alarms that stood are still counted, and none before the link was ever up', () => {
    const board = boardWith({readings: values({a: 60, b: 99, c: 1})})
    const alarms = (of: Board) => [alarmsAtCut(of, 'critical'), alarmsAtCut(of, 'warning'), alarmsAtCut(of, 'late')]
    const cut = seen(withLink(board, RECONNECTING))
    const never = withLink({...board, link: PROBING, cutAt: null}, RECONNECTING)
    expect([alarms(board), cut.counts.critical, alarms(cut), alarms(never)]).toEqual([
      [null, null, null],
      null,
      [1, 0, null],
      [null, null, null],
    ])
  })
})

describe('a status', () => {
  it.each([
    ['critical', 'late', 'critical'],
    ['warning', 'late', 'late'],
    ['warning', 'fresh', 'warning'],
    [null, 'fresh', 'fresh'],
    ['critical', 'linkDown', 'linkDown'],
    [null, 'never', 'never'],
  ] as const)('of a %s and %s value is %s', (severity, freshness, status) => {
    expect(statusOf(severity, freshness)).toBe(status)
  })
})

describe('a composed wall', () => {
  const tiles = (id: string, label: string, order = 'name') => ({
    id,
    kind: 'tiles',
    devices: {by: 'label', values: [label]},
    order,
    x: 0,
    y: id === 't' ? 0 : 6,
    w: 24,
    h: 6,
  })
  const composedBoard = (...entries: Json[]) => {
    const composition = compositionFrom(entries)
    const wall = {...NEW_WALL, isHome: true, ...(composition && {composition})}
    return withBox(withBox(boardWith({walls: [wall]}), BOX, 't'), BOX, 'u')
  }
  const shown = (board: Board, id: string) => board.panels.get(id)?.page?.tiles.map(({device}) => device.id)

  it('has tiles in its panels, each in its own order, and no page of its own', () => {
    const board = composedBoard(tiles('t', 'Hall 1'), tiles('u', 'Hall 2'))
    expect([board.page, shown(board, 't'), shown(board, 'u')]).toEqual([null, ['b', 'c'], ['a']])
  })

  it('keeps what its panels show, until that changes', () => {
    const board = composedBoard(tiles('t', 'Hall 1', 'worst'))
    const same = inOrder(evaluated({...board, now: NOW + 1000}))
    expect(same.panels.get('t')?.page).toBe(board.panels.get('t')?.page)
    const silent = new Map([...values({a: 1, b: 1}), ...values({c: 1}, 120_000)])
    expect(shown(later(board, {readings: silent}), 't')).toEqual(['c', 'b'])
  })

  it('turns the pages of all panels together', () => {
    const least = {...BOX, width: 7, height: 7}
    const board = withBox(composedBoard(tiles('t', 'Hall 1'), tiles('u', 'Hall 2')), least, 't')
    expect([pagesOf(board), isTurning(board), shown(board, 't')]).toEqual([2, true, ['b']])
    const next = turned(board, 1)
    expect([shown(next, 't'), shown(next, 'u')]).toEqual([['c'], ['a']])
    expect([turned(next, 1).turn.page, turned(board, -1).turn.page]).toEqual([0, 1])
  })

  it('has the panels of one screen on each page, and turns both with those of its tiles', () => {
    const composition = compositionFrom([tiles('t', 'Hall 1'), {...tiles('u', 'Hall 2'), y: 12}], 12)
    const wall = {...NEW_WALL, isHome: true, hasPages: true, ...(composition && {composition})}
    const board = withBox(withBox(boardWith({walls: [wall]}), BOX, 't'), BOX, 'u')
    expect(panelPages(board.wall).map(panels => panels.map(({id, y}) => [id, y]))).toEqual([[['t', 0]], [['u', 0]]])
    expect([pagesOf(board), isTurning(board), turned(board, 1).turn.page]).toEqual([2, true, 1])
  })

  it('has the room of its panels also when its name is known before its panels are, as of a new wall', () => {
    const board = composedBoard(tiles('t', 'Hall 1'))
    const named = withView(board, {...DEFAULT_WALL_VIEW, wall: 'New'})
    expect([named.wall, named.panels.size]).toEqual([null, 0])
    const walls = board.walls.map(wall => ({...wall, name: 'New'}))
    expect(shown(chosen({...named, walls}), 't')).toEqual(['b', 'c'])
  })

  it('is shown as it is drafted, and as it is kept again after that', () => {
    const board = composedBoard(tiles('t', 'Hall 1'))
    const draft = {...NEW_WALL, name: 'Draft'}
    expect(withDraft(board, draft).wall).toBe(draft)
    expect(withDraft(withDraft(board, draft), null).wall).toEqual(board.wall)
  })

  it('asks for the small charts of its tiles, and of numbers of devices that it has', () => {
    const number = (id: string, deviceId: string) => ({id, kind: 'number', series: {deviceId, key: 'cpu'}, x: 0, y: 20})
    const board = composedBoard(tiles('t', 'Hall 2'), number('n', 'b'), number('o', 'gone'), number('p', 'a'))
    expect(requestedHistories(board)).toEqual([
      {deviceId: 'a', key: 'cpu'},
      {deviceId: 'b', key: 'cpu'},
    ])
  })
})

describe('the key of a tile', () => {
  const overheated = alarm('1', {deviceId: 'b', key: 'on', severity: 'critical'})
  const shown = ({page}: Board, id: string) => page?.tiles.find(({device}) => device.id === id)?.keys[0]

  it('is the one in alarm as soon as its tile is red, even while the tiles keep their places', () => {
    for (const wall of [null, 'Named']) {
      const walls = [{...NEW_WALL, name: 'Named'}]
      const board = boardWith({isWatched: true, walls, view: {...DEFAULT_WALL_VIEW, wall}})
      expect(shown(board, 'b')).toBe('cpu')
      const after = inOrder(withAlarms(board, {type: 'alarms.received', alarms: [overheated], isAll: true}))
      expect([shown(after, 'b'), shown(after, 'a'), order(after)]).toEqual(['on', 'cpu', order(board)])
    }
  })

  it('is the headline key of its organisation as soon as that is known', () => {
    const all = DEVICES.map(each => ({...each, organisationId: 'org'}))
    const headlines = new Map([['org', [{by: 'label' as const, value: 'Hall 1', key: 'on'}]]])
    const after = withSettings(boardWith({all}), {...NO_KEY_SETTINGS, headlines})
    expect(['a', 'b'].map(id => shown(after, id))).toEqual(['cpu', 'on'])
  })
})

describe('a wall by importance', () => {
  const labels = ['Hall 1', 'Hall 2']
  const all = Array.from({length: 40}, (_, at) => known(`d${at}`, labels[at % 2]))
  const cool = Object.fromEntries(all.map(({id}) => [id, 1]))
  const raised = (...ids: string[]) =>
    ({
      type: 'alarms.received',
      alarms: ids.map((id, at) => alarm(id, {deviceId: id, key: 'cpu', severity: at === 0 ? 'critical' : 'warning'})),
      isAll: true,
    }) as const
  const boardOf = (change: Partial<Board> = {}) =>
    boardWith({all, readings: values(cool), view: DEFAULT_WALL_VIEW, ...change})
  const cardsOf = ({page}: Board) => page?.tiles.slice(0, page.cards.count).map(({device}) => device.id)
  const cellsOf = ({page}: Board) => page?.tiles.slice(page.cards.count).map(({device}) => device.id)

  it('has cells alone while all is well, in groups that stay where they are', () => {
    const board = boardOf()
    expect([board.page?.cards.count, board.groups.map(({value}) => value)]).toEqual([0, labels])
    expect(board.page?.packing.heads).toHaveLength(2)
  })

  it('gives cards to what needs attention, the most urgent first, and cells to the others', () => {
    const silent = new Map([...values(cool), ...values({d9: 1}, 120_000)])
    const board = later(withAlarms(boardOf(), raised('d3', 'd4')), {readings: silent})
    expect(cardsOf(board)).toEqual(['d3', 'd4', 'd9'])
    expect(cellsOf(board)).toHaveLength(37)
    expect(board.groups.map(({devices}) => devices.length)).toEqual([20, 20])
    expect(board.page?.tiles[0]?.keys[0]).toBe('cpu')
  })

  it('keeps those without a card in their groups, before those that are well', () => {
    const board = later(withAlarms(boardOf({box: {...BOX, height: 420}}), raised(...all.map(({id}) => id))), {})
    const {count = 0, more} = board.page?.cards ?? {}
    expect([count > 0, more?.count, cellsOf(board)?.length]).toEqual([true, 40 - count, 40 - count])
    expect(new Set(order(board)).size).toBe(40)
  })

  it('moves nothing while somebody is at work on it, and still shows the key in alarm', () => {
    const board = boardOf({isWatched: true})
    const after = later(withAlarms(board, raised('d3')), {})
    expect([cardsOf(after), after.page?.packing.tiles]).toEqual([[], board.page?.packing.tiles])
    expect(cardsOf(inOrder({...after, isWatched: false}))).toEqual(['d3'])
  })

  it('marks every card and cell as not current when the link is cut, and keeps them where they are', () => {
    const board = later(withAlarms(boardOf(), raised('d3')), {})
    const cut = later(withLink(board, RECONNECTING), {})
    expect(cut.page?.packing.tiles).toEqual(board.page?.packing.tiles)
    expect(new Set(cut.page?.tiles.map(tile => faceOf(tile, cut, false).freshness))).toEqual(new Set(['linkDown']))
  })

  it('has no groups where each device would have its own', () => {
    const own = all.map((each, at) => ({...each, label: `Place ${at}`}))
    expect([boardOf({all: own}).groups.length, boardOf({all: own}).page?.packing.heads]).toEqual([1, []])
  })
})
