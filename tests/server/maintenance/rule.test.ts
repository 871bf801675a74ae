import {describe, expect, it} from 'vitest'
import {readRule, UnusableRule} from '../../../server/maintenance/rule'

const START = {start: '2026-03-27T02:30', zone: 'Europe/Berlin', minutes: 60}
const read = (rrule: string) => readRule({...START, rrule})

describe('a rule', () => {
  it.each([
    'RRULE:freq=weekly;byday=mo,fr',
    'FREQ=WEEKLY;BYDAY=MO,FR;',
    ' FREQ = WEEKLY ; BYDAY = MO, FR ; ',
    'FREQ=WEEKLY;BYDAY=MO,FR;BYHOUR=2;BYMINUTE=30;BYSECOND=0',
    'FREQ=WEEKLY;BYDAY=MO,FR;WKST=MO;INTERVAL=1',
  ])('is read as calendars write it: %s', rrule => {
    expect(read(rrule)).toEqual(read('FREQ=WEEKLY;BYDAY=MO,FR'))
  })

  it.each([
    ['every day', '"every day" is not understood in the rule.'],
    ['FREQ=DAILY;;COUNT=2', '"" is not understood in the rule.'],
    ['FREQ=DAILY;COLOUR=red', '"COLOUR=red" is not understood in the rule.'],
    ['BYDAY=MO', 'A rule repeats daily, weekly, monthly or yearly: FREQ must be one of these.'],
    ['FREQ=HOURLY;INTERVAL=1', 'A rule repeats daily, weekly, monthly or yearly: FREQ must be one of these.'],
    ['FREQ=DAILY;FREQ=YEARLY', 'FREQ stands twice in the rule. Leave one of them out.'],
    ['FREQ=DAILY;BYDAY=MO;byday=TU', 'BYDAY stands twice in the rule. Leave one of them out.'],
    ['FREQ=DAILY;BYHOUR=0,6', '"BYHOUR=0,6" repeats more often than daily, which no maintenance does.'],
    ['FREQ=DAILY;BYMINUTE=0,30', '"BYMINUTE=0,30" repeats more often than daily, which no maintenance does.'],
    ['FREQ=DAILY;BYHOUR=3', '"BYHOUR=3" is not the time of the start. Leave it out: the start says the time.'],
    ['FREQ=DAILY;BYHOUR=99', '"BYHOUR=99" is not the time of the start. Leave it out: the start says the time.'],
    ['FREQ=DAILY;BYSECOND=5', '"BYSECOND=5" is not the time of the start. Leave it out: the start says the time.'],
    [
      'FREQ=DAILY;INTERVAL=0',
      '"INTERVAL=0" is not possible: it must be a whole number from 1 to 3660 with FREQ=DAILY.',
    ],
    [
      'FREQ=YEARLY;INTERVAL=-1',
      '"INTERVAL=-1" is not possible: it must be a whole number from 1 to 10 with FREQ=YEARLY.',
    ],
    [
      'FREQ=DAILY;INTERVAL=100000',
      '"INTERVAL=100000" is not possible: it must be a whole number from 1 to 3660 with FREQ=DAILY.',
    ],
    ['FREQ=DAILY;COUNT=0', '"COUNT=0" is not possible: it must be a whole number from 1 to 100000.'],
    ['FREQ=DAILY;COUNT=2;UNTIL=20270101', 'COUNT and UNTIL exclude each other. Leave one of them out.'],
    ['FREQ=DAILY;BYMONTH=13', '"13" is not possible in BYMONTH: it must be from 1 to 12.'],
    ['FREQ=DAILY;BYMONTH=-1', '"-1" is not possible in BYMONTH: it must be from 1 to 12.'],
    ['FREQ=MONTHLY;BYMONTHDAY=1,0', '"0" is not possible in BYMONTHDAY: it must be from 1 to 31, or from -31 to -1.'],
    ['FREQ=YEARLY;BYYEARDAY=367', '"367" is not possible in BYYEARDAY: it must be from 1 to 366, or from -366 to -1.'],
    ['FREQ=YEARLY;BYWEEKNO=54', '"54" is not possible in BYWEEKNO: it must be from 1 to 53, or from -53 to -1.'],
    ['FREQ=MONTHLY;BYWEEKNO=20', 'BYWEEKNO means nothing with FREQ=MONTHLY: only FREQ=YEARLY has numbers of weeks.'],
    ['FREQ=WEEKLY;BYDAY=1MO', '"1MO" means nothing within a week. Leave the number out: "MO".'],
    ['FREQ=DAILY;BYDAY=MO,-1FR', '"-1FR" means nothing within a week. Leave the number out: "FR".'],
    ['FREQ=YEARLY;BYWEEKNO=20;BYDAY=2MO', '"2MO" means nothing within a week. Leave the number out: "MO".'],
    ['FREQ=MONTHLY;BYDAY=6MO', '"6MO" is not possible in BYDAY: its number must be from 1 to 5, or from -5 to -1.'],
    ['FREQ=MONTHLY;BYDAY=0MO', '"0MO" is not possible in BYDAY: its number must be from 1 to 5, or from -5 to -1.'],
    ['FREQ=YEARLY;BYDAY=54MO', '"54MO" is not possible in BYDAY: its number must be from 1 to 53, or from -53 to -1.'],
    ['FREQ=WEEKLY;BYDAY=MON', '"MON" is not possible in BYDAY: a day is one of MO, TU, WE, TH, FR, SA, SU.'],
    ['FREQ=WEEKLY;WKST=1', '"1" is not possible in WKST: a day is one of MO, TU, WE, TH, FR, SA, SU.'],
    [
      'FREQ=DAILY;BYDAY=MO;BYSETPOS=366',
      '"366" is not possible in BYSETPOS: it must be from 1 to 1, or from -1 to -1.',
    ],
    ['FREQ=MONTHLY;BYSETPOS=1', 'BYSETPOS means nothing alone: another part must say which days it chooses from.'],
    [
      'FREQ=DAILY;UNTIL=20260230',
      '"UNTIL=20260230" is not possible: it must be a day such as 20261231, or a time of it.',
    ],
    [
      'FREQ=DAILY;EXDATE=20261224',
      'EXDATE is not part of a rule. Leave it out, and end the maintenance of that day when it comes.',
    ],
    [
      'RRULE:FREQ=DAILY RDATE:20261224T023000',
      'RDATE is not part of a rule. Leave it out, and plan that day as maintenance of its own.',
    ],
    [
      'DTSTART:20200101T000000Z RRULE:FREQ=DAILY',
      'DTSTART is not part of a rule. Leave it out: the start is a field of its own.',
    ],
    [`FREQ=DAILY;BYMONTHDAY=${'1,'.repeat(100)}1`, 'A rule has at most 200 characters.'],
  ])('is refused with %s', (rrule, sentence) => {
    expect(() => read(rrule)).toThrow(new UnusableRule(sentence))
  })
})
