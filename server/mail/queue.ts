import type {Milliseconds} from '../../contract/wire/common'
import {createClockFollowing} from '../store/clock'
import {createQueue, type Queue} from '../store/queue'
import {createDelivery, type DeliveryOptions} from './delivery'
import type {MailTransport} from './transport'

export interface MailQueueOptions extends Omit<DeliveryOptions, 'transport'> {
  /** When undefined, mail stays in the queue. */
  transport: MailTransport | undefined
  elapsed?: () => Milliseconds
}

/** Sends queued mail and retries failed mail. */
export type MailQueue = Queue

const SECOND: Milliseconds = 1000
const PARALLEL = 4
/** Must be longer than a delivery takes. After it, any server may send the mail of a server that died while sending. */
const LEASE = 120 * SECOND

export function createMailQueue({transport, elapsed, ...options}: MailQueueOptions): MailQueue {
  if (transport === undefined) return {wake() {}, async close() {}}
  const {mails, now, log} = options
  const followClock = createClockFollowing({now, elapsed}, setting => mails.followClock(setting, LEASE))
  return createQueue({
    async claim() {
      await followClock()
      return mails.claimDue(LEASE)
    },
    work: createDelivery({...options, transport}),
    nextDueAt: mails.nextDueAt,
    parallel: PARALLEL,
    ...{now, log, name: 'Mail'},
    abort: () => transport.close(),
  })
}
