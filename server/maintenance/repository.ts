import {and, asc, desc, eq, gt, isNotNull, isNull, lt, lte, max, or, type SQL, sql} from 'drizzle-orm'
import type {AnyPgColumn} from 'drizzle-orm/pg-core'
import type {MaintenancePeriod as RuledPeriod} from '../../contract/rules/maintenance'
import type {CalendarWindow} from '../../contract/rules/time/calendar'
import type {EpochMs} from '../../contract/wire/common'
import type {MaintenancePeriodWire, MaintenanceWindowWire} from '../../contract/wire/maintenance'
import {reachedIds} from '../access/reach'
import type {Viewer} from '../access/viewer'
import type {Database, Transaction} from '../database/connect'
import {maintenancePeriod, maintenanceWindow} from '../database/schema/maintenance'
import {namedDevice} from '../device/repository'

export type MaintenanceWindow = typeof maintenanceWindow.$inferSelect
export type MaintenancePeriod = typeof maintenancePeriod.$inferSelect

type Selecting = Pick<Transaction, 'select'>
type DeviceColumns = Readonly<Record<'id' | 'organisationId' | 'customerId' | 'label', AnyPgColumn | SQL.Aliased>>
type TargetColumns = Readonly<Record<'organisationId' | 'targetKind' | 'targetValue', AnyPgColumn>>

/** The SQL of `covers` in `contract/rules/maintenance.ts`. */
const coversDevice = ({organisationId, targetKind, targetValue}: TargetColumns, device: DeviceColumns): SQL => sql`(
  ${organisationId} = ${device.organisationId} and case ${targetKind}
    when 'organisation' then true
    when 'customer' then ${targetValue} = ${device.customerId}::text
    when 'label' then ${targetValue} = ${device.label}
    else ${targetValue} = ${device.id}::text
  end
)`

/** An ended period counts until the alarms that wait for its end are enqueued, so that none of them is passed over. */
const runs = (at: EpochMs) => and(isNotNull(maintenancePeriod.dueAt), lte(maintenancePeriod.startsAt, at))

/**
 * Locks the periods, so that none ends before the transaction does. Call it before alarms in maintenance are passed
 * over, so that the end of a period finds them.
 */
export async function holdPeriods(db: Selecting, at: EpochMs): Promise<void> {
  await db
    .select({id: maintenancePeriod.id})
    .from(maintenancePeriod)
    .where(runs(at))
    .orderBy(maintenancePeriod.id)
    .for('share')
}

/** The SQL of until when a device of the surrounding query is in maintenance now; null when it is not. */
export const maintenanceUntil = (db: Selecting, device: DeviceColumns, at: EpochMs): SQL<EpochMs | null> => {
  const until = db
    .select({until: max(maintenancePeriod.endsAt)})
    .from(maintenancePeriod)
    .where(and(runs(at), coversDevice(maintenancePeriod, device)))
  return sql`(${until})`.mapWith((value: string | null) => (value === null ? null : Number(value)))
}

/** The numbers of the devices that are in maintenance now, as part of a query. */
export const devicesInMaintenance = (db: Selecting, at: EpochMs) =>
  db
    .select({number: namedDevice.number})
    .from(namedDevice)
    .innerJoin(maintenancePeriod, and(runs(at), coversDevice(maintenancePeriod, namedDevice)))

/** The SQL of whether a device was in maintenance at a time of the surrounding query, as it belongs and is labelled now. */
export const wasInMaintenance = (db: Selecting, device: DeviceColumns, at: AnyPgColumn): SQL => {
  const {startsAt, endsAt} = maintenancePeriod
  const then = db
    .select({found: sql`1`})
    .from(maintenancePeriod)
    .where(and(lte(startsAt, at), gt(endsAt, at), coversDevice(maintenancePeriod, device)))
  return sql`exists (${then})`
}

/** The periods of an organisation that touch a time. */
export async function periodsIn(
  db: Selecting,
  organisationId: string,
  {start, end}: CalendarWindow,
): Promise<RuledPeriod[]> {
  const found = await db
    .select()
    .from(maintenancePeriod)
    .where(
      and(
        eq(maintenancePeriod.organisationId, organisationId),
        lt(maintenancePeriod.startsAt, end),
        gt(maintenancePeriod.endsAt, start),
      ),
    )
  return found.map(({targetKind: kind, targetValue: value, ...period}) => ({...period, target: {kind, value}}))
}

/** The SQL of whether a period is for a device. */
export const isCovered = (
  {organisationId, targetKind: kind, targetValue: value}: MaintenancePeriod,
  device: DeviceColumns,
): SQL => {
  const ofTarget = {
    organisation: sql`true`,
    customer: sql`${device.customerId}::text = ${value}`,
    label: sql`${device.label} = ${value}`,
    device: sql`${device.id}::text = ${value}`,
  }
  return sql`(${device.organisationId} = ${organisationId} and ${ofTarget[kind]})`
}

export class MaintenanceRepository {
  readonly #db
  readonly #now

  constructor({db}: Pick<Database, 'db'>, now: () => EpochMs) {
    this.#db = db
    this.#now = now
  }

  /** Lists the windows for devices within reach, the newest first. */
  async list(viewer: Viewer, organisationId: string): Promise<MaintenanceWindowWire[]> {
    const found = await this.#db
      .select()
      .from(maintenanceWindow)
      .where(and(eq(maintenanceWindow.organisationId, organisationId), this.#isReached(viewer, maintenanceWindow)))
      .orderBy(desc(maintenanceWindow.createdAt), desc(maintenanceWindow.id))
    return this.#withPeriods(viewer, found)
  }

  /** A window as it is shown to someone who was found to reach it. */
  async find(viewer: Viewer, id: string): Promise<MaintenanceWindowWire | undefined> {
    const found = await this.#db.select().from(maintenanceWindow).where(eq(maintenanceWindow.id, id))
    const [shown] = await this.#withPeriods(viewer, found)
    return shown
  }

  /** The periods within reach that touch a range, both ends included, by their start. */
  async periods(
    viewer: Viewer,
    asked: {organisationId: string | undefined; deviceId: string | undefined; startTs: EpochMs; endTs: EpochMs},
  ): Promise<MaintenancePeriodWire[]> {
    const {organisationId, startsAt, endsAt} = maintenancePeriod
    const found = await this.#db
      .select()
      .from(maintenancePeriod)
      .where(
        and(
          asked.organisationId === undefined ? undefined : eq(organisationId, asked.organisationId),
          lte(startsAt, asked.endTs),
          gt(endsAt, asked.startTs),
          this.#isReached(viewer, maintenancePeriod, asked.deviceId),
        ),
      )
      .orderBy(asc(startsAt), asc(maintenancePeriod.id))
    return found.map(periodToWire)
  }

  /** Admins of the organisation see the windows for future devices, too. */
  #isReached(viewer: Viewer, target: TargetColumns, deviceId?: string): SQL | undefined {
    const isOfOrganisation = viewer.authority === 'SYS_ADMIN' || viewer.authority === 'ORGANISATION_ADMIN'
    const own = sql`(${target.targetKind} = 'customer' and ${target.targetValue} = ${viewer.customerId}::text)`
    const device = this.#db
      .select({id: namedDevice.id})
      .from(namedDevice)
      .where(
        and(
          coversDevice(target, namedDevice),
          sql`${namedDevice.id} in ${reachedIds(this.#db, viewer, 'device', undefined)}`,
          deviceId === undefined ? undefined : eq(namedDevice.id, deviceId),
        ),
      )
    if (deviceId !== undefined) return sql`exists (${device})`
    if (!isOfOrganisation) return or(own, sql`exists (${device})`)
    return viewer.authority === 'SYS_ADMIN' ? undefined : sql`${target.organisationId} = ${viewer.organisationId}`
  }

  async #withPeriods(viewer: Viewer, windows: readonly MaintenanceWindow[]): Promise<MaintenanceWindowWire[]> {
    const ids = windows.map(({id}) => id)
    const {windowId, dueAt, endsAt, startsAt} = maintenancePeriod
    const ofThese = sql`${windowId} = any(${sql.param(ids)}::uuid[])`
    const isOpen = gt(endsAt, this.#now())
    const [open, over] = await Promise.all([
      this.#db
        .selectDistinctOn([windowId])
        .from(maintenancePeriod)
        .where(and(ofThese, isNotNull(dueAt), isOpen))
        .orderBy(windowId, startsAt),
      this.#db
        .selectDistinctOn([windowId])
        .from(maintenancePeriod)
        .where(and(ofThese, or(isNull(dueAt), sql`not ${isOpen}`)))
        .orderBy(windowId, desc(endsAt)),
    ])
    const periodOf = (periods: readonly MaintenancePeriod[], id: string) => {
      const found = periods.find(period => period.windowId === id)
      return found ? periodToWire(found) : null
    }
    return windows.map(({id, targetKind, targetValue, organisationId, ...found}) => ({
      _id: id,
      organisation_id: organisationId,
      title: found.title,
      reason: found.reason,
      target: {kind: targetKind, value: targetValue},
      target_name: found.targetName,
      start: found.start,
      zone: found.zone,
      minutes: found.minutes,
      rrule: found.rrule,
      period: periodOf(open, id),
      last: periodOf(over, id),
      created_by: found.createdBy,
      created_at: found.createdAt,
      may_change: mayChange(viewer, {targetKind, targetValue}),
      version: found.version,
    }))
  }
}

/** Whether an admin who reaches a window may change it: admins of customers only if it concerns nobody else. */
export function mayChange(
  {authority, customerId}: Pick<Viewer, 'authority' | 'customerId'>,
  {targetKind, targetValue}: Pick<MaintenanceWindow, 'targetKind' | 'targetValue'>,
): boolean {
  if (authority === 'SYS_ADMIN' || authority === 'ORGANISATION_ADMIN') return true
  if (authority !== 'CUSTOMER_ADMIN') return false
  return targetKind === 'device' || (targetKind === 'customer' && targetValue === customerId)
}

const periodToWire = (found: MaintenancePeriod): MaintenancePeriodWire => ({
  window_id: found.windowId,
  organisation_id: found.organisationId,
  title: found.title,
  target: {kind: found.targetKind, value: found.targetValue},
  starts_at: found.startsAt,
  ends_at: found.endsAt,
})
