import * as z from 'zod/mini'
import {
  CHART_POINT_LIMIT,
  DEFAULT_WINDOW_MINUTES,
  HISTORY_RANGE_MAX,
  KEY_LENGTH,
  LATEST_DEVICES_PER_QUERY,
  MAX_TS,
  MAX_WINDOW_MINUTES,
  MIN_TS,
  MIN_WINDOW_MINUTES,
  SERIES_LIMIT_MAX,
  SPARKLINE_POINTS,
  SPARKLINES_PER_QUERY,
  USUAL_HOURS_OF_MANY,
} from '../../limits'
import {id, json, temperatureUnit} from '../common'
import {entityParams} from '../entities/attribute'
import {device} from '../entities/device'
import {addition, route} from '../route'
import {isStorable} from '../text'
import {isZoneOrOffset} from '../zone'

export const AGGREGATIONS = ['none', 'average', 'sum', 'count', 'max', 'min'] as const
export const aggregation = z.enum(AGGREGATIONS)
export type Aggregation = z.infer<typeof aggregation>

const typedValue = {
  dbl_v: z.optional(z.nullable(z.number())),
  long_v: z.optional(z.nullable(z.number())),
  int_v: z.optional(z.nullable(z.number())),
  bool_v: z.optional(z.nullable(z.boolean())),
  str_v: z.optional(z.nullable(z.string())),
  json_v: z.optional(z.unknown()),
  value: z.optional(z.nullable(z.union([z.number(), z.boolean(), z.string()]))),
}

/** A point of a series: `ts` is epoch ms, `value` the plain number. A point without any typed value counts as 0. */
export const point = z.object({ts: z.number(), ...typedValue})
export type PointWire = z.infer<typeof point>

export const telemetryKey = z.string().check(z.minLength(1), z.maxLength(KEY_LENGTH))

/** The name of an IANA time zone that this runtime knows, such as Europe/Berlin. */
export const timeZone = z.string().check(z.maxLength(64), z.refine(isZoneOrOffset, 'is not a known time zone'))

const queryTime = z.coerce.number().check(z.int(), z.minimum(MIN_TS), z.maximum(MAX_TS))
const bodyTime = z.number().check(z.int(), z.minimum(MIN_TS), z.maximum(MAX_TS))

/** An addition: asks for the answer of this moment. Later values count nowhere. */
export const asOf = {at: z.optional(queryTime)}

const isOrdered = z.refine<{startTs: number; endTs: number}>(
  ({startTs, endTs}) => startTs <= endTs,
  'startTs must not be after endTs',
)

/**
 * `keys` is one key, or several separated by commas. Without `agg`, the answer holds only the newest `limit` points.
 * With any `agg`, it holds numbers only: text and JSON count nowhere. With `agg=none`, it covers the whole range and is
 * thinned to `limit` points. With any other `agg`, points are joined into buckets of `window` minutes, which start at
 * `startTs`; buckets of one day start with the day in `timeZone`. With any `agg` and `texts=true`, a range without
 * numbers is answered with its texts, and one with numbers with the count of its `others`. With `envelope=true`, a
 * thinned series and averages include the limits of their values. An answer has `SERIES_POINTS` points of all keys at
 * most, and `ANSWER_TEXT_BYTES` of texts: the newest.
 */
export const seriesQuery = z
  .object({
    keys: z.string().check(z.minLength(1)),
    startTs: queryTime,
    endTs: queryTime,
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(SERIES_LIMIT_MAX)), CHART_POINT_LIMIT),
    agg: z.optional(aggregation),
    window: z._default(
      z.coerce.number().check(z.int(), z.minimum(MIN_WINDOW_MINUTES), z.maximum(MAX_WINDOW_MINUTES)),
      DEFAULT_WINDOW_MINUTES,
    ),
    timeZone: z._default(timeZone, 'UTC'),
    texts: z._default(z.enum(['true', 'false']), 'false'),
    envelope: z._default(z.enum(['true', 'false']), 'false'),
    ...asOf,
  })
  .check(isOrdered)
export type SeriesQuery = z.infer<typeof seriesQuery>

/**
 * `GET …/values/timeseries.csv` streams every stored point of a key. Times are written in `timeZone`, and
 * temperatures in `unit`.
 */
export const csvQuery = z
  .object({
    key: telemetryKey,
    startTs: queryTime,
    endTs: queryTime,
    timeZone: z._default(timeZone, 'UTC'),
    unit: z.optional(temperatureUnit),
    ...asOf,
  })
  .check(isOrdered)
export type CsvQuery = z.infer<typeof csvQuery>

/**
 * The texts and JSON of a range without numbers: when each was first sent, and until when it held. Neighbours are equal
 * only after a silence longer than `holds` (ms), in which the state is unknown. `total` counts the runs of the range;
 * the newest `limit` of them are sent, oldest first.
 */
export const stateRuns = z.object({
  runs: z.array(z.object({from: z.number(), to: z.number(), str_v: typedValue.str_v, json_v: typedValue.json_v})),
  total: z.number(),
  holds: z.number(),
})
export type StateRunsWire = z.infer<typeof stateRuns>

/**
 * What a range with numbers has besides: `texts` counts texts and JSON values, of which the newest is at `newest`.
 * `booleans` counts those among the numbers, and is missing where the numbers are too many to look at each.
 */
const otherValues = z.object({
  texts: z.number(),
  newest: z.nullable(z.number()),
  booleans: z.optional(z.number()),
})
export type OtherValuesWire = z.infer<typeof otherValues>

/**
 * The series of one key, oldest point first. `agg` and `window` (minutes) are those that the server applied; without
 * them the points are raw and the client aggregates them. `window` is a multiple of the requested one when more than
 * `limit` buckets have points. `total` is the number of stored numbers in the range; a series of `agg=none` with fewer
 * `values` was thinned, but has its peaks. `gaps` are pairs of neighbouring points [from, to] that no line may connect,
 * because the device was silent or the buckets between them are empty. `dbl_v` is null for a sum or average that is too
 * large for a double. `envelope` has the lowest and the highest value of each column of a thinned series, or of each
 * bucket of averages, oldest first. Before `rollupsUntil`, values are no longer stored, but counts, sums and the first,
 * last, lowest and highest numbers of hours, and of minutes where there were many. These count as a whole where they
 * begin, and buckets have whole hours there, those of sums and counts in the whole range.
 */
export const seriesItem = z.object({
  key: z.optional(z.string()),
  values: z.array(point),
  agg: z.optional(aggregation),
  window: z.optional(z.number()),
  total: z.optional(z.number()),
  gaps: z.optional(z.array(z.tuple([z.number(), z.number()]))),
  envelope: z.optional(z.array(z.object({from: z.number(), to: z.number(), min: z.number(), max: z.number()}))),
  texts: z.optional(stateRuns),
  others: z.optional(otherValues),
  rollupsUntil: z.optional(z.number()),
})
export type SeriesItemWire = z.infer<typeof seriesItem>
export const seriesAnswer = z.array(seriesItem)

/**
 * `GET …/latest/{key}`. `ts` is the time given by the device, `received_at` the arrival on the server; both are epoch
 * ms. `dbl_v` is null for anything but a number.
 */
export const latestAnswer = z.object({
  key: z.optional(z.string()),
  ts: z.optional(z.nullable(z.number())),
  received_at: z.optional(z.nullable(z.number())),
  ...typedValue,
})
export type LatestWire = z.infer<typeof latestAnswer>

/** Long texts and JSON are sent as a text of their first `SHORT_TEXT_LENGTH` characters that ends with an ellipsis. */
export const latestOfMany = z.array(
  z.object({device_id: z.string(), key: z.string(), ts: z.number(), received_at: z.number(), ...typedValue}),
)
/** `GET …/device/units`: devices with the same units share a group, and devices without any are missing. */
export const unitsOfMany = z.array(z.object({device_ids: z.array(z.string()), units: z.record(z.string(), z.string())}))
/**
 * `GET …/device/thresholds`, grouped likewise: the effective thresholds of the devices, the nearest of their
 * organisation's, their customer's and their own. Each is written as in the attribute.
 */
export const thresholdsOfMany = z.array(
  z.object({device_ids: z.array(z.string()), thresholds: z.record(z.string(), json)}),
)
/** `GET …/device/headlines`: of each organisation, the headlines that hold for any of the devices, as in the attribute. */
export const headlinesOfMany = z.array(z.object({organisation_id: z.string(), headlines: z.array(json)}))
/** The positions of devices in a list. */
const places = z.array(z.number())
/**
 * `GET …/device/overview`, an addition: the answers of the list of devices and of the four calls above to the same
 * question, so that a screen of many devices opens by one call. Devices have the fields that a list shows, and are
 * referred to by their positions in it. Each key has a column of each field; JSON values are texts, and null is no
 * value.
 */
export const overview = z.object({
  devices: z.array(
    z.pick(device, {_id: true, name: true, type: true, label: true, organisation_id: true, customer_id: true}),
  ),
  latest: z.array(
    z.object({
      key: z.string(),
      devices: places,
      values: z.array(z.nullable(z.union([z.number(), z.boolean(), z.string()]))),
      ts: z.array(z.number()),
      received_at: z.array(z.number()),
    }),
  ),
  units: z.array(z.object({devices: places, units: z.record(z.string(), z.string())})),
  thresholds: z.array(z.object({devices: places, thresholds: z.record(z.string(), json)})),
  headlines: headlinesOfMany,
})
export type OverviewWire = z.infer<typeof overview>
export type LatestOfManyWire = z.infer<typeof latestOfMany>
export type UnitsOfManyWire = z.infer<typeof unitsOfMany>
export type HeadlinesOfManyWire = z.infer<typeof headlinesOfMany>
export type ThresholdsOfManyWire = z.infer<typeof thresholdsOfMany>
export const ofManyQuery = z.object({organisation_id: z.optional(id)})
const namedIds = z.array(id).check(z.maxLength(LATEST_DEVICES_PER_QUERY))
const deviceIds = z
  .string()
  .check(z.refine(ids => namedIds.safeParse(ids.split(',')).success, 'must be ids, separated by commas'))
/** Past values are stored only with the time that the device gave. With `as_of`, that time counts as their arrival. */
export const latestOfManyQuery = z.object({organisation_id: z.optional(id), ...asOf})

/**
 * `GET …/device/history` returns values sent after `from_ts` and until `to_ts`, at most a day later: of each key the
 * newest point of every `step` ms. Values after `until` are left out, because there were too many.
 */
export const historyQuery = z
  .object({
    organisation_id: z.optional(id),
    from_ts: queryTime,
    to_ts: queryTime,
    step: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(HISTORY_RANGE_MAX)), 1),
  })
  .check(
    z.refine(
      ({from_ts, to_ts}) => from_ts <= to_ts && to_ts - from_ts <= HISTORY_RANGE_MAX,
      'to_ts must not be before from_ts, nor more than a day after it',
    ),
  )
export const historyAnswer = z.object({
  series: z.array(z.object({device_id: z.string(), key: z.string(), points: z.array(point)})),
  until: z.number(),
})
export type HistoryWire = z.infer<typeof historyAnswer>

/**
 * `POST …/device/sparklines`, an addition: the averages of the numbers of many series, in buckets of `window` minutes
 * that start at `start_ts`. They are for small drawings: where large values cancel each other, an average may have lost
 * digits.
 */
export const sparklinesBody = z
  .object({
    series: z
      .array(
        z.object({
          device_id: id,
          key: telemetryKey.check(z.refine(isStorable, 'must not hold NUL or broken characters')),
        }),
      )
      .check(z.minLength(1), z.maxLength(SPARKLINES_PER_QUERY)),
    start_ts: bodyTime,
    end_ts: bodyTime,
    window: z.number().check(z.int(), z.minimum(MIN_WINDOW_MINUTES), z.maximum(MAX_WINDOW_MINUTES)),
    usual: z.optional(z.boolean()),
    figures: z.optional(z.boolean()),
  })
  .check(
    z.refine(
      ({start_ts, end_ts, window}) => start_ts <= end_ts && end_ts - start_ts < SPARKLINE_POINTS * window * 60_000,
      `end_ts must not be before start_ts, nor ${SPARKLINE_POINTS} windows or more after it`,
    ),
    z.refine(
      ({start_ts, end_ts, usual}) => usual !== true || end_ts - start_ts <= USUAL_HOURS_OF_MANY * 3_600_000,
      `usual must be of ${USUAL_HOURS_OF_MANY} hours at most`,
    ),
  )
/**
 * Each point is [n, average] of the bucket n, oldest first. Series without numbers or out of reach are missing. With
 * `usual`, each has [ts, low, high] of the middle of an hour where that is known. With `figures`, each has the mean of
 * all numbers of the range, and the lowest and the highest of them.
 */
export const sparklinesAnswer = z.array(
  z.object({
    device_id: z.string(),
    key: z.string(),
    points: z.array(z.tuple([z.number(), z.number()])),
    usual: z.optional(z.array(z.tuple([z.number(), z.number(), z.number()]))),
    figures: z.optional(z.object({mean: z.number(), min: z.number(), max: z.number()})),
  }),
)
export type SparklinesWire = z.infer<typeof sparklinesAnswer>

/** `GET …/device/extent`: the time of the oldest stored value of the devices; null when there is none. */
export const extentAnswer = z.object({oldest_ts: z.nullable(z.number())})

/**
 * `events` counts how often the value rose above the threshold. `sum` and `average` are null when the sum is too large
 * for a double.
 */
export const windowStatistics = z.object({
  sum: z.nullable(z.number()),
  events: z.number(),
  average: z.nullable(z.number()),
  min: z.number(),
  max: z.number(),
})
export type WindowStatistics = z.infer<typeof windowStatistics>

const windowOrNone = z.nullable(windowStatistics)
/** A window without numbers is null. Days and weeks are in the viewer's time zone; weeks are ISO weeks. */
export const tileStatistics = z.object({
  lastHour: windowOrNone,
  today: windowOrNone,
  yesterday: windowOrNone,
  thisWeek: windowOrNone,
  lastWeek: windowOrNone,
})
export type TileStatistics = z.infer<typeof tileStatistics>

/** `at` is their time on the server's clock, epoch ms. */
export const statisticsAnswer = z.extend(tileStatistics, {at: z.optional(z.number())})
export type StatisticsAnswer = z.infer<typeof statisticsAnswer>

export type TelemetryParams = z.infer<typeof entityParams>

export const readSeries = route('GET', '/api/v0/telemetry/:entityType/:entityId/values/timeseries', {
  params: entityParams,
  query: seriesQuery,
  answer: seriesAnswer,
})
export const listKeys = route('GET', '/api/v0/telemetry/:entityType/:entityId/keys/timeseries', {
  params: entityParams,
  answer: z.array(z.string()),
})
export const readLatest = route('GET', '/api/v0/telemetry/:entityType/:entityId/latest/:key', {
  params: z.extend(entityParams, {key: telemetryKey}),
  answer: latestAnswer,
})
/** Every stored point of a key, as a CSV text. An addition to the specification, like those below. */
export const readCsv = addition('GET', '/api/v0/telemetry/:entityType/:entityId/values/timeseries.csv', {
  params: entityParams,
  query: csvQuery,
  answer: z.string(),
})
export const readStatistics = addition('GET', '/api/v0/telemetry/:entityType/:entityId/statistics', {
  params: entityParams,
  query: z.object({key: telemetryKey, timeZone: z._default(timeZone, 'UTC'), ...asOf}),
  answer: statisticsAnswer,
})
/** Reads only these `device_ids`, separated by commas, as far as they are within reach. */
export const readLatestOfMany = addition('GET', '/api/v0/telemetry/device/latest', {
  query: z.extend(latestOfManyQuery, {device_ids: z.optional(deviceIds)}),
  answer: latestOfMany,
})
export const readOverview = addition('GET', '/api/v0/telemetry/device/overview', {
  query: z.extend(latestOfManyQuery, {at_most: z.optional(z.coerce.number().check(z.int(), z.minimum(1)))}),
  answer: overview,
})
export const readUnitsOfMany = addition('GET', '/api/v0/telemetry/device/units', {
  query: ofManyQuery,
  answer: unitsOfMany,
})
export const readHeadlinesOfMany = addition('GET', '/api/v0/telemetry/device/headlines', {
  query: ofManyQuery,
  answer: headlinesOfMany,
})
/** Reads the places of devices whose attributes `latitude` and `longitude` are degrees, in one scope. */
export const readPlacesOfMany = addition('GET', '/api/v0/telemetry/device/places', {
  query: ofManyQuery,
  answer: z.array(z.object({device_id: z.string(), latitude: z.number(), longitude: z.number()})),
})
export const readThresholdsOfMany = addition('GET', '/api/v0/telemetry/device/thresholds', {
  query: ofManyQuery,
  answer: thresholdsOfMany,
})
export const readHistory = addition('GET', '/api/v0/telemetry/device/history', {
  query: historyQuery,
  answer: historyAnswer,
})
export const readExtent = addition('GET', '/api/v0/telemetry/device/extent', {
  query: ofManyQuery,
  answer: extentAnswer,
})
export const readSparklines = addition('POST', '/api/v0/telemetry/device/sparklines', {
  body: sparklinesBody,
  answer: sparklinesAnswer,
})
