import type {Milliseconds} from '../../../contract/wire/common'
import type {Job, Scheduler} from '../../scheduler'
import {createClockFollowing} from '../../store/clock'
import {explainFailure} from '../../store/failure'
import {createQueue, type Queue} from '../../store/queue'
import type {Delivery} from '../channel'
import {CHANNELS} from '../channels'
import type {NotificationRepository} from '../repository'
import {WebhookRefused} from './post'
import {PrivateAddress} from './publicAddress'
import {nextTryAt} from './retries'

export interface WebhookOptions {
  notifications: Pick<NotificationRepository, 'claimWebhook' | 'nextWebhookAt' | 'settle' | 'followClock'>
  /** Whether addresses of private networks may be called. */
  allowPrivate: boolean
  scheduler: Pick<Scheduler, 'now' | 'elapsed' | 'after' | 'delay'>
  /** Called with the outcome of each call: one that waits will be tried again. */
  onCalled?: (state: 'waiting' | 'delivered' | 'failed') => void
  job: Job
  log: {warn(message: string): void}
}

const PARALLEL = 8
/** Must be longer than a call takes. After it, any server may make the call of a server that died in the meantime. */
const LEASE: Milliseconds = 30_000

/** Calls the webhooks that are due, and tries again for a day. */
export function createWebhookQueue(options: WebhookOptions): Queue {
  const {notifications, allowPrivate, scheduler, onCalled = () => {}, job, log} = options
  const {now} = scheduler
  const closing = new AbortController()
  const followClock = createClockFollowing(scheduler, setting => notifications.followClock(setting, LEASE))

  async function work(delivery: Delivery) {
    const channel = CHANNELS[delivery.kind]
    if (!('send' in channel)) throw new Error(`Deliveries by ${delivery.kind} have a queue of their own`)
    try {
      await channel.send(delivery, {at: now(), allowPrivate, signal: closing.signal})
    } catch (error) {
      const at = nextTryAt(delivery, now(), Math.random())
      const reason = reasonOf(error)
      onCalled(at === undefined ? 'failed' : 'waiting')
      if (at !== undefined) return notifications.settle(delivery.id, {state: 'waiting', error: reason, nextTryAt: at})
      log.warn(`Webhook ${delivery.id} was given up after attempt ${delivery.attempts}: ${reason}`)
      return notifications.settle(delivery.id, {state: 'failed', error: reason})
    }
    onCalled('delivered')
    await notifications.settle(delivery.id, {state: 'delivered', error: null})
  }

  return createQueue({
    async claim() {
      await followClock()
      return notifications.claimWebhook(LEASE)
    },
    work,
    nextDueAt: () => notifications.nextWebhookAt(),
    parallel: PARALLEL,
    scheduler,
    job,
    abort: () => closing.abort(),
  })
}

/** What the list of notifications says; the message of an error may repeat the address with its secrets. */
function reasonOf(error: unknown): string {
  if (error instanceof WebhookRefused) return error.message
  if (error instanceof PrivateAddress) return 'no public address'
  if (error instanceof Error && error.name === 'AbortError') return 'no answer in time'
  return explainFailure(error)
}
