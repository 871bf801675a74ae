import {expect, it} from 'vitest'
import {percentOf} from '../../../contract/rules/availability'
import {
  type AvailabilityReport,
  availabilityCsv,
  availabilityRange,
  goalsDraft,
  goalsOf,
  goalsProblems,
  isMet,
  lengthOf,
} from '../../../src/domain/alarms/availability'

const DAY = 86_400_000
const amounts = (available: number, evaluated = DAY) => ({
  available,
  evaluated,
  maintenance: 0,
  unknown: DAY - evaluated,
})

it('less than all is never told as all, and nothing known is no number', () => {
  expect([percentOf(amounts(DAY)), percentOf(amounts(DAY - 1)), percentOf(amounts(0, 0))]).toEqual([100, 99.99, null])
})

it('a goal is met as long as something is left of it', () => {
  expect([99, 99.9, null].map(goal => isMet(amounts(DAY * 0.995), goal))).toEqual([true, false, null])
  expect(isMet(amounts(0, 0), 99)).toBeNull()
})

it('a range is cut to 31 days at its beginning', () => {
  expect(availabilityRange({start: 0, end: 40 * DAY})).toEqual({start: 9 * DAY, end: 40 * DAY})
})

it.each([
  [5_000, '5 s'],
  [185_000, '3 min'],
  [7_800_000, '2 h 10 min'],
  [DAY + 4.5 * 3_600_000, '1 d 4 h'],
])('%i ms are written as %s', (time, text) => {
  expect(lengthOf(time)).toBe(text)
})

const REPORT: AvailabilityReport = {
  days: [0, DAY],
  total: {devices: 1, amounts: amounts(0), days: []},
  rows: [
    {
      id: 'd1',
      name: '=Press, left',
      label: 'hall',
      customer: null,
      devices: 1,
      goal: 99,
      amounts: amounts(DAY * 0.9),
      days: [amounts(DAY * 0.9), amounts(0, 0)],
    },
  ],
  leftOff: 0,
  goals: {goal: null, labels: {old: 98}, version: 2},
  labels: ['hall'],
  mayChange: true,
}

it('a file has a line for each row, with the share and the seconds of the days as they are in the zone', () => {
  expect(availabilityCsv(REPORT, 'Europe/Berlin')).toBe(
    'name,label,customer,devices,availability_percent,goal_percent,left_seconds,' +
      'available_seconds,judged_seconds,maintenance_seconds,not_known_seconds,' +
      '1970-01-01,1970-01-01 available_seconds,1970-01-01 judged_seconds,' +
      '1970-01-01 maintenance_seconds,1970-01-01 not_known_seconds,' +
      '1970-01-02,1970-01-02 available_seconds,1970-01-02 judged_seconds,' +
      '1970-01-02 maintenance_seconds,1970-01-02 not_known_seconds\r\n' +
      '"\'=Press, left",hall,,1,90,99,-7776,77760,86400,0,0,90,77760,86400,0,0,,0,0,0,86400\r\n',
  )
})

it('goals are typed for all and for each label that is there or has one', () => {
  const draft = goalsDraft(REPORT)
  expect(draft).toEqual({goal: '', labels: {hall: '', old: '98'}})
  expect(goalsProblems({goal: '-1', labels: {hall: 'x', old: '98'}})).toEqual({goal: true, labels: ['hall']})
  expect(goalsOf({goal: '99,5', labels: {hall: ' 97 % ', old: ''}}, 2)).toEqual({
    goal: 99.5,
    labels: {hall: 97},
    version: 2,
  })
})
