import type {Threshold} from '../../contract/rules/thresholds'
import type {Alarm, AlarmCounts, JournalEntry, Occurrence} from '../../src/domain/alarm'
import type {AlarmHistory} from '../../src/domain/alarms/history'
import type {Whom} from '../../src/domain/alarms/onCall'
import type {AlarmReport} from '../../src/domain/alarms/report'
import type {Reading, ReadingsByDevice, TelemetryValue} from '../../src/domain/telemetry/readings/reading'
import {NO_SERIES, type Series} from '../../src/domain/telemetry/series/series'
import {sparklineRange} from '../../src/domain/telemetry/series/sparkline'
import type {TimeRange} from '../../src/domain/timeRange/timeRange'
import type {Trend, TrendQuestion} from '../../src/machines/alarms/trend'
import {ago, LONG, NOC_ORGANISATION, NOW} from './world'

const THRESHOLD: Threshold = {
  warning: {above: 70, below: null},
  critical: {above: 80, below: 5},
  clear: 2,
  delay: {on: 30_000, off: 0},
  silentAfter: 90_000,
  isLatching: true,
  runbook: 'https://wiki.harbour.test/boilers/overheated',
}

const occurrence = (id: string, minutes: number, more: Partial<Occurrence> = {}): Occurrence => ({
  id,
  severity: 'critical',
  raisedAt: ago(minutes),
  returnedAt: null,
  acknowledged: null,
  ended: null,
  value: 80.4,
  peak: {value: 91.25, at: ago(minutes - 1)},
  ...more,
})

const alarm = (id: string, deviceName: string, key: string, more: Partial<Alarm> = {}): Alarm => ({
  id,
  deviceId: `device-${id}`,
  deviceName,
  deviceLabel: 'Hall 2',
  organisationId: 'o1',
  customerId: 'c-cold',
  key,
  kind: 'value',
  state: 'unacknowledged',
  severity: 'critical',
  threshold: THRESHOLD,
  occurrence: occurrence(`occurrence-${id}`, 4),
  shelf: null,
  isFlapping: false,
  isChattering: false,
  changedAt: ago(4),
  version: 1,
  ...more,
})

const BY_ANA = {at: ago(20), by: 'ana.lindqvist@harbour.test'}

export const BOILER = alarm('a1', 'Boiler 7', 'temperature')

export const ALARMS: readonly Alarm[] = [
  BOILER,
  alarm('a2', 'Pump station west', 'heartbeat', {
    kind: 'silence',
    occurrence: occurrence('occurrence-a2', 38, {value: null, peak: null}),
  }),
  alarm('a3', LONG, 'pressure_of_the_intermediate_superheater', {isFlapping: true}),
  alarm('a4', 'Hall 2', 'humidity', {
    severity: 'warning',
    occurrence: occurrence('occurrence-a4', 61, {severity: 'warning'}),
    isChattering: true,
  }),
  alarm('a5', 'مضخة الشمال', 'flow', {
    state: 'returnedUnacknowledged',
    severity: null,
    occurrence: occurrence('occurrence-a5', 300, {severity: 'warning', returnedAt: ago(280)}),
  }),
  alarm('a6', 'Compressor', 'pressure', {
    state: 'acknowledged',
    occurrence: occurrence('occurrence-a6', 45, {acknowledged: BY_ANA}),
  }),
  alarm('a7', 'Chiller', 'temperature', {
    state: 'shelved',
    shelf: {until: NOW + 3_600_000, by: 'ana.lindqvist@harbour.test', reason: 'Being cleaned.'},
  }),
]

const present = (value: TelemetryValue, minutes: number): Reading => ({
  value,
  ts: ago(minutes),
  receivedAt: ago(minutes),
})

/** One is late, one has never come, and one is not read. */
export const PRESENT: ReadingsByDevice = new Map([
  ['device-a1', new Map([['temperature', present(88.5, 0)]])],
  ['device-a2', new Map([['heartbeat', present(1, 38)]])],
  ['device-a3', new Map([['pressure_of_the_intermediate_superheater', present(1_234_567.891, 0)]])],
  ['device-a4', new Map([['humidity', present(74.2, 7)]])],
  ['device-a6', new Map([['pressure', present(81, 0)]])],
  ['device-a7', new Map([['temperature', present(4.25, 0)]])],
])

/** One that is raised while the list is open. */
export const NEWEST = alarm('a9', 'Furnace', 'temperature', {
  changedAt: NOW,
  occurrence: occurrence('occurrence-a9', 0),
})

export const COUNTS: AlarmCounts = {
  unacknowledged: {warning: 2, critical: 3},
  active: {warning: 1, critical: 4},
  shelved: 1,
  outOfService: 0,
}

/** The other alarms raised when the boiler's was. */
export const RAISED_WITH: readonly Alarm[] = [
  alarm('a10', 'Feed pump', 'flow', {occurrence: occurrence('occurrence-a10', 4)}),
  alarm('a11', 'Boiler 8', 'heartbeat', {
    kind: 'silence',
    occurrence: occurrence('occurrence-a11', 6, {value: null, peak: null}),
  }),
  alarm('a12', LONG, 'humidity', {occurrence: occurrence('occurrence-a12', 1, {severity: 'warning'})}),
]

const entry = (id: string, minutes: number, more: Partial<JournalEntry>): JournalEntry => ({
  id,
  at: ago(minutes),
  kind: 'raised',
  severity: null,
  value: null,
  by: null,
  note: null,
  until: null,
  ...more,
})

export const HISTORY: AlarmHistory = {
  alarm: BOILER,
  journal: [
    entry('j6', 2, {kind: 'commented', by: 'ana.lindqvist@harbour.test', note: 'Valve 3 is stuck.\nOn my way.'}),
    entry('j5', 4, {kind: 'raised', severity: 'critical', value: 80.4}),
    entry('j4', 60, {kind: 'cleared'}),
    entry('j3', 70, {kind: 'acknowledged', by: 'tom@harbour.test', note: LONG}),
    entry('j2', 80, {kind: 'shelved', by: 'tom@harbour.test', note: 'Maintenance', until: ago(75)}),
    entry('j1', 90, {kind: 'raised', severity: 'warning', value: 71}),
  ],
  next: 'j0',
  occurrences: [
    occurrence('occurrence-a1', 4),
    occurrence('occurrence-a0', 90, {
      severity: 'warning',
      returnedAt: ago(61),
      ended: {at: ago(60), by: 'returned'},
      acknowledged: {at: ago(70), by: 'tom@harbour.test'},
    }),
  ],
}

const TEN_MINUTES = 600_000
const START = NOW - 7 * 24 * 6 * TEN_MINUTES

export const REPORT: AlarmReport = {
  raised: 431,
  responses: {
    severities: [
      {
        severity: 'critical',
        raised: 61,
        acknowledged: {median: 94_000, p90: 1_260_000},
        normal: {median: 600_000, p90: 9_000_000},
      },
      {severity: 'warning', raised: 370, acknowledged: null, normal: {median: 45_000, p90: 420_000}},
    ],
    devices: [
      {
        deviceId: 'd1',
        deviceName: 'Boiler 7',
        raised: 90,
        acknowledged: {median: 30_000, p90: 60_000},
        normal: {median: 1000, p90: 2000},
      },
      {deviceId: 'd2', deviceName: LONG, raised: 70, acknowledged: null, normal: null},
    ],
  },
  periods: Array.from({length: 300}, (_, at) => ({
    start: START + at * 3 * TEN_MINUTES,
    raised: at % 97 === 40 ? 24 : (at * 7) % 5,
  })),
  floods: [{start: START + 40 * 3 * TEN_MINUTES, end: START + 41 * 3 * TEN_MINUTES, raised: 31}],
  worst: ALARMS.slice(0, 4).map((worst, at) => ({alarm: worst, raised: 90 - 20 * at})),
  standing: ALARMS.slice(4, 6),
  chattering: ALARMS.slice(3, 4),
}

export const REPORT_RANGE = {start: START, end: NOW}

const STEPS = 90

/** Values that rise over the limit. */
export function seriesAround({start, end}: TimeRange): Series {
  const points = Array.from({length: STEPS}, (_, at) => ({
    ts: start + Math.round((at * (end - start)) / STEPS),
    value: 62 + 3 * Math.sin(at / 5) + 26 * Math.max(0, (at - 30) / STEPS),
  }))
  return {...NO_SERIES, points, total: STEPS}
}

/** Values that rise over the limit, out of the usual band. */
export function trendOf({span}: TrendQuestion): Trend {
  const range = sparklineRange(NOW, span)
  const {points} = seriesAround(range)
  return {
    span,
    averages: {points, gaps: [], isTruncated: false},
    usual: points.map(({ts}) => ({ts, low: 57, high: 67})),
  }
}

export const TREND: Trend = trendOf({deviceId: 'd-boiler', key: 'temperature', span: '1h'})

const ofBoiler = {deviceId: 'd-boiler', deviceName: 'Boiler', organisationId: NOC_ORGANISATION}

/** The alarms of one device. */
export const CARD_ALARMS = [
  alarm('c1', 'Boiler', 'temperature', ofBoiler),
  alarm('c2', 'Boiler', 'vibration', {
    ...ofBoiler,
    state: 'acknowledged',
    severity: 'warning',
    isFlapping: true,
    occurrence: occurrence('occurrence-c2', 45, {severity: 'warning', acknowledged: BY_ANA, value: 3140, peak: null}),
  }),
  alarm('c3', 'Boiler', 'heartbeat', {
    ...ofBoiler,
    kind: 'silence',
    occurrence: occurrence('occurrence-c3', 38, {value: null, peak: null}),
  }),
] as const

/** A route that notifies by three channels, of which one reached nobody. */
export const WHOM: Whom = {
  steps: [
    {route: 'NOC', afterMinutes: 0, recipients: ['hooks.slack.com', 'ada@acme.example'], unmanned: []},
    {route: 'NOC', afterMinutes: 30, recipients: ['chief@acme.example'], unmanned: ['Night']},
  ],
  notified: [
    {kind: 'slack', address: 'hooks.slack.com', name: null, route: 'NOC', at: ago(8), state: 'delivered'},
    {kind: 'email', address: 'ada@acme.example', name: 'Ada', route: 'NOC', at: ago(8), state: 'failed'},
    {kind: 'push', address: 'ada@acme.example', name: 'Ada', route: 'NOC', at: ago(7), state: 'waiting'},
  ],
}
