import {mkdir, rename, rm, writeFile} from 'node:fs/promises'
import {join} from 'node:path'
import MailComposer from 'nodemailer/lib/mail-composer'
import {uuidv7} from 'uuidv7'
import {TITLE} from '../../contract/limits'
import {messageOf} from './message'
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

interface OutboxOptions {
  folder: string
  from: string
  print: (text: string) => void
}

/**
 * Writes each mail to an .eml file in `folder`; sorted by name, the oldest comes first. `print` gets the link of the
 * mail, so that an operator without a mail server can follow it.
 */
function createOutbox({folder, from, print}: OutboxOptions): MailTransport {
  return {
    async deliver(email) {
      const file = join(folder, `${uuidv7()}.eml`)
      await mkdir(folder, {recursive: true, mode: 0o700})
      await writeWhole(file, await new MailComposer(messageOf(email, from)).compile().build())
      print(`Mail to ${email.to}: ${email.subject}\n  ${email.link}\n  ${file}`)
    },
    async close() {},
  }
}

/** Writes to a temporary name first, so that nobody ever opens half a file under the final name. */
async function writeWhole(file: string, content: Buffer) {
  const unfinished = `${file}.part`
  try {
    await writeFile(unfinished, content, {mode: 0o600, flush: true})
    await rename(unfinished, file)
  } catch (error) {
    await rm(unfinished, {force: true})
    throw error
  }
}
