import type {EpochMs} from '../../../contract/wire/common'
import type {ChannelKind} from '../../../contract/wire/target'

/** What was told, or is still to be told, to one address. Times are on the server's clock. */
export interface Delivery {
  id: string
  createdAt: EpochMs
  route: string
  /** 0 for the first recipients, 1 for the first escalation. */
  escalation: number
  kind: ChannelKind
  address: string
  isTest: boolean
  /** How many notices it holds. */
  total: number
  state: 'waiting' | 'delivered' | 'failed'
  attempts: number
  /** The last one; null when nothing has gone wrong. */
  error: string | null
  settledAt: EpochMs | null
}

/** The deliveries of the pages that are loaded so far, newest first. `next` is null when there are no more. */
export interface Deliveries {
  deliveries: readonly Delivery[]
  next: string | null
}

/** Takes up the newest page; what is older stays. */
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
