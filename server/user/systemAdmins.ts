import {and, eq, inArray, isNull, sql} from 'drizzle-orm'
import {takeFromOrganisation} from '../attribute/repository'
import type {Transaction} from '../database/connect'
import {lockInOrder} from '../database/rows'
import {user} from '../database/schema'
import {conflict} from '../http/failures/errors'

/**
 * Detaches system administrators from an organisation that is being removed. Throws 409 when one has another account.
 */
export async function letSystemAdminsGo(transaction: Transaction, organisationId: string) {
  const isLeaving = and(eq(user.organisationId, organisationId), eq(user.authority, 'SYS_ADMIN'))
  const emails = transaction.select({email: user.email}).from(user).where(isLeaving)
  const [other] = await transaction
    .select({id: user.id})
    .from(user)
    .where(and(isNull(user.organisationId), inArray(user.email, emails)))
    .limit(1)
  if (other !== undefined) throw conflict(OTHER_ACCOUNT)
  await lockInOrder(transaction, user.id, isLeaving)
  const left = await transaction
    .update(user)
    .set({organisationId: null, customerId: null, version: sql`${user.version} + 1`})
    .where(isLeaving)
    .returning({id: user.id})
  await takeFromOrganisation(
    transaction,
    'user',
    left.map(({id}) => id),
  )
}

const OTHER_ACCOUNT =
  'A system administrator of this organisation has another account without one. Change the email of one of them first.'
