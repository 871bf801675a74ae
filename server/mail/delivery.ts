import type {EpochMs} from '../../contract/wire/common'
import {explainFailure} from './failure'
import type {Draft, MailRepository, QueuedMail} from './repository'
import {nextTryAt} from './retries'
import {LetterRefused, type MailTransport} from './transport'

export interface DeliveryOptions {
  mails: MailRepository
  now: () => EpochMs
  transport: MailTransport
  /** Writes the letter at the moment of sending. Resolves to undefined when there is nobody to write to. */
  compose: (request: QueuedMail) => Promise<Draft | undefined>
  log: {warn(message: string): void}
}

/**
 * Returns a function that tries once to send a claimed mail. Afterwards the mail is deleted, or due again later. The
 * function rejects only when the database fails.
 */
export function createDelivery({mails, now, transport, compose, log}: DeliveryOptions) {
  let isFailing = false

  async function send(request: QueuedMail) {
    const draft = await compose(request)
    try {
      if (draft !== undefined) await transport.deliver(draft.letter)
    } catch (error) {
      await draft?.discard()
      throw error
    }
  }

  async function tryAgainOrGiveUp(request: QueuedMail, error: unknown) {
    const reason = explainFailure(error)
    const at = error instanceof LetterRefused ? undefined : nextTryAt(request, now())
    if (at !== undefined) {
      if (!isFailing) log.warn(`Mail can't be delivered and is tried again: ${reason}`)
      isFailing = true
      return mails.postpone(request.id, at, reason)
    }
    log.warn(`Mail ${request.id} (${request.kind}) was given up after attempt ${request.attempts}: ${reason}`)
    return mails.delete(request.id)
  }

  return async (request: QueuedMail): Promise<void> => {
    try {
      await send(request)
    } catch (error) {
      return tryAgainOrGiveUp(request, error)
    }
    isFailing = false
    await mails.delete(request.id)
  }
}
