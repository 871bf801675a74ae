import * as z from 'zod/mini'
import {AVAILABILITY_GROUPS, AVAILABILITY_LABELS, MAX_TS, MIN_TS, NAME_LENGTH} from '../limits'
import {id} from './common'
import {addition} from './route'
import {timeZone} from './telemetry/telemetry'
import {requiredLine} from './text'

/** Milliseconds: `available`, `judged`, `maintenance`, `unknown` of `contract/rules/availability.ts`. */
const amounts = z.tuple([z.number(), z.number(), z.number(), z.number()])

/** `days` has the four amounts of each day of the answer, one day after the other: there are many. */
const available = {amounts, days: z.array(z.number())}

const percent = z.number().check(z.minimum(0), z.maximum(100))
const goals = {goal: z.nullable(percent), labels: z.record(z.string(), percent)}

/**
 * `id` is that of the device or customer; null for a label and for anything without one. `name` is null for devices
 * without a label or a customer. `devices` counts those in it. `goal` is that of the label, of a device that of its
 * label, or else that of the organisation, in percent.
 */
const availabilityRow = z.object({
  id: z.nullable(z.string()),
  name: z.nullable(z.string()),
  label: z.nullable(z.string()),
  customer: z.nullable(z.string()),
  devices: z.number(),
  goal: z.nullable(z.number()),
  ...available,
})
export type AvailabilityRowWire = z.infer<typeof availabilityRow>

const availabilityGoals = z.object({...goals, version: z.number()})
export type AvailabilityGoalsWire = z.infer<typeof availabilityGoals>

/**
 * `days` are day boundaries, beginning with the start of the range. `rows` come worst first, and those without data
 * last; `left_off` counts the rows that were too many for an answer. `goals` are those of the organisation, and
 * `may_change` says whether the caller may change them; `labels` are those of the devices.
 */
const availabilityAnswer = z.object({
  as_of: z.number(),
  days: z.array(z.number()),
  total: z.object({devices: z.number(), ...available}),
  rows: z.array(availabilityRow),
  left_off: z.number(),
  goals: availabilityGoals,
  labels: z.array(z.string()),
  may_change: z.boolean(),
})
export type AvailabilityAnswerWire = z.infer<typeof availabilityAnswer>

const time = z.coerce.number().check(z.int(), z.minimum(MIN_TS), z.maximum(MAX_TS))

/** The availability of the devices within reach, from `start_ts` to before `end_ts`: at most 32 days. */
export const readAvailability = addition('GET', '/api/v0/availability', {
  query: z.object({
    organisation_id: id,
    start_ts: time,
    end_ts: time,
    time_zone: timeZone,
    by: z._default(z.enum(AVAILABILITY_GROUPS), 'device'),
  }),
  answer: availabilityAnswer,
})

/** `version` is the one that the caller has seen: another one is answered with 409. A goal of null is none. */
export const changeAvailabilityGoals = addition('PUT', '/api/v0/availability/by-org/:id/goals', {
  body: z.object({
    goal: z.nullable(percent),
    labels: z
      .record(requiredLine(NAME_LENGTH), percent)
      .check(
        z.refine(
          labels => Object.keys(labels).length <= AVAILABILITY_LABELS,
          `must not be of more than ${AVAILABILITY_LABELS} labels`,
        ),
      ),
    version: z.number(),
  }),
  answer: availabilityGoals,
})
