import type {Milliseconds} from '../../contract/wire/common'
import {createQueue, type Queue} from '../store/queue'
import {createDelivery, type DeliveryOptions} from './delivery'
import type {MailTransport} from './transport'

export interface MailQueueOptions extends Omit<DeliveryOptions, 'transport'> {
  /** When undefined, mail stays in the queue. */
  transport: MailTransport | undefined
}

/** Sends queued mail and retries failed mail. */
export type MailQueue = Queue

const SECOND: Milliseconds = 1000
const PARALLEL = 4
/** Must be longer than a delivery takes. After it, any server may send the mail of a server that died while sending. */
const LEASE = 120 * SECOND

export function createMailQueue({transport, ...options}: MailQueueOptions): MailQueue {
  if (transport === undefined) return {wake() {}, async close() {}}
  const {mails, now, log} = options
  return createQueue({
    claim: () => mails.claimDue(LEASE),
    work: createDelivery({...options, transport}),
    nextDueAt: mails.nextDueAt,
    parallel: PARALLEL,
    ...{now, log, name: 'Mail'},
    abort: () => transport.close(),
  })
}
