import {afterEach, beforeEach, describe, expect, it} from 'vitest'
import type {AppOptions} from '../../../server/app/options'
import type {Database} from '../../../server/database/connect'
import {linkToken} from '../../../server/database/schema/account'
import {mail} from '../../../server/database/schema/mail'
import {hashToken} from '../../../server/http/secrets'
import {createLog} from '../../../server/log/log'
import {createSmtp} from '../../../server/mail/smtp'
import {createTestApp, PUBLIC_ORIGIN, seedUser, type TestApp} from '../../support/app'
import {createTestDatabase} from '../../support/database'
import {SMTP_PASSWORD, startSmtp, type TestSmtp} from '../../support/smtp'

const FROM = 'Pulsewall <pulsewall@works.test>'
const EMAIL = 'jürgen+x@works.test'
const LINK = new RegExp(`${PUBLIC_ORIGIN}/newPassword\\?token=([\\w-]{43})`)

let database: Database
let smtp: TestSmtp
let apps: TestApp[]
let log: string[]

beforeEach(async () => {
  database = await createTestDatabase()
  smtp = await startSmtp()
  apps = []
  log = []
  await seedUser(database, {email: EMAIL})
})
afterEach(async () => {
  for (const {app} of apps) await app.close()
  await database.close()
})

async function createApp(options: Partial<AppOptions> = {}) {
  const stream = {write: (line: string) => void log.push(line)}
  const mailTransport = createSmtp({url: smtp.url, from: FROM})
  const test = await createTestApp({database, mailTransport, log: createLog({level: 'debug', stream}), ...options})
  apps.push(test)
  return test
}

async function requestReset({app}: TestApp, email = EMAIL) {
  const response = await app.inject({method: 'POST', url: '/api/users/password_reset/', body: {email}})
  expect(response.statusCode).toBe(200)
}

const rows = () => database.db.select().from(mail)
const tokens = () => database.db.select().from(linkToken)

async function isNotified({app}: TestApp, lastError: string) {
  await app.drain()
  expect(await rows()).toEqual([expect.objectContaining({lastError})])
}

describe('a server with SMTP', () => {
  it('sends a link in text and HTML, of which the database knows the hash alone', async () => {
    await requestReset(await createApp())

    const {recipients, mail} = await smtp.next()
    const [link = '', token = ''] = LINK.exec(mail.text ?? '') ?? []
    expect(recipients).toEqual([EMAIL])
    expect(mail.html).toContain(`<a href="${link}">`)
    expect((await tokens()).map(({hash}) => hash)).toEqual([hashToken(token)])
    const {rows: dump} = await database.pool.query(
      'select row_to_json(link_token)::text as told from link_token union all select row_to_json(audit)::text from audit',
    )
    expect(JSON.stringify(dump)).not.toContain(token)
  })

  it('writes neither link nor password into its log', async () => {
    const test = await createApp()
    smtp.behave('refuse')
    await requestReset(test)
    await test.app.drain()
    expect(log.join('')).toContain('was given up after attempt 1: EENVELOPE 550 RCPT TO')
    smtp.behave('take')
    await requestReset(test)
    const token = LINK.exec((await smtp.next()).mail.text ?? '')?.[1] ?? ''

    await test.app.close()

    for (const secret of [token, SMTP_PASSWORD, EMAIL, 'token=']) expect(log.join('')).not.toContain(secret)
  })

  it('keeps mail while the mail server is down, and sends it when that is back', async () => {
    const test = await createApp()
    await smtp.stop()
    await requestReset(test)
    await isNotified(test, 'ESOCKET CONN')
    expect(await tokens()).toEqual([])

    await smtp.start()
    test.clock.now += 10_000
    await requestReset(test)

    const mails = [await smtp.next(), await smtp.next()]
    expect(mails.map(({recipients}) => recipients)).toEqual([[EMAIL], [EMAIL]])
    await test.app.drain()
    expect(await rows()).toEqual([])
    expect(await tokens()).toHaveLength(2)
  })

  it('sends at its start what a former one left', async () => {
    const former = await createApp()
    await smtp.stop()
    await requestReset(former)
    await isNotified(former, 'ESOCKET CONN')
    await former.app.close()
    await smtp.start()

    const latter = await createApp({publicOrigin: 'https://new.works.test'})
    latter.clock.now += 10_000
    await latter.app.listen({port: 0, host: '127.0.0.1'})

    expect((await smtp.next()).mail.text).toContain('https://new.works.test/newPassword?token=')
  })

  it('sends each mail once although another one serves the same database', async () => {
    const [one, other] = [await createApp(), await createApp()]
    const emails = Array.from({length: 6}, (_, index) => `ada${index}@works.test`)
    for (const email of emails) await seedUser(database, {email})

    await Promise.all(emails.map((email, index) => requestReset(index % 2 === 0 ? one : other, email)))

    await Promise.all([one.app.drain(), other.app.drain()])
    expect(await rows()).toEqual([])
    expect(smtp.mails.flatMap(({recipients}) => recipients).sort()).toEqual(emails)
  })

  it('writes to nobody whom it does not know', async () => {
    const test = await createApp()
    await requestReset(test, 'nobody@works.test')

    await test.app.drain()
    expect(await rows()).toEqual([])
    expect(smtp.attempts()).toBe(0)
  })
})
