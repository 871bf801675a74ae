import {mkdir, rename, rm, writeFile} from 'node:fs/promises'
import {join} from 'node:path'
import MailComposer from 'nodemailer/lib/mail-composer'
import {uuidv7} from 'uuidv7'
import {messageOf} from './message'
import type {MailTransport} from './transport'

export interface OutboxOptions {
  folder: string
  from: string
  print: (text: string) => void
}

/**
 * Writes each mail to an .eml file in `folder`; sorted by name, the oldest comes first. `print` gets the link of the
 * mail, so that an operator without a mail server can follow it.
 */
export function createOutbox({folder, from, print}: OutboxOptions): MailTransport {
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
