import {eq, sql} from 'drizzle-orm'
import type {CustomerCounts} from '../../contract/wire/customer'
import {removeAttributes} from '../attribute/repository'
import type {SessionRepository} from '../auth/repository'
import type {Transaction} from '../database/connect'
import {asset, customer, device, user} from '../database/schema'

/** `counts`: what has no customer any more. `sessionIds`: of users who see less from now on. */
export interface Removed {
  counts: CustomerCounts
  sessionIds: string[]
}

/** What the customer had stays with its organisation. To be called with the customer locked, so that nothing is added meanwhile. */
export async function removeCustomer(
  transaction: Transaction,
  id: string,
  {endAllOf}: Pick<SessionRepository, 'endAllOf'>,
): Promise<Removed> {
  const users = await detach(transaction, user, id)
  const devices = await detach(transaction, device, id)
  const assets = await detach(transaction, asset, id)
  const sessionIds: string[] = []
  for (const userId of users) sessionIds.push(...(await endAllOf(transaction, userId)))
  await removeAttributes(transaction, 'customer', [id])
  await transaction.delete(customer).where(eq(customer.id, id))
  return {counts: {users: users.length, devices: devices.length, assets: assets.length}, sessionIds}
}

async function detach(
  transaction: Transaction,
  table: typeof user | typeof device | typeof asset,
  customerId: string,
): Promise<string[]> {
  const detached = await transaction
    .update(table)
    .set({customerId: null, version: sql`${table.version} + 1`})
    .where(eq(table.customerId, customerId))
    .returning({id: table.id})
  return detached.map(({id}) => id)
}
