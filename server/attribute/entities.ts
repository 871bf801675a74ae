import {eq} from 'drizzle-orm'
import type {Database} from '../database/connect'
import {customer, organisation, user} from '../database/schema'
import type {DeviceRepository} from '../device/repository'
import type {Viewer} from '../http/viewer'
import type {EntityRef} from './repository'

/** Whom an entity belongs to; null where it belongs to none of that kind. */
interface Owner {
  organisationId: string | null
  customerId: string | null
  userId: string | null
}

/** Whether an entity exists within the viewer's reach. */
export type IsVisibleEntity = (viewer: Viewer, entity: EntityRef) => Promise<boolean>

export function createIsVisibleEntity(database: Database, devices: DeviceRepository): IsVisibleEntity {
  return async (viewer, {entityType, entityId}) => {
    if (entityType === 'device') return (await devices.findVisible(viewer, entityId)) !== undefined
    const owner = await findOwner(database, {entityType, entityId})
    return owner !== undefined && isWithinReach(viewer, owner)
  }
}

async function findOwner({db}: Database, {entityType, entityId}: EntityRef): Promise<Owner | undefined> {
  switch (entityType) {
    case 'organisation': {
      const [found] = await db.select({id: organisation.id}).from(organisation).where(eq(organisation.id, entityId))
      return found && {organisationId: entityId, customerId: null, userId: null}
    }
    case 'customer': {
      const [found] = await db
        .select({organisationId: customer.organisationId})
        .from(customer)
        .where(eq(customer.id, entityId))
      return found && {...found, customerId: entityId, userId: null}
    }
    case 'user': {
      const [found] = await db
        .select({organisationId: user.organisationId, customerId: user.customerId})
        .from(user)
        .where(eq(user.id, entityId))
      return found && {...found, userId: entityId}
    }
    default:
      return undefined
  }
}

function isWithinReach(viewer: Viewer, owner: Owner): boolean {
  if (owner.userId === viewer.userId) return true
  switch (viewer.authority) {
    case 'SYS_ADMIN':
      return true
    case 'ORGANISATION_ADMIN':
      return owner.organisationId !== null && owner.organisationId === viewer.organisationId
    case 'CUSTOMER_ADMIN':
      return owner.customerId !== null && owner.customerId === viewer.customerId
    case 'CUSTOMER_USER':
      return owner.userId === null && owner.customerId !== null && owner.customerId === viewer.customerId
    default:
      return viewer.authority satisfies never
  }
}
