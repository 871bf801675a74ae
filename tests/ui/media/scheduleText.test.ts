import {describe, expect, it} from 'vitest'
import {ALWAYS, type Schedule} from '../../../contract/rules/time/schedule'
import {createFormats} from '../../../src/domain/format/formats'
import {daysText} from '../../../src/ui/kit/text/dayNames'
import {plannedText, scheduleText} from '../../../src/ui/media/playlist/scheduleText'

const formats = createFormats({zone: 'Pacific/Kiritimati', hours: '12', language: 'en'})
const DAYTIME = {from: 480, until: 1080}

describe('a schedule in words', () => {
  it.each<[Partial<Schedule>, string]>([
    [{...DAYTIME, days: [1, 2, 3, 4, 5], through: '2026-12-24'}, '08:00–18:00 · Mon–Fri · until 24 Dec 2026'],
    [{from: 1320, until: 120}, '22:00–02:00'],
    [{from: 480}, '08:00–24:00'],
    [{until: 480}, '00:00–08:00'],
    [{since: '2026-12-01'}, 'from 1 Dec 2026'],
    [{since: '2028-02-29', through: '2028-03-01', days: [2, 3]}, 'Tue, Wed · 29 Feb 2028 – 1 Mar 2028'],
    [{days: []}, ''],
  ])('%j is %j', (schedule, words) => {
    expect(scheduleText({...ALWAYS, ...schedule}, formats)).toBe(words)
  })

  it.each([
    [[1, 2, 3, 4, 5, 6], 'Mon–Sat'],
    [[1, 2, 4, 5, 6], 'Mon, Tue, Thu–Sat'],
    [[7], 'Sun'],
  ])('has the days %j as %s', (days, words) => {
    expect(daysText(days)).toBe(words)
  })
})

describe('what is planned now, by the clocks of the screen,', () => {
  const at = (schedule: Partial<Schedule>, time: string) =>
    plannedText({...ALWAYS, ...schedule}, Date.parse(time), 'Europe/Berlin', formats)

  it.each<[Partial<Schedule>, string, string]>([
    [DAYTIME, '2026-12-01T12:00+01:00', 'planned now, until 18:00'],
    [DAYTIME, '2026-12-01T07:00+01:00', 'next at 08:00'],
    [DAYTIME, '2026-12-01T18:00+01:00', 'next at Wed, 2 Dec, 08:00'],
    [{since: '2026-11-01'}, '2026-12-01T18:00+01:00', 'planned now'],
    [{days: []}, '2026-12-01T18:00+01:00', ''],
  ])('for %j at %s is %j', (schedule, time, words) => {
    expect(at(schedule, time)).toBe(words)
  })
})
