import {expect, it} from 'vitest'
import {comparisonCsv} from '../../../../src/domain/telemetry/series/comparisonCsv'
import {NO_SERIES, type Series} from '../../../../src/domain/telemetry/series/series'

const at = (time: string) => Date.parse(`2026-01-14T${time}:00Z`)
const series = (points: [string, number][], overrides: Partial<Series> = {}): Series => ({
  ...NO_SERIES,
  points: points.map(([time, value]) => ({ts: at(time), value})),
  total: points.length,
  ...overrides,
})

it('writes all series over one column of times, and names units and points that are left out', () => {
  const file = comparisonCsv(
    [
      {
        title: 'Boiler · temperature',
        series: series([
          ['12:00', 20],
          ['12:02', 21],
        ]),
        unit: 'fahrenheit',
      },
      {
        title: 'Pump, "old" · flow',
        series: series(
          [
            ['12:01', 1.5],
            ['12:02', 2],
          ],
          {total: 50, isThinned: true},
        ),
        unit: 'unit:l/s',
      },
    ],
    'Europe/Berlin',
  )
  expect(file.split('\r\n')).toEqual([
    'timestamp,Boiler · temperature (°F),"Pump, ""old"" · flow (l/s; 2 of 50 points)"',
    '2026-01-14T13:00:00.000+01:00,68,',
    '2026-01-14T13:01:00.000+01:00,,1.5',
    '2026-01-14T13:02:00.000+01:00,69.8,2',
    '',
  ])
})
