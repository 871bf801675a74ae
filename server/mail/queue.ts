import type {Milliseconds} from '../../contract/wire/common'
import {createDelivery, type DeliveryOptions} from './delivery'
import {explainFailure} from './failure'
import type {MailTransport} from './transport'

export interface MailQueueOptions extends Omit<DeliveryOptions, 'transport'> {
  /** When undefined, mail stays in the queue. */
  transport: MailTransport | undefined
}

/** Sends queued mail and retries failed mail. After the first `wake` it also checks the queue on its own timer. */
export interface MailQueue {
  /** Call it when mail was queued. */
  wake(): void
  /** Waits for the deliveries under way, but aborts them after a second. Aborted mail is sent later. */
  close(): Promise<void>
}

const SECOND: Milliseconds = 1000
const PARALLEL = 4
/** Must be longer than a delivery takes. After it, any server may send the mail of a server that died while sending. */
const LEASE = 120 * SECOND
/** Every server looks for due mail at least this often, because another server may have died before sending it. */
const LONGEST_PAUSE = 60 * SECOND
const SHORTEST_PAUSE = SECOND
const PAUSE_AFTER_FAILURE = 10 * SECOND
const CLOSE_WITHIN = SECOND

export function createMailQueue({transport, ...options}: MailQueueOptions): MailQueue {
  if (transport === undefined) return {wake() {}, async close() {}}
  const {mails, now, log} = options
  const deliver = createDelivery({...options, transport})
  const underway = new Set<Promise<void>>()
  let workers = 0
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  function wake() {
    if (isClosed || workers === PARALLEL) return
    const worker = work().finally(() => underway.delete(worker))
    underway.add(worker)
  }

  async function work() {
    try {
      workers++
      await sendDue().finally(() => {
        workers--
      })
      if (workers === 0) wakeAfter(await untilDue())
    } catch (error) {
      log.warn(`Mail waits: ${explainFailure(error)}`)
      wakeAfter(PAUSE_AFTER_FAILURE)
    }
  }

  async function sendDue() {
    let request = await mails.claimDue(LEASE)
    while (request !== undefined) {
      wake()
      await deliver(request)
      request = isClosed ? undefined : await mails.claimDue(LEASE)
    }
  }

  async function untilDue(): Promise<Milliseconds> {
    const dueAt = await mails.nextDueAt()
    if (dueAt === undefined) return LONGEST_PAUSE
    return Math.min(Math.max(dueAt - now(), SHORTEST_PAUSE), LONGEST_PAUSE)
  }

  function wakeAfter(pause: Milliseconds) {
    clearTimeout(timer)
    if (!isClosed) timer = setTimeout(wake, pause).unref()
  }

  return {
    wake,
    async close() {
      isClosed = true
      clearTimeout(timer)
      await Promise.race([Promise.all(underway), elapsed(CLOSE_WITHIN)])
      await transport.close()
      await Promise.all(underway)
    },
  }
}

function elapsed(time: Milliseconds): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, time).unref())
}
