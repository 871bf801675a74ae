import {describe, expect, it} from 'vitest'
import type {Json} from '../../../contract/wire/common'
import {LIVE} from '../../../src/domain/link'
import {type Board, chosen, EMPTY_BOARD, withAlarms, withBox} from '../../../src/domain/wall/board'
import {type Copy, shownCopies} from '../../../src/domain/wall/copies'
import {requestedHistories} from '../../../src/domain/wall/histories'
import {compositionFrom, compositionValue, PANEL_KINDS} from '../../../src/domain/wall/panels/panels'
import {panelsFile, readPanels} from '../../../src/domain/wall/panels/transfer'
import {DEFAULT_WALL_VIEW} from '../../../src/domain/wall/view'
import {NEW_WALL} from '../../../src/domain/wall/walls'
import {alarm} from '../../machines/alarms/alarm'
import {device} from '../../support/device'

const NOW = Date.parse('2026-01-14T12:00:00Z')
const labelled = (id: string, label: string | null, keys: readonly string[] = ['cpu']) => ({...device(id, keys), label})
const RACKS = [labelled('a', 'Rack 10'), labelled('b', 'Rack 2'), labelled('c', 'Rack 2'), labelled('d', null)]
const SERIES = {deviceId: 'a', key: 'cpu'}

function boardWith(panels: Json[], devices = RACKS): Board {
  const composition = compositionFrom(panels)
  const wall = {...NEW_WALL, name: 'Racks', isHome: true, ...(composition && {composition})}
  const readings = new Map(
    devices.map(({id, keys}) => [id, new Map(keys.map(key => [key, {value: 1, ts: NOW, receivedAt: NOW}]))]),
  )
  const board = {...EMPTY_BOARD, view: DEFAULT_WALL_VIEW, lateAfter: 90_000, now: NOW, link: LIVE}
  return chosen({...board, walls: [wall], all: devices, readings})
}

const panel = (kind: string, more: Record<string, Json> = {}): Json => ({
  id: 'p',
  kind,
  x: 0,
  y: 0,
  w: 24,
  h: 12,
  repeat: 'label',
  ...more,
})

const copies = (board: Board): readonly Copy[] => board.copies.get('p') ?? []
const labels = (board: Board) => copies(board).map(({label}) => label)

/** The devices of each copy. */
const devicesIn = (board: Board) =>
  copies(board).map(copy =>
    'devices' in copy.panel ? copy.panel.devices.values : [copy.panel.series].flat().map(({deviceId}) => deviceId),
  )

describe('a panel that is repeated', () => {
  it('has a copy for each label in the order of labels, and one for devices without a label', () => {
    const board = boardWith([panel('alarms')])
    expect([labels(board), devicesIn(board)]).toEqual([
      ['Rack 2', 'Rack 10', null],
      [['b', 'c'], ['a'], ['d']],
    ])
  })

  it('has copies of its own devices alone', () => {
    expect(devicesIn(boardWith([panel('late', {devices: {by: 'picked', values: ['c', 'a']}})]))).toEqual([['c'], ['a']])
  })

  it('has a copy alone for labels whose devices send its key', () => {
    const devices = [...RACKS, labelled('e', 'Roof', ['rain'])]
    expect(labels(boardWith([panel('top', {key: 'rain'})], devices))).toEqual(['Roof'])
    expect(labels(boardWith([panel('top', {key: 'cpu'})], devices))).toEqual(['Rack 2', 'Rack 10', null])
  })

  it('has none without labels, and 200 with a label each', () => {
    expect(copies(boardWith([panel('tiles')], [labelled('a', null), labelled('b', '')]))).toEqual([])
    const many = Array.from({length: 200}, (_, at) => labelled(`d${at}`, `Label ${at}`))
    expect(labels(boardWith([panel('tiles')], many))).toEqual(many.map(({label}) => label))
  })

  it('shows the keys of its chart of the devices of each label, six at most and the worst among them', () => {
    const devices = Array.from({length: 8}, (_, at) => labelled(`d${at}`, 'Rack'))
    const board = boardWith([panel('chart', {series: [SERIES, {deviceId: 'b', key: 'cpu'}]})], devices)
    expect(devicesIn(board)).toEqual([['d0', 'd1', 'd2', 'd3', 'd4', 'd5']])
    const alarmed = chosen(
      withAlarms(board, {type: 'alarms.received', alarms: [alarm('1', {deviceId: 'd7', key: 'cpu'})], isAll: true}),
    )
    expect([devicesIn(alarmed), copies(alarmed)[0]?.left]).toEqual([[['d0', 'd1', 'd2', 'd3', 'd4', 'd7']], 2])
  })

  it.each(['number', 'gauge'])(
    'shows the value of a %s of the device of each label that is worst, and names it',
    kind => {
      const board = boardWith([panel(kind, {series: SERIES})])
      expect(copies(board).map(({name}) => name)).toEqual(['Device b', 'Device a', 'Device d'])
      const alarmed = chosen(
        withAlarms(board, {type: 'alarms.received', alarms: [alarm('1', {deviceId: 'c', key: 'cpu'})], isAll: true}),
      )
      expect(copies(alarmed)[0]?.name).toBe('Device c')
      expect(requestedHistories(alarmed).map(({deviceId}) => deviceId)).toEqual(['c', 'a', 'd'])
    },
  )

  it('has tiles in each copy, in the room that the copy has', () => {
    const board = boardWith([panel('tiles')])
    const [first] = copies(board)
    if (first === undefined) throw new Error('there is no copy')
    const box = {width: 400, height: 300, screen: {width: 1920, height: 1080}}
    const tiles = withBox(board, box, first.panel.id).panels.get(first.panel.id)
    expect(tiles?.page?.tiles.map(({id}) => id)).toEqual(['b', 'c'])
  })

  it('keeps its copies as they are while nothing changes', () => {
    const board = boardWith([panel('alarms')])
    expect(copies(chosen({...board, now: NOW + 1000}))[0]).toBe(copies(board)[0])
  })

  it('shows the copies with the worst devices where not all have room', () => {
    const board = boardWith([panel('alarms')])
    const alarmed = chosen(
      withAlarms(board, {type: 'alarms.received', alarms: [alarm('1', {deviceId: 'a', key: 'cpu'})], isAll: true}),
    )
    expect(shownCopies(copies(alarmed), 2).map(({label}) => label)).toEqual(['Rack 2', 'Rack 10'])
    expect(shownCopies(copies(alarmed), 1).map(({label}) => label)).toEqual(['Rack 10'])
  })
})

describe('the choice to repeat a panel', () => {
  it('belongs to the kinds whose copies differ, and is stored and exported with the panel', () => {
    const repeated = PANEL_KINDS.filter(kind => {
      const composition = compositionFrom([panel(kind)])
      if (composition === undefined) throw new Error('is no composition')
      expect(readPanels(panelsFile(composition), [])).toMatchObject({panels: composition.panels})
      return JSON.stringify(compositionValue(composition)).includes('"repeat":"label"')
    })
    expect(repeated).toEqual([
      ...['tiles', 'number', 'gauge', 'indicators', 'chart', 'top', 'alarms', 'late', 'comparison'],
    ])
  })

  it('is not to repeat a panel of a wall from before', () => {
    expect(
      compositionFrom([
        {id: 'p', kind: 'tiles'},
        {id: 'q', kind: 'chart', repeat: 'moon'},
      ])?.panels,
    ).toMatchObject([{repeat: 'none'}, {repeat: 'none'}])
  })
})
