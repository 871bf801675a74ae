import {notesFrom, type StoredNotes} from '../../contract/rules/lists/annotations'
import {thresholdsFrom} from '../../contract/rules/thresholds'
import type {TitledPeriod} from '../../src/domain/maintenance'
import type {CustomerNames, DeviceEntry} from '../../src/domain/telemetry/devices/device'
import type {DeviceFacts} from '../../src/domain/telemetry/devices/deviceFacts'
import type {KeySettings} from '../../src/domain/telemetry/readings/keySettings'
import type {Reading, ReadingsByDevice, TelemetryValue} from '../../src/domain/telemetry/readings/reading'
import {NO_SERIES, type Series} from '../../src/domain/telemetry/series/series'
import type {DerivedStatistics} from '../../src/domain/telemetry/series/seriesStatistics'
import type {StretchChanges, UnusualReceived, UsualPart, UsualReason} from '../../src/domain/telemetry/usual'
import type {EntriesEvent} from '../../src/machines/shell/palette'
import {deviceEntries, keyEntries, placeEntries} from '../../src/wiring/shell/paletteEntries'
import {PULSEWALL} from '../support/offer'
import {ago, LONG, NOW, PLANT_ADMIN} from './world'

const device = (
  id: string,
  name: string,
  type: string | null = null,
  label: string | null = null,
  customerId: string | null = null,
): DeviceEntry => ({
  id,
  name,
  type,
  label,
  customerId,
  organisationId: PLANT_ADMIN.organisationId,
  keys: [],
  isRead: false,
})

/** Devices of every freshness, and with every kind of name. */
export const DEVICES: readonly DeviceEntry[] = [
  device('d-boiler', 'Boiler', 'Heating', 'Hall 2'),
  device('d-conveyor', 'Conveyor', 'Drive', 'Hall 1'),
  device('d-dormant', 'Dormant'),
  device('d-pump', 'Pump 7', 'Pump', 'Basement', 'c-cold'),
  device('d-rtl', 'مضخة المياه', 'Pump', 'مبنى', 'c-rtl'),
  device('d-emoji', '🌡️ Roof sensor <b>bold</b>', 'Sensor', 'Roof & more', 'c-cold'),
  device('d-long', LONG, LONG, LONG),
]

export const CUSTOMERS: CustomerNames = new Map([
  ['c-cold', 'Quayside Cold Stores'],
  ['c-rtl', 'مخازن الميناء'],
])

const value = (value: TelemetryValue, minutes: number): Reading => ({
  value,
  ts: ago(minutes),
  receivedAt: ago(minutes),
})

export const READINGS: ReadingsByDevice = new Map([
  [
    'd-boiler',
    new Map([
      ['temperature', value(71.35, 0)],
      ['vibration', value(3140.28571, 0)],
    ]),
  ],
  [
    'd-conveyor',
    new Map<string, Reading>([
      ['mode', value('automatic', 0)],
      ['running', value(true, 0)],
      ['speed', value(1.5, 1)],
    ]),
  ],
  ['d-pump', new Map([['pressure', value(4.2, 190)]])],
  ['d-rtl', new Map([['temperature', value(-18.04, 2)]])],
  [
    'd-emoji',
    new Map([
      ['temperature', value(1_234_567.891, 0)],
      ['a<b>&c', value('', 0)],
    ]),
  ],
  ['d-long', new Map([[`key_${'very'.repeat(40)}`, value(LONG, 0)]])],
])

/** The boiler is in maintenance, and was yesterday. */
export const MAINTENANCE: readonly TitledPeriod[] = [
  {startsAt: ago(1500), endsAt: ago(1200)},
  {startsAt: ago(200), endsAt: ago(-70)},
].map(period => ({
  organisationId: PLANT_ADMIN.organisationId ?? '',
  title: 'New filters',
  target: {kind: 'device', value: 'd-boiler'},
  ...period,
}))

export const KEYS = new Map(DEVICES.map(({id}) => [id, [...(READINGS.get(id) ?? new Map()).keys()]]))

/** Two days of a value that swings with the day. */
export const SERIES: Series = {
  ...NO_SERIES,
  points: Array.from({length: 576}, (_, at) => {
    const ts = NOW - (575 - at) * 5 * 60_000
    return {ts, value: 70 + 6 * Math.sin(at / 46) + 1.5 * Math.sin(at * 1.7)}
  }),
  total: 576,
}

/** Returns different values for other devices and keys, so that lines can be distinguished. */
export function seriesOf({deviceId, key}: {deviceId: string; key: string}): Series {
  const seed = [...deviceId, ...key].reduce((sum, letter) => sum + letter.charCodeAt(0), 0)
  const valueAt = (value: number) => 20 + (seed % 50) + (value - 70) * (0.5 + (seed % 7) / 5)
  return {
    ...SERIES,
    points: SERIES.points.map(({ts, value}, at) => ({ts, value: valueAt(value) + Math.sin(at / 9 + seed)})),
  }
}

const swing = (ts: number) => 2 + Math.sin(ts / 7_000_000)
const envelope = SERIES.points.map(({ts, value}) => ({
  from: ts,
  to: ts + 5 * 60_000,
  min: value - swing(ts),
  max: value + swing(ts),
}))

/** The same in buckets of five minutes. */
export const BUCKETS: Series = {...SERIES, envelope, aggregation: 'average', window: {asked: 5, applied: 5}}

/** The same as one point in a hundred of the sent ones. */
export const THINNED: Series = {...SERIES, envelope, total: 57_600, isThinned: true}
/** Its older half is beyond the retention. */
export const FIGURES: Series = {...THINNED, rollupsUntil: ago(700)}

/** Two days of texts, with a silence in between. */
export const STATES: Series = {
  ...NO_SERIES,
  states: {
    runs: [
      {from: ago(2400), to: ago(1900), text: 'automatic'},
      {from: ago(1900), to: ago(1500), text: 'manual'},
      {from: ago(900), to: ago(200), text: 'automatic'},
      {from: ago(200), to: ago(0), text: LONG},
    ],
    holds: 90_000,
    total: 4,
  },
}

/** A motor that runs for five hours of nine. */
export const SWITCHED: Series = {
  ...THINNED,
  points: SERIES.points.map(({ts}) => ({ts, value: Number(Math.floor(ts / 3_600_000) % 9 < 5)})),
}

/** Points whose sums are each larger than a number can be. */
export const BEYOND: Series = {...NO_SERIES, aggregation: 'sum', window: {asked: 5, applied: 5}, total: 3}

const statistics = (average: number, min: number, max: number) => ({sum: average * 12, events: 12, average, min, max})
export const STATISTICS: DerivedStatistics = {
  lastHour: statistics(71.2, 70.4, 72.9),
  today: statistics(70.6, 66.1, 76.3),
  yesterday: statistics(69.8, 64, 75.2),
  thisWeek: statistics(70.1, 63.7, 76.3),
  lastWeek: null,
}

export const SHARES: DerivedStatistics = {
  ...STATISTICS,
  lastHour: {...statistics(0.55, 0, 1), events: 720},
  today: {...statistics(0.5, 0, 1), events: 8640},
  thisWeek: {...statistics(0.004, 0, 1), events: 60_480},
}

export const LARGE: DerivedStatistics = {
  lastHour: statistics(1_234_567.891, -123_456_789.5, 123_456_789.5),
  today: statistics(1_234_567_890.12, -999_999.99, 1.7976931348623157e308),
  yesterday: statistics(12_345_678_901_234, -1e15, 1e300),
  thisWeek: {...statistics(71.2, 70.4, 72.9), sum: null, events: 12_345_678},
  lastWeek: null,
}

export const KEY_SETTINGS: KeySettings = {
  headlines: new Map(),
  units: {
    ofAll: new Map([
      ['temperature', '°C'],
      ['pressure', 'bar'],
    ]),
    byDevice: new Map(),
  },
  thresholds: {
    ofAll: thresholdsFrom({
      temperature: {warning: {above: 72}, critical: {above: 76}, clear: 1},
      pressure: {critical: {below: 1}},
    }).thresholds,
    byDevice: new Map(),
  },
}

/** The events of the palette when all has been answered. */
export const PALETTE_ENTRIES: readonly EntriesEvent[] = [
  {type: 'entries.loaded', part: 'places', entries: placeEntries(PLANT_ADMIN, PULSEWALL)},
  {type: 'entries.loaded', part: 'devices', entries: deviceEntries(DEVICES, PLANT_ADMIN)},
  {type: 'entries.loaded', part: 'keys', entries: keyEntries(DEVICES, KEYS)},
  {type: 'entries.complete'},
]

/** Notes, and an entry that somebody else's program has left among them. */
export const NOTES: StoredNotes = notesFrom(
  [
    {at: ago(700), text: 'Filter changed', by: 'Ada Olsen'},
    {at: ago(420), until: ago(300), text: 'Maintenance of hall 2', by: 'Ada Olsen'},
    {when: 'yesterday'},
  ],
  3,
)

export const FACTS: DeviceFacts = {
  createdAt: ago(90_000),
  customer: 'Harbour Works',
  attributes: [
    {key: 'calibration', value: 1.02},
    {key: 'serial', value: 'PW-00002'},
  ],
  notes: NOTES,
}

/** The usual bands of the boiler by the hour of the day; the last hours are unusual. */
export const USUAL_PARTS: readonly UsualPart[] = Array.from({length: 49}, (_, at) => {
  const centre = (at < 44 ? 70 : 66) + 6 * Math.sin(((at - 1) / 12) * Math.PI)
  return {
    start: ago(60 * (49 - at)),
    end: ago(60 * (48 - at)),
    basis: 'weekHour' as const,
    low: centre - 3,
    high: centre + 3,
    centre,
  }
})

export const UNUSUAL = {
  type: 'unusual.received',
  changes: [{deviceId: 'd-boiler', key: 'temperature', since: ago(12), score: 6.4}],
  isAll: true,
} as const satisfies UnusualReceived

export const REASON: UsualReason = {
  verdict: 'unusual',
  value: 71.35,
  ts: NOW,
  unusualSince: ago(12),
  score: 6.4,
  band: {low: 52.1, high: 63.9, centre: 58, basis: 'weekHour'},
  days: 27,
  hours: 4,
  missing: null,
  isCounter: false,
  zone: 'Europe/Berlin',
  expected: {told: 3, days: 28},
  accepted: {at: ago(20_000), by: 'Petra Plant', reason: 'New burner since the overhaul'},
}

export const CHANGES: StretchChanges = {
  stretch: {start: ago(180), end: ago(120)},
  pastFrom: ago(720),
  compared: 14,
  tooLittle: 3,
  changes: [
    {deviceId: 'd-boiler', key: 'temperature', before: 61.2, during: 75.9, by: 7.3, isCounter: false},
    {deviceId: 'd-pump', key: 'pressure', before: 4.2, during: 3.1, by: -4.85, isCounter: false},
    {deviceId: 'd-long', key: 'key_very_long_indeed_and_longer', before: 0.25, during: 1, by: 2.1, isCounter: true},
    {deviceId: 'd-gone', key: 'speed', before: 1.5, during: 1.6, by: 0.4, isCounter: false},
  ],
}
