import * as z from 'zod/mini'
import {
  HAND_OVER_DAYS_MAX,
  MAX_ROTA_LAYERS,
  MAX_ROTA_OVERRIDES,
  MAX_ROTA_PEOPLE,
  MAX_TS,
  MIN_TS,
  NAME_LENGTH,
  ROTA_NOTE_LENGTH,
  ROTA_OVERRIDE_MAX,
} from '../limits'
import {id} from './common'
import {reach} from './people/reach'
import {addition, nothing} from './route'
import {timeZone} from './telemetry/telemetry'
import {line, requiredLine} from './text'

/** A time such as 08:00. */
const timeOfDay = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 08:00'))
/** A day such as 2026-11-30. */
const day = z.string().check(
  z.regex(/^20\d\d-\d\d-\d\d$/, 'must be a day such as 2026-11-30'),
  z.refine(text => isDay(text), 'must be a day'),
)
const isDay = (text: string): boolean => {
  const at = Date.parse(`${text}T00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}

const people = z.array(id).check(
  z.maxLength(MAX_ROTA_PEOPLE, `must be at most ${MAX_ROTA_PEOPLE} people`),
  z.refine(ids => new Set(ids).size === ids.length, 'must name each person once'),
)
const weekdays = z.array(z.int().check(z.minimum(1), z.maximum(7))).check(z.minLength(1, 'must name a day'))

const plan = {
  zone: timeZone,
  /** The hand-over is at `time` of each `days`th day from `since` on, by the clocks of the zone. */
  hand_over: z.object({
    time: timeOfDay,
    days: z.int().check(z.minimum(1), z.maximum(HAND_OVER_DAYS_MAX)),
    since: day,
  }),
  /** Ids of users in the order of their turns. Nobody may be in it if somebody is in a layer. */
  people,
  /** The first one goes before the others, and all before `people`. `days` are of the ISO week, 1 for Monday. */
  layers: z
    .array(z.object({days: weekdays, from: timeOfDay, until: timeOfDay, people}))
    .check(z.maxLength(MAX_ROTA_LAYERS, `must be at most ${MAX_ROTA_LAYERS} layers`)),
}
const planObject = z.object(plan)
export type OnCallPlanWire = z.infer<typeof planObject>

/**
 * Somebody is called from `start_ts`, included, to `end_ts`, not included: for all, or instead of one person. An
 * override of a person by the same person changes nothing, and only carries a note.
 */
const overriding = {
  start_ts: z.int().check(z.minimum(MIN_TS), z.maximum(MAX_TS)),
  end_ts: z.int().check(z.minimum(MIN_TS), z.maximum(MAX_TS)),
  person: id,
  instead_of: z.nullable(id),
  note: z.optional(line(ROTA_NOTE_LENGTH)),
}
const override = z.object({_id: z.string(), ...overriding, created_by: z.string()})
export type RotaOverrideWire = z.infer<typeof override>

const newOverride = z.object(overriding).check(
  z.refine(({start_ts: start, end_ts: end}) => end > start, {path: ['end_ts'], error: 'must be after start_ts'}),
  z.refine(({start_ts: start, end_ts: end}) => end - start <= ROTA_OVERRIDE_MAX, {
    path: ['end_ts'],
    error: 'must be at most 92 days after start_ts',
  }),
)
export type NewRotaOverride = z.infer<typeof newOverride>

const rota = z.object({
  _id: z.string(),
  organisation_id: z.string(),
  name: z.string(),
  ...plan,
  overrides: z.array(override),
  created_by: z.string(),
  version: z.number(),
})
export type RotaWire = z.infer<typeof rota>

/**
 * A person who can be in a rota, or is in one. `is_present`: the person can be called. Others have left, have not
 * confirmed their email yet, or no longer see anything.
 */
const person = z.object({_id: z.string(), name: z.string(), email: z.string(), is_present: z.boolean()})
export type OnCallPersonWire = z.infer<typeof person>

const newRota = z.object({name: requiredLine(NAME_LENGTH), ...plan})
export type NewRota = z.infer<typeof newRota>

/**
 * A called person gets a mail, and a push in each of `push_browsers` browsers, unless `reach` says which channels the
 * person chose.
 */
const reachable = z.extend(person, {push_browsers: z.optional(z.number()), reach: z.optional(reach)})
export type ReachablePersonWire = z.infer<typeof reachable>

/** `calendar` is the path of its calendar; null while it has none. */
const listedRota = z.extend(rota, {calendar: z.optional(z.nullable(z.string()))})
export type ListedRotaWire = z.infer<typeof listedRota>

/** Lists rotas by name. `people` are all who may be called, and those in a rota who may not. */
export const listRotas = addition('GET', '/api/v0/on-call/by-org/:id', {
  answer: z.object({rotas: z.array(listedRota), people: z.array(reachable)}),
})

/**
 * Refused with 400 for a person who is not of the organisation, without people in the rota or in a layer, and with 409
 * for a name that another rota has.
 */
export const createRota = addition('POST', '/api/v0/on-call/by-org/:id', {body: newRota, answer: rota, status: 201})

/** `version` is the one that the caller has seen: another one is answered with 409. Overrides stay. */
export const changeRota = addition('PUT', '/api/v0/on-call/by-org/:id/rota/:rotaId', {
  body: z.extend(newRota, {version: z.number()}),
  answer: rota,
})
/** Refused with 409 while a route of the attribute `alarmRoutes` names the rota. */
export const removeRota = addition('DELETE', '/api/v0/on-call/by-org/:id/rota/:rotaId', {answer: nothing})

/** Somebody takes over for a while. A later override goes before an earlier one. */
export const overrideRota = addition('POST', '/api/v0/on-call/by-org/:id/rota/:rotaId/override', {
  body: newOverride,
  answer: rota,
  status: 201,
})

/** Adds all of them, or none: two of them swap shifts. Each is refused like that of `overrideRota`. */
export const addOverrides = addition('POST', '/api/v0/on-call/by-org/:id/rota/:rotaId/overrides', {
  body: z.object({
    overrides: z
      .array(newOverride)
      .check(
        z.minLength(1, 'must have an override'),
        z.maxLength(MAX_ROTA_OVERRIDES, `must be at most ${MAX_ROTA_OVERRIDES} overrides`),
      ),
  }),
  answer: rota,
  status: 201,
})
export const removeOverride = addition('DELETE', '/api/v0/on-call/by-org/:id/rota/:rotaId/override/:overrideId', {
  answer: rota,
})

/** Makes an address of a calendar, which replaces the former one. */
export const issueCalendar = addition('POST', '/api/v0/on-call/by-org/:id/rota/:rotaId/calendar', {
  answer: rota,
  status: 201,
})
export const revokeCalendar = addition('DELETE', '/api/v0/on-call/by-org/:id/rota/:rotaId/calendar', {answer: rota})

/**
 * The shifts of a rota as iCalendar, from the hand-over before the last one to three months ahead. Needs no session:
 * `signature` is that of the address. 404 after it was revoked.
 */
export const readCalendar = addition('GET', '/api/v0/on-call/calendar/:rotaId/:signature/rota.ics', {
  params: z.object({rotaId: id, signature: z.string().check(z.maxLength(100))}),
  answer: z.string(),
})

const shift = z.object({person: z.nullable(person), start_ts: z.number(), end_ts: z.number()})

/**
 * The person on call now in each rota, the next one and their start, and the gaps of the coming seven days. `called`
 * and `next` are null for nobody, and for nobody else.
 */
export const readCalled = addition('GET', '/api/v0/on-call/by-org/:id/now', {
  answer: z.array(
    z.object({
      rota_id: z.string(),
      name: z.string(),
      called: z.nullable(person),
      next: z.nullable(shift),
      gaps: z.array(z.object({start_ts: z.number(), end_ts: z.number()})),
    }),
  ),
})
export type CalledWire = z.infer<typeof readCalled.answer>[number]
