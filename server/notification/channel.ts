import type {IncomingHttpHeaders} from 'node:http'
import type {EpochMs, Milliseconds} from '../../contract/wire/common'
import type {ChannelKind, TargetOf} from '../../contract/wire/target'
import type {Transaction} from '../database/connect'
import type {notificationDelivery} from '../database/schema/notification'
import type {EmailText, MailRepository} from '../mail/repository'
import type {Recipient} from './push/recipient'
import type {Rendered, renderTemplate} from './wording/template'

/** A delivery with the channel that it goes to. */
export type Delivery = typeof notificationDelivery.$inferSelect & ChannelAddress & {kind: ChannelKind}

/** Turns a secret into a mark that distinguishes channels in lists. It is keyed, so nobody can check a guess by it. */
export type Mark = (secret: string) => string

export interface ChannelAddress {
  /** The visible address of the channel, unique among the channels of its kind in an organisation. */
  address: string
  /** The secret part for sending. It is in no list, no log and no audit trail. */
  secret: string | null
}

const OF_PERSON = ' · '

/** The address of a channel that is a person's own, and what distinguishes it from other channels of that person. */
export const personsAddress = (email: string, ...rest: readonly (string | null)[]): string =>
  [email, ...rest].filter(Boolean).join(OF_PERSON)

/** The email of the person whose own channel has this address. Any other address is itself. */
export const personIn = ({address}: Pick<ChannelAddress, 'address'>): string => address.split(OF_PERSON)[0] ?? address

/** A call by HTTP. JSON, unless its headers say otherwise. */
export interface Call {
  method?: 'POST' | 'PUT'
  url: string
  headers?: Record<string, string>
  body: string | Buffer
  /** Made once this one was accepted. An attempt makes only what no earlier one has had accepted. */
  then?: Call
}

export type Calls = readonly Call[] | Promise<readonly Call[]>

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

/** The meaning of an answer. `after` is the pause that the peer asks for; `isGone`: nothing is sent there again. */
export type Reading = 'sent' | {later: string; after?: Milliseconds} | {never: string; isGone?: true}

/** The fields of an answer that is a JSON object; of any other it has none. */
export type AnswerFields = Readonly<Record<string, unknown>>

/** The answers of a peer, by its documentation. `readingOf` decides what an answer means. */
export interface Answers {
  /**
   * The proof is in each answer to a call that was accepted, and in no other. Where a peer promises none, any success
   * counts but a web page.
   */
  proof?: {name: string; isIn(fields: AnswerFields, body: string): boolean}
  /** The words of the peer about a refusal. By default they are its whole answer. */
  words?(fields: AnswerFields): unknown
  /** The pause that the peer asks for in its answer. */
  pause?(fields: AnswerFields): Milliseconds | undefined
  /** Reads the answers that mean something else than their status. */
  exception?(answer: Answer, fields: AnswerFields, url: string): Reading | undefined
  /** A refusal is tried again, too: the operators of the peer repair it. */
  isRefusalTriedAgain?: true
}

export interface Circumstances {
  at: EpochMs
  /** The origin that links begin with. */
  origin: string
  /** The message in words. */
  text: EmailText
  /** The recipient of a push. */
  recipient?: Recipient | undefined
  /** Evaluates a template in a thread. */
  renderTemplate(input: Parameters<typeof renderTemplate>[0]): Promise<Rendered>
}

/** A channel that is called by HTTP. `render` is pure: a delivery is called the same in every attempt. */
export interface Called {
  /** Throws `NotWritable` for what can't be sent at all. The calls are made at the same time. */
  render(delivery: Delivery, circumstances: Circumstances): Calls
  answers: Answers
  /** The pause of a channel after each delivery, because its peer takes no more. */
  pause?: (delivery: Delivery) => Milliseconds
  /** Whether deliveries keep their order, because an end that came before its beginning would leave that open. */
  isOrdered?: boolean
}

/** A kind of channel: the visible part of its targets, the size of a message, and the way to send it. */
export type Channel<Kind extends ChannelKind> = {
  addressOf(target: TargetOf<Kind>, mark: Mark): ChannelAddress
  /** `mostNotices` are listed in a message. The others come in further messages, or are only counted. */
  mostNotices: number
  hasFurtherMessages: boolean
  /** The maximum number of ends in a message, for a channel that sends each end by itself. */
  mostEnds?: number
} & (
  | Called
  | {
      /** Hands a delivery to a queue of its own, in the transaction in which the delivery is made. */
      enqueue(
        transaction: Transaction,
        queues: {mails: Pick<MailRepository, 'enqueue'>},
        delivery: {address: string; deliveryId: string},
      ): Promise<void>
    }
)

/** The message can't be sent, however often it is tried. Its text is shown to people. */
export class NotWritable extends Error {
  override name = 'NotWritable'
}
