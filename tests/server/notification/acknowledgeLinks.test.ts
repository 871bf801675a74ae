import {afterEach, beforeEach, describe, expect, it} from 'vitest'
import type {Authority} from '../../../contract/wire/people/user'
import {attribute} from '../../../server/database/schema/attribute'
import {createSmtp} from '../../../server/mail/smtp'
import {
  createTestApp,
  PUBLIC_ORIGIN,
  seedCustomer,
  seedDevice,
  seedOrganisation,
  seedUser,
  type TestApp,
} from '../../support/app'
import {startSmtp, type TestSmtp} from '../../support/smtp'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const PEOPLE = {
  'noc@works.test': 'ORGANISATION_ADMIN',
  'guest@works.test': 'CUSTOMER_USER',
} as const satisfies Record<string, Authority>
const STRANGER = 'stranger@works.test'
const LINK = new RegExp(`${PUBLIC_ORIGIN}/acknowledgement\\?token=([\\w.%-]+)`)

let test: TestApp
let smtp: TestSmtp
let ahead = 0

beforeEach(async () => {
  smtp = await startSmtp()
  const mailTransport = createSmtp({url: smtp.url, from: 'Pulsewall <pulsewall@works.test>'})
  test = await createTestApp({mailTransport, scheduler: {now: () => Date.now() + ahead}})
  await test.app.listen({host: '127.0.0.1', port: 0})
  const {database} = test
  const organisationId = await seedOrganisation(database)
  const customerId = await seedCustomer(database, organisationId)
  await seedDevice(database, {name: 'pump', organisationId, customerId})
  for (const [email, authority] of Object.entries(PEOPLE))
    await seedUser(database, {
      email,
      authority,
      organisationId,
      customerId: authority === 'CUSTOMER_USER' ? customerId : null,
    })
  const targets = [...Object.keys(PEOPLE), STRANGER].map(address => ({kind: 'email', address}))
  await database.db.insert(attribute).values(
    [
      {scope: 2, key: 'thresholds', jsonV: {temperature: {warning: {above: 60}, critical: {above: 80}}}},
      {scope: 2, key: 'units', jsonV: {temperature: '°C'}},
      {scope: 1, key: 'alarmRoutes', jsonV: [{name: 'Noc', targets}]},
    ].map(values => ({entityType: 'organisation' as const, entityId: organisationId, lastUpdateTs: 0, ...values})),
  )
})
afterEach(() => test.close())

async function send(temperature: number) {
  const response = await test.app.inject({method: 'POST', url: '/api/v1/pump-token/telemetry', body: {temperature}})
  expect(response.statusCode).toBe(200)
}

/** Returns the mails to each of them because of a value, once a message may follow the one before. */
async function mailsAfter(temperature: number): Promise<Map<string, string>> {
  // A mail that is under way would be taken for one of a server that died.
  await test.app.drain()
  ahead += 2 * MINUTE
  await send(temperature)
  const mails = new Map<string, string>()
  while (mails.size < 3) {
    const {recipients, mail} = await smtp.next()
    mails.set(recipients[0] ?? '', mail.text ?? '')
  }
  return mails
}

const tokenIn = (mail = ''): string => decodeURIComponent(LINK.exec(mail)?.[1] ?? '')

async function acknowledge(token: string) {
  const response = await test.app.inject({method: 'POST', url: '/api/v0/alarm/acknowledgement', body: {token}})
  return [response.statusCode, response.json()]
}

describe('the link of an alarm’s mail', () => {
  it('acknowledges once, for the person whom the mail was sent to, and no alarm that was raised since', async () => {
    const mails = await mailsAfter(70)
    const token = tokenIn(mails.get('noc@works.test'))
    expect(mails.get('noc@works.test')).toContain('value when raised 70\u202f°C, above 60\u202f°C')
    // Recipients who may not acknowledge alarms get no link for it.
    expect([mails.get('guest@works.test'), mails.get(STRANGER)].map(tokenIn)).toEqual(['', ''])
    // A program that looks at all links of a mail does nothing by that.
    await test.app.inject({url: `/acknowledgement?token=${token}`})
    expect(await standing()).toBe('unacknowledged')

    expect(await acknowledge(token)).toEqual([200, {_id: expect.any(String), device_name: 'pump', key: 'temperature'}])
    const {rows} = await test.database.pool.query("select email, action from audit where action like 'alarm.%'")
    expect(rows).toEqual([{email: 'noc@works.test', action: 'alarm.acknowledged'}])

    const [status, body] = await acknowledge(token)
    expect([status, body.message]).toEqual([
      409,
      expect.stringMatching(/^This alarm was acknowledged by noc@works.test at /),
    ])

    await mailsAfter(20)
    const again = tokenIn((await mailsAfter(75)).get('noc@works.test'))
    expect(await acknowledge(token)).toMatchObject([409, {message: expect.stringContaining('was raised once more')}])

    await mailsAfter(90)
    expect(await acknowledge(again)).toMatchObject([409, {message: expect.stringContaining('has become critical')}])
    expect(await standing()).toBe('unacknowledged')
  })

  it('does nothing when it was changed, when it is a week old, and when its person may not any more', async () => {
    const token = tokenIn((await mailsAfter(70)).get('noc@works.test'))
    const [claim = '', signature = ''] = token.split('.')
    const other = Buffer.from(claim, 'base64url')
      .toString()
      .replace(/"version":\d+/, '"version":99')
    const refused = [404, {message: 'This link is not valid, or not any more.'}]
    const tokens = [
      '',
      '.',
      claim,
      `${claim}.${signature}x`,
      `${token}.x`,
      `${Buffer.from(other).toString('base64url')}.${signature}`,
    ]
    for (const wrong of tokens) expect(await acknowledge(wrong)).toMatchObject(refused)

    const {pool} = test.database
    const stranger = await seedOrganisation(test.database, 'Other Works')
    const {rows} = await pool.query(`select organisation_id from "user" where email = 'noc@works.test'`)
    const back = `authority = 'ORGANISATION_ADMIN', user_deleted = false, is_verified = true, organisation_id = '${rows[0].organisation_id}'`
    const changes = [
      ...["authority = 'CUSTOMER_USER'", 'user_deleted = true', 'is_verified = false'],
      ...[`organisation_id = '${stranger}'`, "authority = 'CUSTOMER_ADMIN', customer_id = null"],
    ]
    for (const change of changes) {
      await pool.query(`update "user" set ${change} where email = 'noc@works.test'`)
      expect(await acknowledge(token)).toMatchObject(refused)
      await pool.query(`update "user" set ${back} where email = 'noc@works.test'`)
    }

    expect(await acknowledge(token)).toMatchObject([200, {}])
    ahead += 7 * DAY
    expect(await acknowledge(token)).toMatchObject(refused)
  })

  it('makes a network wait that tries many', async () => {
    const statuses: unknown[] = []
    for (let round = 0; round < 51; round++) statuses.push((await acknowledge(`a.${round}`))[0])

    expect(statuses).toEqual(Array.from({length: 51}, () => 404))
    expect(await acknowledge('a.51')).toMatchObject([429, {}])
  })
})

async function standing(): Promise<string> {
  const {rows} = await test.database.pool.query<{standing: string}>('select standing from alarm')
  return rows[0]?.standing ?? ''
}
