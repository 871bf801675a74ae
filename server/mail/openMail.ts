import {join} from 'node:path'
import {TITLE} from '../../contract/limits'
import {createOutbox} from './outbox'
import {createSmtp} from './smtp'
import type {MailTransport} from './transport'

export interface MailSettings {
  smtpUrl: string | undefined
  publicUrl: string | undefined
  dataDir: string
}

/** Sends mail by SMTP when `smtpUrl` is set. Otherwise each mail becomes a file, and `print` gets its link and path. */
export function openMail({smtpUrl, publicUrl, dataDir}: MailSettings, print: (text: string) => void): MailTransport {
  const host = publicUrl === undefined ? 'localhost' : new URL(publicUrl).hostname
  const from = `${TITLE} <pulsewall@${host}>`
  if (smtpUrl !== undefined) return createSmtp({url: smtpUrl, from})
  return createOutbox({folder: join(dataDir, 'outbox'), from, print})
}
