import {setImmediate as nextTurn} from 'node:timers/promises'
import {and, asc, eq, inArray, sql} from 'drizzle-orm'
import {AVAILABILITY_DAYS, type AVAILABILITY_GROUPS, AVAILABILITY_ROWS} from '../../contract/limits'
import {type Availability, availabilityIn, NOTHING_EVALUATED, shareOf, sumOf} from '../../contract/rules/availability'
import {covers, type MaintenancePeriod} from '../../contract/rules/maintenance'
import {type CalendarWindow, dayStarts} from '../../contract/rules/time/calendar'
import type {AvailabilityAnswerWire, AvailabilityGoalsWire, AvailabilityRowWire} from '../../contract/wire/availability'
import type {EpochMs} from '../../contract/wire/common'
import {lockOwnOrganisation, reachedIds} from '../access/reach'
import type {Caller, Viewer} from '../access/viewer'
import {criticalWindows} from '../alarm/repository'
import type {AuditTrail} from '../audit/repository'
import {namedCustomer} from '../customer/repository'
import type {Database} from '../database/connect'
import {availabilityGoal} from '../database/schema/availability'
import {namedDevice} from '../device/repository'
import {conflict, noSuch} from '../http/failures/errors'
import {periodsIn} from '../maintenance/repository'
import {dataOf} from '../telemetry/repository'

export type AvailabilityGroup = (typeof AVAILABILITY_GROUPS)[number]

/** `until` is not included. */
export interface AvailabilityQuestion {
  organisationId: string
  from: EpochMs
  until: EpochMs
  timeZone: string
  by: AvailabilityGroup
}

export interface AvailabilityRepositoryOptions {
  database: Pick<Database, 'db' | 'pool'>
  now: () => EpochMs
  audit: Pick<AuditTrail, 'record'>
}

interface Device {
  id: string
  number: number
  name: string
  label: string | null
  organisationId: string
  customerId: string | null
  customer: string | null
  createdAt: EpochMs
}

interface Evaluated {
  device: Device
  days: readonly Availability[]
  sum: Availability
}

/** Their data is read by one statement. */
const DEVICES_PER_STEP = 1000
/** Others get their turn after this many: a device of many alarms and periods takes a third of a millisecond. */
const DEVICES_PER_TURN = 100
const NO_DATA = {knownSince: null, data: [], unknown: []}
const NO_GOALS: AvailabilityGoalsWire = {goal: null, labels: {}, version: 0}

export class AvailabilityRepository {
  readonly #options

  constructor(options: AvailabilityRepositoryOptions) {
    this.#options = options
  }

  /** Evaluates the devices within reach. */
  async read(viewer: Viewer, question: AvailabilityQuestion): Promise<AvailabilityAnswerWire> {
    const {organisationId, from, until, timeZone} = question
    const now = this.#options.now()
    const starts = dayStarts(from, until - 1, timeZone, AVAILABILITY_DAYS + 2).starts
    const pieces = starts.map((start, index) => ({start: Math.max(start, from), end: starts[index + 1] ?? until}))
    const [devices, goals] = await Promise.all([
      this.#devices(viewer, organisationId),
      isOwn(viewer, organisationId) ? this.goals(organisationId) : NO_GOALS,
    ])
    const evaluated = await this.#judge(devices, {organisationId, pieces, now})
    const groups = groupsOf(evaluated, question.by).sort(byShare)
    const rows: AvailabilityRowWire[] = []
    for (const group of groups.slice(0, AVAILABILITY_ROWS)) {
      rows.push(rowOf(group, question.by, goals))
      if (rows.length % DEVICES_PER_TURN === 0) await nextTurn()
    }
    return {
      as_of: now,
      days: pieces.map(({start}) => start),
      total: {devices: evaluated.length, ...wireOf({evaluated, sum: sumOf(groups.map(({sum}) => sum))}, pieces.length)},
      rows,
      left_off: groups.length - rows.length,
      goals,
      labels: [...new Set(devices.flatMap(({label}) => label || []))].sort(),
      may_change: mayChange(viewer),
    }
  }

  async goals(organisationId: string): Promise<AvailabilityGoalsWire> {
    const isOf = eq(availabilityGoal.organisationId, organisationId)
    const [found] = await this.#options.database.db.select().from(availabilityGoal).where(isOf)
    return found ? {goal: found.goal, labels: {...found.labels}, version: found.version} : NO_GOALS
  }

  /** Throws 409 for another version than the present one, which is 0 while there are no goals. */
  async changeGoals(
    caller: Caller,
    organisationId: string,
    {goal, labels, version}: AvailabilityGoalsWire,
  ): Promise<AvailabilityGoalsWire> {
    const {database, audit} = this.#options
    await database.db.transaction(async transaction => {
      const organisation = await lockOwnOrganisation(transaction, caller, organisationId)
      if (organisation === undefined) throw noSuch('organisation')
      const changed = {goal, labels, version: version + 1}
      const written =
        version === 0
          ? await transaction
              .insert(availabilityGoal)
              .values({...changed, organisationId})
              .onConflictDoNothing()
              .returning()
          : await transaction
              .update(availabilityGoal)
              .set(changed)
              .where(and(eq(availabilityGoal.organisationId, organisationId), eq(availabilityGoal.version, version)))
              .returning()
      if (written.length === 0) throw conflict('The goals were changed in the meantime.')
      const entity = {entityType: 'organisation', entityId: organisationId, entityName: organisation.name} as const
      const detail = {goal, labels}
      await audit.record(transaction, caller, {action: 'availability.goalsChanged', ...entity, organisationId, detail})
    })
    return {goal, labels, version: version + 1}
  }

  async #devices(viewer: Viewer, organisationId: string): Promise<Device[]> {
    const {db} = this.#options.database
    const {id, number, name, label, customerId, createdAt} = namedDevice
    return db
      .select({
        id,
        number,
        name,
        label,
        customerId,
        createdAt,
        organisationId: namedDevice.organisationId,
        customer: sql<string | null>`coalesce(nullif(${namedCustomer.title}, ''), ${namedCustomer.email})`,
      })
      .from(namedDevice)
      .leftJoin(namedCustomer, eq(namedCustomer.id, customerId))
      .where(inArray(id, reachedIds(db, viewer, 'device', organisationId)))
      .orderBy(asc(name), asc(id))
  }

  async #judge(
    devices: readonly Device[],
    {organisationId, pieces, now}: {organisationId: string; pieces: readonly CalendarWindow[]; now: EpochMs},
  ): Promise<Evaluated[]> {
    const {pool} = this.#options.database
    const range = {start: pieces[0]?.start ?? 0, end: pieces.at(-1)?.end ?? 0}
    const periods = await periodsIn(this.#options.database.db, organisationId, range)
    const evaluated: Evaluated[] = []
    for (let from = 0; from < devices.length; from += DEVICES_PER_STEP) {
      const some = devices.slice(from, from + DEVICES_PER_STEP)
      const numbers = some.map(({number}) => number)
      const [data, critical] = await Promise.all([
        dataOf(pool, numbers, {startTs: range.start, endTs: range.end}),
        criticalWindows(pool, numbers, range),
      ])
      for (const [place, device] of some.entries()) {
        const history = {
          ...(data[place] ?? NO_DATA),
          createdAt: device.createdAt,
          now,
          critical: critical.get(device.number) ?? [],
          maintenance: maintenanceOf(device, periods),
        }
        const days = availabilityIn(history, pieces)
        evaluated.push({device, days, sum: sumOf(days)})
        if (evaluated.length % DEVICES_PER_TURN === 0) await nextTurn()
      }
    }
    return evaluated
  }
}

const mayChange = ({authority}: Viewer) => authority === 'SYS_ADMIN' || authority === 'ORGANISATION_ADMIN'

const isOwn = ({authority, organisationId}: Viewer, id: string) => authority === 'SYS_ADMIN' || organisationId === id

const maintenanceOf = (device: Device, periods: readonly MaintenancePeriod[]): CalendarWindow[] =>
  periods.flatMap(period => (covers(period, device) ? [{start: period.startsAt, end: period.endsAt}] : []))

interface Group {
  evaluated: readonly Evaluated[]
  sum: Availability
}

function groupsOf(evaluated: readonly Evaluated[], by: AvailabilityGroup): Group[] {
  const groups = new Map<string | null, Evaluated[]>()
  for (const one of evaluated) {
    const {id, label, customerId} = one.device
    const key = {device: id, label: label || null, customer: customerId}[by]
    const group = groups.get(key) ?? []
    groups.set(key, group)
    group.push(one)
  }
  return [...groups.values()].map(evaluated => ({evaluated, sum: sumOf(evaluated.map(({sum}) => sum))}))
}

function rowOf(group: Group, by: AvailabilityGroup, {goal, labels}: AvailabilityGoalsWire): AvailabilityRowWire {
  const {evaluated} = group
  const days = evaluated[0]?.days.length ?? 0
  const {id, name, label, customerId, customer} = evaluated[0]?.device ?? NOBODY
  const own = by !== 'customer' && label !== null && Object.hasOwn(labels, label) ? labels[label] : undefined
  const shown = {
    device: {id, name, label, customer},
    label: {id: null, name: label || null, label, customer: null},
    customer: {id: customerId, name: customer, label: null, customer},
  }[by]
  return {...shown, devices: evaluated.length, goal: own ?? goal, ...wireOf(group, days)}
}

const NOBODY = {id: null, name: null, label: null, customerId: null, customer: null}

/** The sums of each day and of all. */
function wireOf({evaluated, sum}: Group, count: number): Pick<AvailabilityRowWire, 'amounts' | 'days'> {
  const [only] = evaluated
  const days =
    evaluated.length === 1 && only !== undefined
      ? only.days
      : Array.from({length: count}, (_, day) => sumOf(evaluated.map(one => one.days[day] ?? NOTHING_EVALUATED)))
  return {amounts: amountsOf(sum), days: days.flatMap(amountsOf)}
}

const amountsOf = ({available, evaluated, maintenance, unknown}: Availability): AvailabilityRowWire['amounts'] => [
  available,
  evaluated,
  maintenance,
  unknown,
]

/** Unknown shares come last. */
const byShare = (one: Group, other: Group): number => (shareOf(one.sum) ?? 2) - (shareOf(other.sum) ?? 2)
