import {describe, expect, it} from 'vitest'
import type {AlarmState} from '../../../src/domain/alarm'
import {ALARM_ACTION_KINDS, type AlarmActionKind, canBeDone} from '../../../src/domain/alarms/action'
import {knownAfter, newCalls} from '../../../src/domain/alarms/calls'
import {besideOccurrence, rangeAround, searchFromBefore, shownOccurrence} from '../../../src/domain/alarms/history'
import {type AlarmReport, averageRate, columnsOf, peakRate, reportRange} from '../../../src/domain/alarms/report'
import {lengthOf} from '../../../src/domain/format/times'
import {alarm, occurrence} from '../../machines/alarms/alarm'

describe('an action', () => {
  it.each<[AlarmState, AlarmActionKind[]]>([
    ['normal', ['shelve', 'maintain', 'comment', 'leaveService']],
    ['unacknowledged', ['acknowledge', 'shelve', 'maintain', 'comment', 'leaveService']],
    ['acknowledged', ['shelve', 'maintain', 'comment', 'leaveService']],
    ['returnedUnacknowledged', ['acknowledge', 'shelve', 'maintain', 'comment', 'leaveService']],
    ['latchedUnacknowledged', ['acknowledge', 'reset', 'shelve', 'maintain', 'comment', 'leaveService']],
    ['latchedAcknowledged', ['reset', 'shelve', 'maintain', 'comment', 'leaveService']],
    ['shelved', ['unshelve', 'maintain', 'comment', 'leaveService']],
    ['outOfService', ['maintain', 'comment', 'returnToService']],
  ])('of an alarm that is %s is one of %j', (state, kinds) => {
    expect(ALARM_ACTION_KINDS.filter(kind => canBeDone(kind, alarm('a', {state})))).toEqual(kinds)
  })

  it('of an alarm whose device is in maintenance starts none', () => {
    expect(canBeDone('maintain', alarm('a', {maintenanceUntil: 100}))).toBe(false)
  })
})

describe('a call', () => {
  const known = new Map([['a', false]])

  it.each([
    ['has become critical', alarm('a'), 1],
    ['is only a warning', alarm('a', {severity: 'warning'}), 0],
    ['is acknowledged', alarm('a', {state: 'acknowledged'}), 0],
    ['goes to and fro', alarm('a', {isFlapping: true}), 0],
    ['is not known and has changed since', alarm('b', {changedAt: 60}), 1],
    ['is not known and has changed before', alarm('b', {changedAt: 40}), 0],
  ])('comes or not of an alarm that %s', (_, told, count) => {
    expect(newCalls([told], known, 50)).toHaveLength(count)
  })

  it('comes once, and again only after it was answered', () => {
    const calling = knownAfter([alarm('a')], known)
    expect(newCalls([alarm('a')], calling, 0)).toEqual([])
    const answered = knownAfter([alarm('a', {state: 'acknowledged'})], calling)
    expect(newCalls([alarm('a')], answered, 0)).toHaveLength(1)
  })

  it('is forgotten with its alarm', () => {
    expect(knownAfter([alarm('a', {state: 'normal'})], known)).toEqual(new Map())
  })
})

const MINUTE = 60_000

describe('the page of an alarm', () => {
  const occurrences = ['third', 'second', 'first'].map(id => occurrence({id}))
  const history = {alarm: alarm('a', {occurrence: occurrence({id: 'third'})}), journal: [], next: null, occurrences}

  it.each([
    [null, 'third'],
    ['second', 'second'],
    ['unknown', 'third'],
  ])('that is asked for the occurrence %s is about the %s', (asked, id) => {
    expect(shownOccurrence(history, asked)?.id).toBe(id)
  })

  it.each([
    ['third', 'second', undefined],
    ['second', 'first', 'third'],
    ['first', undefined, 'second'],
  ])('leads from the %s occurrence to the %s before and the %s after it', (id, before, after) => {
    const {previous, next} = besideOccurrence(history, occurrence({id}))
    expect([previous?.id, next?.id]).toEqual([before, after])
  })
})

describe('the time around an occurrence', () => {
  it.each([
    [null, 100, [40, 100]],
    [occurrence({raisedAt: 100 * MINUTE}), 104, [90, 104]],
    [occurrence({raisedAt: 100 * MINUTE, returnedAt: 160 * MINUTE}), 1000, [70, 190]],
    [occurrence({raisedAt: 100 * MINUTE, returnedAt: 160 * MINUTE}), 165, [70, 165]],
  ])('is wide enough to see what led to it (%#)', (told, now, [start = 0, end = 0]) => {
    expect(rangeAround(told, now * MINUTE)).toEqual({start: start * MINUTE, end: end * MINUTE})
  })
})

describe('a replay of an alarm', () => {
  it('begins five minutes before it was raised, on the screen that asks', () => {
    const raised = {raisedAt: Date.parse('2026-05-05T10:05:30Z')}
    expect(searchFromBefore('?show=a&at=2026-01-01T00:00Z', raised)).toBe(
      '?show=a&at=2026-05-05T10%3A00%3A30.000Z&rate=10',
    )
  })
})

describe('the report', () => {
  const report: AlarmReport = {
    raised: 36,
    responses: {severities: [], devices: []},
    floods: [],
    worst: [],
    standing: [],
    chattering: [],
    periods: [
      {start: 0, raised: 3},
      {start: 10 * MINUTE, raised: 12},
      {start: 50 * MINUTE, raised: 1},
    ],
  }
  const hour = {start: 0, end: 60 * MINUTE}

  it('tells rates in ten minutes', () => {
    expect([averageRate(report, hour), peakRate(report), peakRate({...report, periods: []})]).toEqual([6, 12, 0])
  })

  it('draws the worst of the periods that share a column', () => {
    expect(columnsOf(report, hour, 6)).toEqual([3, 12, 0, 0, 0, 1])
    expect(columnsOf(report, hour, 2)).toEqual([12, 1])
  })

  it('is of a month at most', () => {
    const day = 24 * 60 * MINUTE
    expect(reportRange({start: 0, end: 40 * day})).toEqual({start: 9 * day, end: 40 * day})
  })
})

it.each([
  [500, '0.5 s'],
  [30_000, '30 s'],
  [90_000, '90 s'],
  [120_000, '2 min'],
  [5_400_000, '90 min'],
  [7_200_000, '2 h'],
  [172_800_000, '2 d'],
])('a length of %d ms is written as %s', (length, text) => {
  expect(lengthOf(length)).toBe(text)
})
