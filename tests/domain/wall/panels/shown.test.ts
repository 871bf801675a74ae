import {describe, expect, it} from 'vitest'
import {LIVE, RECONNECTING} from '../../../../src/domain/link'
import type {Figures} from '../../../../src/domain/telemetry/series/sparkline'
import type {FoundHistory} from '../../../../src/domain/wall/histories'
import {attentionOf} from '../../../../src/domain/wall/panels/attention'
import {ranked} from '../../../../src/domain/wall/panels/ranked'
import {seriesOfKey} from '../../../../src/domain/wall/panels/series'
import {type TopPanel, topPanel} from '../../../../src/domain/wall/panels/top'
import {alarm} from '../../../machines/alarms/alarm'
import {device} from '../../../support/device'

const NOW = Date.parse('2026-01-14T12:00:00Z')
const DEVICES = ['a', 'b', 'c', 'd'].map(id => ({...device(id), keys: id === 'd' ? [] : ['cpu']}))
const reading = (value: number | string, age = 0) => ({value, ts: NOW - age, receivedAt: NOW - age})
const board = {
  devices: DEVICES,
  now: NOW,
  lateAfter: 90_000,
  link: LIVE,
  readings: new Map([
    ['a', new Map([['cpu', reading(10)]])],
    ['b', new Map([['cpu', reading(90, 120_000)]])],
    ['c', new Map([['cpu', reading(20)]])],
  ]),
}
const panel = (change: Partial<TopPanel> = {}): TopPanel => ({
  ...topPanel.read({id: 't', title: '', x: 0, y: 0, w: 8, h: 6}, {key: 'cpu'}),
  ...change,
})
/** The averages lie within the measured values, as those of many values do. */
const history = (deviceId: string, figures?: Figures): [string, FoundHistory] => [
  `${deviceId} cpu`,
  {
    deviceId,
    key: 'cpu',
    averages: {points: figures ? [{ts: 0, value: figures.max - 0.5}] : [], gaps: [], isTruncated: false},
    ...(figures && {figures}),
  },
]
const FOUND = new Map([history('a', {mean: 2, min: 1, max: 3}), history('b', {mean: 6, min: 5, max: 7}), history('c')])
const order = (change: Partial<TopPanel> = {}, of = board) =>
  ranked(panel(change), of, FOUND).map(({device}) => device.id)

describe('the table of a key', () => {
  it('begins with the highest or the lowest, and ends with what is not in time', () => {
    expect([order(), order({end: 'lowest'})]).toEqual([
      ['c', 'a', 'b'],
      ['a', 'c', 'b'],
    ])
    expect(ranked(panel(), board, FOUND).map(({freshness}) => freshness)).toEqual(['fresh', 'fresh', 'late'])
  })

  it('is sorted by what a span says, where a late value still counts, and what has none comes last', () => {
    expect([order({by: 'mean'}), order({by: 'max', end: 'lowest'})]).toEqual([
      ['b', 'a', 'c'],
      ['a', 'b', 'c'],
    ])
    expect(ranked(panel(), board, FOUND).map(({mean, max}) => [mean, max])).toEqual([
      [null, null],
      [2, 3],
      [6, 7],
    ])
  })

  it('shows nothing as fresh while the link is down', () => {
    const cut = ranked(panel(), {...board, link: RECONNECTING}, FOUND)
    expect(cut.map(({freshness}) => freshness)).toEqual(['linkDown', 'linkDown', 'linkDown'])
  })

  it('has no more rows than wanted, of the chosen devices that have the key', () => {
    expect(order({count: 3, devices: {by: 'picked', values: ['a', 'd']}})).toEqual(['a'])
    expect(seriesOfKey(panel(), board)).toEqual(['a', 'b', 'c'].map(deviceId => ({deviceId, key: 'cpu'})))
  })
})

describe('the alarms that need attention', () => {
  const alarms = new Map(
    [
      alarm('1', {deviceId: 'a', severity: 'warning'}),
      alarm('2', {deviceId: 'b'}),
      alarm('3', {deviceId: 'a', state: 'acknowledged'}),
      alarm('4', {deviceId: 'elsewhere'}),
      alarm('5', {deviceId: 'a', maintenanceUntil: NOW + 1000}),
    ].map(each => [each.id, each]),
  )
  const ids = (by: 'all' | 'picked', ...values: string[]) =>
    attentionOf({alarms, devices: DEVICES}, {by, values})?.map(({id}) => id)

  it('are those of the chosen devices, the most severe first, and none of maintenance', () => {
    expect([ids('all'), ids('picked', 'a')]).toEqual([['2', '1'], ['1']])
  })

  it('are not known before they are read', () => {
    expect(attentionOf({alarms: null, devices: DEVICES}, {by: 'all', values: []})).toBeNull()
  })
})
