import {RRuleTemporal} from 'rrule-temporal'
import {MAINTENANCE_RULE_LENGTH} from '../../contract/limits'
import type {MaintenancePlan} from '../../contract/rules/maintenance'
import {DAY, MINUTE} from '../../contract/rules/time/durations'
import {instantOf, wallOf} from '../../contract/rules/time/wallTime'
import type {EpochMs} from '../../contract/wire/common'

export interface Occurrence {
  startsAt: EpochMs
  endsAt: EpochMs
}

/** A rule that can't be followed, with a sentence for the one who wrote it. */
export class UnusableRule extends Error {
  override name = 'UnusableRule'
}

const FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY']
const PARTS = [
  ...['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'WKST'],
  ...['BYMONTH', 'BYMONTHDAY', 'BYDAY', 'BYSETPOS', 'BYHOUR', 'BYMINUTE', 'BYYEARDAY', 'BYWEEKNO'],
]
/** Four years of days, so that a rule for the 29th of February finds one. Rules that name no day end here. */
const BOUNDS = {maxIterations: 1500, maxCandidateEvaluations: 50_000}

/**
 * The next occurrences that end after `after`, in order. A rule repeats the time on the wall, whatever the clocks of the
 * zone do; how long an occurrence lasts does not depend on them. Throws `UnusableRule`.
 */
export function occurrencesOf(plan: MaintenancePlan, after: EpochMs, limit: number): Occurrence[] {
  const {start, zone, minutes, rrule} = plan
  const length = minutes * MINUTE
  const occurrenceAt = (wall: EpochMs): Occurrence => {
    const startsAt = instantOf(wall, zone)
    return {startsAt, endsAt: startsAt + length}
  }
  const first = Date.parse(`${start}Z`)
  if (rrule === null) return [occurrenceAt(first)].filter(({endsAt}) => endsAt > after)
  // The clocks of a zone are changed by less than a day.
  const walls = wallsOf(parse(rrule, first, zone), wallOf(after, zone) - length - DAY)
  const found: Occurrence[] = []
  for (const wall of walls) {
    const occurrence = occurrenceAt(wall)
    if (occurrence.endsAt > after) found.push(occurrence)
    if (found.length === limit) break
  }
  return found
}

/** The rule with all times as on the wall, as if they were in UTC. */
function parse(rrule: string, first: EpochMs, zone: string): RRuleTemporal {
  if (rrule.length > MAINTENANCE_RULE_LENGTH)
    throw new UnusableRule(`A rule has at most ${MAINTENANCE_RULE_LENGTH} characters.`)
  const parts = rrule
    .replace(/^RRULE:/i, '')
    .split(';')
    .map(part => part.split('='))
  const unknown = parts.find(
    ([name = '', value = '']) => !PARTS.includes(name.toUpperCase()) || !/^[\w,+-]+$/.test(value),
  )
  if (unknown !== undefined) throw new UnusableRule(`"${unknown.join('=')}" is not understood in the rule.`)
  const values = new Map(parts.map(([name = '', value = '']) => [name.toUpperCase(), value.toUpperCase()]))
  if (!FREQUENCIES.includes(values.get('FREQ') ?? ''))
    throw new UnusableRule('A rule repeats daily, weekly, monthly or yearly: FREQ must be one of these.')
  const until = values.get('UNTIL')
  if (until !== undefined) values.set('UNTIL', wallUntil(until, zone))
  const text = [...values].map(([name, value]) => `${name}=${value}`).join(';')
  try {
    return new RRuleTemporal({rruleString: `DTSTART:${compact(first)}\nRRULE:${text}`, ...BOUNDS})
  } catch (error) {
    throw new UnusableRule(`The rule is not understood: ${error instanceof Error ? error.message : String(error)}.`)
  }
}

/** A day stays one; of a time in UTC, what the clocks of the zone show then. */
function wallUntil(until: string, zone: string): string {
  const [, day, time, utc] = /^(\d{8})(?:T(\d{6})(Z?))?$/.exec(until) ?? []
  if (day === undefined) throw new UnusableRule(`"UNTIL=${until}" is not understood in the rule.`)
  if (time === undefined) return day
  const at = Date.parse(`${day}T${time}Z`.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)/, '$1-$2-$3T$4:$5:'))
  if (Number.isNaN(at)) throw new UnusableRule(`"UNTIL=${until}" is not understood in the rule.`)
  return compact(utc === 'Z' ? wallOf(at, zone) : at)
}

const compact = (wall: EpochMs): string => `${new Date(wall).toISOString().replace(/[-:]|\.\d+Z$/g, '')}Z`

function* wallsOf(rule: RRuleTemporal, after: EpochMs): Generator<EpochMs> {
  let last = after
  try {
    for (let next = rule.next(new Date(last)); next !== null; next = rule.next(new Date(last))) {
      last = next.epochMilliseconds
      yield last
    }
  } catch {
    throw new UnusableRule('The rule names no day within the next four years.')
  }
}
