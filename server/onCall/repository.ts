import {setImmediate as nextTurn} from 'node:timers/promises'
import {and, asc, eq} from 'drizzle-orm'
import {onCallAt, type Rota} from '../../contract/rules/onCall/rota'
import {gapsIn, nextShift} from '../../contract/rules/onCall/shifts'
import {DAY} from '../../contract/rules/time/durations'
import {minuteFrom} from '../../contract/rules/time/schedule'
import type {EpochMs} from '../../contract/wire/common'
import type {
  CalledWire,
  ListedRotaWire,
  OnCallPersonWire,
  ReachablePersonWire,
  RotaWire,
} from '../../contract/wire/onCall'
import {readSight, type Sight} from '../access/reach'
import type {Database, Transaction} from '../database/connect'
import {onCallRota} from '../database/schema/onCall'
import {type Person, readPeople} from '../user/repository'
import {type Reach, readReach, toWire} from './reach'

export type StoredRota = typeof onCallRota.$inferSelect

type Selecting = Pick<Transaction, 'select'>

/** A person with the channels that the person chose; undefined for none. */
export type ReachedPerson = Person & {reach: Reach | undefined}

/** Adds to a person the channels that the person chose. */
export const readReached = async <Named extends Pick<Person, 'id'>>(
  db: Pick<Transaction, 'select'>,
  person: Named,
): Promise<Named & Pick<ReachedPerson, 'reach'>> => ({
  ...person,
  reach: (await readReach(db, [person.id])).get(person.id),
})

/** The people on call by the rotas of an organisation at a time, and its admins. */
export interface OnCall {
  /**
   * A person who does not see the device of the alarm is passed over; without an alarm nobody is. Undefined for a
   * removed rota; its person is null for nobody.
   */
  calledBy(rotaId: string, deviceId: string | undefined): {name: string; person: ReachedPerson | null} | undefined
  admins: readonly ReachedPerson[]
  /** Whether an email may reveal a device: not the email of a person who doesn't see it. */
  sees(email: string, deviceId: string): boolean
  ownerOf: Sight['ownerOf']
}

export async function readOnCall(
  db: Selecting,
  organisationId: string,
  {at, deviceIds}: {at: EpochMs; deviceIds: readonly string[]},
): Promise<OnCall> {
  const found = await readPeople(db, organisationId)
  const reach = await readReach(
    db,
    found.map(({id}) => id),
  )
  const people = found.map(person => ({...person, reach: reach.get(person.id)}))
  const rotas = await db.select().from(onCallRota).where(eq(onCallRota.organisationId, organisationId))
  const {sees, ownerOf} = await readSight(
    db,
    people.map(({id}) => id),
    deviceIds,
  )
  const isPresent = presentAmong(people)
  const mayBeCalled = (deviceId: string | undefined) => (id: string) =>
    isPresent(id) && (deviceId === undefined || sees(id, deviceId))
  return {
    calledBy(rotaId, deviceId) {
      const rota = rotas.find(({id}) => id === rotaId)
      if (rota === undefined) return undefined
      const id = onCallAt(ruleOf(rota), mayBeCalled(deviceId), at)
      return {name: rota.name, person: people.find(person => person.id === id) ?? null}
    },
    admins: people.filter(({isAdmin, isPresent}) => isAdmin && isPresent),
    sees: (email, deviceId) => people.every(person => person.email !== email || sees(person.id, deviceId)),
    ownerOf,
  }
}

/** The time ahead in which gaps are shown to admins. */
export const FORESEEN = 7 * DAY

export interface OnCallRepositoryOptions {
  database: Pick<Database, 'db'>
  now: () => EpochMs
  /** Has a row for each browser that alarms are pushed to. */
  browsersOf: (db: Selecting, organisationId: string) => Promise<readonly {email: string}[]>
  /** The path of a rota's calendar; null while it has none. */
  calendarOf: (rota: StoredRota) => Promise<string | null>
}

export class OnCallRepository {
  readonly #db
  readonly #now

  readonly #options

  constructor(options: OnCallRepositoryOptions) {
    this.#options = options
    this.#db = options.database.db
    this.#now = options.now
  }

  /** Lists rotas by name, with all who can be in one. */
  async list(organisationId: string): Promise<{rotas: ListedRotaWire[]; people: ReachablePersonWire[]}> {
    const [rotas, people, browsers] = await Promise.all([
      this.#rotas(organisationId),
      readPeople(this.#db, organisationId),
      this.#options.browsersOf(this.#db, organisationId),
    ])
    const named = new Set(rotas.flatMap(namedIn))
    const browsersWith = ({email}: Person) => browsers.filter(browser => browser.email === email).length
    const shown = people.filter(({id, isPresent}) => isPresent || named.has(id))
    const chosen = await readReach(
      this.#db,
      shown.map(({id}) => id),
    )
    return {
      rotas: await Promise.all(rotas.map(rota => this.#listed(rota))),
      people: shown.map(person => {
        const reach = chosen.get(person.id)
        return {
          ...personToWire(person),
          push_browsers: browsersWith(person),
          ...(reach !== undefined && {reach: toWire(reach)}),
        }
      }),
    }
  }

  /** The present and the next person of each rota. Each rota is a turn of the event loop: it takes milliseconds. */
  async called(organisationId: string): Promise<CalledWire[]> {
    const [rotas, people] = await Promise.all([this.#rotas(organisationId), readPeople(this.#db, organisationId)])
    const at = this.#now()
    const isPresent = presentAmong(people)
    const find = (id: string | null | undefined) => {
      const found = people.find(person => person.id === id)
      return found === undefined ? null : personToWire(found)
    }
    const called: CalledWire[] = []
    for (const stored of rotas) {
      await nextTurn()
      const rota = ruleOf(stored)
      const next = nextShift(rota, isPresent, at)
      const gaps = gapsIn(rota, isPresent, {start: at, end: at + FORESEEN})
      called.push({
        rota_id: stored.id,
        name: stored.name,
        called: find(onCallAt(rota, isPresent, at)),
        next: next && {person: find(next.person), start_ts: next.start, end_ts: next.end},
        gaps: gaps.map(({start, end}) => ({start_ts: start, end_ts: end})),
      })
    }
    return called
  }

  async #listed(rota: StoredRota): Promise<ListedRotaWire> {
    return {...rotaToWire(rota), calendar: await this.#options.calendarOf(rota)}
  }

  #rotas(organisationId: string): Promise<StoredRota[]> {
    return this.#db
      .select()
      .from(onCallRota)
      .where(eq(onCallRota.organisationId, organisationId))
      .orderBy(asc(onCallRota.name))
  }
}

/** Locks a rota of an organisation. */
export async function lockRota(
  transaction: Transaction,
  {organisationId, id}: {organisationId: string; id: string},
): Promise<StoredRota | undefined> {
  const [found] = await transaction
    .select()
    .from(onCallRota)
    .where(and(eq(onCallRota.id, id), eq(onCallRota.organisationId, organisationId)))
    .for('update')
  return found
}

export const presentAmong = (people: readonly Person[]) => {
  const present = new Set(people.flatMap(({id, isPresent}) => (isPresent ? [id] : [])))
  return (id: string): boolean => present.has(id)
}

/** A rota as the rule takes it. */
export function ruleOf({plan, overrides}: Pick<StoredRota, 'plan' | 'overrides'>): Rota {
  const {hand_over: handOver, layers, ...rest} = plan
  return {
    ...rest,
    handOver: {minute: minuteOf(handOver.time), days: handOver.days, since: handOver.since},
    layers: layers.map(({from, until, ...layer}) => ({...layer, from: minuteOf(from), until: minuteOf(until)})),
    overrides: overrides.map(({start_ts: start, end_ts: end, person, instead_of: insteadOf}) => ({
      start,
      end,
      person,
      insteadOf,
    })),
  }
}

const minuteOf = (time: string): number => minuteFrom(time) ?? 0

const namedIn = ({plan: {people, layers}, overrides}: StoredRota): string[] => [
  ...people,
  ...layers.flatMap(layer => layer.people),
  ...overrides.flatMap(({person, instead_of: insteadOf}) => [person, ...(insteadOf === null ? [] : [insteadOf])]),
]

export const rotaToWire = (found: StoredRota): RotaWire => ({
  _id: found.id,
  organisation_id: found.organisationId,
  name: found.name,
  ...found.plan,
  overrides: found.overrides,
  created_by: found.createdBy,
  version: found.version,
})

const personToWire = ({id, name, email, isPresent}: Person): OnCallPersonWire => ({
  _id: id,
  name,
  email,
  is_present: isPresent,
})
