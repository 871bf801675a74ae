import {HOUR} from '../../../../contract/rules/time/durations'
import type {UsualHour} from '../../../../contract/rules/usual/hour'
import type {EpochMs} from '../../../../contract/wire/common'

/** The learned hours that are alike, by plain names: `Mon 09`. */
interface Slot {
  weekday: string
  hour: string
  low: number
  high: number
  centre: number
  spread: number
  times: number
}

interface ModelBand {
  low: number
  high: number
  centre: number
  spread: number
  basis: string
  hours: number
}

interface Place {
  weekday: string
  hour: string
  day: string
}

/** The rule of usual values as one would write it down first: by names of days, lists and the calendar of Intl. */
export function createModel(zone: string) {
  const placeOf = placesIn(zone)
  let slots: Slot[] = []
  let days = new Set<string>()
  let whole = {centre: 0, spread: 0, hours: 0}
  let share = {rising: 0, notMonotone: 0}
  let isCounter = false
  let outside = 0
  let before: UsualHour | undefined

  function bandAt(at: EpochMs): ModelBand | null {
    if (whole.hours < 24 || days.size < 2) return null
    const {weekday, hour} = placeOf(at - (at % HOUR))
    const isWeekend = (slot: {weekday: string}) => ['Sat', 'Sun'].includes(slot.weekday)
    const sameHour = slots.filter(slot => slot.hour === hour)
    const [basis, pool] = (
      [
        ['weekHour', sameHour.filter(slot => slot.weekday === weekday), 4],
        [
          'dayKindHour',
          sameHour.filter(slot => isWeekend(slot) === isWeekend({weekday})),
          isWeekend({weekday}) ? 4 : 8,
        ],
        ['dayHour', sameHour, 3],
        ['lastDays', slots, 0],
      ] as const
    ).find(([, pool, least]) => timesOf(pool) >= least) ?? ['lastDays', slots]
    const ofKind = sameHour.filter(slot => isWeekend(slot) === isWeekend({weekday}))
    if (days.size >= 14 && (basis === 'lastDays' || timesOf(ofKind) === 0)) return null
    const centre = medianOf(pool, ({centre}) => centre)
    const own = medianOf(pool, slot => Math.hypot(slot.spread, slot.centre - centre))
    const spread = Math.max(own, 0.4 * whole.spread, 0.001 * Math.abs(centre))
    return {
      low: medianOf(pool, ({low}) => low) - spread,
      high: medianOf(pool, ({high}) => high) + spread,
      centre,
      spread,
      basis,
      hours: timesOf(pool),
    }
  }

  function learn(hour: UsualHour) {
    forgetIfOtherKind(hour)
    const amounts = isCounter ? rateOf(hour, before) : hour
    before = hour
    const band = bandAt(hour.ts)
    if (amounts === null || isTooLongUnusual(amounts.mean, band)) return
    const clip = (value: number) =>
      band === null || band.spread === 0
        ? value
        : Math.max(band.centre - 5 * band.spread, Math.min(band.centre + 5 * band.spread, value))
    const [low, mean, high] = [clip(amounts.low), clip(amounts.mean), clip(amounts.high)]
    const place = placeOf(hour.ts)
    days.add(place.day)
    whole.hours++
    const slot = slotOf(place)
    const centre = slot.times === 0 ? mean : slot.centre
    slot.times++
    const step = (old: number, value: number, memory: number, times: number) =>
      old + (value - old) / Math.min(memory, times)
    slot.low = step(slot.low, low, 8, slot.times)
    slot.high = step(slot.high, high, 8, slot.times)
    slot.centre = step(slot.centre, mean, 8, slot.times)
    slot.spread = step(slot.spread, Math.abs(mean - centre) + (high - low) / 4, 8, slot.times)
    whole.spread = step(whole.spread, Math.abs(mean - whole.centre), 4 * 7 * 24, whole.hours)
    whole.centre = step(whole.centre, mean, 4 * 7 * 24, whole.hours)
  }

  function slotOf({weekday, hour}: Place): Slot {
    const known = slots.find(slot => slot.weekday === weekday && slot.hour === hour)
    if (known) return known
    const slot = {weekday, hour, low: 0, high: 0, centre: 0, spread: 0, times: 0}
    slots.push(slot)
    return slot
  }

  function isTooLongUnusual(mean: number, band: ModelBand | null): boolean {
    if (band === null || days.size < 14) return false
    outside = mean < band.low || mean > band.high ? outside + 1 : 0
    return outside > 24
  }

  function forgetIfOtherKind(hour: UsualHour) {
    const {first, last, low, high} = hour
    const isMonotone = first >= (before?.last ?? first) && low === first && high === last
    const rate = 1 / Math.min(48, whole.hours + 1)
    share.rising += rate * (Number(isMonotone && last > (before?.last ?? first)) - share.rising)
    share.notMonotone += rate * (Number(!isMonotone) - share.notMonotone)
    const looksLikeOne = share.rising > 0.5 && share.notMonotone < (isCounter ? 0.25 : 0.05)
    if (whole.hours < 48 || looksLikeOne === isCounter) return
    isCounter = looksLikeOne
    slots = []
    days = new Set()
    whole = {centre: 0, spread: 0, hours: 0}
    share = {rising: 0, notMonotone: 0}
    outside = 0
  }

  return {learn, bandAt, isCounter: () => isCounter}
}

/** The calendar is asked once for each time of a zone, since that takes longer than all else. */
const placesIn = kept((zone: string) => {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    ...({weekday: 'short', hour: '2-digit', hourCycle: 'h23'} as const),
    ...({year: 'numeric', month: '2-digit', day: '2-digit'} as const),
  })
  return kept((at: EpochMs): Place => {
    const parts = Object.fromEntries(format.formatToParts(at).map(({type, value}) => [type, value]))
    const {weekday = '', hour = '', year, month, day} = parts
    return {weekday, hour, day: `${year}-${month}-${day}`}
  })
})

function kept<Key, Value>(find: (key: Key) => Value): (key: Key) => Value {
  const found = new Map<Key, Value>()
  return key => {
    const value = found.get(key) ?? find(key)
    found.set(key, value)
    return value
  }
}

/**
 * Returns the values, in the order of time, at which somebody is notified, and whether they are unusual then. `known`
 * counts those before the first one that is so near to a limit that the last digits decide.
 */
export function judgedByModel(
  zone: string,
  hours: readonly UsualHour[],
  values: readonly (readonly [EpochMs, number])[],
) {
  const model = createModel(zone)
  const waiting = [...hours]
  const episodes: {told: EpochMs; back?: EpochMs}[] = []
  let run = {short: 0, long: 0, variance: 0, count: 0}
  let before: readonly [EpochMs, number] | undefined
  let known: number | undefined
  const judged = values.map(([at, value], index) => {
    while (waiting[0] !== undefined && waiting[0].ts + 2 * HOUR <= at - (at % HOUR))
      model.learn(waiting.shift() ?? waiting[0])
    const band = model.bandAt(at)
    const last = before
    before = [at, value]
    const open = episodes.find(({back}) => back === undefined)
    if (band === null) {
      if (open) open.back = at
      return {at, verdict: 'learning', isNotified: false}
    }
    const seconds = last === undefined ? 0 : (at - last[0]) / 1000
    const isCompared = !model.isCounter() || (last !== undefined && value >= last[1])
    if (isCompared) score(model.isCounter() ? (value - (last?.[1] ?? 0)) / seconds : value)
    const isOpen = episodes.some(({back}) => back === undefined)
    const verdict = run.count < 10 ? 'learning' : isOpen ? 'unusual' : 'usual'
    return {at, verdict, isNotified: isOpen && episodes.at(-1)?.told === at}

    function score(amount: number) {
      if (band === null) return
      const distance = Math.abs(amount - band.centre)
      const score = distance === 0 ? 0 : Math.min(50, distance / band.spread)
      const count = run.count + 1
      const minutes = last === undefined ? Number.POSITIVE_INFINITY : seconds / 60
      const short = run.short + (score - run.short) * Math.max(1 / count, Math.min(1 / 4, minutes / 20))
      const far = (short - run.long) / Math.max(0.3, Math.sqrt(run.variance))
      const tellings = episodes.reduce((sum, {told}) => sum + 0.5 ** ((at - told) / (4 * 24 * HOUR)), 0)
      const isOutside = amount < band.low || amount > band.high
      const limit = open ? 2.5 : 5 * (1 + tellings)
      const isUnusual = count > 10 && (open || isOutside) && far > limit
      if (isNear(far, limit) || isNear(amount, band.low) || isNear(amount, band.high)) known ??= index
      const share = open ? 0 : Math.max(1 / count, Math.min(60, minutes) / (14 * 24 * 60))
      const long = run.long + share * (short - run.long)
      const variance = run.variance + share * ((short - long) ** 2 - run.variance)
      run = {short, long, variance, count}
      if (open && !isUnusual) open.back = at
      if (!open && isUnusual) episodes.push({told: at})
    }
  })
  return {judged, known: known ?? judged.length}
}

const isNear = (one: number, other: number): boolean => Math.abs(one - other) <= 1e-9 * Math.max(1, Math.abs(other))

function rateOf(hour: UsualHour, before: UsualHour | undefined) {
  if (before === undefined) return null
  const seconds = (hour.ts - before.ts) / 1000
  const isReset = hour.last < before.last || hour.first > hour.last
  const rise = isReset ? Math.max(0, hour.high - before.last) + Math.max(0, hour.last) : hour.last - before.last
  return {mean: rise / seconds, low: rise / seconds, high: rise / seconds}
}

const timesOf = (pool: readonly Slot[]) => pool.reduce((sum, {times}) => sum + times, 0)

/** Each slot is in the list as often as it was learned. */
function medianOf(pool: readonly Slot[], of: (slot: Slot) => number): number {
  const sorted = pool.map(slot => ({number: of(slot), times: slot.times})).sort((a, b) => a.number - b.number)
  const middle = timesOf(pool) / 2
  return (numberAt(Math.ceil(middle) - 1) + numberAt(Math.floor(middle))) / 2

  function numberAt(place: number): number {
    let left = place
    for (const {number, times} of sorted) {
      left -= times
      if (left < 0) return number
    }
    return Number.NaN
  }
}
