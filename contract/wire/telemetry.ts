import * as z from 'zod/mini'
import {
  CHART_POINT_LIMIT,
  DEFAULT_WINDOW_MINUTES,
  KEY_LENGTH,
  MAX_TS,
  MAX_WINDOW_MINUTES,
  MIN_TS,
  MIN_WINDOW_MINUTES,
  SERIES_LIMIT_MAX,
} from '../limits'
import {id} from './common'
import {temperatureUnit} from './temperatureUnit'

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

/** A point of a series: `ts` in epoch ms and one of the typed values (`value` is the plain number); without any it counts as 0. */
export const point = z.object({ts: z.number(), ...typedValue})
export type PointWire = z.infer<typeof point>

export const telemetryKey = z.string().check(z.minLength(1), z.maxLength(KEY_LENGTH))

/** Names an IANA zone that this runtime knows, such as Europe/Berlin. */
export const timeZone = z.string().check(z.maxLength(64), z.refine(isTimeZone, 'is not a known time zone'))

const queryTime = z.coerce.number().check(z.int(), z.minimum(MIN_TS), z.maximum(MAX_TS))

const isOrdered = z.refine<{startTs: number; endTs: number}>(
  ({startTs, endTs}) => startTs <= endTs,
  'startTs must not be after endTs',
)

/**
 * `keys` is one key or several separated by commas. Without `agg` the answer has the newest `limit` points alone. With
 * `none` these are thinned where there are more; else `window` is in minutes, and buckets start at `startTs`, those of one
 * day at the start of the day in `timeZone`.
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
  })
  .check(isOrdered)
export type SeriesQuery = z.infer<typeof seriesQuery>

/** `GET …/values/timeseries.csv`: every point of a key as it is stored; `timeZone` is that of the times, `unit` that of a temperature's values. */
export const csvQuery = z
  .object({
    key: telemetryKey,
    startTs: queryTime,
    endTs: queryTime,
    timeZone: z._default(timeZone, 'UTC'),
    unit: z.optional(temperatureUnit),
  })
  .check(isOrdered)
export type CsvQuery = z.infer<typeof csvQuery>

/**
 * One key's series, oldest point first. `agg`, `window`: what the server applied (without them the points are raw and
 * the client aggregates); the window is a multiple of the asked one when more than `limit` buckets have points. `total`:
 * points stored in the range; more than `values` of a raw series means thinned so that peaks survive. `gaps`: [from, to]
 * pairs of neighbouring points across which no line belongs: the device was silent, or buckets between them are empty.
 * The `dbl_v` of a sum or average beyond doubles is null.
 */
export const seriesItem = z.object({
  key: z.optional(z.string()),
  values: z.array(point),
  agg: z.optional(aggregation),
  window: z.optional(z.number()),
  total: z.optional(z.number()),
  gaps: z.optional(z.array(z.tuple([z.number(), z.number()]))),
})
export type SeriesItemWire = z.infer<typeof seriesItem>
export const seriesAnswer = z.array(seriesItem)

export const keysAnswer = z.array(z.string())

/** `GET …/latest/{key}`. `ts` is the device's time, `received_at` the arrival on the server; both epoch ms. `dbl_v` is null without a number. */
export const latestAnswer = z.object({
  key: z.optional(z.string()),
  ts: z.optional(z.nullable(z.number())),
  received_at: z.optional(z.nullable(z.number())),
  ...typedValue,
})
export type LatestWire = z.infer<typeof latestAnswer>

export const latestOfMany = z.array(
  z.object({device_id: z.string(), key: z.string(), ts: z.number(), received_at: z.number(), ...typedValue}),
)
export const latestOfManyQuery = z.object({organisation_id: z.optional(id)})

export const statisticsQuery = z.object({key: telemetryKey, timeZone: z._default(timeZone, 'UTC')})

/**
 * `events`: rises above the threshold, each counted once until the value has fallen to it again. `sum` and `average` are null
 * where the sum lies beyond doubles.
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
/** Each window is null without points. Windows are calendar windows of the viewer's zone; weeks are ISO weeks. */
export const tileStatistics = z.object({
  lastHour: windowOrNone,
  today: windowOrNone,
  yesterday: windowOrNone,
  thisWeek: windowOrNone,
  lastWeek: windowOrNone,
})
export type TileStatistics = z.infer<typeof tileStatistics>

function isTimeZone(name: string): boolean {
  try {
    Intl.DateTimeFormat('en', {timeZone: name})
    return true
  } catch {
    return false
  }
}
