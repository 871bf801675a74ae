import {and, eq, sql} from 'drizzle-orm'
import type {EpochMs} from '../../contract/wire/common'
import type {OrganisationCounts} from '../../contract/wire/organisation'
import {removeAttributes} from '../attribute/repository'
import type {Transaction} from '../database/connect'
import {isAnyOf} from '../database/isAnyOf'
import {asset, attribute, customer, device, organisation, session, user} from '../database/schema'
import {removeDevices} from '../device/repository'

/** What others have to hear of when the removal is committed. `counts`: what went with the organisation. */
export interface Removed {
  counts: OrganisationCounts
  deviceIds: string[]
  sessionIds: string[]
}

/** With all that belongs to it, but no SYS_ADMIN. To be called with the organisation locked, so that nothing is added meanwhile. */
export async function removeOrganisation(transaction: Transaction, id: string, removedAt: EpochMs): Promise<Removed> {
  const deviceIds = await removeDevices(transaction, eq(device.organisationId, id), removedAt)
  const assetIds = idsOf(await transaction.delete(asset).where(eq(asset.organisationId, id)).returning({id: asset.id}))
  await detachSystemAdmins(transaction, id)
  const {userIds, sessionIds} = await removeUsers(transaction, id)
  const customerIds = idsOf(
    await transaction.delete(customer).where(eq(customer.organisationId, id)).returning({id: customer.id}),
  )
  await removeAttributes(transaction, 'asset', assetIds)
  await removeAttributes(transaction, 'user', userIds)
  await removeAttributes(transaction, 'customer', customerIds)
  await removeAttributes(transaction, 'organisation', [id])
  await transaction.delete(organisation).where(eq(organisation.id, id))
  const counts = {
    customers: customerIds.length,
    users: userIds.length,
    devices: deviceIds.length,
    assets: assetIds.length,
  }
  return {counts, deviceIds, sessionIds}
}

async function detachSystemAdmins(transaction: Transaction, organisationId: string) {
  const detached = idsOf(
    await transaction
      .update(user)
      .set({organisationId: null, customerId: null, version: sql`${user.version} + 1`})
      .where(and(eq(user.organisationId, organisationId), eq(user.authority, 'SYS_ADMIN')))
      .returning({id: user.id}),
  )
  await transaction
    .update(attribute)
    .set({organisationId: null})
    .where(and(eq(attribute.entityType, 'user'), isAnyOf(attribute.entityId, detached)))
}

/** Locked first, so that none of them signs in between the end of the sessions and that of the user. */
async function removeUsers(transaction: Transaction, organisationId: string) {
  const userIds = idsOf(
    await transaction.select({id: user.id}).from(user).where(eq(user.organisationId, organisationId)).for('update'),
  )
  const sessionIds = idsOf(
    await transaction.delete(session).where(isAnyOf(session.userId, userIds)).returning({id: session.id}),
  )
  await transaction.delete(user).where(isAnyOf(user.id, userIds))
  return {userIds, sessionIds}
}

const idsOf = (rows: readonly {id: string}[]): string[] => rows.map(({id}) => id)
