import * as z from 'zod/mini'
import {ALARM_NOTE_LENGTH, MAX_TS, MIN_TS, SPARKLINES_PER_QUERY, UNUSUAL_SERIES, USUAL_CHANGES} from '../../limits'
import {id} from '../common'
import {entityParams} from '../entities/attribute'
import {addition} from '../route'
import {isStorable, trim} from '../text'
import {telemetryKey} from './telemetry'

/** A series of a device that is unusual since a value, or is not any more: both are null then. Times are epoch ms. */
export const liveUnusual = z.object({
  device_id: z.string(),
  key: z.string(),
  unusual_since: z.nullable(z.number()),
  value: z.nullable(z.number()),
  /** The distance of the last values from the centre, in usual spreads. */
  score: z.nullable(z.number()),
  /** Whether people are notified of it: not when they were notified a short while ago. */
  is_told: z.boolean(),
  /** Whether somebody has called it normal. */
  is_accepted: z.boolean(),
})
export type LiveUnusual = z.infer<typeof liveUnusual>

/** The source of a band: that hour of the week, that hour of working days or weekends, of all days, or all. */
const basis = z.enum(['weekHour', 'dayKindHour', 'dayHour', 'lastDays'])

/** Values between `low` and `high` are usual. For a counter all numbers are its rise per second. */
const band = z.object({low: z.number(), high: z.number(), centre: z.number(), basis})

const hourlyBands = z.array(z.extend(band, {start: z.number(), end: z.number()}))

const time = z.coerce.number().check(z.int(), z.minimum(MIN_TS), z.maximum(MAX_TS))

/**
 * The usual values in each hour of a range, which ends before `endTs` and has at most 32 days. Hours with too little
 * data are left out. `learned_until` is null before anything was learned. Learning goes by the weeks of `time_zone`.
 */
export const readUsualBands = addition('GET', '/api/v0/telemetry/:entityType/:entityId/usual/bands', {
  params: entityParams,
  query: z.object({key: telemetryKey, startTs: time, endTs: time}),
  answer: z.object({
    key: z.string(),
    time_zone: z.nullable(z.string()),
    learned_until: z.nullable(z.number()),
    is_counter: z.boolean(),
    bands: hourlyBands,
  }),
})

/**
 * The same of many series, in a range of at most 24 hours. Series out of reach are missing, as are keys that nobody has
 * ever sent; series with too little data have no bands.
 */
export const readUsualBandsOfMany = addition('POST', '/api/v0/telemetry/device/usual/bands', {
  body: z.object({
    series: z
      .array(z.object({device_id: id, key: telemetryKey.check(z.refine(isStorable))}))
      .check(z.minLength(1), z.maxLength(SPARKLINES_PER_QUERY)),
    start_ts: z.number().check(z.int(), z.minimum(MIN_TS), z.maximum(MAX_TS)),
    end_ts: z.number().check(z.int(), z.minimum(MIN_TS), z.maximum(MAX_TS)),
  }),
  answer: z.array(z.object({device_id: z.string(), key: z.string(), is_counter: z.boolean(), bands: hourlyBands})),
})

/**
 * The reason why the latest value of a key is usual or not. `late`: late values, and those with a wrong time, are not
 * evaluated. `learning`: this many hours with values, and days, are `missing`. `value` is the one compared to `band`,
 * of a counter its rise per second; `score` is its distance from the centre, in usual spreads. `days` and `hours` are
 * those that the band was learned from. `expected` is the number of notifications in the stored past of the last four
 * weeks, by means of five minutes and by what was learned then. `accepted` is the person who has last called a level
 * normal.
 */
const usualAnswer = z.object({
  key: z.string(),
  verdict: z.enum(['none', 'late', 'learning', 'usual', 'unusual']),
  value: z.nullable(z.number()),
  ts: z.nullable(z.number()),
  unusual_since: z.nullable(z.number()),
  score: z.nullable(z.number()),
  band: z.nullable(band),
  days: z.number(),
  hours: z.number(),
  missing: z.nullable(z.object({hours: z.number(), days: z.number()})),
  is_counter: z.boolean(),
  time_zone: z.nullable(z.string()),
  learned_until: z.nullable(z.number()),
  expected: z.nullable(z.object({told: z.number(), days: z.number()})),
  accepted: z.nullable(z.object({at: z.number(), by: z.string(), reason: z.string(), level: z.number()})),
})
export type UsualAnswerWire = z.infer<typeof usualAnswer>

export const readUsual = addition('GET', '/api/v0/telemetry/:entityType/:entityId/usual', {
  params: entityParams,
  query: z.object({key: telemetryKey}),
  answer: usualAnswer,
})

const reason = z
  .string()
  .check(trim(), z.minLength(1, 'must not be empty'), z.maxLength(ALARM_NOTE_LENGTH), z.refine(isStorable))

/** "This is normal now": the series' present level becomes the new centre. 409 while too little is known of it. */
export const acceptUsual = addition('POST', '/api/v0/telemetry/:entityType/:entityId/usual/acceptance', {
  params: entityParams,
  body: z.object({key: telemetryKey, reason}),
  answer: usualAnswer,
})

/** A series that is unusual now. `value`, `score` and `band` are as in the answer for one series. */
const unusualSeries = z.object({
  device_id: z.string(),
  key: z.string(),
  unusual_since: z.number(),
  value: z.number(),
  ts: z.number(),
  score: z.number(),
  band,
  is_counter: z.boolean(),
})
export type UnusualSeriesWire = z.infer<typeof unusualSeries>

/**
 * Lists the series within reach that are unusual and not late, the most unusual first; `left_off` counts those beyond
 * `limit`. `learned` is sent on request: for each device the number of series whose usual values are known, without
 * devices that have none.
 */
export const listUnusual = addition('GET', '/api/v0/telemetry/device/unusual', {
  query: z.object({
    organisation_id: z.optional(id),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(UNUSUAL_SERIES)), UNUSUAL_SERIES),
    learned: z.optional(z.literal('true')),
  }),
  answer: z.object({
    series: z.array(unusualSeries),
    left_off: z.number(),
    learned: z.optional(z.record(z.string(), z.number())),
  }),
})

/**
 * The change of a series from its own past in the stretch: `by` is `during` − `before`, which are means, of a counter
 * of its rises per second, divided by `spread`, by which it usually differed from `before`. It is negative when it
 * fell.
 */
const changedSeries = z.object({
  device_id: z.string(),
  key: z.string(),
  before: z.number(),
  during: z.number(),
  spread: z.number(),
  by: z.number(),
  is_counter: z.boolean(),
})

/**
 * `past_ts`: the past is from then to `start_ts`. Both are compared by pieces of this many `minutes`; the stretch is
 * rounded to whole ones. The most changed come first; `compared` counts all, and `too_little` those with too few
 * numbers.
 */
const changesAnswer = z.object({
  start_ts: z.number(),
  end_ts: z.number(),
  past_ts: z.number(),
  minutes: z.number(),
  series: z.array(changedSeries),
  compared: z.number(),
  too_little: z.number(),
})
export type ChangesAnswerWire = z.infer<typeof changesAnswer>

/** Lists the changes in a stretch of at most 32 days among all series of numbers within reach. */
export const readChanges = addition('GET', '/api/v0/telemetry/device/changes', {
  query: z.object({
    organisation_id: z.optional(id),
    start_ts: time,
    end_ts: time,
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(USUAL_CHANGES)), USUAL_CHANGES),
  }),
  answer: changesAnswer,
})
