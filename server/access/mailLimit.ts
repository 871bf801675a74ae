import type {EpochMs} from '../../contract/wire/common'
import {networkOf} from '../http/network'
import type {RateLimits} from '../http/rateLimits'
import {createGrowingDelay} from './growingDelay'

export interface MailLimitOptions {
  rateLimits: Pick<RateLimits, 'mailInbox' | 'mailAddress'>
  now: () => EpochMs
}

/** Bounds the mails that someone can have sent to anybody. All calls that send mail on request share it. */
export interface MailLimit {
  /** Counts a mail. Throws 429 while its inbox has to wait, or the network of a stranger's `address`. */
  count(email: string, address?: string): void
}

export function createMailLimit({rateLimits, now}: MailLimitOptions): MailLimit {
  const byAddress = createGrowingDelay(rateLimits.mailAddress, now)
  const byInbox = createGrowingDelay(rateLimits.mailInbox, now)
  return {
    count(email, address) {
      if (address !== undefined) byAddress.begin(networkOf(address))
      byInbox.begin(inboxOf(email))
    },
  }
}

/** Mail servers deliver `ann+anything@works.test` to `ann@works.test`, so both are one inbox. */
function inboxOf(email: string): string {
  const [name = '', domain = ''] = email.split('@')
  return `${name.split('+', 1)[0]}@${domain}`
}
