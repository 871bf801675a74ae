import {createTransport} from 'nodemailer'
import {MINUTE, SECOND} from '../../contract/rules/time/durations'
import type {Milliseconds} from '../../contract/wire/common'
import {messageOf} from './message'
import {EmailRefused, type MailTransport} from './transport'

export interface SmtpOptions {
  /**
   * An address such as `smtp://user:password@host:587`, or `smtps`. Its query may hold options of nodemailer, and
   * `from`. It contains a password, so it must not be logged.
   */
  url: string
  /** The sender when the URL has no `from`. */
  from: string
  /** The time limit for one delivery as a whole. */
  deliverWithin?: Milliseconds
}

export function createSmtp({url, from: usualFrom, deliverWithin = MINUTE}: SmtpOptions): MailTransport {
  const {from = usualFrom, serverUrl} = readSmtpUrl(url)
  const closing = new AbortController()
  const smtp = createTransport({
    url: serverUrl,
    connectionTimeout: 10 * SECOND,
    greetingTimeout: 10 * SECOND,
    socketTimeout: 30 * SECOND,
  })
  return {
    async deliver(email) {
      const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(deliverWithin)])
      try {
        await smtp.sendMail({...messageOf(email, from), signal})
      } catch (error) {
        throw isRefusal(error) ? new EmailRefused('The mail server will never take it', {cause: error}) : error
      }
    },
    async close() {
      closing.abort()
      smtp.close()
    },
  }
}

/** Removes nodemailer's options `logger` and `debug`, because they would print passwords and links. */
function readSmtpUrl(url: string) {
  const server = new URL(url)
  const from = server.searchParams.get('from') ?? undefined
  for (const name of ['from', 'logger', 'debug']) server.searchParams.delete(name)
  return {from, serverUrl: server.href}
}

/**
 * Whether the mail server refused this email or its recipient for good. A refusal of the sign-in or the sender does
 * not count: the operator can correct the settings, so the email has to be tried again.
 */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error) || !('responseCode' in error) || !('command' in error)) return false
  return Number(error.responseCode) >= 500 && (error.command === 'RCPT TO' || error.command === 'DATA')
}
