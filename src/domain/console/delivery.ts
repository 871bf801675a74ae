import type {Severity} from '../../../contract/rules/thresholds'
import type {EpochMs} from '../../../contract/wire/common'
import type {DeliveryState} from '../../../contract/wire/notification'
import type {ChannelKind} from '../../../contract/wire/target'

/** A notification sent, or still to be sent, to one address. Times are on the server's clock. */
export interface Delivery {
  id: string
  createdAt: EpochMs
  route: string
  /** 0 for the first recipients, 1 for the first escalation. */
  escalation: number
  kind: ChannelKind
  address: string
  isTest: boolean
  /** The subject of a message that is no alarm's. */
  subject: string | null
  /** The number of notices in it. */
  total: number
  /** The subject of the first notice; null for a test, and from servers that don't send it. */
  first: DeliverySubject | null
  state: DeliveryState
  attempts: number
  /** The last one; null when nothing has gone wrong. */
  error: string | null
  settledAt: EpochMs | null
}

/** The change of an alarm. `passed`: it had ended before anybody was notified. */
export type DeliveredChange =
  | ('raised' | 'worsened' | 'reminded' | 'resumed')
  | ('ended' | 'passed' | 'flapping' | 'settled')

export interface DeliverySubject {
  device: string
  key: string
  severity: Severity | null
  change: DeliveredChange
}

/** Whether the first attempt is over, however it went. */
export const wasAttempted = ({state, error}: Delivery): boolean => state !== 'waiting' || error !== null

/** The same deliveries, as far as they were read again. */
export function withRead(known: readonly Delivery[], read: readonly Delivery[]): readonly Delivery[] {
  const byId = new Map(read.map(delivery => [delivery.id, delivery]))
  return known.map(delivery => byId.get(delivery.id) ?? delivery)
}

/** The deliveries of the pages that are loaded so far, newest first. `next` is null when there are no more. */
export interface Deliveries {
  deliveries: readonly Delivery[]
  next: string | null
}

/** Puts in the newest page; older entries stay. */
export function withNewest(known: Deliveries, newest: Deliveries): Deliveries {
  const last = newest.deliveries.at(-1)
  if (last === undefined || newest.next === null) return newest
  const older = known.deliveries.filter(({id}) => id < last.id)
  return older.length === 0 ? newest : {deliveries: [...newest.deliveries, ...older], next: known.next}
}

export const withOlder = (known: Deliveries, page: Deliveries): Deliveries => ({
  deliveries: [...known.deliveries, ...page.deliveries],
  next: page.next,
})
