import {describe, expect, it, onTestFinished, vi} from 'vitest'
import type {Email} from '../../../server/mail/repository'
import {createSmtp} from '../../../server/mail/smtp'
import {EmailRefused} from '../../../server/mail/transport'
import {explainFailure} from '../../../server/store/failure'
import {SMTP_PASSWORD, startSmtp} from '../../support/smtp'

const FROM = 'Pulsewall <pulsewall@works.test>'
const email: Email = {
  to: 'ada@works.test',
  subject: 'Prüfe deine Adresse',
  text: 'Grüße: https://pulsewall.test/verification?token=abc',
  html: '<p>Grüße: <a href="https://pulsewall.test/verification?token=abc">hier</a></p>',
  link: 'https://pulsewall.test/verification?token=abc',
}

/** Returns the error of a failed delivery. */
async function failureOf(delivery: Promise<void>): Promise<unknown> {
  try {
    await delivery
  } catch (error) {
    return error
  }
  throw new Error('The letter was taken')
}

describe('mail over SMTP', () => {
  it('brings text and HTML from us to the recipient', async () => {
    const smtp = await startSmtp()

    await createSmtp({url: smtp.url, from: FROM}).deliver(email)

    const {sender, recipients, mail} = await smtp.next()
    expect({sender, recipients}).toEqual({sender: 'pulsewall@works.test', recipients: ['ada@works.test']})
    expect(mail.from).toEqual({name: 'Pulsewall', address: 'pulsewall@works.test'})
    expect(mail.to).toEqual([{name: '', address: 'ada@works.test'}])
    expect(mail.subject).toBe(email.subject)
    expect(mail.text?.trim()).toBe(email.text)
    expect(mail.html?.trim()).toBe(email.html)
    expect(mail.headers).toContainEqual(expect.objectContaining({key: 'auto-submitted', value: 'auto-generated'}))
  })

  it('comes from whom the URL names', async () => {
    const smtp = await startSmtp()
    const from = encodeURIComponent('Harbour Works <alerts@works.test>')

    await createSmtp({url: `${smtp.url}?from=${from}`, from: FROM}).deliver(email)

    expect((await smtp.next()).mail.from).toEqual({name: 'Harbour Works', address: 'alerts@works.test'})
  })

  it.each(['ada+walls@works.test', 'jürgen+x@works.test', 'ada@münchen.test'])('reaches %s', async to => {
    const smtp = await startSmtp()

    await createSmtp({url: smtp.url, from: FROM}).deliver({...email, to})

    expect((await smtp.next()).recipients).toEqual([to])
  })

  it.each([
    'ada@works.test\r\nBcc: eve@works.test',
    'ada@works.test\nRCPT TO:<eve@works.test>',
    'ada@works.test, eve@works.test',
    'ada@works.test>,<eve@works.test',
    'Eve <eve@works.test>, ada@works.test',
  ])('sends nothing to %j, which is not one address', async to => {
    const smtp = await startSmtp()

    await failureOf(createSmtp({url: smtp.url, from: FROM}).deliver({...email, to}))

    expect(smtp.mails).toEqual([])
  })

  it('keeps a line break in the subject within it', async () => {
    const smtp = await startSmtp()

    await createSmtp({url: smtp.url, from: FROM}).deliver({...email, subject: 'Hello\r\nBcc: eve@works.test'})

    const {recipients, mail} = await smtp.next()
    expect(recipients).toEqual(['ada@works.test'])
    expect(mail.headers.map(({key}) => key)).not.toContain('bcc')
  })

  it('signs in with a password of any characters', async () => {
    const smtp = await startSmtp({password: 'p@s/s:ü%'})

    await createSmtp({url: smtp.url, from: FROM}).deliver(email)

    expect(smtp.mails).toHaveLength(1)
  })

  it('prints nothing of what is said, although the URL wishes for it', async () => {
    const smtp = await startSmtp()
    const print = vi.spyOn(console, 'log')
    onTestFinished(() => print.mockRestore())

    await createSmtp({url: `${smtp.url}?logger=true&debug=true`, from: FROM}).deliver(email)

    expect(print).not.toHaveBeenCalled()
  })

  it('is refused for good when there is no such recipient', async () => {
    const smtp = await startSmtp()
    smtp.behave('refuse')

    const failure = await failureOf(createSmtp({url: smtp.url, from: FROM}).deliver(email))

    expect(failure).toBeInstanceOf(EmailRefused)
    expect(explainFailure(failure)).toBe('EENVELOPE 550 RCPT TO')
  })

  it('is worth another try when the server is busy', async () => {
    const smtp = await startSmtp()
    smtp.behave('defer')

    const failure = await failureOf(createSmtp({url: smtp.url, from: FROM}).deliver(email))

    expect(failure).not.toBeInstanceOf(EmailRefused)
    expect(explainFailure(failure)).toBe('EENVELOPE 451 RCPT TO')
  })

  it('is worth another try when the settings are wrong, and tells no password', async () => {
    const smtp = await startSmtp()
    const wrong = smtp.url.replace(SMTP_PASSWORD, 'wrong-secret')

    const failure = await failureOf(createSmtp({url: wrong, from: FROM}).deliver(email))

    expect(failure).not.toBeInstanceOf(EmailRefused)
    expect(explainFailure(failure)).toBe('EAUTH 535 AUTH PLAIN')
  })

  it('is worth another try when the server does not like our sender', async () => {
    const smtp = await startSmtp()
    smtp.behave('refuseSender')

    const failure = await failureOf(createSmtp({url: smtp.url, from: FROM}).deliver(email))

    expect(failure).not.toBeInstanceOf(EmailRefused)
    expect(explainFailure(failure)).toBe('EENVELOPE 550 MAIL FROM')
  })

  it('is worth another try when nobody listens', async () => {
    const smtp = await startSmtp()
    await smtp.stop()

    const failure = await failureOf(createSmtp({url: smtp.url, from: FROM}).deliver(email))

    expect(failure).not.toBeInstanceOf(EmailRefused)
    expect(explainFailure(failure)).toBe('ESOCKET CONN')
  })

  it('does not wait for ever for a server that never answers', async () => {
    const smtp = await startSmtp()
    smtp.behave('hang')

    const failure = await failureOf(createSmtp({url: smtp.url, from: FROM, deliverWithin: 200}).deliver(email))

    expect(failure).not.toBeInstanceOf(EmailRefused)
  })

  it('gives up what is under way when it is closed', async () => {
    const smtp = await startSmtp()
    smtp.behave('hang')
    const transport = createSmtp({url: smtp.url, from: FROM})
    const failure = failureOf(transport.deliver(email))
    await vi.waitFor(() => expect(smtp.attempts()).toBe(1))

    await transport.close()

    expect(await failure).not.toBeInstanceOf(EmailRefused)
  })

  it('does not speak to a server whose certificate nobody vouches for, unless told to', async () => {
    const smtp = await startSmtp({tls: true})

    const failure = await failureOf(createSmtp({url: smtp.url, from: FROM}).deliver(email))
    await createSmtp({url: `${smtp.url}?tls.rejectUnauthorized=false`, from: FROM}).deliver(email)

    expect(failure).not.toBeInstanceOf(EmailRefused)
    expect(smtp.mails).toHaveLength(1)
  })
})
