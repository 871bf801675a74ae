import {readdir, readFile, stat} from 'node:fs/promises'
import {join} from 'node:path'
import PostalMime from 'postal-mime'
import {describe, expect, it} from 'vitest'
import {openMail} from '../../../server/mail/openMail'
import type {Email} from '../../../server/mail/repository'
import {createDataDir} from '../../support/dataDir'
import {startSmtp} from '../../support/smtp'

const email: Email = {
  to: 'jürgen+x@works.test',
  subject: 'Prüfe deine Adresse',
  text: 'Grüße: https://pulsewall.test/verification?token=abc',
  html: '<p>Grüße</p>',
  link: 'https://pulsewall.test/verification?token=abc',
}

async function modeOf(path: string): Promise<number> {
  return (await stat(path)).mode & 0o777
}

describe('without a mail server', () => {
  it('mail is a file that only we can read, and its link is printed', async () => {
    const dataDir = await createDataDir()
    const printed: string[] = []
    const transport = openMail({smtpUrl: undefined, publicUrl: undefined, dataDir}, text => printed.push(text))

    await transport.deliver(email)

    const folder = join(dataDir, 'outbox')
    const [name = '', ...others] = await readdir(folder)
    expect([name, others]).toEqual([expect.stringMatching(/^[0-9a-f-]{36}\.eml$/), []])
    expect([await modeOf(folder), await modeOf(join(folder, name))]).toEqual([0o700, 0o600])
    expect(printed).toEqual([`Mail to ${email.to}: ${email.subject}\n  ${email.link}\n  ${join(folder, name)}`])
    const mail = await PostalMime.parse(await readFile(join(folder, name)))
    expect(mail.from).toEqual({name: 'Pulsewall', address: 'pulsewall@localhost'})
    expect(mail.to).toEqual([{name: '', address: email.to}])
    expect([mail.subject, mail.text?.trim(), mail.html?.trim()]).toEqual([email.subject, email.text, email.html])
  })

  it('files sort in the order of their mails', async () => {
    const dataDir = await createDataDir()
    const transport = openMail({smtpUrl: undefined, publicUrl: undefined, dataDir}, () => {})

    for (const subject of ['first', 'second', 'third']) await transport.deliver({...email, subject})

    const folder = join(dataDir, 'outbox')
    const names = (await readdir(folder)).sort()
    const mails = await Promise.all(names.map(async name => PostalMime.parse(await readFile(join(folder, name)))))
    expect(mails.map(({subject}) => subject)).toEqual(['first', 'second', 'third'])
  })

  it('a mail that can not be written fails, and is not told of', async () => {
    const printed: string[] = []
    const settings = {smtpUrl: undefined, publicUrl: undefined, dataDir: '/dev/null'}
    const transport = openMail(settings, text => printed.push(text))

    await expect(transport.deliver(email)).rejects.toMatchObject({code: 'ENOTDIR'})

    expect(printed).toEqual([])
  })
})

describe('with a mail server', () => {
  it('mail goes there, from the host of the public address, and nothing is printed or written', async () => {
    const dataDir = await createDataDir()
    const smtp = await startSmtp()
    const printed: string[] = []
    const settings = {smtpUrl: smtp.url, publicUrl: 'https://pulsewall.test:8443/', dataDir}

    await openMail(settings, text => printed.push(text)).deliver(email)

    expect((await smtp.next()).mail.from).toEqual({name: 'Pulsewall', address: 'pulsewall@pulsewall.test'})
    expect([printed, await readdir(dataDir)]).toEqual([[], []])
  })
})
