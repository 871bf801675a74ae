import {and, eq} from 'drizzle-orm'
import {withinReach} from '../access/reach'
import type {Viewer} from '../access/viewer'
import type {Transaction} from '../database/connect'
import {device} from '../database/schema'
import type {Device} from './wire'

export const isVisible = (viewer: Viewer, id: string) => and(eq(device.id, id), withinReach(viewer, 'device'))

export async function selectVisible(
  db: Pick<Transaction, 'select'>,
  viewer: Viewer,
  id: string,
): Promise<Device | undefined> {
  const [found] = await db.select().from(device).where(isVisible(viewer, id))
  return found
}

/** Nobody else changes or removes the device before the transaction's end, nor its credentials. */
export async function lockVisible(transaction: Transaction, viewer: Viewer, id: string): Promise<Device | undefined> {
  const [found] = await transaction.select().from(device).where(isVisible(viewer, id)).for('update')
  return found
}
