import type {EpochMs} from '../../contract/wire/common'
import type {ChannelKind, TargetOf} from '../../contract/wire/target'
import type {Transaction} from '../database/connect'
import type {notificationDelivery} from '../database/schema'
import type {MailRepository} from '../mail/repository'

/** A delivery with the channel that it goes to. */
export type Delivery = typeof notificationDelivery.$inferSelect & ChannelAddress & {kind: ChannelKind}

export interface ChannelAddress {
  /** What people are shown of the channel, unique among the channels of its kind in an organisation. */
  address: string
  /** What sending needs besides. It is in no list, no log and no audit trail. */
  secret: string | null
}

export interface SendOptions {
  at: EpochMs
  /** Whether addresses of private networks may be called. */
  allowPrivate: boolean
  signal: AbortSignal
}

/** A kind of channel: what of its targets is shown, how much a message holds, and how it is sent. */
export type Channel<Kind extends ChannelKind> = {
  addressOf(target: TargetOf<Kind>): ChannelAddress
  /** `mostNotices` are listed in a message. The others come in further messages, or are only counted. */
  mostNotices: number
  hasFurtherMessages: boolean
} & (
  | {
      /** Sends a delivery, and is called again later when it rejects. */
      send(delivery: Delivery, options: SendOptions): Promise<void>
    }
  | {
      /** Hands a delivery to a queue of its own, in the transaction in which the delivery is made. */
      enqueue(
        transaction: Transaction,
        queues: {mails: Pick<MailRepository, 'enqueue'>},
        delivery: {address: string; deliveryId: string},
      ): Promise<void>
    }
)
