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

/** To the mail server if there is one, else to files; `print` hears of those. */
export function openMail({smtpUrl, publicUrl, dataDir}: MailSettings, print: (text: string) => void): MailTransport {
  const host = publicUrl === undefined ? 'localhost' : new URL(publicUrl).hostname
  const from = `${TITLE} <pulsewall@${host}>`
  if (smtpUrl !== undefined) return createSmtp({url: smtpUrl, from})
  return createOutbox({folder: join(dataDir, 'outbox'), from, print})
}
