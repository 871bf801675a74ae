import type {EpochMs} from '../../contract/wire/common'
import type {Job} from '../scheduler'
import {explainFailure} from '../store/failure'
import {renderEmail} from './renderEmail'
import type {Composed, MailRepository, QueuedMail} from './repository'
import {nextTryAt} from './retries'
import {EmailRefused, type MailTransport} from './transport'

export interface DeliveryOptions {
  mails: MailRepository
  now: () => EpochMs
  transport: MailTransport
  /** Composes the email at the moment of sending. Resolves to undefined when there is nobody to write to. */
  compose: (request: QueuedMail) => Promise<Composed>
  /** Called with the outcome of each attempt. */
  onAttempted?: (request: QueuedMail, outcome: MailOutcome) => Promise<void>
  /** Called with each attempt; a final refusal does not concern the next one. */
  job: Job
  log: {warn(message: string): void}
}

/** `error` holds no secret and no address. */
export interface MailOutcome {
  state: 'waiting' | 'delivered' | 'failed'
  error: string | null
}

/**
 * Returns a function that tries once to send a claimed mail. Afterwards the mail is deleted, or due again later. The
 * function rejects only when the database fails.
 */
export function createDelivery(options: DeliveryOptions) {
  const {mails, now, transport, compose, onAttempted = async () => {}, job, log} = options

  async function send(request: QueuedMail): Promise<MailOutcome> {
    const draft = await compose(request)
    if (draft !== undefined && 'refused' in draft) return {state: 'failed', error: draft.refused}
    try {
      if (draft !== undefined) await transport.deliver(renderEmail(draft))
      return {state: 'delivered', error: null}
    } catch (error) {
      await draft?.discard()
      throw error
    }
  }

  async function tryAgainOrGiveUp(request: QueuedMail, error: unknown) {
    const reason = explainFailure(error)
    const at = error instanceof EmailRefused ? undefined : nextTryAt(request, now())
    if (at !== undefined) {
      job.failed(error)
      await onAttempted(request, {state: 'waiting', error: reason})
      return mails.postpone(request.id, at, reason)
    }
    log.warn(`Mail ${request.id} (${request.kind}) was given up after attempt ${request.attempts}: ${reason}`)
    await onAttempted(request, {state: 'failed', error: reason})
    return mails.delete(request.id)
  }

  return async (request: QueuedMail): Promise<void> => {
    const outcome = await send(request).catch((error: unknown) => ({error}))
    if (!('state' in outcome)) return tryAgainOrGiveUp(request, outcome.error)
    job.succeeded()
    await onAttempted(request, outcome)
    await mails.delete(request.id)
  }
}
