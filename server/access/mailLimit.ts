import type {EpochMs} from '../../contract/wire/common'
import {networkOf} from '../http/network'
import {createGrowingDelay} from './growingDelay'

export interface MailLimitOptions {
  /** The limit of the delay that grows with the mails to one inbox. */
  inboxLimit: string
  /** The limit of the delay that grows with the mails that one network asks for. */
  addressLimit: string
  now: () => EpochMs
}

/** Bounds the mails that callers have sent to anybody, whoever they are. */
export interface MailLimit {
  /** Counts a mail. Throws 429 while the inbox or the network of the caller has to wait. */
  count(email: string, address: string): void
}

export function createMailLimit({inboxLimit, addressLimit, now}: MailLimitOptions): MailLimit {
  const byAddress = createGrowingDelay(addressLimit, now)
  const byInbox = createGrowingDelay(inboxLimit, now)
  return {
    count(email, address) {
      byAddress.begin(networkOf(address))
      byInbox.begin(inboxOf(email))
    },
  }
}

/** Mail servers deliver `ann+anything@works.test` to `ann@works.test`, so both are one inbox. */
const inboxOf = (email: string): string => email.replace(/\+[^@]*(?=@)/, '')
