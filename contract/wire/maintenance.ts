import * as z from 'zod/mini'
import {MAINTENANCE_MINUTES_MAX, MAINTENANCE_RULE_LENGTH, MAX_TS, MIN_TS, NAME_LENGTH, TEXT_LENGTH} from '../limits'
import {id} from './common'
import {addition, nothing} from './route'
import {timeZone} from './telemetry/telemetry'
import {requiredLine, text} from './text'

export const MAINTENANCE_TARGETS = ['organisation', 'customer', 'label', 'device'] as const

const minutes = z
  .int()
  .check(
    z.minimum(1, 'must be a minute at least'),
    z.maximum(MAINTENANCE_MINUTES_MAX, 'must not be longer than 31 days'),
  )
/** A local time such as 2026-11-30T02:30. */
const wallTime = z.string().check(
  z.regex(/^(19[789]\d|20\d\d)-\d\d-\d\dT\d\d:\d\d$/),
  z.refine(text => isWallTime(text), 'must be a time'),
)

const isWallTime = (text: string): boolean => {
  const at = Date.parse(`${text}Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}

/** `start` is what the clocks of the zone show. `rrule` is a rule of RFC 5545 without DTSTART; null for once. */
const plan = {
  start: wallTime,
  zone: timeZone,
  minutes,
  rrule: z.nullable(requiredLine(MAINTENANCE_RULE_LENGTH)),
}

/** `value` is the id of the customer or the device, or the label; null for the whole organisation. */
const target = z.object({kind: z.enum(MAINTENANCE_TARGETS), value: z.nullable(requiredLine(NAME_LENGTH))})

/**
 * A piece of time in which the devices of the target are in maintenance, from `starts_at`, included, to `ends_at`, not
 * included (epoch ms). It may have ended earlier or later than planned.
 */
export const maintenancePeriod = z.object({
  window_id: z.string(),
  organisation_id: z.string(),
  title: z.string(),
  target,
  starts_at: z.number(),
  ends_at: z.number(),
})
export type MaintenancePeriodWire = z.infer<typeof maintenancePeriod>

/**
 * A maintenance window. `period` is the one that runs now, or else the next one; null when all are over. `last` is the
 * newest that has ended. `target_name` is what the customer or device was called when the window was written.
 * `may_change`: the caller may change, end and remove it.
 */
const maintenanceWindow = z.object({
  _id: z.string(),
  organisation_id: z.string(),
  title: z.string(),
  reason: z.string(),
  target,
  target_name: z.nullable(z.string()),
  ...plan,
  period: z.nullable(maintenancePeriod),
  last: z.nullable(maintenancePeriod),
  created_by: z.string(),
  created_at: z.number(),
  may_change: z.boolean(),
  version: z.number(),
})
export type MaintenanceWindowWire = z.infer<typeof maintenanceWindow>

const newWindow = z.object({title: requiredLine(NAME_LENGTH), reason: text(TEXT_LENGTH), target, ...plan})
export type NewMaintenanceWindow = z.infer<typeof newWindow>

/** Lists the windows for devices within the caller's reach, the newest first. */
export const listMaintenance = addition('GET', '/api/v0/maintenance/by-org/:id', {answer: z.array(maintenanceWindow)})

/** Refused with 400 for a rule that can't be followed, or that has no time to come. */
export const createMaintenance = addition('POST', '/api/v0/maintenance/by-org/:id', {
  body: newWindow,
  answer: maintenanceWindow,
  status: 201,
})

/** `version` is the one that the caller has seen: another one is answered with 409. A period that runs ends. */
export const changeMaintenance = addition('PUT', '/api/v0/maintenance/by-org/:id/window/:windowId', {
  body: z.extend(newWindow, {version: z.number()}),
  answer: maintenanceWindow,
})
export const removeMaintenance = addition('DELETE', '/api/v0/maintenance/by-org/:id/window/:windowId', {
  answer: nothing,
})

/** Ends the period that runs now. Refused with 409 when none does. */
export const endMaintenance = addition('POST', '/api/v0/maintenance/by-org/:id/window/:windowId/end', {
  body: z.object({}),
  answer: maintenanceWindow,
})
/** Extends the period that runs now. Refused with 409 when none does, or when it would last over 31 days. */
export const extendMaintenance = addition('POST', '/api/v0/maintenance/by-org/:id/window/:windowId/extend', {
  body: z.object({minutes}),
  answer: maintenanceWindow,
})

/** The next three periods of a plan. Refused with 400 as `createMaintenance` is. */
export const previewMaintenance = addition('POST', '/api/v0/maintenance/preview', {
  body: z.object(plan),
  answer: z.array(z.object({starts_at: z.number(), ends_at: z.number()})),
})

const time = z.coerce.number().check(z.int(), z.minimum(MIN_TS), z.maximum(MAX_TS))
/** The periods within the caller's reach that touch a range, both ends included. */
export const listMaintenancePeriods = addition('GET', '/api/v0/maintenance/periods', {
  query: z.object({
    organisation_id: z.optional(id),
    device_id: z.optional(id),
    start_ts: time,
    end_ts: time,
  }),
  answer: z.array(maintenancePeriod),
})
