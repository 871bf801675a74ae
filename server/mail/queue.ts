import {inHtml} from '../../contract/rules/text'
import {DAY, MINUTE, SECOND} from '../../contract/rules/time/durations'
import type {EpochMs} from '../../contract/wire/common'
import type {Job, Scheduler} from '../scheduler'
import {createClockFollowing} from '../store/clock'
import {explainFailure} from '../store/failure'
import {createQueue, type Queue} from '../store/queue'
import type {Composed, Draft, Email, EmailLink, EmailText, MailRepository, QueuedMail} from './repository'
import {EmailRefused, type MailTransport} from './transport'

export interface MailQueueOptions extends Omit<DeliveryOptions, 'transport' | 'now' | 'job'> {
  /** When undefined, mail stays in the queue. */
  transport: MailTransport | undefined
  scheduler: Pick<Scheduler, 'now' | 'elapsed' | 'after' | 'delay'>
  jobs: {queue: Job; delivery: Job}
}

/** Sends queued mail and retries failed mail. */
export type MailQueue = Queue

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

interface DeliveryOptions {
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
interface MailOutcome {
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

/** Writes the same text as plain text and as HTML. */
export function renderEmail({to, text, id}: Omit<Draft, 'discard'>): Email {
  const {subject, picture} = text
  return {
    to,
    subject,
    link: loggedLink(text),
    text: asPlainText(text),
    html: asHtml(text),
    ...(id !== undefined && {id}),
    ...(picture && {picture: picture.png}),
  }
}

const loggedLink = ({link, furtherLinks = []}: EmailText): string =>
  [link, ...furtherLinks].find(({isSecret = false}) => !isSecret)?.url ?? ''

function asPlainText({before, list = [], link, furtherLinks = [], after}: EmailText): string {
  const items = list.length === 0 ? [] : [list.map(item => `- ${item}`).join('\n')]
  const links = [link, ...furtherLinks].map(({label, url}) => `${label}:\n${url}`)
  return `${[...before, ...items, ...links, ...after].join('\n\n')}\n`
}

function asHtml({
  language = 'en',
  subject,
  before,
  list = [],
  picture,
  link,
  furtherLinks = [],
  after,
}: EmailText): string {
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><title>${inHtml(subject)}</title></head>
<body style="max-width: 36em; font: 16px/1.5 sans-serif">
${[...before.map(asParagraph), ...asList(list), ...(picture ? [asImage(picture.alt)] : [])].join('\n')}
${[link, ...furtherLinks].map(asLink).join('\n')}
${after.map(asParagraph).join('\n')}
</body>
</html>
`
}

const asParagraph = (paragraph: string) => `<p>${inHtml(paragraph)}</p>`

/** The picture is half as large as it is drawn, but never wider than the mail. */
const asImage = (alt: string) =>
  `<p><img src="cid:picture" alt="${inHtml(alt)}" width="560" style="max-width: 100%; height: auto"></p>`

const asLink = ({label, url}: EmailLink) => `<p><a href="${inHtml(url)}">${inHtml(label)}</a></p>`

const asList = (items: readonly string[]): string[] =>
  items.length === 0 ? [] : [`<ul>${items.map(item => `<li>${inHtml(item)}</li>`).join('\n')}</ul>`]

const DELAYS = [10 * SECOND, 30 * SECOND, MINUTE, 2 * MINUTE, 4 * MINUTE, 8 * MINUTE]
const LONGEST_DELAY = 15 * MINUTE
const GIVE_UP_AFTER = 2 * DAY
/** A clock that was set ahead, or a server that was off, does not end the two days before this many. */
const FEWEST_ATTEMPTS = 100

/** The time of the next try after `attempts` failed ones; undefined when the mail is to be given up. */
export function nextTryAt(
  {attempts, createdAt}: Pick<QueuedMail, 'attempts' | 'createdAt'>,
  now: EpochMs,
): EpochMs | undefined {
  const at = now + (DELAYS[attempts - 1] ?? LONGEST_DELAY)
  return attempts >= FEWEST_ATTEMPTS && at - createdAt > GIVE_UP_AFTER ? undefined : at
}
