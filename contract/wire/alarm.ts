import * as z from 'zod/mini'
import {ALARM_NOTE_LENGTH, KEY_LENGTH, LIST_PAGE_LENGTH, MAX_TS, MIN_TS, NAME_LENGTH, SEVERITIES} from '../limits'
import {id, json} from './common'
import {page} from './list'
import {addition} from './route'
import {asOf} from './telemetry/telemetry'

/**
 * The causes of an alarm: a value beyond its limits, no value for too long, unusual values, or a screen that does not
 * show what was planned.
 */
export const ALARM_KINDS = ['value', 'silence', 'unusual', 'screen'] as const

/**
 * What was wrong with a screen when its alarm last changed: it shows nothing, its fallback video alone, not
 * all of its videos, or is silent. `last`
 * is the name of the video that it showed last, and `since` the time since when it is so, epoch ms.
 */
export const screenTrouble = z.object({
  kind: z.enum(['dark', 'fallback', 'partly', 'silent']),
  why: z.nullable(z.enum(['nothingAssigned', 'outsideHours', 'allBroken', 'fetching', 'unsaid'])),
  last: z.nullable(z.string()),
  since: z.nullable(z.number()),
})
export type ScreenTroubleWire = z.infer<typeof screenTrouble>

/** The states of ISA-18.2. */
export const ALARM_STANDINGS = [
  'normal',
  'unacknowledged',
  'acknowledged',
  'returnedUnacknowledged',
  'latchedUnacknowledged',
  'latchedAcknowledged',
  'shelved',
  'outOfService',
] as const

export const JOURNAL_KINDS = [
  'raised',
  'severityChanged',
  'returned',
  'cleared',
  'closed',
  'acknowledged',
  'reset',
  'shelved',
  'unshelved',
  'shelfEnded',
  'outOfService',
  'backInService',
  'commented',
  'flappingBegan',
  'flappingEnded',
] as const
export type JournalKind = (typeof JOURNAL_KINDS)[number]

const severity = z.enum(SEVERITIES)
const standing = z.enum(ALARM_STANDINGS)

/**
 * An occurrence begins when an alarm is raised. `severity` is the highest so far. `peak` is the value farthest beyond
 * the limit. `ended_by` says why it has ended: `returned`, `reset`, `ruleChanged` or `ruleRemoved`. Times are epoch ms.
 */
export const alarmOccurrence = z.object({
  _id: z.string(),
  severity,
  raised_at: z.number(),
  returned_at: z.nullable(z.number()),
  acknowledged_at: z.nullable(z.number()),
  acknowledged_by: z.nullable(z.string()),
  ended_at: z.nullable(z.number()),
  ended_by: z.nullable(z.enum(['returned', 'reset', 'ruleChanged', 'ruleRemoved'])),
  value: z.nullable(z.number()),
  peak: z.nullable(z.number()),
  peak_at: z.nullable(z.number()),
})
export type AlarmOccurrenceWire = z.infer<typeof alarmOccurrence>

/**
 * An alarm of a series, an addition. `severity` is the present one; null while its condition is normal.
 * `occurrence` is the newest one that is active or needs attention. `threshold` is written as in the attribute.
 */
export const alarm = z.object({
  _id: z.string(),
  device_id: z.string(),
  device_name: z.string(),
  device_label: z.optional(z.nullable(z.string())),
  organisation_id: z.string(),
  customer_id: z.nullable(z.string()),
  key: z.string(),
  kind: z.enum(ALARM_KINDS),
  /** Of an alarm of a screen alone. */
  screen: z.optional(screenTrouble),
  standing,
  severity: z.nullable(severity),
  threshold: json,
  occurrence: z.nullable(alarmOccurrence),
  shelf: z.nullable(z.object({until: z.number(), by: z.string(), reason: z.string()})),
  is_flapping: z.boolean(),
  /** It was raised and has ended at least three times within a minute. */
  is_chattering: z.boolean(),
  /** The end of its device's maintenance, epoch ms; only sent while it lasts. */
  maintenance_until: z.optional(z.number()),
  changed_at: z.number(),
  version: z.number(),
})
export type AlarmWire = z.infer<typeof alarm>

/**
 * Lists the alarms within reach, those that need attention first: unacknowledged, then by severity, then the newest.
 * Without `standing` all but the normal ones are returned. `standing` and `severity` are separated by commas.
 * `raised_from` or `raised_until` (epoch ms) select the alarms raised in that time, each with the newest such
 * occurrence. With `at` each alarm has its state in the journal at that moment; its threshold and its names are the
 * present ones.
 */
const alarmQuery = z.object({
  organisation_id: z.optional(id),
  device_id: z.optional(id),
  standing: z.optional(z.string().check(z.maxLength(NAME_LENGTH))),
  severity: z.optional(z.string().check(z.maxLength(NAME_LENGTH))),
  kind: z.optional(z.enum(ALARM_KINDS)),
  q: z.optional(z.string().check(z.maxLength(NAME_LENGTH), z.regex(/^[^\0]*$/))),
  raised_from: z.optional(z.coerce.number().check(z.int(), z.minimum(MIN_TS), z.maximum(MAX_TS))),
  raised_until: z.optional(z.coerce.number().check(z.int(), z.minimum(MIN_TS), z.maximum(MAX_TS))),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(LIST_PAGE_LENGTH)), LIST_PAGE_LENGTH),
  cursor: z.optional(z.string().check(z.maxLength(2000))),
  ...asOf,
})
export type AlarmQuery = z.infer<typeof alarmQuery>
export const listAlarms = addition('GET', '/api/v0/alarm', {query: alarmQuery, answer: page(alarm)})

const alarmCounts = z.object({
  /** The alarms that nobody has acknowledged yet. Hidden alarms, and alarms in maintenance, are left out. */
  unacknowledged: z.object({warning: z.number(), critical: z.number()}),
  /** All alarms whose condition holds now, without the hidden ones and those in maintenance. */
  active: z.object({warning: z.number(), critical: z.number()}),
  shelved: z.number(),
  out_of_service: z.number(),
})
export type AlarmCountsWire = z.infer<typeof alarmCounts>

/** The counts of alarms within reach, or in an organisation, for the mark in the header. */
export const countAlarms = addition('GET', '/api/v0/alarm/counts', {
  query: z.object({organisation_id: z.optional(id)}),
  answer: alarmCounts,
})

export const readAlarm = addition('GET', '/api/v0/alarm/:id', {query: z.object(asOf), answer: alarm})

const journalEntry = z.object({
  _id: z.string(),
  at: z.number(),
  kind: z.enum(JOURNAL_KINDS),
  occurrence_id: z.nullable(z.string()),
  severity: z.nullable(severity),
  value: z.nullable(z.number()),
  by: z.nullable(z.string()),
  note: z.nullable(z.string()),
  /** The end of a shelf. */
  until: z.nullable(z.number()),
})
export type JournalEntryWire = z.infer<typeof journalEntry>
const journalQuery = z.object({
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(LIST_PAGE_LENGTH)), 100),
  cursor: z.optional(id),
  ...asOf,
})
/** Newest first. `cursor` is the `next` of the previous page. */
export const readJournal = addition('GET', '/api/v0/alarm/:id/journal', {
  query: journalQuery,
  answer: z.object({entries: z.array(journalEntry), next: z.nullable(z.string())}),
})
/** Newest first. */
export const readOccurrences = addition('GET', '/api/v0/alarm/:id/occurrences', {
  query: journalQuery,
  answer: z.object({occurrences: z.array(alarmOccurrence), next: z.nullable(z.string())}),
})

const note = z.string().check(z.maxLength(ALARM_NOTE_LENGTH), z.regex(/^[^\0]*$/))
const reason = note.check(z.minLength(1))

/**
 * Each action answers with the alarm. `version` is the one that the caller has seen: when the alarm has changed since
 * so that the call no longer makes sense, the answer is 409 and says by whom.
 */
export const acknowledgeAlarm = addition('POST', '/api/v0/alarm/:id/acknowledge', {
  body: z.object({note: z.optional(note), version: z.optional(z.number())}),
  answer: alarm,
})
export const shelveAlarm = addition('POST', '/api/v0/alarm/:id/shelve', {
  body: z.object({until: z.number().check(z.int(), z.minimum(MIN_TS), z.maximum(MAX_TS)), reason}),
  answer: alarm,
})
export const unshelveAlarm = addition('POST', '/api/v0/alarm/:id/unshelve', {body: z.object({}), answer: alarm})
export const commentAlarm = addition('POST', '/api/v0/alarm/:id/comment', {
  body: z.object({note: reason}),
  answer: alarm,
})
export const resetAlarm = addition('POST', '/api/v0/alarm/:id/reset', {body: z.object({}), answer: alarm})
export const takeOutOfService = addition('POST', '/api/v0/alarm/:id/out-of-service', {
  body: z.object({reason}),
  answer: alarm,
})
export const returnToService = addition('POST', '/api/v0/alarm/:id/return-to-service', {
  body: z.object({}),
  answer: alarm,
})

/** `threshold` is written as in the attribute. */
const dryRunBody = z.object({
  device_id: id,
  key: z.string().check(z.minLength(1), z.maxLength(KEY_LENGTH)),
  threshold: json,
  start_ts: z.number().check(z.int(), z.minimum(MIN_TS), z.maximum(MAX_TS)),
  end_ts: z.number().check(z.int(), z.minimum(MIN_TS), z.maximum(MAX_TS)),
})
/**
 * `raised` counts all, and `occurrences` holds the newest of them, oldest first. `is_whole`: false when there were
 * more points than are evaluated in one call; then the newest were.
 */
const dryRunAnswer = z.object({
  raised: z.number(),
  occurrences: z.array(
    z.object({
      kind: z.enum(['value', 'silence']),
      severity,
      raised_at: z.number(),
      ended_at: z.nullable(z.number()),
      peak: z.nullable(z.number()),
    }),
  ),
  points: z.number(),
  is_whole: z.boolean(),
})
export type DryRunWire = z.infer<typeof dryRunAnswer>
/** Computes the alarms that a threshold would have raised for the stored series of one device. */
export const dryRunAlarm = addition('POST', '/api/v0/alarm/dry-run', {body: dryRunBody, answer: dryRunAnswer})

/**
 * The report on an organisation and a range of at most 31 days, as EEMUA 191 asks for: the number of alarms raised in
 * each ten minutes, the floods (which begin with more than 10 in ten minutes and end with fewer than 5), the ten series
 * that raised most, the times to acknowledge and to normal, the alarms active for more than a day now, oldest first, and
 * the chattering ones. At most 100 of each of the last two are returned. With `as_of`, the range ends there at the latest.
 */
const reportQuery = z.object({
  organisation_id: id,
  start_ts: z.coerce.number().check(z.int(), z.minimum(MIN_TS), z.maximum(MAX_TS)),
  end_ts: z.coerce.number().check(z.int(), z.minimum(MIN_TS), z.maximum(MAX_TS)),
  ...asOf,
})
/** The median and the 90th percentile of some times, in milliseconds. */
const times = z.nullable(z.object({median: z.number(), p90: z.number()}))
/** The alarms of a severity or device, and how long after they were raised people acknowledged them, and they ended. */
const response = {raised: z.number(), acknowledged: times, normal: times}
export type TimesWire = z.infer<typeof times>
const reportAnswer = z.object({
  raised: z.number(),
  /** By severity, and for the ten devices with most alarms. Times are null where there were none. */
  responses: z.object({
    severities: z.array(z.object({severity, ...response})),
    devices: z.array(z.object({device_id: z.string(), device_name: z.string(), ...response})),
  }),
  /** The number of them raised in maintenance, by the devices' present owner and labels; absent when zero. */
  in_maintenance: z.optional(z.number()),
  /** The periods of ten minutes in which any alarm was raised. */
  periods: z.array(z.object({start_ts: z.number(), raised: z.number()})),
  floods: z.array(z.object({start_ts: z.number(), end_ts: z.number(), raised: z.number()})),
  worst: z.array(z.object({alarm, raised: z.number()})),
  standing: z.array(alarm),
  chattering: z.array(alarm),
})
export type ReportWire = z.infer<typeof reportAnswer>
export const readReport = addition('GET', '/api/v0/alarm/report', {query: reportQuery, answer: reportAnswer})
