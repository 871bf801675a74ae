import type {EpochMs} from '../../wire/common'
import {DAY, MINUTE} from '../time/durations'
import {offsetsOf} from '../time/localTime'
import {instantOf} from '../time/wallTime'

/**
 * Who is called when. `people` are ids in the order of their turns, and the first one's begins at the first hand-over.
 * `layers` go before them in certain hours, and the first one goes before the others. All of them change hands at the
 * same times. An override that comes later in the list goes before an earlier one.
 */
export interface Rota {
  zone: string
  handOver: HandOver
  people: readonly string[]
  layers: readonly RotaLayer[]
  overrides: readonly RotaOverride[]
}

/** At `minute` of the day by the clocks of the zone, each `days` days from `since` on, such as 2026-11-30. */
export interface HandOver {
  minute: number
  days: number
  since: string
}

/**
 * The hours begin at minute `from` of each of the `days` of the ISO week, 1 for Monday, and end at minute `until`: on
 * the next day, when that is not later.
 */
export interface RotaLayer {
  days: readonly number[]
  from: number
  until: number
  people: readonly string[]
}

/** From `start`, included, to `end`, not included. `insteadOf` restricts it to one person's turns; null for all. */
export interface RotaOverride {
  start: EpochMs
  end: EpochMs
  person: string
  insteadOf: string | null
}

/** Whether a rota, or the hours of a layer, could never call anybody. Such a plan means nothing and is refused. */
export const isUnmanned = ({people, layers = []}: Manned): boolean => people.length === 0 && layers.every(isUnmanned)

interface Manned {
  people: readonly string[]
  layers?: readonly Manned[]
}

/** Whether a person can be called: people leave, and may lose sight of the devices. */
export type IsPresent = (person: string) => boolean

/** Who is called at a time. Those who are not present are passed over for the next in the order. Null for nobody. */
export function onCallAt(rota: Rota, isPresent: IsPresent, at: EpochMs): string | null {
  const turn = turnAt(rota, at)
  const planned = turn === null ? null : plannedFor(rota, isPresent, {turn, at})
  const override = rota.overrides.findLast(
    ({start, end, person, insteadOf}) =>
      start <= at && at < end && isPresent(person) && (insteadOf === null || insteadOf === planned),
  )
  return override?.person ?? planned
}

function plannedFor({zone, layers, people}: Rota, isPresent: IsPresent, {turn, at}: {turn: number; at: EpochMs}) {
  const ofHours = layers.filter(layer => isInHours(layer, zone, at)).map(layer => layer.people)
  for (const order of [...ofHours, people]) {
    const first = turn % order.length
    const found = [...order.slice(first), ...order.slice(0, first)].find(isPresent)
    if (found !== undefined) return found
  }
  return null
}

/** The number of hand-overs until `at`, without the first one; null before that. */
function turnAt({handOver, zone}: Rota, at: EpochMs): number | null {
  const wall = at + offsetsOf(zone)(at)
  let turn = Math.floor((wall - firstWall(handOver)) / (handOver.days * DAY)) + 1
  while (handOverOf({handOver, zone}, turn) > at) turn--
  return turn < 0 ? null : turn
}

/** When a turn begins. */
export const handOverOf = ({handOver, zone}: Pick<Rota, 'handOver' | 'zone'>, turn: number): EpochMs =>
  instantOf(firstWall(handOver) + turn * handOver.days * DAY, zone)

const firstWall = ({since, minute}: HandOver) => Date.parse(`${since}T00:00Z`) + minute * MINUTE

function isInHours(layer: RotaLayer, zone: string, at: EpochMs): boolean {
  const today = Math.floor((at + offsetsOf(zone)(at)) / DAY)
  return [today - 1, today, today + 1].some(day => {
    const hours = hoursOn(layer, zone, day)
    return hours !== null && hours.start <= at && at < hours.end
  })
}

/** Day 0 is 1970-01-01, a Thursday. The hours go by what the clocks show: a change of them makes a piece longer or shorter. */
export function hoursOn({days, from, until}: Omit<RotaLayer, 'people'>, zone: string, day: number) {
  const weekday = ((((day + 3) % 7) + 7) % 7) + 1
  if (!days.includes(weekday)) return null
  const end = (until > from ? day : day + 1) * DAY + until * MINUTE
  return {start: instantOf(day * DAY + from * MINUTE, zone), end: instantOf(end, zone)}
}
