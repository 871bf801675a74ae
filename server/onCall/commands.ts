import {and, eq, ne} from 'drizzle-orm'
import {uuidv7} from 'uuidv7'
import {MAX_ROTA_OVERRIDES, MAX_ROTAS} from '../../contract/limits'
import {isUnmanned} from '../../contract/rules/onCall/rota'
import type {EpochMs} from '../../contract/wire/common'
import type {AuditAction} from '../../contract/wire/entities/audit'
import type {NewRota, NewRotaOverride, OnCallPlanWire, RotaWire} from '../../contract/wire/onCall'
import {lockEntity} from '../access/reach'
import type {Caller} from '../access/viewer'
import type {AuditTrail} from '../audit/repository'
import type {Database, Transaction} from '../database/connect'
import {exactlyOne} from '../database/rows'
import {onCallRota} from '../database/schema/onCall'
import {badRequest, conflict, noSuch} from '../http/failures/errors'
import {createToken} from '../http/secrets'
import {changeable} from '../store/change'
import {readPeople} from '../user/repository'
import {lockRota, rotaToWire, type StoredRota} from './repository'

export interface OnCallCommandsOptions {
  database: Pick<Database, 'db'>
  now: () => EpochMs
  audit: AuditTrail
  /** The names of the routes of an organisation that name a rota. */
  routesWith: (organisationId: string, rotaId: string) => Promise<readonly string[]>
  /** Called after the commit, with the organisation. */
  onChanged: (organisationId: string) => void
}

interface RotaRef {
  organisationId: string
  id: string
}

type Make = (transaction: Transaction, at: EpochMs) => Promise<StoredRota>

/** The commands of admins to rotas. */
export function createOnCallCommands({database, now, audit, routesWith, onChanged}: OnCallCommandsOptions) {
  async function run(caller: Caller, organisationId: string, action: AuditAction, make: Make): Promise<RotaWire> {
    const made = await database.db.transaction(async transaction => {
      const ref = {entityType: 'organisation', entityId: organisationId} as const
      const organisation = await lockEntity(transaction, caller, ref, 'no key update')
      if (organisation === undefined) throw noSuch('organisation')
      const rota = await make(transaction, now())
      const of = {...ref, entityName: organisation.name, organisationId}
      await audit.record(transaction, caller, {action, ...of, detail: {name: rota.name}})
      return rota
    })
    onChanged(organisationId)
    return rotaToWire(made)
  }

  async function save(transaction: Transaction, {id, changes}: StoredRota, values: Partial<StoredRota>, at: EpochMs) {
    const updating = transaction
      .update(onCallRota)
      .set({...values, changes: changes + 1, gapKnownUntil: null, dueAt: at})
      .where(eq(onCallRota.id, id))
    return exactlyOne(await updating.returning())
  }

  return {
    create: (caller: Caller, organisationId: string, {name, ...plan}: NewRota) =>
      run(caller, organisationId, 'onCall.created', async (transaction, at) => {
        if ((await transaction.$count(onCallRota, eq(onCallRota.organisationId, organisationId))) >= MAX_ROTAS)
          throw conflict(`There are at most ${MAX_ROTAS} rotas.`)
        await requireFreeName(transaction, organisationId, name)
        requireManned(plan)
        await requirePeople(transaction, organisationId, peopleIn(plan))
        const values = {organisationId, name, plan, overrides: [], dueAt: at, createdBy: caller.email, createdAt: at}
        return exactlyOne(await transaction.insert(onCallRota).values(values).returning())
      }),

    /** A person in the rota may stay after having left. */
    change: (caller: Caller, ref: RotaRef, {name, version, ...plan}: NewRota & {version: number}) =>
      run(caller, ref.organisationId, 'onCall.updated', async (transaction, at) => {
        const rota = changeable('rota', await lockRota(transaction, ref), version)
        await requireFreeName(transaction, ref.organisationId, name, ref.id)
        requireManned(plan)
        const former = new Set(peopleIn(rota.plan))
        const added = peopleIn(plan).filter(id => !former.has(id))
        await requirePeople(transaction, ref.organisationId, added)
        return save(transaction, rota, {name, plan, version: version + 1}, at)
      }),

    async remove(caller: Caller, ref: RotaRef): Promise<void> {
      await run(caller, ref.organisationId, 'onCall.removed', async transaction => {
        const rota = changeable('rota', await lockRota(transaction, ref))
        const [route] = await routesWith(ref.organisationId, ref.id)
        if (route !== undefined) throw conflict(`The alarm route ${route} names this rota.`)
        await transaction.delete(onCallRota).where(eq(onCallRota.id, rota.id))
        return rota
      })
    },

    /** Adds all of them or none. Overrides that are over are forgotten. */
    override: (caller: Caller, ref: RotaRef, asked: readonly NewRotaOverride[]) =>
      run(caller, ref.organisationId, 'onCall.overridden', async (transaction, at) => {
        const rota = changeable('rota', await lockRota(transaction, ref))
        if (asked.some(({end_ts: end}) => end <= at)) throw badRequest('end_ts: must be in the future')
        const open = rota.overrides.filter(({end_ts: end}) => end > at)
        if (open.length + asked.length > MAX_ROTA_OVERRIDES)
          throw conflict(`A rota has at most ${MAX_ROTA_OVERRIDES} overrides.`)
        await requirePeople(
          transaction,
          ref.organisationId,
          asked.map(({person}) => person),
        )
        const added = asked.map(override => ({_id: uuidv7(), ...override, created_by: caller.email}))
        return save(transaction, rota, {overrides: [...open, ...added]}, at)
      }),

    /** A new salt makes the former address useless. */
    issueCalendar: (caller: Caller, ref: RotaRef) =>
      run(caller, ref.organisationId, 'onCall.calendarIssued', transaction => setSalt(transaction, ref, createToken())),

    revokeCalendar: (caller: Caller, ref: RotaRef) =>
      run(caller, ref.organisationId, 'onCall.calendarRevoked', transaction => setSalt(transaction, ref, null)),

    removeOverride: (caller: Caller, ref: RotaRef, overrideId: string) =>
      run(caller, ref.organisationId, 'onCall.overrideRemoved', async (transaction, at) => {
        const rota = changeable('rota', await lockRota(transaction, ref))
        const overrides = rota.overrides.filter(({_id}) => _id !== overrideId)
        if (overrides.length === rota.overrides.length) throw noSuch('override')
        return save(transaction, rota, {overrides}, at)
      }),
  }
}

export type OnCallCommands = ReturnType<typeof createOnCallCommands>

async function setSalt(transaction: Transaction, ref: RotaRef, calendarSalt: string | null): Promise<StoredRota> {
  const {id} = changeable('rota', await lockRota(transaction, ref))
  return exactlyOne(await transaction.update(onCallRota).set({calendarSalt}).where(eq(onCallRota.id, id)).returning())
}

const peopleIn = ({people, layers}: OnCallPlanWire): string[] => [...people, ...layers.flatMap(layer => layer.people)]

/** Throws 400 for a rota, or for a layer of it, that could call nobody. */
function requireManned(plan: OnCallPlanWire) {
  if (isUnmanned(plan)) throw badRequest('people: must name somebody')
  const layer = plan.layers.findIndex(isUnmanned)
  if (layer >= 0) throw badRequest(`layers.${layer}.people: must name somebody`)
}

/** Throws 400 when somebody can't be called. */
async function requirePeople(transaction: Transaction, organisationId: string, ids: readonly string[]) {
  if (ids.length === 0) return
  const people = await readPeople(transaction, organisationId)
  const present = new Set(people.flatMap(({id, isPresent}) => (isPresent ? [id] : [])))
  if (!ids.every(id => present.has(id)))
    throw badRequest('people: somebody is not of the organisation, or can not be called')
}

async function requireFreeName(transaction: Transaction, organisationId: string, name: string, exceptId?: string) {
  const isTaken = and(
    eq(onCallRota.organisationId, organisationId),
    eq(onCallRota.name, name),
    exceptId === undefined ? undefined : ne(onCallRota.id, exceptId),
  )
  if ((await transaction.$count(onCallRota, isTaken)) > 0) throw conflict('There is a rota of this name already.')
}
