import {and, desc, eq, gte, isNull, lte, ne} from 'drizzle-orm'
import type {EpochMs} from '../../contract/wire/common'
import type {HandOverWire} from '../../contract/wire/shift'
import type {Viewer} from '../access/viewer'
import type {Transaction} from '../database/connect'
import {handOver} from '../database/schema/shift'

export type HandOver = typeof handOver.$inferSelect

/** The shifts that follow each other: those of an organisation, or of one of its customers. */
export interface ShiftOwner {
  organisationId: string
  customerId: string | null
}

type Selecting = Pick<Transaction, 'select'>

/** A customer's users have the shifts of their customer alone, and without a customer none. */
export function ownerFor({authority, customerId}: Viewer, organisationId: string): ShiftOwner | undefined {
  if (authority === 'SYS_ADMIN' || authority === 'ORGANISATION_ADMIN') return {organisationId, customerId: null}
  return customerId === null ? undefined : {organisationId, customerId}
}

export async function newestHandOver(db: Selecting, owner: ShiftOwner): Promise<HandOver | undefined> {
  const [newest] = await db.select().from(handOver).where(isOf(owner)).orderBy(desc(handOver.id)).limit(1)
  return newest
}

/** The most of these that are shown. Each may hold long notes. */
const EARLIER = 5

/** The hand-overs of a range besides one, the newest first. */
export const earlierHandOvers = (
  db: Selecting,
  owner: ShiftOwner,
  {startTs, endTs, except}: {startTs: EpochMs; endTs: EpochMs; except: string},
): PromiseLike<HandOver[]> =>
  db
    .select()
    .from(handOver)
    .where(and(isOf(owner), gte(handOver.at, startTs), lte(handOver.at, endTs), ne(handOver.id, except)))
    .orderBy(desc(handOver.id))
    .limit(EARLIER)

const isOf = ({organisationId, customerId}: ShiftOwner) =>
  and(
    eq(handOver.organisationId, organisationId),
    customerId === null ? isNull(handOver.customerId) : eq(handOver.customerId, customerId),
  )

export const handOverToWire = ({id, at, by, toName, notes}: HandOver): HandOverWire => ({
  _id: id,
  at,
  by,
  to: toName,
  notes,
})
