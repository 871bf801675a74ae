import {and, asc, eq, gt, isNotNull, lte} from 'drizzle-orm'
import {MAINTENANCE_MINUTES_MAX, MAX_MAINTENANCE_WINDOWS} from '../../contract/limits'
import type {MaintenancePlan} from '../../contract/rules/maintenance'
import {MINUTE} from '../../contract/rules/time/durations'
import {type EpochMs, id as uuid} from '../../contract/wire/common'
import type {AuditAction} from '../../contract/wire/entities/audit'
import type {MaintenanceWindowWire, NewMaintenanceWindow} from '../../contract/wire/maintenance'
import {lockEntities, lockOwnOrganisation} from '../access/reach'
import type {Caller} from '../access/viewer'
import type {AuditTrail} from '../audit/repository'
import type {Database, Transaction} from '../database/connect'
import {exactlyOne} from '../database/rows'
import {maintenancePeriod, maintenanceWindow} from '../database/schema/maintenance'
import {badRequest, conflict, forbidden, noSuch} from '../http/failures/errors'
import type {Log} from '../log/log'
import {insertFurther, insertNext} from './periods'
import {occurrencesOf} from './recurrence'
import {type MaintenanceRepository, type MaintenanceWindow, mayChange} from './repository'
import {UnusableRule} from './rule'

export interface MaintenanceCommandsOptions {
  database: Pick<Database, 'db'>
  now: () => EpochMs
  audit: AuditTrail
  windows: Pick<MaintenanceRepository, 'find'>
  log: Pick<Log, 'warn'>
  /** Called after the commit, with the organisation. */
  onChanged: (organisationId: string) => void
}

interface WindowRef {
  organisationId: string
  id: string
}

type Make = (transaction: Transaction, at: EpochMs) => Promise<MaintenanceWindow>

const PREVIEWED = 3
const NO_TIME = 'The window has no time to come.'

/** The commands of admins to maintenance windows. `turns.ts` applies them to alarms. */
export function createMaintenanceCommands(options: MaintenanceCommandsOptions) {
  const {database, now, audit, windows, log, onChanged} = options

  async function run(caller: Caller, organisationId: string, action: AuditAction, make: Make) {
    const at = now()
    const window = await database.db
      .transaction(async transaction => {
        const organisation = await lockOwnOrganisation(transaction, caller, organisationId)
        if (organisation === undefined) throw noSuch('organisation')
        const made = await make(transaction, at)
        const entity = {entityType: 'organisation', entityId: organisationId, entityName: organisation.name} as const
        await audit.record(transaction, caller, {action, ...entity, organisationId, detail: {name: made.title}})
        return made
      })
      .catch(explain)
    onChanged(organisationId)
    return window
  }

  async function change(caller: Caller, organisationId: string, action: AuditAction, make: Make) {
    const {id} = await run(caller, organisationId, action, make)
    const shown = await windows.find(caller, id)
    if (shown === undefined) throw noSuch('maintenance window')
    return shown
  }

  async function begin(transaction: Transaction, window: MaintenanceWindow, at: EpochMs) {
    if (!(await insertNext(transaction, window, {at}))) throw badRequest(NO_TIME)
    return window
  }

  return {
    /** The next periods of a plan. */
    preview(plan: MaintenancePlan) {
      try {
        const found = occurrencesOf(plan, now(), PREVIEWED)
        if (found.length === 0) throw badRequest(NO_TIME)
        return found.map(({startsAt, endsAt}) => ({starts_at: startsAt, ends_at: endsAt}))
      } catch (error) {
        return explain(error)
      }
    },

    create: (caller: Caller, organisationId: string, body: NewMaintenanceWindow): Promise<MaintenanceWindowWire> =>
      change(caller, organisationId, 'maintenance.created', async (transaction, at) => {
        const own = eq(maintenanceWindow.organisationId, organisationId)
        if ((await transaction.$count(maintenanceWindow, own)) >= MAX_MAINTENANCE_WINDOWS)
          throw conflict(`There are at most ${MAX_MAINTENANCE_WINDOWS} maintenance windows.`)
        const admitted = await admit(transaction, caller, organisationId, body)
        const values = {...admitted, organisationId, createdBy: caller.email, createdAt: at}
        return begin(
          transaction,
          exactlyOne(await transaction.insert(maintenanceWindow).values(values).returning()),
          at,
        )
      }),

    /** A period that runs ends, and another one begins where the window now has one. */
    change: (caller: Caller, ref: WindowRef, {version, ...body}: NewMaintenanceWindow & {version: number}) =>
      change(caller, ref.organisationId, 'maintenance.updated', async (transaction, at) => {
        const window = await lock(transaction, caller, ref)
        if (window.version !== version) throw conflict('The window was changed in the meantime.')
        await close(transaction, window, at)
        const values = {...(await admit(transaction, caller, ref.organisationId, body)), version: version + 1}
        const updating = transaction.update(maintenanceWindow).set(values).where(eq(maintenanceWindow.id, window.id))
        return begin(transaction, exactlyOne(await updating.returning()), at)
      }),

    async remove(caller: Caller, ref: WindowRef): Promise<void> {
      await run(caller, ref.organisationId, 'maintenance.removed', async (transaction, at) => {
        const window = await lock(transaction, caller, ref)
        await close(transaction, window, at)
        await transaction.delete(maintenanceWindow).where(eq(maintenanceWindow.id, window.id))
        return window
      })
    },

    /** Ends what runs. Throws 409 when nothing does. */
    end: (caller: Caller, ref: WindowRef) =>
      change(caller, ref.organisationId, 'maintenance.ended', async (transaction, at) => {
        const window = await lock(transaction, caller, ref)
        await lockRunning(transaction, window, at)
        await close(transaction, window, at)
        await insertFurther(transaction, window, {at, startsAfter: at, log})
        return window
      }),

    /** Extends the running period. Throws 409 when none runs, or when it would last for too long. */
    extend: (caller: Caller, ref: WindowRef, minutes: number) =>
      change(caller, ref.organisationId, 'maintenance.extended', async (transaction, at) => {
        const window = await lock(transaction, caller, ref)
        const {id, startsAt, endsAt} = await lockRunning(transaction, window, at)
        const later = endsAt + minutes * MINUTE
        if (later - startsAt > MAINTENANCE_MINUTES_MAX * MINUTE)
          throw conflict('Maintenance must not last longer than 31 days.')
        const extended = {endsAt: later, dueAt: later}
        await transaction.update(maintenancePeriod).set(extended).where(eq(maintenancePeriod.id, id))
        return window
      }),
  }
}

export type MaintenanceCommands = ReturnType<typeof createMaintenanceCommands>

/** Locks a window that the caller may change. */
async function lock(transaction: Transaction, caller: Caller, {organisationId, id}: WindowRef) {
  const [window] = await transaction
    .select()
    .from(maintenanceWindow)
    .where(and(eq(maintenanceWindow.id, id), eq(maintenanceWindow.organisationId, organisationId)))
    .for('update')
  if (window === undefined) throw noSuch('maintenance window')
  await holdTarget(transaction, caller, organisationId, {kind: window.targetKind, value: window.targetValue}, noTarget)
  return window
}

const noTarget = () => noSuch('maintenance window')

async function lockRunning(transaction: Transaction, {id}: MaintenanceWindow, at: EpochMs) {
  const {windowId, startsAt, endsAt, dueAt} = maintenancePeriod
  const isRunning = and(isNotNull(dueAt), lte(startsAt, at), gt(endsAt, at))
  const [running] = await transaction
    .select()
    .from(maintenancePeriod)
    .where(and(eq(windowId, id), isRunning))
    .orderBy(asc(startsAt))
    .for('update')
  if (running === undefined) throw conflict('This window does not run now.')
  return running
}

/** Ends the running period, and deletes those that have not begun. */
async function close(transaction: Transaction, {id}: MaintenanceWindow, at: EpochMs) {
  const {windowId, startsAt, endsAt, dueAt} = maintenancePeriod
  const isOpen = and(eq(windowId, id), isNotNull(dueAt))
  await transaction.delete(maintenancePeriod).where(and(isOpen, gt(startsAt, at)))
  await transaction
    .update(maintenancePeriod)
    .set({endsAt: at, dueAt: at})
    .where(and(isOpen, gt(endsAt, at)))
}

/** The columns of a window whose target the caller may choose. */
async function admit(
  transaction: Transaction,
  caller: Caller,
  organisationId: string,
  {target, ...body}: NewMaintenanceWindow,
) {
  const noTarget = () => badRequest(`The organisation has no such ${target.kind}.`)
  const targetName = await holdTarget(transaction, caller, organisationId, target, noTarget)
  const targetValue = target.kind === 'organisation' ? null : target.value
  return {...body, targetKind: target.kind, targetValue, targetName}
}

/** Locks the customer or device of a target. Resolves to its name. */
async function holdTarget(
  transaction: Transaction,
  caller: Caller,
  organisationId: string,
  {kind, value}: NewMaintenanceWindow['target'],
  noTarget: () => Error,
): Promise<string | null> {
  if (!mayChange(caller, {targetKind: kind, targetValue: value}))
    throw forbidden('Your account may only plan maintenance of its own customer, and of devices of it.')
  if (kind === 'organisation') return null
  if (value === null) throw noTarget()
  if (kind === 'label') return null
  const ids = [value].flatMap(text => uuid.safeParse(text).data ?? [])
  const [held] = ids.length === 0 ? [] : await lockEntities(transaction, caller, kind, {ids, organisationId})
  if (held === undefined) throw noTarget()
  return held.name
}

function explain(error: unknown): never {
  throw error instanceof UnusableRule ? badRequest(error.message) : error
}
