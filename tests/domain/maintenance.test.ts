import {describe, expect, it} from 'vitest'
import {draftOf, entryOf, inZone, type MaintenanceEntry, stageOf} from '../../src/domain/maintenance'

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
