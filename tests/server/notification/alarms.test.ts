import {beforeEach, describe, expect, it, onTestFinished} from 'vitest'
import type {Database} from '../../../server/database/connect'
import {attribute} from '../../../server/database/schema/attribute'
import {createSmtp} from '../../../server/mail/smtp'
import {createTestApp, PUBLIC_ORIGIN, seedDevice, seedOrganisation} from '../../support/app'
import {createTestDatabase} from '../../support/database'
import {startSmtp, type TestSmtp} from '../../support/smtp'

const MINUTE = 60_000

let database: Database
let smtp: TestSmtp
let ahead: number

beforeEach(async () => {
  database = await createTestDatabase()
  smtp = await startSmtp()
  ahead = 0
  const organisationId = await seedOrganisation(database)
  await seedDevice(database, {name: 'pump', organisationId})
  await database.db.insert(attribute).values(
    [
      {scope: 2, key: 'thresholds', jsonV: {temperature: {critical: {above: 80}}}},
      {scope: 1, key: 'alarmRoutes', jsonV: [{name: 'Noc', targets: [{kind: 'email', address: 'noc@works.test'}]}]},
    ].map(values => ({entityType: 'organisation' as const, entityId: organisationId, lastUpdateTs: 0, ...values})),
  )
  return () => database.close()
})

/** A server of its own, whose clock may be ahead. */
async function start() {
  const mailTransport = createSmtp({url: smtp.url, from: 'Pulsewall <pulsewall@works.test>'})
  const {app, close} = await createTestApp({database, mailTransport, scheduler: {now: () => Date.now() + ahead}})
  await app.listen({host: '127.0.0.1', port: 0})
  let isOpen = true
  const closeOnce = async () => {
    if (isOpen) await close()
    isOpen = false
  }
  onTestFinished(closeOnce)
  return {
    close: closeOnce,
    async send(temperature: number) {
      const response = await app.inject({method: 'POST', url: '/api/v1/pump-token/telemetry', body: {temperature}})
      expect(response.statusCode).toBe(200)
    },
  }
}

describe('a value beyond its limit', () => {
  it('reaches a mailbox, and its return does after a restart', async () => {
    const former = await start()
    await former.send(20)
    await former.send(90)

    const {recipients, mail} = await smtp.next()
    expect(recipients).toEqual(['noc@works.test'])
    expect(mail.subject).toMatch(/^Pulsewall: Critical · pump, temperature: 90 °C, above 80 °C, since \d\d:\d\d UTC$/)
    expect(mail.text).toMatch(
      /^- Critical · pump, temperature: raised, value when raised 90\u202f°C, above 80\u202f°C, since .* UTC$/m,
    )
    expect(mail.text).toMatch(/^- The newest value is 90\u202f°C, of .* UTC\.$/m)
    expect(mail.attachments).toMatchObject([{mimeType: 'image/png', contentId: '<picture>'}])
    expect(mail.html).toContain('cid:picture')
    expect(mail.text).toMatch(new RegExp(`${PUBLIC_ORIGIN}/alarms/[\\da-f-]{36}`))
    await former.close()
    ahead += MINUTE
    const latter = await start()
    await latter.send(20)

    expect((await smtp.next()).mail.subject).toBe('Pulsewall: pump, temperature · over')
  })

  it('is told although the server has ended before it could', async () => {
    const former = await start()
    await former.send(90)
    await former.close()
    expect(smtp.mails).toEqual([])

    await start()

    expect((await smtp.next()).mail.subject).toMatch(/^Pulsewall: Critical · pump, temperature: 90/)
  })
})
