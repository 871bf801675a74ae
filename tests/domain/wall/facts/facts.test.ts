import {describe, expect, it} from 'vitest'
import {NOTHING_EVALUATED} from '../../../../contract/rules/availability'
import type {ScreenReport} from '../../../../contract/rules/media/screenState'
import type {AuditEntry} from '../../../../src/domain/audit'
import {LIVE, RECONNECTING} from '../../../../src/domain/link'
import type {UnusualByDevice} from '../../../../src/domain/telemetry/usual'
import {availabilityOf} from '../../../../src/domain/wall/facts/availability'
import {lastChanges} from '../../../../src/domain/wall/facts/changes'
import {compared, comparedDays} from '../../../../src/domain/wall/facts/comparison'
import {mayRead} from '../../../../src/domain/wall/facts/facts'
import {FACT_KINDS, FACT_RULES} from '../../../../src/domain/wall/facts/kinds'
import {lateDevices} from '../../../../src/domain/wall/facts/late'
import {screensOf} from '../../../../src/domain/wall/facts/screens'
import {unusualSeries} from '../../../../src/domain/wall/facts/unusual'
import {device} from '../../../support/device'

const NOW = Date.parse('2026-01-14T12:00:00Z')
const MINUTE = 60_000
const DEVICES = ['a', 'b', 'c', 'd'].map(id => ({...device(id), label: id === 'd' ? 'far' : 'near', keys: ['cpu']}))
const reading = (value: number | string, age = 0) => ({value, ts: NOW - age, receivedAt: NOW - age})
const base = {id: 'p', title: '', x: 0, y: 0, w: 8, h: 6}

const unusual: UnusualByDevice = new Map(
  ['a', 'b', 'c'].map((id, at) => [id, new Map([['cpu', {since: NOW - at * MINUTE, score: 5 + at}]])]),
)
const board = {
  devices: DEVICES,
  now: NOW,
  lateAfter: 90_000,
  link: LIVE,
  unusual,
  readings: new Map([
    ['a', new Map([['cpu', reading(10)]])],
    ['b', new Map([['cpu', reading(20)]])],
    ['c', new Map([['cpu', reading(90, 120_000)]])],
    ['d', new Map([['cpu', reading('on')]])],
  ]),
}

describe('the panel of what is unusual', () => {
  const panel = FACT_RULES.unusual.read(base, {count: 5})
  const facts = {
    usual: new Map([['b cpu', {low: 1, high: 2, value: 20, isCounter: false}]]),
    learned: new Map([['a', 1]]),
  }

  it('begins with the most unusual, and has nothing that is late', () => {
    const {rows, total} = unusualSeries(panel, board, facts)
    expect(rows.map(({device, value, usual}) => [device.id, value, usual?.high])).toEqual([
      ['b', 20, 2],
      ['a', 10, undefined],
    ])
    expect(total).toBe(2)
  })

  it('says how many are still learned, and how many are too late to be judged', () => {
    expect(unusualSeries(panel, board, facts)).toMatchObject({learning: {series: 2, of: 3}, unevaluated: 1})
    expect(unusualSeries(panel, board, {...facts, learned: null})).toMatchObject({learning: null})
  })

  it('calls nothing unusual while the link is down', () => {
    expect(unusualSeries(panel, {...board, link: RECONNECTING}, facts)).toMatchObject({
      rows: [],
      total: 0,
      unevaluated: 3,
    })
  })

  it('shows as many as wanted of the chosen devices, and counts all', () => {
    const chosen = FACT_RULES.unusual.read(base, {devices: {by: 'picked', values: ['a']}, count: 3})
    expect(unusualSeries(chosen, board, facts)).toMatchObject({total: 1, rows: [{device: {id: 'a'}}]})
  })
})

describe('the panel of late devices', () => {
  it('begins with those that were seen longest ago, and counts all', () => {
    const state = (status: 'late' | 'fresh' | 'linkDown', seenAt: number | null, at: number) =>
      [
        ['a', 'b', 'c', 'd'][at] ?? '',
        {status, seenAt, device: DEVICES[0] ?? device('x'), readings: undefined, newest: null},
      ] as const
    const deviceStates = new Map([
      state('late', NOW - MINUTE, 0),
      state('late', NOW - 3 * MINUTE, 1),
      state('fresh', NOW, 2),
      state('late', null, 3),
    ])
    const {rows, ...counts} = lateDevices(FACT_RULES.late.read(base, {}), {devices: DEVICES, deviceStates})
    expect(rows.map(({device}) => device.id)).toEqual(['d', 'b', 'a'])
    expect(counts).toEqual({total: 3, of: 4})
  })
})

describe('the panel of availability', () => {
  const row = (id: string, available: number, evaluated = 100) => ({
    id,
    name: id,
    label: null,
    customer: null,
    devices: 1,
    goal: null,
    days: [],
    amounts: {...NOTHING_EVALUATED, available, evaluated},
  })
  const rows = [row('x', 1), row('a', 99), row('b', 0, 0), row('c', 40), row('d', 50)]

  it('begins with the worst, ends with those of which nothing is known, and sums the chosen ones', () => {
    const shown = availabilityOf(FACT_RULES.availability.read(base, {}), {devices: DEVICES}, {rows})
    expect(shown.rows.map(({id}) => id)).toEqual(['c', 'd', 'a', 'b'])
    expect(shown).toMatchObject({total: {available: 189, evaluated: 300}, devices: 4})
  })

  it('has no devices that are not on the wall', () => {
    const chosen = FACT_RULES.availability.read(base, {devices: {by: 'label', values: ['far']}})
    expect(availabilityOf(chosen, {devices: DEVICES}, {rows}).rows.map(({id}) => id)).toEqual(['d'])
  })
})

describe('the panel of screens', () => {
  const HOUR = 60 * MINUTE
  const beat = (age: number) => ({ts: NOW - age, arrivedAt: NOW - age})
  const report = (playing: string | null): ScreenReport => ({
    revision: 1,
    fetching: null,
    ready: 1,
    files: 1,
    playing,
    free: null,
    clockError: null,
    zone: null,
    faults: {},
  })
  const facts = {
    readAt: NOW,
    updates: [
      {deviceId: 'a', heartbeat: beat(MINUTE), report: report('v1')},
      {deviceId: 'b', heartbeat: beat(2 * HOUR), report: report('v2')},
      {deviceId: 'c', heartbeat: null, list: {version: 3, items: [], savedAt: null}},
      {deviceId: 'd', heartbeat: beat(MINUTE), report: null, list: {version: 0, items: [], savedAt: null}},
    ],
    videos: new Map([['v1', 'Sale']]),
  }
  const panel = FACT_RULES.screens.read(base, {})

  it('begins with those that need a person, says what they show, and leaves out what has a heartbeat alone', () => {
    const {rows, ...counts} = screensOf(panel, {devices: DEVICES, link: LIVE}, facts)
    expect(rows.map(({device, reason, state}) => [device.id, reason.kind, state.kind])).toEqual([
      ['b', 'silent', 'silent'],
      ['c', 'noHeartbeat', 'new'],
      ['a', 'received', 'playing'],
    ])
    expect(counts).toEqual({online: 1, offline: 2, unknown: 0})
  })

  it('knows nothing of them while the link is down', () => {
    expect(screensOf(panel, {devices: DEVICES, link: RECONNECTING}, facts)).toMatchObject({
      online: 0,
      offline: 0,
      unknown: 3,
    })
  })
})

describe('the comparison of two days', () => {
  const at = (text: string) => Date.parse(text)

  it('is of the same hours by the clocks of the zone', () => {
    expect(comparedDays(at('2026-01-14T09:30:00Z'), 'Europe/Berlin')).toEqual({
      today: {start: at('2026-01-13T23:00:00Z'), end: at('2026-01-14T09:30:00Z')},
      yesterday: {start: at('2026-01-12T23:00:00Z'), end: at('2026-01-13T09:30:00Z')},
    })
  })

  it.each([
    ['after the clocks were set forward', '2026-03-30T08:00:00Z', '2026-03-29T08:00:00Z'],
    ['on the day on which they were', '2026-03-29T08:00:00Z', '2026-03-28T09:00:00Z'],
    ['on the day on which they were set back', '2026-10-25T09:00:00Z', '2026-10-24T08:00:00Z'],
  ])('keeps the time of day %s', (_, now, same) => {
    expect(comparedDays(at(now), 'Europe/Berlin').yesterday.end).toBe(at(same))
  })

  it('begins with the largest difference, and ends with what has none', () => {
    const panel = FACT_RULES.comparison.read(base, {key: 'cpu'})
    const of = (means: Record<string, number>) =>
      new Map(Object.entries(means).map(([id, mean]) => [`${id} cpu`, {mean, min: mean - 1, max: mean + 1}]))
    const rows = compared(
      panel,
      {devices: DEVICES},
      {
        today: of({a: 2, b: 10}),
        yesterday: of({a: 1, b: 30, d: 5}),
      },
    )
    expect(rows.map(({device, difference}) => [device.id, difference])).toEqual([
      ['b', -20],
      ['a', 1],
      ['c', null],
      ['d', null],
    ])
    expect(rows[1]?.today).toEqual({mean: 2, min: 1, max: 3})
  })
})

describe('the panel of the last changes', () => {
  it('has what was changed, and not who came and went', () => {
    const did = (action: string): AuditEntry => ({
      id: action,
      at: NOW,
      userId: 'u',
      email: 'u@x.test',
      address: '::1',
      action,
      detail: null,
      entityType: null,
      entityId: null,
      entityName: null,
      organisationId: null,
    })
    const entries = ['session.opened', 'device.updated', 'session.ended', 'usual.accepted', 'device.deleted'].map(did)
    expect(lastChanges(entries, 2).map(({action}) => action)).toEqual(['device.updated', 'usual.accepted'])
  })
})

describe('what a panel asks for', () => {
  it('is not what the server refuses', () => {
    const read = (authority: string) => FACT_KINDS.filter(kind => mayRead(kind, authority))
    expect(read('ORGANISATION_ADMIN')).toEqual([...FACT_KINDS])
    expect(read('CUSTOMER_USER')).toEqual(FACT_KINDS.filter(kind => kind !== 'changes'))
    expect(read('WALL')).toEqual(['unusual', 'late', 'comparison'])
  })
})

describe('what was kept of a panel', () => {
  it('takes its default where it is wrong or missing', () => {
    expect(FACT_RULES.availability.read(base, {span: '9d', count: 7, devices: 'x'})).toEqual({
      ...base,
      kind: 'availability',
      span: '7d',
      count: 10,
      devices: {by: 'all', values: []},
    })
    expect(FACT_RULES.comparison.read(base, {key: 4})).toMatchObject({key: ''})
    expect(FACT_RULES.changes.read(base, {count: '3'})).toMatchObject({kind: 'changes', count: 10})
  })
})
