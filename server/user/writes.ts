import {and, DrizzleQueryError, eq, ne, sql} from 'drizzle-orm'
import {DatabaseError} from 'pg'
import type {EpochMs} from '../../contract/common'
import type {Transaction} from '../database/connect'
import {linkToken, user} from '../database/schema'
import {conflict} from '../http/errors'
import {withinReach} from '../http/reach'
import type {Viewer} from '../http/viewer'
import type {Decision} from './decision'
import {selectUsers, type User} from './select'

/** Nobody else changes the user before the transaction's end. Undefined when it is out of the viewer's reach. */
export async function lockVisible(transaction: Transaction, viewer: Viewer, id: string): Promise<User | undefined> {
  const [found] = await selectUsers(transaction)
    .where(and(eq(user.id, id), withinReach(viewer, 'user')))
    .for('update', {of: user})
  return found
}

/** Throws 409 when the email is taken. */
export async function insertUser(transaction: Transaction, decided: Decision, createdAt: EpochMs): Promise<User> {
  const [created] = await orEmailTaken(
    transaction
      .insert(user)
      .values({...decided, createdAt})
      .returning(),
  )
  if (created === undefined) throw new Error('The user was not inserted')
  return {...created, profileName: null, temperatureUnit: null}
}

/** Throws 409 when the email is taken. */
export async function updateUser(transaction: Transaction, found: User, decided: Decision): Promise<User> {
  const changed = {...decided, version: found.version + 1}
  await orEmailTaken(transaction.update(user).set(changed).where(eq(user.id, found.id)))
  return {...found, ...changed}
}

/** Makes the links that were mailed to a user worthless. */
export async function deleteLinks(transaction: Transaction, {id}: User) {
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

async function orEmailTaken<T>(write: PromiseLike<T>): Promise<T> {
  try {
    return await write
  } catch (error) {
    if (isEmailTaken(error)) throw conflict('A user with this email exists already.')
    throw error
  }
}

function isEmailTaken(error: unknown): boolean {
  const cause = error instanceof DrizzleQueryError ? error.cause : undefined
  return cause instanceof DatabaseError && cause.constraint === 'user_email_unique'
}
