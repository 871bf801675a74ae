import type {Milliseconds} from '../../contract/wire/common'
import type {Job, Scheduler} from '../scheduler'
import {createClockFollowing} from '../store/clock'
import {createQueue, type Queue} from '../store/queue'
import {createDelivery, type DeliveryOptions} from './delivery'
import type {MailTransport} from './transport'

export interface MailQueueOptions extends Omit<DeliveryOptions, 'transport' | 'now' | 'job'> {
  /** When undefined, mail stays in the queue. */
  transport: MailTransport | undefined
  scheduler: Pick<Scheduler, 'now' | 'elapsed' | 'after' | 'delay'>
  jobs: {queue: Job; delivery: Job}
}

/** Sends queued mail and retries failed mail. */
export type MailQueue = Queue

const SECOND: Milliseconds = 1000
const PARALLEL = 4
/** Must be longer than a delivery takes. After it, any server may send the mail of a server that died while sending. */
const LEASE = 120 * SECOND

export function createMailQueue({transport, scheduler, jobs, ...options}: MailQueueOptions): MailQueue {
  if (transport === undefined) return {wake() {}, underWay: () => undefined, async close() {}}
  const {mails} = options
  const followClock = createClockFollowing(scheduler, setting => mails.followClock(setting, LEASE))
  return createQueue({
    async claim() {
      await followClock()
      return mails.claimDue(LEASE)
    },
    work: createDelivery({...options, now: scheduler.now, transport, job: jobs.delivery}),
    nextDueAt: mails.nextDueAt,
    parallel: PARALLEL,
    scheduler,
    job: jobs.queue,
    abort: () => transport.close(),
  })
}
