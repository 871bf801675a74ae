import {MAINTENANCE_MINUTES_MAX} from '../../contract/limits'
import {
  covers,
  type MaintainedDevice,
  type MaintenancePeriod,
  type MaintenancePlan,
  type MaintenanceTarget,
} from '../../contract/rules/maintenance'
import {HOUR, MINUTE} from '../../contract/rules/time/durations'
import {instantOf, wallOf} from '../../contract/rules/time/wallTime'
import type {EpochMs, Milliseconds} from '../../contract/wire/common'
import {trimmed} from '../../contract/wire/text'
import type {TimeRange} from './timeRange/timeRange'

/** A period of a window that has begun, will begin or is over. */
export interface TitledPeriod extends MaintenancePeriod {
  title: string
}

/** The periods of devices that touch a range. */
export interface MaintenanceReceived {
  type: 'maintenance.received'
  periods: readonly TitledPeriod[]
}

/** Devices that are in maintenance at planned times. */
export interface MaintenanceWindow extends MaintenanceEntry {
  id: string
  /** The name of the customer or device when the window was saved. */
  targetName: string | null
  /** The period that runs now, or else the next one; null when all are over. */
  period: TimeRange | null
  /** The newest that has ended. */
  last: TimeRange | null
  createdBy: string
  mayChange: boolean
  version: number
}

/** The editable fields of a window. */
export interface MaintenanceEntry {
  title: string
  reason: string
  target: MaintenanceTarget
  plan: MaintenancePlan
}

/** The possible targets. Admins of a customer choose the customer and its devices. */
export interface MaintenanceChoices {
  isOrganisation: boolean
  customers: readonly NamedId[]
  labels: readonly string[]
  devices: readonly NamedId[]
}

interface NamedId {
  id: string
  name: string
}

export const NO_CHOICES: MaintenanceChoices = {isOrganisation: false, customers: [], labels: [], devices: []}

export const REPEATS = ['never', 'daily', 'weekly', 'monthly', 'rule'] as const
export type Repeat = (typeof REPEATS)[number]

export interface MaintenanceDraft {
  title: string
  reason: string
  kind: MaintenanceTarget['kind']
  /** An id or a label; empty when none is chosen. */
  value: string
  start: EpochMs | null
  minutes: string
  zone: string
  repeat: Repeat
  /** The days of the ISO week, 1 for Monday; with `weekly`. */
  days: readonly number[]
  /** With `rule`. */
  rule: string
}

/** Fields that can't be saved as they are. */
export type MaintenanceProblems = Partial<Record<'title' | 'value' | 'start' | 'minutes' | 'days' | 'rule', true>>

const DAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const SIMPLE: Readonly<Record<string, Repeat>> = {'FREQ=DAILY': 'daily', 'FREQ=MONTHLY': 'monthly'}

interface NewDraft {
  zone: string
  now: EpochMs
  /** The device at hand; null when none is. */
  deviceId: string | null
}

/** A new one is of the device at hand, begins at the next full hour, and takes one. It is never of all devices unasked. */
export function emptyDraft({zone, now, deviceId}: NewDraft): MaintenanceDraft {
  const start = (Math.floor(now / HOUR) + 1) * HOUR
  const target = {kind: 'device', value: deviceId ?? ''} as const
  return {title: '', reason: '', ...target, start, minutes: '60', zone, repeat: 'never', days: [], rule: ''}
}

/** The offered lengths of a period, in minutes. */
export const DURATIONS: readonly number[] = [15, 30, 60, 2 * 60, 4 * 60, 8 * 60, 24 * 60]

/** The end of the first period; null as long as it is unknown. */
export const endOf = ({start, minutes}: Pick<MaintenanceDraft, 'start' | 'minutes'>): EpochMs | null =>
  start === null || !isMinutes(minutes) ? null : start + Number(minutes) * MINUTE

/** The minutes until a chosen end; empty when it is no end of a period. */
export function minutesUntil(end: EpochMs | null, {start}: Pick<MaintenanceDraft, 'start'>): string {
  const minutes = end === null || start === null ? 0 : Math.round((end - start) / MINUTE)
  return minutes > 0 ? String(minutes) : ''
}

const isMinutes = (minutes: string): boolean => /^[1-9]\d*$/.test(minutes.trim())

export function draftOf({title, reason, target, plan}: MaintenanceEntry): MaintenanceDraft {
  const [, days] = /^FREQ=WEEKLY;BYDAY=([A-Z,]+)$/.exec(plan.rrule ?? '') ?? []
  const weekly = (days?.split(',') ?? []).map(day => DAYS.indexOf(day) + 1)
  const isWeekly = weekly.length > 0 && weekly.every(day => day > 0)
  const repeat = plan.rrule === null ? 'never' : isWeekly ? 'weekly' : (SIMPLE[plan.rrule] ?? 'rule')
  return {
    title,
    reason,
    kind: target.kind,
    value: target.value ?? '',
    zone: plan.zone,
    repeat,
    start: instantOf(Date.parse(`${plan.start}Z`), plan.zone),
    minutes: String(plan.minutes),
    days: isWeekly ? weekly : [],
    rule: repeat === 'rule' ? (plan.rrule ?? '') : '',
  }
}

/** Changes the zone and keeps the wall time. */
export const inZone = ({start, zone}: MaintenanceDraft, next: string): Pick<MaintenanceDraft, 'start' | 'zone'> => ({
  start: start === null ? null : instantOf(wallOf(start, zone), next),
  zone: next,
})

export function problemsOf(draft: MaintenanceDraft): MaintenanceProblems {
  const {title, kind, value, start, minutes, repeat, days, rule} = draft
  return {
    ...(trimmed(title) === '' && {title: true}),
    ...(kind !== 'organisation' && value === '' && {value: true}),
    ...(start === null && {start: true}),
    ...(!isMinutes(minutes) && {minutes: true}),
    ...(repeat === 'weekly' && days.length === 0 && {days: true}),
    ...(repeat === 'rule' && rule.trim() === '' && {rule: true}),
  }
}

export const entryOf = (draft: MaintenanceDraft): MaintenanceEntry => ({
  title: trimmed(draft.title),
  reason: trimmed(draft.reason),
  target: {kind: draft.kind, value: draft.kind === 'organisation' ? null : draft.value},
  plan: planOf(draft),
})

/** Expects a draft without problems. */
export function planOf({start, zone, minutes, ...draft}: MaintenanceDraft): MaintenancePlan {
  const wall = new Date(wallOf(start ?? 0, zone)).toISOString().slice(0, 16)
  return {start: wall, zone, minutes: Number(minutes), rrule: rruleOf(draft)}
}

function rruleOf({repeat, days, rule}: Pick<MaintenanceDraft, 'repeat' | 'days' | 'rule'>): string | null {
  switch (repeat) {
    case 'never':
      return null
    case 'daily':
      return 'FREQ=DAILY'
    case 'weekly':
      return `FREQ=WEEKLY;BYDAY=${days.flatMap(day => DAYS[day - 1] ?? []).join(',')}`
    case 'monthly':
      return 'FREQ=MONTHLY'
    case 'rule':
      return rule.trim()
    default:
      return repeat satisfies never
  }
}

/** The offered lengths of maintenance that begins at once. The longest one is as good as until a user ends it. */
export const MAINTENANCE_LENGTHS: readonly Milliseconds[] = [HOUR, 4 * HOUR, MAINTENANCE_MINUTES_MAX * MINUTE]

interface MaintenanceFromNow {
  deviceId: string
  title: string
  reason: string
  until: EpochMs
}

/** A window of one device from now on. It is in UTC, whose clocks are never changed. */
export function entryFromNow({deviceId, until, ...words}: MaintenanceFromNow, now: EpochMs): MaintenanceEntry {
  const start = Math.floor(now / MINUTE) * MINUTE
  const minutes = Math.min(MAINTENANCE_MINUTES_MAX, Math.max(1, Math.ceil((until - start) / MINUTE)))
  const wall = new Date(start).toISOString().slice(0, 16)
  return {
    ...words,
    target: {kind: 'device', value: deviceId},
    plan: {start: wall, zone: 'UTC', minutes, rrule: null},
  }
}

/** The maintenance that a device is in. */
export interface RunningMaintenance {
  until: EpochMs
  /** The window that is for this device alone, which the viewer may end; null when there is none. */
  windowId: string | null
}

/** Returns the maintenance of a device at a time, by the windows of its organisation; null when it is in none. */
export function runningMaintenance(
  windows: readonly MaintenanceWindow[],
  device: MaintainedDevice,
  now: EpochMs,
): RunningMaintenance | null {
  const {organisationId} = device
  if (organisationId === null) return null
  const running = windows.filter(
    ({target, ...window}) => stageOf(window, now) === 'running' && covers({organisationId, target}, device),
  )
  if (running.length === 0) return null
  const own = running.find(({target, mayChange}) => target.kind === 'device' && mayChange)
  return {until: Math.max(...running.flatMap(({period}) => period?.end ?? [])), windowId: own?.id ?? null}
}

export const STAGES = ['running', 'coming', 'ended'] as const
export type Stage = (typeof STAGES)[number]

/** Returns a window's stage at a time. */
export function stageOf({period}: Pick<MaintenanceWindow, 'period'>, now: EpochMs): Stage {
  if (period === null || period.end <= now) return 'ended'
  return period.start <= now ? 'running' : 'coming'
}
