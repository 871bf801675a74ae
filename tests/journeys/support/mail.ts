import {readdir, readFile} from 'node:fs/promises'
import {join} from 'node:path'
import PostalMime, {type Email} from 'postal-mime'
import {expect} from 'vitest'

export interface Outbox {
  /** The next mail to this address; waits for it. */
  next(address: string): Promise<Email>
}

/** The mails that a server without a mail server puts into its data folder. */
export function outboxOf(dataDir: string): Outbox {
  const folder = join(dataDir, 'outbox')
  const taken = new Set<string>()

  async function take(address: string): Promise<Email | undefined> {
    const names = await readdir(folder).catch(() => [])
    for (const name of names.filter(name => name.endsWith('.eml') && !taken.has(name)).sort()) {
      const mail = await PostalMime.parse(await readFile(join(folder, name)))
      if (!mail.to?.some(recipient => recipient.address === address)) continue
      taken.add(name)
      return mail
    }
    return undefined
  }

  return {
    async next(address) {
      let mail: Email | undefined
      await expect.poll(async () => (mail = await take(address))).toBeDefined()
      if (mail === undefined) throw new Error(`There is no mail to ${address}`)
      return mail
    },
  }
}

/** Returns the address of the link in a mail, as a reader of its plain text follows it. */
export function linkIn({text = ''}: Email): string {
  const [link] = /https?:\/\/\S+/.exec(text) ?? []
  if (link === undefined) throw new Error(`There is no link in this mail:\n${text}`)
  return link
}
