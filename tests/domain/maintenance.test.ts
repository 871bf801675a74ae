import fc from 'fast-check'
import {describe, expect, it} from 'vitest'
import {DAY, HOUR, MINUTE} from '../../contract/rules/time/durations'
import {
  draftOf,
  endOf,
  entryFromNow,
  entryOf,
  inZone,
  MAINTENANCE_LENGTHS,
  type MaintenanceEntry,
  type MaintenanceWindow,
  minutesUntil,
  runningMaintenance,
  stageOf,
} from '../../src/domain/maintenance'

const at = (iso: string) => Date.parse(iso)
const ENTRY: MaintenanceEntry = {
  title: 'Oil',
  reason: 'Yearly',
  target: {kind: 'label', value: 'hall 1'},
  plan: {start: '2026-06-30T02:30', zone: 'Europe/Berlin', minutes: 90, rrule: null},
}

describe('the draft of a window', () => {
  it.each([
    [null, 'never'],
    ['FREQ=DAILY', 'daily'],
    ['FREQ=WEEKLY;BYDAY=MO,SU', 'weekly'],
    ['FREQ=MONTHLY', 'monthly'],
    ['FREQ=WEEKLY;BYDAY=2MO', 'rule'],
    ['FREQ=WEEKLY;BYDAY=XX', 'rule'],
    ['FREQ=MONTHLY;BYDAY=2SU', 'rule'],
  ])('with the rule %s is shown as %s, and written as it was', (rrule, repeat) => {
    const entry = {...ENTRY, plan: {...ENTRY.plan, rrule}}
    const draft = draftOf(entry)
    expect(draft.repeat).toBe(repeat)
    expect(entryOf(draft)).toEqual(entry)
  })

  it('keeps its time on the wall in another zone', () => {
    const draft = draftOf(ENTRY)
    expect(draft.start).toBe(at('2026-06-30T00:30Z'))
    expect(inZone(draft, 'Asia/Kolkata')).toEqual({start: at('2026-06-29T21:00Z'), zone: 'Asia/Kolkata'})
  })
})

describe('the end of a draft', () => {
  const start = at('2026-06-30T00:30Z')

  it('is that of its length, and makes its length', () => {
    fc.assert(
      fc.property(fc.integer({min: 1, max: 31 * 24 * 60}), minutes => {
        const end = endOf({start, minutes: String(minutes)})
        expect(end).toBe(start + minutes * MINUTE)
        expect(minutesUntil(end, {start})).toBe(String(minutes))
      }),
    )
  })

  it.each([[start], [start - HOUR], [null]])('is no end at %s', end => {
    expect(minutesUntil(end, {start})).toBe('')
  })

  it.each([
    [null, '60'],
    [start, ''],
    [start, '-5'],
  ])('from %s on with the length “%s” is not known', (from, minutes) => {
    expect(endOf({start: from, minutes})).toBeNull()
  })
})

describe('a window', () => {
  it.each([
    [null, 'ended'],
    [{start: 10, end: 20}, 'running'],
    [{start: 11, end: 20}, 'coming'],
    [{start: 5, end: 10}, 'ended'],
  ] as const)('with the period %o is %s', (period, stage) => {
    expect(stageOf({period}, 10)).toBe(stage)
  })
})

describe('maintenance from now on', () => {
  const now = at('2026-10-25T00:30:20Z')

  it.each(MAINTENANCE_LENGTHS.slice(0, 2))('lasts for %i ms at least, and less than a minute longer', length => {
    const {plan} = entryFromNow({deviceId: 'd1', title: 'Maintenance', reason: '', until: now + length}, now)
    const start = at(`${plan.start}Z`)
    expect(plan).toMatchObject({zone: 'UTC', rrule: null, start: '2026-10-25T00:30'})
    expect(start + plan.minutes * MINUTE - (now + length)).toBeGreaterThanOrEqual(0)
    expect(start + plan.minutes * MINUTE - (now + length)).toBeLessThan(MINUTE)
  })

  it('lasts no longer than maintenance may, and a minute at least', () => {
    const minutes = (until: number) => entryFromNow({deviceId: 'd1', title: '', reason: '', until}, now).plan.minutes
    expect([minutes(now + 400 * DAY), minutes(now - HOUR)]).toEqual([31 * 24 * 60, 1])
  })
})

describe('the maintenance that a device is in', () => {
  const device = {id: 'd1', organisationId: 'o1', customerId: 'c1', label: 'hall 1'}
  const window = (id: string, more: Partial<MaintenanceWindow>): MaintenanceWindow => ({
    ...ENTRY,
    id,
    targetName: null,
    period: {start: 10, end: 20},
    last: null,
    createdBy: 'ada',
    mayChange: true,
    version: 1,
    ...more,
  })
  const own = window('own', {target: {kind: 'device', value: 'd1'}})

  it.each([
    ['for it alone is ended there', [own], {until: 20, windowId: 'own'}],
    ['for its label is ended where it was planned', [window('hall', {})], {until: 20, windowId: null}],
    ['ends with the last window', [own, window('hall', {period: {start: 0, end: 30}})], {until: 30, windowId: 'own'}],
    ['that others planned is theirs', [{...own, mayChange: false}], {until: 20, windowId: null}],
    ['has not begun yet', [{...own, period: {start: 16, end: 20}}], null],
    ['is over', [{...own, period: {start: 1, end: 15}}], null],
    ['is that of another device', [{...own, target: {kind: 'device', value: 'd2'} as const}], null],
  ])('%s', (_, windows, running) => {
    expect(runningMaintenance(windows, device, 15)).toEqual(running)
  })

  it('is none where the device has no organisation', () => {
    expect(runningMaintenance([own], {...device, organisationId: null}, 15)).toBeNull()
  })
})
