import {HOUR, MINUTE, SECOND} from '../../../contract/rules/time/durations'
import type {EpochMs, Milliseconds} from '../../../contract/wire/common'
import type {Evaluate} from '../../evaluation/evaluations'
import type {Job, Scheduler} from '../../scheduler'
import {createClockFollowing} from '../../store/clock'
import {explainFailure} from '../../store/failure'
import {createQueue, type Queue} from '../../store/queue'
import {type Call, type Called, type Delivery, NotWritable, type Reading} from '../channel'
import {CHANNELS} from '../channels'
import type {Recipients} from '../push/recipients'
import type {NotificationRepository} from '../repository'
import type {renderTemplate} from '../wording/template'
import {hideSecretsOf} from '../wording/withoutSecrets'
import {composeAlarmEmail} from './emails'
import {makeCall} from './makeCall'

export interface WebhookOptions {
  notifications: Pick<NotificationRepository, 'claimWebhook' | 'nextWebhookAt' | 'accept' | 'settle' | 'followClock'>
  /** Whether addresses of private networks may be called. */
  allowPrivate: boolean
  /** The origin that links begin with. */
  publicOrigin: () => string
  scheduler: Pick<Scheduler, 'now' | 'elapsed' | 'after' | 'delay'>
  /** Called with the outcome of each call: one that waits will be tried again. */
  onCalled?: (state: 'waiting' | 'delivered' | 'failed') => void
  recipients: Pick<Recipients, 'recipientOf' | 'readingOf'>
  evaluateTemplate: Evaluate<typeof renderTemplate>
  /** Called when nothing is to be sent to a channel again. */
  onGone: (delivery: Delivery) => Promise<void>
  ca?: string | undefined
  job: Job
  log: {warn(message: string): void}
}

const PARALLEL = 8
/** Must be longer than a call and the one after it take. After it, any server may make the call of a server that died in the meantime. */
const LEASE: Milliseconds = 30_000

/** Calls the webhooks that are due, and tries again for a day. */
export function createWebhookQueue(options: WebhookOptions): Queue {
  const {notifications, recipients, allowPrivate, publicOrigin, scheduler, onCalled = () => {}, job, log, ca} = options
  const {now} = scheduler
  const closing = new AbortController()
  const followClock = createClockFollowing(scheduler, setting => notifications.followClock(setting, LEASE))

  async function work(delivery: Delivery) {
    const channel = CHANNELS[delivery.kind]
    if (!('render' in channel)) throw new Error(`Deliveries by ${delivery.kind} have a queue of their own`)
    const reading = await deliver(channel, delivery)
    const at = now()
    const rest = channel.pause?.(delivery)
    const heldUntil = rest === undefined ? null : at + rest
    if (reading === 'sent') {
      onCalled('delivered')
      return notifications.settle(delivery.id, {state: 'delivered', error: null, heldUntil})
    }
    const error = 'never' in reading ? reading.never : reading.later
    const next = 'never' in reading ? undefined : nextTryAt(delivery, at, Math.random(), channel.isOrdered)
    onCalled(next === undefined ? 'failed' : 'waiting')
    if (next === undefined || 'never' in reading) {
      if ('never' in reading && reading.isGone) await options.onGone(delivery)
      log.warn(`Webhook ${delivery.id} was given up after attempt ${delivery.attempts}: ${error}`)
      return notifications.settle(delivery.id, {state: 'failed', error, heldUntil})
    }
    if (reading.after === undefined)
      return notifications.settle(delivery.id, {state: 'waiting', error, nextTryAt: next, heldUntil})
    const waited = waitedAt(reading.after, at)
    await notifications.settle(delivery.id, {state: 'waiting', error, nextTryAt: waited, heldUntil: waited})
  }

  async function deliver(channel: Called, delivery: Delivery): Promise<Reading> {
    const {id, route, step, organisationId} = delivery
    const [at, origin] = [now(), publicOrigin()]
    const accepted = new Set(delivery.acceptedCalls)
    const how = {at, allowPrivate, signal: closing.signal, ca, hide: hideSecretsOf(delivery)}

    /** Makes the calls that were not accepted in an earlier attempt. */
    async function make(call: Call, name: string, isOnly: boolean): Promise<Reading> {
      if (!accepted.has(name)) {
        const reading = await makeCall(call, channel.answers, how)
        if (reading !== 'sent') return reading
        // It is stored before the next call: a peer opens an alert again that is triggered after it was resolved.
        if (!isOnly) await notifications.accept(id, name)
      }
      return call.then === undefined ? 'sent' : make(call.then, `${name}.then`, isOnly)
    }

    try {
      const {message, reader} = await recipients.readingOf(delivery)
      const text = await composeAlarmEmail(message, {route, step, origin, reader, now: at})
      const recipient = delivery.kind === 'push' ? await recipients.recipientOf(delivery, at) : undefined
      const calls = await channel.render(
        {...delivery, message},
        {
          at,
          origin,
          text,
          recipient,
          renderTemplate: input => options.evaluateTemplate(organisationId, input),
        },
      )
      const isOnly = calls.length === 1 && calls[0]?.then === undefined
      return worstOf(await Promise.all(calls.map((call, index) => make(call, String(index), isOnly))))
    } catch (error) {
      return error instanceof NotWritable ? {never: error.message} : {later: explainFailure(error)}
    }
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

/** The delivery is retried as long as any of its calls may succeed. */
const worstOf = (readings: readonly Reading[]): Reading =>
  readings.find(reading => reading !== 'sent' && 'later' in reading) ??
  readings.find(reading => reading !== 'sent') ??
  'sent'

const DELAYS = [10 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR]
const LONGEST_DELAY = 3 * HOUR
/** A delivery that keeps its order makes others wait. */
const LONGEST_IN_ORDER = 10 * MINUTE
const GIVE_UP_AFTER = 24 * HOUR
/** A clock that was set ahead, or a server that was off, does not end the day before this many. */
const FEWEST_ATTEMPTS = 10
/** A webhook that is back is not called by all that wait for it at the same moment. */
const JITTER = 0.2

/**
 * The time of the next try after `attempts` failures; undefined when it is to be given up. `random` is in [0, 1).
 * `isOrdered`: others wait for it.
 */
export function nextTryAt(
  {attempts, createdAt}: {attempts: number; createdAt: EpochMs},
  now: EpochMs,
  random: number,
  isOrdered = false,
): EpochMs | undefined {
  const longest = isOrdered ? LONGEST_IN_ORDER : LONGEST_DELAY
  const delay = Math.min(DELAYS[attempts - 1] ?? LONGEST_DELAY, longest) * (1 + JITTER * random)
  const at = now + Math.round(delay)
  return attempts >= FEWEST_ATTEMPTS && at - createdAt > GIVE_UP_AFTER ? undefined : at
}

/** The time of the next try where the peer has asked for a pause. */
const waitedAt = (after: Milliseconds, now: EpochMs): EpochMs =>
  now + Math.min(Math.max(Math.ceil(after), SECOND), LONGEST_DELAY)
