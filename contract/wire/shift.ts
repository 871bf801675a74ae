import * as z from 'zod/mini'
import {HAND_OVER_NOTE_LENGTH, MAX_TS, MIN_TS, SHIFT_MAIL_ADDRESSES} from '../limits'
import {alarm} from './alarm'
import {id} from './common'
import {COMMAND_STATES} from './entities/command'
import {maintenancePeriod} from './maintenance'
import {addition, nothing} from './route'
import {email, text} from './text'

const time = z.int().check(z.minimum(MIN_TS), z.maximum(MAX_TS))
const queryTime = z.coerce.number().check(z.int(), z.minimum(MIN_TS), z.maximum(MAX_TS))
const note = text(HAND_OVER_NOTE_LENGTH)

/**
 * A shift was handed over at `at`, epoch ms. `to` is the name of the person who took over, if one was named. The first
 * of the notes is that of the hand-over, where it has one; others were added later. `by` are emails.
 */
const handOver = z.object({
  _id: z.string(),
  at: z.number(),
  by: z.string(),
  to: z.nullable(z.string()),
  notes: z.array(z.object({at: z.number(), by: z.string(), note: z.string()})),
})
export type HandOverWire = z.infer<typeof handOver>

/** An alarm in a shift: `raised` counts its occurrences, and `lasted` is how long it was active in the shift. */
const alarmInShift = z.object({alarm, raised: z.number(), lasted: z.number()})
export type AlarmInShiftWire = z.infer<typeof alarmInShift>

const alarmsInShift = z.object({
  raised: z.object({warning: z.number(), critical: z.number()}),
  ended: z.number(),
  /** Both at the end of the shift. */
  active: z.number(),
  unacknowledged: z.number(),
  /** The acknowledgements of each person, the one with most first. `by` is null where nobody knows. */
  acknowledged: z.array(z.object({by: z.nullable(z.string()), count: z.number()})),
  /** The periods of `period_ms` in which any alarm was raised. */
  periods: z.array(z.object({start_ts: z.number(), warning: z.number(), critical: z.number()})),
  /** Those that were active longest, those raised often, and those of unusual values. */
  longest: z.array(alarmInShift),
  flapping: z.array(alarmInShift),
  unusual: z.array(alarmInShift),
})
export type AlarmsInShiftWire = z.infer<typeof alarmsInShift>

const linksInShift = z.object({
  /** The number of times that the data of a device stopped. */
  lost: z.number(),
  silent_devices: z.number(),
  periods: z.array(z.object({start_ts: z.number(), lost: z.number()})),
  /** The devices without data for longest. `since` is null for one that has data again. */
  devices: z.array(
    z.object({
      device_id: z.string(),
      name: z.string(),
      label: z.nullable(z.string()),
      lost: z.number(),
      silent_for: z.number(),
      since: z.nullable(z.number()),
    }),
  ),
})
export type LinksInShiftWire = z.infer<typeof linksInShift>

const commandsInShift = z.object({
  sent: z.number(),
  failed: z.number(),
  newest: z.array(
    z.object({
      device_id: z.string(),
      device_name: z.string(),
      method: z.string(),
      state: z.enum(COMMAND_STATES),
      by: z.string(),
      at: z.number(),
    }),
  ),
})
export type CommandsInShiftWire = z.infer<typeof commandsInShift>

const changesInShift = z.object({
  newest: z.array(
    z.object({
      id: z.string(),
      at: z.number(),
      by: z.nullable(z.string()),
      action: z.string(),
      /** That of the attribute that was changed. */
      key: z.optional(z.string()),
      entity_type: z.nullable(z.string()),
      entity_id: z.nullable(z.string()),
      entity_name: z.nullable(z.string()),
    }),
  ),
  has_more: z.boolean(),
})
export type ChangesInShiftWire = z.infer<typeof changesInShift>

/** A person who may take over. `on_call`: by a rota, now or next. */
const successor = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  on_call: z.nullable(z.enum(['now', 'next'])),
})
export type SuccessorWire = z.infer<typeof successor>

const shift = z.object({
  as_of: z.number(),
  start_ts: z.number(),
  end_ts: z.number(),
  period_ms: z.number(),
  /** The newest of all, and the others within the shift, newest first. */
  hand_over: z.nullable(handOver),
  earlier: z.array(handOver),
  alarms: alarmsInShift,
  links: linksInShift,
  maintenance: z.array(maintenancePeriod),
  /** The caller may not read commands, or changes, where they are absent, and may not hand over without `successors`. */
  commands: z.optional(commandsInShift),
  changes: z.optional(changesInShift),
  successors: z.optional(z.array(successor)),
})
export type ShiftWire = z.infer<typeof shift>

/**
 * What happened in a shift of an organisation, as far as the caller may see it: a customer's users have the shifts of
 * their customer. Without `start_ts` it began when the newest hand-over was, if that is at most a day ago, and else
 * eight hours before its end. Without `end_ts` it goes on. It is at most seven days long.
 */
export const readShift = addition('GET', '/api/v0/shift/by-org/:id', {
  query: z.object({start_ts: z.optional(queryTime), end_ts: z.optional(queryTime)}),
  answer: shift,
})

/** The newest hand-over alone. */
export const readHandOver = addition('GET', '/api/v0/shift/by-org/:id/hand-over', {
  answer: z.object({hand_over: z.nullable(handOver)}),
})

/**
 * `after` is the newest hand-over that the caller has seen, and null when there was none: the call is refused with 409
 * when there is a newer one. `to` is notified by mail, and in the browsers with notifications switched on.
 */
export const handOverShift = addition('POST', '/api/v0/shift/by-org/:id/hand-over', {
  body: z.object({after: z.nullable(id), to: z.nullable(id), note}),
  answer: handOver,
  status: 201,
})

/** Adds a note to the newest hand-over. Its recipient is notified again. Refused with 409 when there is a newer one. */
export const addHandOverNote = addition('POST', '/api/v0/shift/by-org/:id/hand-over/:handOverId/note', {
  body: z.object({note: note.check(z.minLength(1, 'must not be empty'))}),
  answer: handOver,
})

/** Sends what happened in a shift by mail, as the caller sees it. Users who are no admins send it to themselves alone. */
export const sendShift = addition('POST', '/api/v0/shift/by-org/:id/mail', {
  body: z.object({
    start_ts: time,
    end_ts: time,
    to: z
      .array(email)
      .check(
        z.minLength(1, 'must name somebody'),
        z.maxLength(SHIFT_MAIL_ADDRESSES, `must be at most ${SHIFT_MAIL_ADDRESSES} addresses`),
      ),
  }),
  answer: nothing,
})
