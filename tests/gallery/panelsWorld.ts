import {fromPromise} from 'xstate'
import {NOTHING_EVALUATED} from '../../contract/rules/availability'
import type {StoredList} from '../../contract/rules/lists/storedList'
import type {WallTemplate} from '../../contract/rules/lists/wallTemplates'
import type {Place} from '../../contract/rules/place'
import {OFF, type Threshold} from '../../contract/rules/thresholds'
import type {Json} from '../../contract/wire/common'
import type {ScreenUpdate} from '../../src/domain/media/screenReport'
import type {KeySettings} from '../../src/domain/telemetry/readings/keySettings'
import {averagesFrom, sparklineBuckets} from '../../src/domain/telemetry/series/sparkline'
import {lastChanges} from '../../src/domain/wall/facts/changes'
import type {Facts, FactsAsked} from '../../src/domain/wall/facts/facts'
import type {SeriesBands} from '../../src/domain/wall/gauges/indicated'
import {historyId} from '../../src/domain/wall/histories'
import type {Framed} from '../../src/domain/wall/layout/shape'
import {compositionFrom} from '../../src/domain/wall/panels/panels'
import {panelsOfTemplate} from '../../src/domain/wall/panels/templates'
import type {DevicePlaces} from '../../src/domain/wall/places/placed'
import {NEW_WALL, type Wall} from '../../src/domain/wall/walls'
import type {PanelBands} from '../../src/machines/wall/panelBands'
import {AUDIT} from './consoleWorld'
import {answers, says} from './given'
import type {Parts} from './parts'
import {devicesOf, plant, valueAt} from './plant'
import {NOW} from './world'

const MINUTE = 60_000

const of = (at: number, key: string) => ({deviceId: `p-${at}`, key})

/** A panel of each kind. */
const PANELS: Json[] = [
  {id: 'a', kind: 'text', title: '', x: 0, y: 0, w: 20, h: 1, text: 'Salt Works, halls 1 to 8', size: 'huge'},
  {id: 'b', kind: 'clock', title: '', x: 20, y: 0, w: 4, h: 2, zone: ''},
  {id: 'c', kind: 'number', title: '', x: 0, y: 1, w: 5, h: 3, series: of(11, 'temperature')},
  {id: 'd', kind: 'number', title: 'Feed pump', x: 5, y: 1, w: 5, h: 3, series: of(2, 'load')},
  {id: 'e', kind: 'number', title: '', x: 10, y: 1, w: 5, h: 3, series: of(30, 'load')},
  {id: 'f', kind: 'number', title: 'Sold in May', x: 15, y: 1, w: 5, h: 3, series: of(900, 'load')},
  {
    id: 'g',
    kind: 'chart',
    title: 'Boilers',
    x: 0,
    y: 4,
    w: 12,
    h: 5,
    span: '24h',
    series: [of(1, 'temperature'), of(6, 'temperature'), of(30, 'temperature'), of(1, 'load')],
  },
  {id: 'h', kind: 'top', title: '', x: 12, y: 4, w: 8, h: 5, key: 'temperature', by: 'now', span: '24h', count: 5},
  {id: 'i', kind: 'alarms', title: '', x: 20, y: 2, w: 4, h: 7},
  {id: 'j', kind: 'tiles', title: 'Hall 3', x: 0, y: 9, w: 14, h: 4, devices: {by: 'label', values: ['Hall 3']}},
  {id: 'k', kind: 'globe', title: 'Site', x: 14, y: 9, w: 10, h: 4, zoom: 3},
]

export const composed = (entries: readonly Json[]): Wall => ({
  ...NEW_WALL,
  name: 'Salt Works',
  ...compositionOf(entries),
})

function compositionOf(entries: readonly Json[]): Pick<Wall, 'composition'> {
  const composition = compositionFrom([...entries])
  return composition === undefined ? {} : {composition}
}

export const COMPOSED = composed(PANELS)

const gauge = (id: string, x: number, y: number, more: Record<string, Json>): Json => ({
  id,
  kind: 'gauge',
  title: '',
  x,
  y,
  w: 6,
  h: 4,
  look: 'arc',
  ...more,
})

/** Well, in an alarm, beyond an end, late, without a limit, never, and gone. */
export const GAUGES = composed([
  gauge('a', 0, 0, {series: of(1, 'temperature')}),
  gauge('b', 6, 0, {series: of(5, 'load'), title: 'Fan', least: 0, most: 100}),
  gauge('c', 12, 0, {series: of(11, 'temperature'), least: 0, most: 90}),
  gauge('d', 18, 0, {series: of(30, 'temperature')}),
  gauge('e', 0, 4, {series: of(1, 'temperature'), look: 'bar', w: 12}),
  gauge('f', 12, 4, {series: of(5, 'load'), look: 'bar', least: 0, most: 100}),
  gauge('g', 18, 4, {series: of(2, 'load'), look: 'bar', least: 80, most: 100}),
  gauge('h', 0, 8, {series: of(30, 'load'), look: 'bar', least: 0, most: 100}),
  gauge('i', 6, 8, {series: of(3, 'pressure')}),
  gauge('j', 12, 8, {series: of(900, 'load')}),
  gauge('k', 18, 8, {series: of(42, 'load'), w: 3, h: 2}),
  gauge('l', 21, 8, {series: of(42, 'load'), w: 3, h: 2, look: 'bar'}),
])
export const WITHOUT_PANELS = composed([])
/** Five hundred clocks, all in one place. */
export const CROWDED = composed(
  Array.from({length: 500}, (_, at) => ({id: `x${at}`, kind: 'clock', title: '', x: 0, y: 0, w: 3, h: 2, zone: ''})),
)

/** A panel of each kind that says more than latest values, and three that have nothing to say. */
export const FACTS_WALL = composed([
  {id: 'a', kind: 'unusual', title: '', x: 0, y: 0, w: 10, h: 6, count: 5},
  {id: 'b', kind: 'late', title: '', x: 10, y: 0, w: 6, h: 6, count: 5},
  {id: 'c', kind: 'alarms', title: '', x: 16, y: 0, w: 8, h: 6},
  {id: 'd', kind: 'availability', title: '', x: 0, y: 6, w: 8, h: 6, span: '30d', count: 5},
  {id: 'e', kind: 'screens', title: '', x: 8, y: 6, w: 8, h: 6, count: 5},
  {id: 'f', kind: 'changes', title: '', x: 16, y: 6, w: 8, h: 6, count: 5},
  {id: 'g', kind: 'comparison', title: '', x: 0, y: 12, w: 12, h: 6, key: 'temperature', count: 5},
  {id: 'h', kind: 'comparison', title: 'Of the commonest key', x: 12, y: 12, w: 12, h: 3},
  {id: 'i', kind: 'comparison', title: 'Unknown', x: 12, y: 15, w: 12, h: 3, key: 'ozone'},
])

/** A chart whose lines are near their limits, and one of two scales. */
export const LIMITED = composed([
  {
    id: 'a',
    kind: 'chart',
    title: 'Boilers',
    x: 0,
    y: 0,
    w: 12,
    h: 12,
    span: '24h',
    series: [of(1, 'temperature'), of(11, 'temperature')],
  },
  {id: 'b', kind: 'chart', title: 'Press', x: 12, y: 0, w: 12, h: 12, series: [of(0, 'temperature'), of(0, 'load')]},
])

const repeated = (id: string, kind: string, more: Record<string, Json>): Json => ({id, kind, repeat: 'label', ...more})

/** Panels that have a copy for each of eight halls, and a chart of the last six hours. */
export const REPEATED = composed([
  repeated('a', 'number', {x: 0, y: 0, w: 12, h: 4, series: of(0, 'temperature')}),
  repeated('b', 'chart', {x: 0, y: 4, w: 12, h: 8, span: '6h', title: 'Temperatures', series: [of(0, 'temperature')]}),
  repeated('c', 'gauge', {x: 12, y: 0, w: 12, h: 4, series: of(0, 'load')}),
  repeated('d', 'tiles', {x: 12, y: 4, w: 12, h: 4, title: 'Halls'}),
  repeated('e', 'top', {x: 12, y: 8, w: 6, h: 4, key: 'load', count: 3}),
  {id: 'f', kind: 'chart', title: 'Press', x: 18, y: 8, w: 6, h: 4, span: '7d', series: [of(0, 'temperature')]},
])

/** The same in little room, and of devices without labels. */
export const REPEATED_SMALL = composed([
  repeated('a', 'number', {x: 0, y: 0, w: 24, h: 4, series: of(0, 'temperature')}),
  repeated('b', 'tiles', {x: 0, y: 4, w: 12, h: 5}),
  repeated('c', 'late', {x: 12, y: 4, w: 6, h: 4, count: 3}),
  repeated('d', 'alarms', {x: 18, y: 4, w: 6, h: 4}),
  repeated('e', 'indicators', {x: 12, y: 8, w: 12, h: 3, key: 'temperature'}),
  repeated('f', 'number', {x: 0, y: 9, w: 2, h: 1, series: of(0, 'temperature')}),
  repeated('g', 'chart', {x: 0, y: 11, w: 24, h: 1, series: [of(0, 'temperature')]}),
  repeated('h', 'gauge', {x: 2, y: 9, w: 4, h: 2}),
])

const AT = /\d+$/

const indicators = (id: string, y: number, more: Record<string, Json>): Json => ({
  id,
  kind: 'indicators',
  title: '',
  x: 0,
  y,
  w: 24,
  h: 4,
  ...more,
})

/** A key of all devices, series of several keys, and series with too little data. */
export const INDICATORS = composed([
  indicators('a', 0, {title: 'Halls 1 to 8', key: 'temperature'}),
  indicators('b', 4, {
    of: 'series',
    series: [0, 1, 5, 11, 30, 42].flatMap(at => [of(at, 'temperature'), of(at, 'load')]),
  }),
  indicators('c', 8, {title: 'Hall 3', key: 'load', devices: {by: 'label', values: ['Hall 3']}, w: 12}),
  indicators('d', 8, {x: 12, w: 6, title: 'Two', of: 'series', series: [of(7, 'load'), of(8, 'pressure')]}),
  indicators('e', 8, {x: 18, w: 6, key: 'pressure'}),
])

const HALLS = 8

/** All over Europe, around the date line, one device, none, and a saved part. */
export const MAPS = composed([
  {id: 'a', kind: 'map', title: 'Plants', x: 0, y: 0, w: 14, h: 7},
  {id: 'b', kind: 'map', title: 'Pacific', x: 14, y: 0, w: 10, h: 7, devices: {by: 'label', values: ['Hall 3']}},
  {id: 'c', kind: 'map', title: 'One', x: 0, y: 7, w: 8, h: 5, devices: {by: 'picked', values: ['p-11']}},
  {id: 'd', kind: 'map', title: 'None', x: 8, y: 7, w: 8, h: 5, devices: {by: 'picked', values: ['p-7']}},
  {id: 'e', kind: 'map', title: 'Europe', x: 16, y: 7, w: 8, h: 5, view: 'kept', latitude: 50, longitude: 10, zoom: 3},
  {id: 'f', kind: 'map', title: 'Wide', x: 0, y: 12, w: 24, h: 4, devices: {by: 'label', values: ['Hall 1']}},
])

const placeAt = (at: number): Place =>
  at % HALLS === 2
    ? {latitude: -18 + at / 12, longitude: at % 16 === 2 ? 178 - at / 12 : -172 + at / 12}
    : {latitude: 48 + ((at * 7) % 20) / 3, longitude: -2 + ((at * 13) % 40) / 2}

const places: DevicePlaces = new Map(
  Array.from({length: 60}, (_, at) => [`p-${at}`, placeAt(at)] as const).filter(([id]) => id !== 'p-7'),
)

export const mappedPlant = (parts: Parts): Partial<Parts> => ({
  ...composedPlant(MAPS)(parts),
  devicePlaces: parts.devicePlaces.provide({actors: {load: answers(places)}}),
})

const limits = (warning: number, critical: number): Threshold => ({
  ...OFF,
  warning: {above: warning, below: null},
  critical: {above: critical, below: null},
})

const settings: KeySettings = {
  headlines: new Map(),
  units: {ofAll: new Map([['load', '%']]), byDevice: new Map()},
  thresholds: {
    ofAll: new Map([
      ['temperature', limits(80, 90)],
      ['load', limits(70, 95)],
    ]),
    byDevice: new Map(),
  },
}

/** Nothing is usual of every tenth, and every seventh is still learned. */
const panelBands = (parts: Parts) =>
  parts.panelBands.provide({
    actors: {
      load: fromPromise(async ({input: {question}}): Promise<PanelBands> => {
        const HOUR = 3_600_000
        const found = question.series.flatMap((series): [string, SeriesBands][] => {
          const at = Number(series.deviceId.match(AT)?.[0] ?? 0)
          if (at % 10 === 9) return []
          if (at % 7 === 6) return [[historyId(series), {kind: 'learning'}]]
          const centre = series.key === 'load' ? 20 + ((at * 37) % 60) - (at % 5) : valueAt(at, 60) + 1
          const part = {start: NOW - HOUR, end: NOW + HOUR, centre, low: centre - 4, high: centre + 5}
          return [[historyId(series), {kind: 'known', parts: [{...part, basis: 'weekHour'}]}]]
        })
        return new Map(found)
      }),
    },
  })

/** A composed plant whose keys have units and limits. */
export const measuredPlant = (wall: Wall) => (parts: Parts) => {
  const given = composedPlant(wall)(parts)
  const devices = given.devices ?? parts.devices
  return {
    ...given,
    panelBands: panelBands(parts),
    devices: devices.provide({actors: {keySettings: says({type: 'keySettings.received', settings})}}),
  }
}

/** The same plant with other labels. */
export const labelledPlant =
  (wall: Wall, count: number, labelOf: (at: number) => string | null) =>
  (parts: Parts): Partial<Parts> => {
    const given = composedPlant(wall, true, count)(parts)
    const devices = given.devices ?? parts.devices
    const labelled = devicesOf(count).map((device, at) => ({...device, label: labelOf(at)}))
    return {...given, devices: devices.provide({actors: {loadDevices: answers(labelled)}})}
  }

/** A plant whose first wall is composed. */
export function composedPlant(wall: Wall, isFailing = true, count = 60): (parts: Parts) => Partial<Parts> {
  const list: StoredList<Wall> = {items: [{...wall, isHome: true}], ignored: [], isList: true, version: 3, exists: true}
  return parts => ({
    ...plant(count, isFailing)(parts),
    walls: parts.walls.provide({actors: {readList: answers(list)}}),
    panelSeries: parts.panelSeries.provide({
      actors: {
        load: fromPromise(async ({input: {question}}) => {
          const buckets = sparklineBuckets(NOW, question.span)
          const found = question.series.map(({deviceId, key}) => {
            const at = Number(deviceId.match(AT)?.[0] ?? 0)
            const points = Array.from({length: 96}, (_, bucket) => ({
              ts: buckets.start + bucket * buckets.windowMinutes * 60_000,
              value: key === 'load' ? 20 + ((at * 37 + bucket) % 60) : valueAt(at, bucket),
            }))
            const id = {deviceId, key}
            const values = points.map(({value}) => value)
            const [min, max] = [Math.min(...values), Math.max(...values) + 2]
            const figures = {mean: (min + max) / 2, min, max}
            return [historyId(id), {...id, averages: averagesFrom(points, buckets), figures}] as const
          })
          return {found: new Map(found), span: question.span}
        }),
      },
    }),
  })
}

const idOf = (at: number) => `p-${at}`
const UNUSUAL = [31, 12, 7].map((at, place) => ({
  deviceId: idOf(at),
  key: 'temperature',
  since: NOW - (place + 1) * 25 * MINUTE,
  score: 9 - 2 * place,
}))

/** Returns the answers to the panels of `FACTS_WALL`. */
export function factsOf(asked: FactsAsked): Facts {
  const readAt = NOW - MINUTE / 3
  switch (asked.kind) {
    case 'unusual': {
      const usual = UNUSUAL.slice(0, 2).map(
        id => [historyId(id), {low: 17.8, high: 19.9, value: 21.4, isCounter: false}] as const,
      )
      const learned = new Map(Array.from({length: 60}, (_, at) => [idOf(at), at < 40 ? 2 : 0]))
      return {kind: 'unusual', readAt, usual: new Map(usual), learned}
    }
    case 'availability':
      return {kind: 'availability', readAt, rows: Array.from({length: 60}, (_, at) => availabilityAt(at))}
    case 'screens':
      return {kind: 'screens', readAt, updates: Array.from({length: 12}, (_, at) => screenAt(at)), videos: VIDEO_NAMES}
    case 'comparison': {
      const of = (day: number) =>
        new Map(
          asked.series.map((id, at) => [
            historyId(id),
            {mean: valueAt(at, day), min: valueAt(at, day) - 4, max: valueAt(at, day) + 4},
          ]),
        )
      return {kind: 'comparison', readAt, today: of(1), yesterday: of(4)}
    }
    case 'changes':
      return {kind: 'changes', readAt, entries: lastChanges(AUDIT, asked.count)}
    default:
      return asked satisfies never
  }
}

const availabilityAt = (at: number) => ({
  id: idOf(at),
  name: `Device ${at}`,
  label: null,
  customer: null,
  devices: 1,
  goal: at % 3 === 0 ? null : 99.5,
  amounts:
    at === 59
      ? NOTHING_EVALUATED
      : {...NOTHING_EVALUATED, evaluated: MONTH, available: MONTH - ((at * 7919) % 500) * MINUTE},
  days: [],
})
const MONTH = 30 * 24 * 60 * MINUTE

const VIDEO_NAMES = new Map([
  ['v1', 'Summer sale'],
  ['v2', 'Opening hours'],
])
const screenAt = (at: number): ScreenUpdate => {
  const beat = NOW - (at < 8 ? MINUTE : at * 40 * MINUTE)
  const report = {revision: 3, fetching: null, ready: 2, files: 2, free: null, clockError: null, zone: null, faults: {}}
  return {
    deviceId: idOf(at),
    heartbeat: at === 11 ? null : {ts: beat, arrivedAt: beat},
    report: {...report, playing: at % 3 === 2 ? null : `v${(at % 3) + 1}`},
  }
}

/** A plant whose panels are answered so. */
export const answeringPlant =
  (answer: (asked: FactsAsked) => Facts = factsOf, wall = FACTS_WALL, count = 60) =>
  (parts: Parts): Partial<Parts> => {
    const given = composedPlant(wall, true, count)(parts)
    return {
      ...given,
      wall: (given.wall ?? parts.wall).provide({
        actors: {unusual: says({type: 'unusual.received', changes: UNUSUAL, isAll: true})},
      }),
      panelFacts: parts.panelFacts.provide({actors: {load: fromPromise(async ({input}) => answer(input.question))}}),
    }
  }

/** A plant of so many devices, whose wall is a template. */
export const templatePlant =
  (template: WallTemplate, count: number, framed: Framed = {}) =>
  (parts: Parts): Partial<Parts> => {
    const wall: Wall = {
      ...NEW_WALL,
      name: 'Salt Works',
      ...framed,
      composition: {
        panels: panelsOfTemplate(template, 'temperature', framed.shape),
        surplus: [],
        isMended: false,
      },
    }
    const given = answeringPlant(factsOf, wall, count)(parts)
    const devices = given.devices ?? parts.devices
    return {
      ...given,
      panelBands: panelBands(parts),
      devices: devices.provide({actors: {keySettings: says({type: 'keySettings.received', settings})}}),
    }
  }
