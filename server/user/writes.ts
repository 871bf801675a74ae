import {and, DrizzleQueryError, eq, ne, sql} from 'drizzle-orm'
import {DatabaseError} from 'pg'
import type {EpochMs} from '../../contract/wire/common'
import {withinReach} from '../access/reach'
import type {Viewer} from '../access/viewer'
import type {Transaction} from '../database/connect'
import {linkToken, user} from '../database/schema'
import {conflict} from '../http/errors'
import type {Decision} from './decision'
import {selectUsers, type User} from './select'

/** Nobody else changes the user before the transaction's end. Undefined when it is out of the viewer's reach. */
export async function lockVisible(transaction: Transaction, viewer: Viewer, id: string): Promise<User | undefined> {
  const [found] = await selectUsers(transaction)
    .where(and(eq(user.id, id), withinReach(viewer, 'user')))
    .for('update', {of: user})
  return found
}

export interface CreatedUser {
  created: User
  /** False where it was a registration that has been taken over. */
  isNew: boolean
}

/**
 * Anybody may register an email that is not their own: what nobody has verified, nor an admin taken in, keeps nobody from it.
 * Throws 409 when the email is taken.
 */
export async function insertUser(
  transaction: Transaction,
  decided: Decision,
  createdAt: EpochMs,
): Promise<CreatedUser> {
  const [created] = await transaction
    .insert(user)
    .values({...decided, createdAt})
    .onConflictDoUpdate({
      target: user.email,
      set: {...decided, createdAt, version: sql`${user.version} + 1`},
      setWhere: isRegistrationOnly,
    })
    .returning()
  if (created === undefined) throw emailTaken()
  const isNew = created.version === 1
  if (!isNew) await deleteLinks(transaction, created)
  return {created: {...created, profileName: null, temperatureUnit: null}, isNew}
}

const isRegistrationOnly = sql`
  not ${user.isVerified} and ${user.authority} = 'CUSTOMER_USER'
  and ${user.organisationId} is null and ${user.customerId} is null`

/** Throws 409 when the email is taken. */
export async function updateUser(transaction: Transaction, found: User, decided: Decision): Promise<User> {
  const changed = {...decided, version: found.version + 1}
  try {
    await transaction.update(user).set(changed).where(eq(user.id, found.id))
  } catch (error) {
    if (isEmailTaken(error)) throw emailTaken()
    throw error
  }
  return {...found, ...changed}
}

/** Makes the links that were mailed to a user worthless. */
export async function deleteLinks(transaction: Transaction, {id}: Pick<User, 'id'>) {
  await transaction.delete(linkToken).where(eq(linkToken.userId, id))
}

/** Whether somebody else could sign in as a SYS_ADMIN; asked by one transaction at a time. */
export async function hasOtherSystemAdmin(transaction: Transaction, {id}: User): Promise<boolean> {
  await transaction.execute(sql`select pg_advisory_xact_lock(${SYSTEM_ADMINS_LOCK})`)
  const isActive = and(eq(user.authority, 'SYS_ADMIN'), eq(user.userDeleted, false), eq(user.isVerified, true))
  return (await transaction.$count(user, and(isActive, ne(user.id, id)))) > 0
}

/** Any number, as long as every server of this product takes the same. */
const SYSTEM_ADMINS_LOCK = 7_305_002

const emailTaken = () => conflict('A user with this email exists already.')

function isEmailTaken(error: unknown): boolean {
  const cause = error instanceof DrizzleQueryError ? error.cause : undefined
  return cause instanceof DatabaseError && cause.constraint === 'user_email_unique'
}
