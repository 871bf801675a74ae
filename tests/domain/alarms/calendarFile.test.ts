import {describe, expect, it} from 'vitest'
import {readCalendarFile} from '../../../src/domain/alarms/calendarFile'
import {draftOfImport, type NamedRota, overridesFrom} from '../../../src/domain/alarms/onCall'

const NOW = Date.parse('2026-10-19T12:00+02:00')
const read = (text: string) => readCalendarFile(text, {zone: 'Europe/Berlin', now: NOW})
const calendar = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:test', ...lines, 'END:VCALENDAR', ''].join('\r\n')
const event = (...lines: string[]) => ['BEGIN:VEVENT', 'UID:1', ...lines, 'END:VEVENT']
const at = (text: string) => Date.parse(text)

describe('a calendar file', () => {
  it.each<[string, string[], string, string]>([
    [
      'whole days on the clocks of the rota, over a change of them',
      ['DTSTART;VALUE=DATE:20261024', 'DTEND;VALUE=DATE:20261027'],
      '2026-10-24T00:00+02:00',
      '2026-10-27T00:00+01:00',
    ],
    [
      'one whole day without an end',
      ['DTSTART;VALUE=DATE:20261025'],
      '2026-10-25T00:00+02:00',
      '2026-10-26T00:00+01:00',
    ],
    ['times in UTC', ['DTSTART:20261024T060000Z', 'DTEND:20261024T070000Z'], '2026-10-24T06:00Z', '2026-10-24T07:00Z'],
    [
      'times of a known zone',
      ['DTSTART;TZID=America/New_York:20261024T060000', 'DURATION:PT2H'],
      '2026-10-24T06:00-04:00',
      '2026-10-24T08:00-04:00',
    ],
    [
      'times of a zone that nobody knows, on the clocks of the rota',
      ['DTSTART;TZID=Moon:20261024T060000', 'DTEND;TZID=Moon:20261024T080000'],
      '2026-10-24T06:00+02:00',
      '2026-10-24T08:00+02:00',
    ],
  ])('is read with %s', (_, lines, start, end) => {
    expect(read(calendar(...event('SUMMARY:Sea', ...lines)))).toEqual({
      events: [{start: at(start), end: at(end), note: 'Sea'}],
    })
  })

  it('is read with a zone that it describes itself', () => {
    const zone = [
      ...['BEGIN:VTIMEZONE', 'TZID:W. Europe', 'BEGIN:STANDARD', 'DTSTART:16010101T000000'],
      ...['TZOFFSETFROM:+0300', 'TZOFFSETTO:+0300', 'END:STANDARD', 'END:VTIMEZONE'],
    ]
    const moved = event('DTSTART;TZID=W. Europe:20261024T060000', 'DTEND;TZID=W. Europe:20261024T070000')
    expect(read(calendar(...zone, ...moved))).toMatchObject({events: [{start: at('2026-10-24T06:00+03:00')}]})
  })

  it('is read with the repetitions that are not over, without those that are left out', () => {
    const weekly = ['DTSTART;VALUE=DATE:20261005', 'RRULE:FREQ=WEEKLY;COUNT=5', 'EXDATE;VALUE=DATE:20261026']
    const days = ['2026-10-19T00:00+02:00', '2026-11-02T00:00+01:00']
    expect(read(calendar(...event(...weekly)))).toMatchObject({events: days.map(day => ({start: at(day)}))})
  })

  it('is read with what repeats each day for years', () => {
    const daily = event('DTSTART:20150101T060000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY')
    expect(read(calendar(...daily))).toMatchObject({events: {0: {start: at('2026-10-20T06:00Z')}, length: 92}})
  })

  it('is read with the words of a folded line, and without cancelled events', () => {
    const gone = event('STATUS:CANCELLED', 'DTSTART:20261024T060000Z', 'DTEND:20261024T070000Z')
    const folded = event('SUMMARY:Sum', ' mer\\, sea', 'DTSTART:20261025T060000Z', 'DTEND:20261025T070000Z')
    expect(read(calendar(...gone, ...folded))).toMatchObject({events: [{note: 'Summer, sea'}]})
  })

  it.each<[string, string, string]>([
    ['nothing', '', 'unreadable'],
    ['a page', '<html><body>Sign in</body></html>', 'unreadable'],
    ['half a calendar', 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART:2026', 'unreadable'],
    ['a contact', 'BEGIN:VCARD\r\nFN:Ann\r\nEND:VCARD', 'unreadable'],
    ['an event without a time', calendar(...event('SUMMARY:Sea')), 'unreadable'],
    ['a time of no meaning', calendar(...event('DTSTART:soon', 'DTEND:later')), 'unreadable'],
    ['no events', calendar(), 'empty'],
    ['events that are over', calendar(...event('DTSTART:20200101T000000Z', 'DTEND:20200102T000000Z')), 'empty'],
    ['an event of a year', calendar(...event('DTSTART;VALUE=DATE:20261024', 'DTEND;VALUE=DATE:20271024')), 'long'],
    [
      'an event each minute for ever',
      calendar(...event('DTSTART:20261024T060000Z', 'DURATION:PT1M', 'RRULE:FREQ=MINUTELY')),
      'many',
    ],
    [
      'seconds for a hundred years, many times',
      calendar(
        ...Array(2000)
          .fill(event('DTSTART:19260101T000000Z', 'DURATION:PT1S', 'RRULE:FREQ=SECONDLY'))
          .flat(),
      ),
      'many',
    ],
    ['more than a megabyte', 'x'.repeat(1_000_001), 'large'],
  ])('with %s is refused', (_, text, problem) => {
    expect(read(text)).toEqual({problem})
  })

  it('becomes overrides in place of the person who is away', () => {
    const rota: NamedRota = {
      id: 'r1',
      name: 'Night',
      zone: 'Europe/Berlin',
      people: ['ann', 'bob'],
      layers: [],
      overrides: [],
      version: 1,
      handOver: {minute: 480, days: 7, since: '2026-10-05'},
    }
    const file = read(calendar(...event('SUMMARY:Sea', 'DTSTART:20261024T060000Z', 'DTEND:20261024T070000Z')))
    const draft = {...draftOfImport(rota), file, away: 'ann', person: 'bob'}
    expect(overridesFrom(draft)).toEqual([
      {start: at('2026-10-24T06:00Z'), end: at('2026-10-24T07:00Z'), person: 'bob', insteadOf: 'ann', note: 'Sea'},
    ])
    expect(overridesFrom({...draft, person: ''})).toEqual([])
  })
})
