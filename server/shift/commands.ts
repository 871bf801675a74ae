import {eq} from 'drizzle-orm'
import {HAND_OVER_NOTES} from '../../contract/limits'
import type {EpochMs} from '../../contract/wire/common'
import type {AuditAction} from '../../contract/wire/entities/audit'
import type {HandOverWire} from '../../contract/wire/shift'
import {type Entity, lockEntity, lockOwnOrganisation} from '../access/reach'
import type {Caller} from '../access/viewer'
import type {AuditTrail} from '../audit/repository'
import type {Database, Transaction} from '../database/connect'
import {exactlyOne} from '../database/rows'
import {handOver} from '../database/schema/shift'
import {badRequest, conflict, noSuch} from '../http/failures/errors'
import type {Person} from '../user/repository'
import type {HandOverLetters} from './letters'
import {type HandOver, handOverToWire, newestHandOver, ownerFor, type ShiftOwner} from './repository'
import {readSuccessors} from './successors'

export interface ShiftCommandsOptions {
  database: Pick<Database, 'db'>
  now: () => EpochMs
  audit: Pick<AuditTrail, 'record'>
  letters: HandOverLetters
  /** Called after the commit, with the organisation. */
  onChanged: (organisationId: string) => void
}

export interface NewHandOver {
  after: string | null
  to: string | null
  note: string
}

/** A hand-over, and the person who is notified of it. */
interface Made {
  changed: HandOver
  successor: Person | undefined
}

type Make = (transaction: Transaction, owner: ShiftOwner, newest: HandOver | undefined) => Promise<Made>

/** The commands of people who hand their shift over. Nobody else's comes between: its owner is locked. */
export function createShiftCommands({database, now, audit, letters, onChanged}: ShiftCommandsOptions) {
  async function run(caller: Caller, organisationId: string, action: AuditAction, make: Make): Promise<HandOverWire> {
    const made = await database.db.transaction(async transaction => {
      const {owner, held} = await lockOwner(transaction, caller, organisationId)
      const {changed, successor} = await make(transaction, owner, await newestHandOver(transaction, owner))
      const entityType = owner.customerId === null ? 'organisation' : 'customer'
      const entity = {entityType, entityId: held.id, entityName: held.name} as const
      const detail = {to: changed.toName, notes: changed.notes.length}
      await audit.record(transaction, caller, {action, ...entity, organisationId, detail})
      if (successor !== undefined && successor.id !== caller.userId)
        await letters.queue(transaction, changed, successor)
      return changed
    })
    letters.send()
    onChanged(organisationId)
    return handOverToWire(made)
  }

  return {
    /** Throws 409 when somebody has handed over since, and 400 for a person who can't take over. */
    handOver: (caller: Caller, organisationId: string, {after, to, note}: NewHandOver): Promise<HandOverWire> =>
      run(caller, organisationId, 'shift.handedOver', async (transaction, owner, newest) => {
        if ((newest?.id ?? null) !== after) throw alreadyHandedOver(newest)
        const successor = await findSuccessor(transaction, owner, to)
        if (to !== null && successor === undefined) throw badRequest('to: this person can not take over')
        const at = now()
        const values = {
          ...owner,
          at,
          by: caller.email,
          toId: to,
          toName: successor?.name ?? null,
          notes: note === '' ? [] : [{at, by: caller.email, note}],
        }
        return {changed: exactlyOne(await transaction.insert(handOver).values(values).returning()), successor}
      }),

    /** Adds a note to the newest hand-over. Throws 409 when it is not the newest, or has as many as it can have. */
    addNote: (caller: Caller, ref: {organisationId: string; id: string}, note: string): Promise<HandOverWire> =>
      run(caller, ref.organisationId, 'shift.noted', async (transaction, owner, newest) => {
        if (newest === undefined) throw noSuch('hand-over')
        if (newest.id !== ref.id) throw alreadyHandedOver(newest)
        if (newest.notes.length >= HAND_OVER_NOTES) throw conflict(`A hand-over has at most ${HAND_OVER_NOTES} notes.`)
        const notes = [...newest.notes, {at: now(), by: caller.email, note}]
        const updating = transaction.update(handOver).set({notes}).where(eq(handOver.id, newest.id))
        const changed = exactlyOne(await updating.returning())
        return {changed, successor: await findSuccessor(transaction, owner, changed.toId)}
      }),
  }
}

export type ShiftCommands = ReturnType<typeof createShiftCommands>

const alreadyHandedOver = (newest: HandOver | undefined) =>
  conflict(
    newest === undefined
      ? 'This hand-over is not there any more.'
      : `${newest.by} has handed the shift over at ${new Date(newest.at).toISOString()}. Add your note to it.`,
  )

async function findSuccessor(
  transaction: Transaction,
  owner: ShiftOwner,
  id: string | null,
): Promise<Person | undefined> {
  return id === null ? undefined : (await readSuccessors(transaction, owner)).find(person => person.id === id)
}

/** Throws 404 for an organisation out of reach, and for a user of a customer who has none. */
async function lockOwner(
  transaction: Transaction,
  caller: Caller,
  organisationId: string,
): Promise<{owner: ShiftOwner; held: Entity}> {
  const owner = ownerFor(caller, organisationId)
  const organisation = owner && (await lockOwnOrganisation(transaction, caller, organisationId))
  const of =
    owner?.customerId == null
      ? ({entityType: 'organisation', entityId: organisationId} as const)
      : ({entityType: 'customer', entityId: owner.customerId} as const)
  const held = organisation && (await lockEntity(transaction, caller, of, 'no key update'))
  if (owner === undefined || held === undefined) throw noSuch('organisation')
  return {owner, held}
}
