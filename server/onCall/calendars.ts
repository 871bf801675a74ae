import {eq} from 'drizzle-orm'
import ICAL from 'ical.js'
import {handOverOf, type Rota} from '../../contract/rules/onCall/rota'
import {type Shift, shiftsIn} from '../../contract/rules/onCall/shifts'
import {DAY} from '../../contract/rules/time/durations'
import type {EpochMs} from '../../contract/wire/common'
import type {Database} from '../database/connect'
import {onCallRota} from '../database/schema/onCall'
import {noSuch} from '../http/failures/errors'
import {createSigner} from '../http/secrets'
import {readPeople} from '../user/repository'
import {presentAmong, ruleOf, type StoredRota} from './repository'

const AHEAD = 92 * DAY
/** The turns before the present one that a calendar still shows. */
const PAST_TURNS = 2

export interface CalendarsOptions {
  database: Pick<Database, 'db'>
  now: () => EpochMs
}

export type Calendars = ReturnType<typeof createCalendars>

/** The shifts of rotas as iCalendar, at signed addresses that need no session. */
export function createCalendars({database, now}: CalendarsOptions) {
  const {db} = database
  const signer = createSigner(database, 'onCallCalendar')

  return {
    async pathOf({id, calendarSalt}: Pick<StoredRota, 'id' | 'calendarSalt'>): Promise<string | null> {
      if (calendarSalt === null) return null
      return `/api/v0/on-call/calendar/${id}/${await signer.sign(signedOf(id, calendarSalt))}/rota.ics`
    },

    /** Throws 404 for an address that was revoked or never made. */
    async read(rotaId: string, signature: string): Promise<string> {
      const [rota] = await db.select().from(onCallRota).where(eq(onCallRota.id, rotaId))
      const salt = rota?.calendarSalt ?? null
      if (rota === undefined || salt === null || !(await signer.isSigned(signedOf(rotaId, salt), signature)))
        throw noSuch('calendar')
      const people = await readPeople(db, rota.organisationId)
      const names = new Map(people.map(({id, name}) => [id, name]))
      return written(rota, wholeShifts(ruleOf(rota), presentAmong(people), now()), {names, at: now()})
    },
  }
}

const signedOf = (id: string, salt: string): string => `${id}.${salt}`

/** Shifts begin and end with a turn at the latest, so that the same one begins at the same time at each reading. */
function wholeShifts(rota: Rota, isPresent: (id: string) => boolean, at: EpochMs): Shift[] {
  const step = rota.handOver.days * DAY
  const first = Math.max(0, Math.floor((at - handOverOf(rota, 0)) / step) - PAST_TURNS)
  const count = Math.ceil(AHEAD / step) + PAST_TURNS
  const bounds = Array.from({length: count + 1}, (_, turn) => handOverOf(rota, first + turn))
  const [start = at, end = at] = [bounds[0], bounds.at(-1)]
  return shiftsIn(rota, isPresent, {start, end}).flatMap(shift => {
    const within = bounds.filter(bound => shift.start < bound && bound < shift.end)
    const starts = [shift.start, ...within]
    return starts.map((start, part) => ({...shift, start, end: starts[part + 1] ?? shift.end}))
  })
}

function written(
  {id, name, changes, overrides}: StoredRota,
  shifts: readonly Shift[],
  {names, at}: {names: ReadonlyMap<string, string>; at: EpochMs},
): string {
  const calendar = new ICAL.Component('vcalendar')
  calendar.addPropertyWithValue('prodid', '-//Pulsewall//On call//EN')
  calendar.addPropertyWithValue('version', '2.0')
  calendar.addPropertyWithValue('x-wr-calname', name)
  for (const {start, end, person} of shifts) {
    if (person === null) continue
    const event = new ICAL.Component('vevent')
    const notes = overrides.flatMap(({start_ts: from, end_ts: until, person: called, note}) =>
      from < end && start < until && called === person ? (note ?? []) : [],
    )
    event.addPropertyWithValue('uid', `${id}-${start}@pulsewall`)
    event.addPropertyWithValue('sequence', changes)
    event.addPropertyWithValue('dtstamp', utc(at))
    event.addPropertyWithValue('dtstart', utc(start))
    event.addPropertyWithValue('dtend', utc(end))
    event.addPropertyWithValue('summary', `${name}: ${names.get(person) ?? '?'}`)
    if (notes.length > 0) event.addPropertyWithValue('description', notes.join(', '))
    calendar.addSubcomponent(event)
  }
  return `${calendar.toString()}\r\n`
}

const utc = (at: EpochMs): ICAL.Time => ICAL.Time.fromJSDate(new Date(at), true)
