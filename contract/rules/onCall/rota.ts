import type {EpochMs} from '../../wire/common'
import {DAY, MINUTE} from '../time/durations'
import {cachedOffsetsOf, type OffsetAt, offsetsOf} from '../time/localTime'
import {instantBy} from '../time/wallTime'
import {weekdayOf} from '../time/weekday'

/**
 * The order of people on call. `people` are ids in the order of their turns, and the first one's begins at the first
 * hand-over. `layers` go before them in certain hours, and the first one goes before the others. All of them change
 * hands at the same times. A later override in the list goes before an earlier one.
 */
export interface Rota {
  zone: string
  handOver: HandOver
  people: readonly string[]
  layers: readonly RotaLayer[]
  overrides: readonly RotaOverride[]
}

/** A hand-over at `minute` of the day by the clocks of the zone, each `days` days from `since` on. */
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

/** An override from `start` to before `end`. `insteadOf` restricts it to one person's turns; null for all. */
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

/** The person on call at a time. Absent people are passed over for the next in the order. Null for nobody. */
export function onCallAt(rota: Rota, isPresent: IsPresent, at: EpochMs): string | null {
  const offsetAt = cachedOffsetsOf(rota.zone)
  const isOn = rota.layers.map(layer => isInHours(layer, offsetAt, at))
  return callingOf(rota, isPresent)({at, turn: turnAt(rota, offsetAt, at), isOn: layer => isOn[layer] === true})
}

/** A time by the clocks of the zone: the turn, null before the first one, and the layers in whose hours it is. */
export interface Moment {
  at: EpochMs
  turn: number | null
  isOn: (layer: number) => boolean
}

/** The rule itself. Looking at who is present is done once, so that each moment costs one look at each layer and override. */
export function callingOf({people, layers, overrides}: Rota, isPresent: IsPresent): (moment: Moment) => string | null {
  const ofLayers = layers.map(layer => turnsOf(layer.people, isPresent))
  const ofOthers = turnsOf(people, isPresent)
  const able = overrides.filter(({person}) => isPresent(person))
  const plannedFor = ({turn, isOn}: Moment): string | null => {
    if (turn === null) return null
    for (const [layer, called] of ofLayers.entries()) {
      const person = isOn(layer) ? called(turn) : null
      if (person !== null) return person
    }
    return ofOthers(turn)
  }
  return moment => {
    const {at} = moment
    const planned = plannedFor(moment)
    const override = able.findLast(
      ({start, end, insteadOf}) => start <= at && at < end && (insteadOf === null || insteadOf === planned),
    )
    return override?.person ?? planned
  }
}

/** The person of an order who is on call in a turn. */
function turnsOf(order: readonly string[], isPresent: IsPresent): (turn: number) => string | null {
  const fromTheLast: (string | null)[] = []
  let called = order.find(isPresent) ?? null
  for (const person of [...order].reverse()) {
    if (isPresent(person)) called = person
    fromTheLast.push(called)
  }
  return turn => fromTheLast[order.length - 1 - (turn % order.length)] ?? null
}

/** The number of hand-overs until `at`, without the first one; null before that. */
function turnAt(rota: Rota, offsetAt: OffsetAt, at: EpochMs): number | null {
  const wall = at + offsetAt(at)
  let turn = Math.floor((wall - firstWall(rota.handOver)) / (rota.handOver.days * DAY)) + 1
  while (handOverOf(rota, turn, offsetAt) > at) turn--
  return turn < 0 ? null : turn
}

/** The start of a turn. */
export const handOverOf = (
  {handOver, zone}: Pick<Rota, 'handOver' | 'zone'>,
  turn: number,
  offsetAt: OffsetAt = offsetsOf(zone),
): EpochMs => instantBy(offsetAt, firstWall(handOver) + turn * handOver.days * DAY)

const firstWall = ({since, minute}: HandOver) => Date.parse(`${since}T00:00Z`) + minute * MINUTE

function isInHours(layer: RotaLayer, offsetAt: OffsetAt, at: EpochMs): boolean {
  const today = Math.floor((at + offsetAt(at)) / DAY)
  return [today - 1, today, today + 1].some(day => {
    const hours = hoursOn(layer, offsetAt, day)
    return hours !== null && hours.start <= at && at < hours.end
  })
}

/** Days are counted from 1970-01-01. The hours go by the clocks: a change of them makes a piece longer or shorter. */
export function hoursOn({days, from, until}: Omit<RotaLayer, 'people'>, offsetAt: OffsetAt, day: number) {
  if (!days.includes(weekdayOf(day) + 1)) return null
  const end = (until > from ? day : day + 1) * DAY + until * MINUTE
  return {start: instantBy(offsetAt, day * DAY + from * MINUTE), end: instantBy(offsetAt, end)}
}
