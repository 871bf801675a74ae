import {HAND_OVER_DAYS_MAX} from '../../../contract/limits'
import {
  type HandOver,
  handOverOf,
  isUnmanned,
  type Rota,
  type RotaLayer,
  type RotaOverride,
} from '../../../contract/rules/onCall/rota'
import {gapsIn, nextShift, type Shift, shiftsIn} from '../../../contract/rules/onCall/shifts'
import {dayStarts} from '../../../contract/rules/time/calendar'
import {DAY, HOUR, MINUTE} from '../../../contract/rules/time/durations'
import {dayFrom, minuteFrom, minuteText} from '../../../contract/rules/time/schedule'
import {wallOf} from '../../../contract/rules/time/wallTime'
import type {EpochMs} from '../../../contract/wire/common'
import type {DeliveryState} from '../../../contract/wire/notification'
import type {ChatKind} from '../../../contract/wire/people/reach'
import type {ChannelKind} from '../../../contract/wire/target'
import {trimmed} from '../../../contract/wire/text'
import type {TimeRange} from '../timeRange/timeRange'

export interface NamedRota extends Omit<Rota, 'overrides'> {
  id: string
  name: string
  overrides: readonly NamedOverride[]
  version: number
  /** The path of its calendar; null while it has none. */
  calendar?: string | null | undefined
}

export interface NewOverride extends RotaOverride {
  note?: string | undefined
}

export interface NamedOverride extends NewOverride {
  id: string
}

/** A person who is or can be in a rota. Absent people are never called. */
export interface Person {
  id: string
  name: string
  isPresent: boolean
  /** The number of browsers that are pushed to. A present person gets mail as well. */
  pushBrowsers?: number | undefined
  /** The channels that the person chose; undefined for none. */
  reach?: {email: boolean; push: boolean; chat: {kind: ChatKind} | null} | undefined
}

/** A step of a route, and the addresses that it would notify of an alarm now; at once, or after so many minutes. */
export interface WhomStep {
  route: string
  afterMinutes: number
  recipients: readonly string[]
  /** The rotas of the step in which nobody is on call. */
  unmanned: readonly string[]
}

/** The recipients of an alarm: those who would be notified now, and those who were. */
export interface Whom {
  steps: readonly WhomStep[]
  notified: readonly Notified[]
}

/** A channel that was notified, with its newest delivery. `name` is that of the person whose channel it is. */
export interface Notified {
  kind: ChannelKind
  address: string
  name: string | null
  route: string
  at: EpochMs
  state: DeliveryState
}

export const NOBODY_NOTIFIED: Whom = {steps: [], notified: []}

/** The editable fields of a rota. */
export type RotaEntry = Pick<NamedRota, 'name' | 'zone' | 'handOver' | 'people' | 'layers'>

export interface RotaDraft {
  name: string
  zone: string
  /** When one hands over to the next: such as 08:00, in days, and from which day on. */
  time: string
  days: string
  since: string
  /** Whether nobody has typed `since`, so that it follows the other fields. */
  isSinceProposed: boolean
  people: readonly string[]
  layers: readonly LayerDraft[]
}

export interface LayerDraft {
  days: readonly number[]
  from: string
  until: string
  people: readonly string[]
}

export type RotaField = 'name' | 'people' | 'time' | 'days' | 'since' | `layer-${number}` | `layer-${number}-people`
export type RotaProblems = Partial<Record<RotaField, true>>

/** Somebody takes over from `start` until `end`. */
export interface TakeoverDraft {
  person: string
  start: EpochMs | null
  end: EpochMs | null
  note: string
}

/** The shift that is swapped for `other`, or gets a note. */
interface ShiftDraft {
  shift: Shift | null
  other: Shift | null
}

/** Overrides at the times of a file, in place of `away`; empty for everybody. */
interface ImportDraft {
  away: string
  file: CalendarFile | null
}

export type CalendarFile =
  | {events: readonly CalendarEvent[]; problem?: undefined}
  | {problem: 'large' | 'unreadable' | 'empty' | 'many' | 'long'}

export interface CalendarEvent extends TimeRange {
  note: string
}

/** A rota, or overrides of one: whichever of them is asked for. */
export interface OnCallDraft extends RotaDraft, TakeoverDraft, ShiftDraft, ImportDraft {
  form: 'rota' | 'takeover' | 'swap' | 'note' | 'import'
}

const WEEK = [1, 2, 3, 4, 5, 6, 7]
export const EMPTY_LAYER: LayerDraft = {days: WEEK, from: '22:00', until: '06:00', people: []}

const NO_OVERRIDE: TakeoverDraft & ShiftDraft & ImportDraft = {
  person: '',
  start: null,
  end: null,
  note: '',
  shift: null,
  other: null,
  away: '',
  file: null,
}

/** The draft of a rota, which is new if it is null. */
export const draftOfEntry = (rota: NamedRota | null, input: {zone: string; now: EpochMs}): OnCallDraft => ({
  ...(rota === null ? emptyRota(input) : draftOfRota(rota)),
  ...NO_OVERRIDE,
  form: 'rota',
})

/** The draft of an override of a shift. */
export const draftOfShift = (
  rota: NamedRota,
  shift: Shift,
  change: Partial<OnCallDraft> & Pick<OnCallDraft, 'form'>,
): OnCallDraft => ({
  ...draftOfRota(rota),
  ...NO_OVERRIDE,
  start: shift.start,
  end: shift.end,
  shift,
  ...change,
})

export const draftOfImport = (rota: NamedRota): OnCallDraft => ({
  ...draftOfRota(rota),
  ...NO_OVERRIDE,
  form: 'import',
})

export const draftOfTakeover = (
  rota: NamedRota,
  people: readonly Person[],
  {userId, now}: {userId: string; now: EpochMs},
): OnCallDraft => ({
  ...draftOfRota(rota),
  ...NO_OVERRIDE,
  ...takeoverOf(outlookOf(rota, people, now), {userId, now}),
  form: 'takeover',
})

/** A new one hands over each Monday at eight, and calls the first of its people at once. */
export function emptyRota({zone, now}: {zone: string; now: EpochMs}): RotaDraft {
  const draft = {name: '', zone, time: '08:00', days: '7', since: '', isSinceProposed: true, people: [], layers: []}
  return changedRota(draft, {}, now)
}

/**
 * A draft after a change. A rota calls nobody before its first hand-over, so a new one begins with the last hand-over
 * that has passed until somebody chooses another day: made on a Monday at 00:39 to hand over at 08:00, it begins the
 * Monday before, and the first in the order is on call at once.
 */
export function changedRota(draft: RotaDraft, change: Partial<RotaDraft>, now: EpochMs): RotaDraft {
  const changed = {...draft, ...change}
  if (change.since !== undefined) return {...changed, isSinceProposed: false}
  return changed.isSinceProposed ? {...changed, since: lastHandOver(changed, now) ?? changed.since} : changed
}

/** The day of the last hand-over that has passed: a Monday for whole weeks. Null for times and days of no meaning. */
function lastHandOver({zone, time, days}: RotaDraft, now: EpochMs): string | null {
  const minute = minuteOf(time)
  if (minute === null || !isNumberOfDays(days)) return null
  const isWeekly = Number(days) % WEEK.length === 0
  for (let day = Math.floor(wallOf(now, zone) / DAY) + 1; ; day--) {
    const since = new Date(day * DAY).toISOString().slice(0, 10)
    const isPassed = handOverOf({zone, handOver: {minute, days: Number(days), since}}, 0) <= now
    if (isPassed && (!isWeekly || new Date(day * DAY).getUTCDay() === 1)) return since
  }
}

const draftOfRota = ({name, zone, handOver, people, layers}: NamedRota): RotaDraft => ({
  name,
  zone,
  people,
  time: minuteText(handOver.minute),
  days: String(handOver.days),
  since: handOver.since,
  isSinceProposed: false,
  layers: layers.map(layer => ({...layer, from: minuteText(layer.from), until: minuteText(layer.until)})),
})

export function rotaProblems(draft: RotaDraft): RotaProblems {
  const {name, time, days, since, layers} = draft
  const wrong = layers.flatMap((layer, at): RotaField[] => [
    ...(layerFrom(layer) === null ? [`layer-${at}` as const] : []),
    ...(isUnmanned(layer) ? [`layer-${at}-people` as const] : []),
  ])
  return {
    ...(trimmed(name) === '' && {name: true}),
    ...(isUnmanned(draft) && {people: true}),
    ...(minuteOf(time) === null && {time: true}),
    ...(!isNumberOfDays(days) && {days: true}),
    ...(!(since.startsWith('20') && dayFrom(since) !== null) && {since: true}),
    ...Object.fromEntries(wrong.map(field => [field, true])),
  }
}

/** Expects a draft without problems. */
export const rotaEntry = ({name, zone, time, days, since, people, layers}: RotaDraft): RotaEntry => ({
  name: trimmed(name),
  zone,
  people,
  handOver: {minute: minuteOf(time) ?? 0, days: Number(days), since} satisfies HandOver,
  layers: layers.flatMap(layer => layerFrom(layer) ?? []),
})

const isNumberOfDays = (days: string): boolean => /^[1-9]\d*$/.test(days.trim()) && Number(days) <= HAND_OVER_DAYS_MAX

function layerFrom({days, from, until, people}: LayerDraft): RotaLayer | null {
  const [start, end] = [minuteOf(from), minuteOf(until)]
  return start === null || end === null || days.length === 0 ? null : {days, from: start, until: end, people}
}

function minuteOf(time: string): number | null {
  const minute = minuteFrom(time.trim().padStart(5, '0'))
  return minute === 24 * 60 ? 0 : minute
}

/** Shifts are shown, and gaps reported, this far ahead. */
const SHOWN = 14 * DAY
const FORESEEN = 7 * DAY

export interface Outlook {
  /** The current shift, with or without a person on call; its start is now. */
  now: Shift
  next: Shift | null
  /** The shifts of the coming two weeks. */
  shifts: readonly Shift[]
  /** The gaps of the coming week. */
  gaps: readonly Shift[]
}

/** Returns the shifts of a draft if it were saved in place of `rota`; null while something is wrong in it. */
export function draftOutlook(
  draft: RotaDraft,
  {rota, people, at}: {rota: NamedRota | null; people: readonly Person[]; at: EpochMs},
): Outlook | null {
  const {name: _, ...problems} = rotaProblems(draft)
  if (Object.keys(problems).length > 0) return null
  return outlookOf({...rotaEntry(draft), overrides: rota?.overrides ?? []}, people, at)
}

export function outlookOf(rota: Rota, people: readonly Person[], at: EpochMs): Outlook {
  const present = new Set(people.flatMap(({id, isPresent}) => (isPresent ? [id] : [])))
  const isPresent = (id: string) => present.has(id)
  const shifts = shiftsIn(rota, isPresent, {start: at, end: at + SHOWN})
  return {
    shifts,
    now: shifts[0] ?? {start: at, end: at, person: null},
    next: nextShift(rota, isPresent, at),
    gaps: gapsIn(rota, isPresent, {start: at, end: at + FORESEEN}),
  }
}

/** A row of a calendar: seven days, and the parts of shifts in them. */
export interface Week extends TimeRange {
  days: readonly TimeRange[]
  parts: readonly ShiftPart[]
}

export interface ShiftPart extends TimeRange {
  /** The rest of the whole shift; all of one that is over. */
  shift: Shift
  isOver: boolean
  /** Whether the part before is in the row above. */
  isContinued: boolean
  isCover: boolean
  notes: readonly string[]
}

const WEEKS_SHOWN = 2

/** Two weeks from today on. What has passed of today is shown, but can't be changed. */
export function weeksOf(rota: NamedRota, people: readonly Person[], at: EpochMs, zone: string): Week[] {
  const {starts} = dayStarts(at, at + SHOWN, zone, SHOWN / DAY + 2)
  const [today = at] = starts
  const present = new Set(people.flatMap(({id, isPresent}) => (isPresent ? [id] : [])))
  const until = (starts.at(WEEKS_SHOWN * WEEK.length) ?? at + SHOWN) + (rota.handOver.days + 1) * DAY
  const shifts = shiftsIn(rota, id => present.has(id), {start: today, end: until})
  return Array.from({length: WEEKS_SHOWN}, (_, week) => {
    const bounds = starts.slice(week * WEEK.length, (week + 1) * WEEK.length + 1)
    const [start = today, end = today] = [bounds[0], bounds.at(-1)]
    const days = bounds.slice(1).map((end, day) => ({start: bounds[day] ?? end, end}))
    return {start, end, days, parts: shifts.flatMap(shift => partOf(rota, shift, {start, end}, at))}
  })
}

function partOf({overrides}: NamedRota, shift: Shift, week: TimeRange, at: EpochMs): ShiftPart[] {
  const [start, end] = [Math.max(shift.start, week.start), Math.min(shift.end, week.end)]
  if (start >= end) return []
  const isOver = shift.end <= at
  const within = overrides.filter(
    override => override.start < end && start < override.end && override.person === shift.person,
  )
  return [
    {
      start,
      end,
      shift: isOver ? shift : {...shift, start: Math.max(shift.start, Math.floor(at / MINUTE) * MINUTE)},
      isOver,
      isContinued: shift.start < start,
      isCover: within.some(isCover),
      notes: within.flatMap(({note}) => note ?? []),
    },
  ]
}

/** The later shifts for which somebody may swap one: each of another person. */
export const swapsFor = (weeks: readonly Week[], shift: Shift): Shift[] =>
  weeks
    .flatMap(({parts}) => parts)
    .filter(
      ({isContinued, isOver, shift: other}) =>
        !isContinued && !isOver && other.person !== null && other.person !== shift.person,
    )
    .map(part => part.shift)

/**
 * The number of a colour for each person of a rota, from 1 on. A person has the same one in each rota while it is free
 * there; more people than colours share them.
 */
export function coloursOf({people, layers, overrides}: Rota): ReadonlyMap<string, number> {
  const colours = new Map<string, number>()
  for (const id of [...people, ...layers.flatMap(layer => layer.people), ...overrides.map(({person}) => person)]) {
    if (colours.has(id)) continue
    const first = sumOf(id) % DATA_COLOURS
    const inOrder = Array.from({length: DATA_COLOURS}, (_, step) => ((first + step) % DATA_COLOURS) + 1)
    const taken = new Set(colours.values())
    colours.set(id, inOrder.find(colour => !taken.has(colour)) ?? first + 1)
  }
  return colours
}

const DATA_COLOURS = 8
const sumOf = (id: string): number =>
  [...id].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) % 65_521, 7)

/** The one who asks takes over at once, until the next hand-over, but for a day at most. */
function takeoverOf({next}: Outlook, {userId, now}: {userId: string; now: EpochMs}): Partial<TakeoverDraft> {
  const minute = Math.floor(now / MINUTE) * MINUTE
  const end = Math.min(next?.start ?? Number.POSITIVE_INFINITY, minute + DAY)
  return {person: userId, start: minute, end: Math.max(end, minute + HOUR)}
}

/** Returns the overrides that a draft asks for; none while something is missing. */
export function overridesFrom(draft: Omit<OnCallDraft, keyof RotaDraft>): NewOverride[] {
  const {form, person, start, end, shift, other, away, file} = draft
  const note = trimmed(draft.note)
  if (form === 'rota') return []
  if (form === 'swap') return shift === null || other === null ? [] : swapped(shift, other, note)
  if (form === 'import') {
    const insteadOf = away === '' ? null : away
    if (person === '' || file?.problem !== undefined) return []
    return (file?.events ?? []).map(({start, end, note}) => withNote({start, end, person, insteadOf}, note))
  }
  if (form === 'note') return shift === null || note === '' ? [] : notedOn(shift, note)
  if (person === '' || start === null || end === null || end <= start) return []
  return [withNote({person, start, end, insteadOf: null}, note)]
}

/** Each of two people is on call in the other's shift. Nobody's shift can't be swapped. */
function swapped(one: Shift, other: Shift, note: string): NewOverride[] {
  if (one.person === null || other.person === null) return []
  return [
    withNote({start: one.start, end: one.end, person: other.person, insteadOf: null}, note),
    withNote({start: other.start, end: other.end, person: one.person, insteadOf: null}, note),
  ]
}

/** An override of a person by the same person calls nobody else. */
const notedOn = ({start, end, person}: Shift, note: string): NewOverride[] =>
  person === null ? [] : [{start, end, person, insteadOf: person, note}]

const withNote = (override: RotaOverride, note: string): NewOverride => (note === '' ? override : {...override, note})

const isCover = ({person, insteadOf}: NewOverride): boolean => person !== insteadOf
