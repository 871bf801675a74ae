import {afterEach, beforeEach, describe, expect, it} from 'vitest'
import {attribute} from '../../../server/database/schema/attribute'
import {createSmtp} from '../../../server/mail/smtp'
import {
  createTestApp,
  PASSWORD,
  seedCustomer,
  seedOrganisation,
  seedUser,
  signIn,
  type TestApp,
} from '../../support/app'
import {startSmtp, type TestSmtp} from '../../support/smtp'

const SECRET = 'a secret that signs what is sent'
const URL = '/api/v0/notification'

let test: TestApp
let smtp: TestSmtp
let works: string
let other: string

beforeEach(async () => {
  smtp = await startSmtp()
  test = await createTestApp({mailTransport: createSmtp({url: smtp.url, from: 'Pulsewall <pulsewall@works.test>'})})
  works = await seedOrganisation(test.database, 'Works')
  other = await seedOrganisation(test.database, 'Other')
  const customerId = await seedCustomer(test.database, works)
  await seedUser(test.database, {email: 'ada@works.test', authority: 'ORGANISATION_ADMIN', organisationId: works})
  await seedUser(test.database, {
    email: 'cleo@works.test',
    authority: 'CUSTOMER_ADMIN',
    organisationId: works,
    customerId,
  })
  const routes = [
    {
      name: 'Noc',
      // In the former shape, which stays readable.
      to: {emails: ['noc@works.test'], webhook: {url: 'http://127.0.0.1:9/hook', secret: SECRET}},
    },
  ]
  await test.database.db.insert(attribute).values({
    entityType: 'organisation',
    entityId: works,
    organisationId: works,
    scope: 1,
    key: 'alarmRoutes',
    jsonV: routes,
    lastUpdateTs: 0,
  })
})
afterEach(() => test.close())

async function ask(email: string, method: 'GET' | 'POST', url: string, body?: object) {
  const response = await test.app.inject({
    method,
    url,
    cookies: await signIn(test.app, email, PASSWORD),
    ...(body && {body}),
  })
  return {status: response.statusCode, body: response.json(), text: response.body}
}

const testRoute = (email: string, organisationId: string, route = 'Noc') =>
  ask(email, 'POST', `${URL}/test`, {organisation_id: organisationId, route})

describe('a test of a route', () => {
  it('reaches all whom it names, and what came of it is listed without the secret', async () => {
    const tested = await testRoute('ada@works.test', works)
    expect(tested).toMatchObject({status: 202, body: {items: [{is_test: true}, {is_test: true}]}})

    const {recipients, mail} = await smtp.next()
    expect([recipients, mail.subject]).toEqual([['noc@works.test'], 'Test of alarms from Pulsewall'])
    await expect
      .poll(async () => (await ask('ada@works.test', 'GET', `${URL}?organisation_id=${works}`)).body.items)
      .toEqual(
        expect.arrayContaining([
          expect.objectContaining({
            channel: {kind: 'email', address: 'noc@works.test'},
            state: 'delivered',
            attempts: 1,
            error: null,
          }),
          expect.objectContaining({
            channel: {kind: 'webhook', address: 'http://127.0.0.1:9/hook'},
            state: 'failed',
            error: 'a private address: it is not called',
          }),
        ]),
      )
    const listed = await ask('ada@works.test', 'GET', `${URL}?organisation_id=${works}`)
    expect(listed.text).not.toContain(SECRET)
  })

  it('has to wait, with all who ask for mail to the same inbox, after the sixth', async () => {
    for (let round = 0; round < 6; round++)
      expect(await testRoute('ada@works.test', works)).toMatchObject({status: 202})

    expect(await testRoute('ada@works.test', works)).toMatchObject({status: 429})
    const body = {email: 'noc+again@works.test'}
    const reset = await test.app.inject({method: 'POST', url: '/api/users/password_reset/', body})
    expect(reset.statusCode).toBe(429)
  })

  it('is refused for a route that there is not, and for another organisation', async () => {
    expect(await testRoute('ada@works.test', works, 'Day')).toMatchObject({status: 400})
    expect(await testRoute('ada@works.test', other)).toMatchObject({status: 404})
  })

  it('reads the language of a user who gets it', async () => {
    const {id} = await seedUser(test.database, {email: 'noc@works.test'})
    await test.database.pool.query("insert into preferences (user_id, language, created_at) values ($1, 'de', 0)", [id])
    await testRoute('ada@works.test', works)

    expect((await smtp.next()).mail.subject).toBe('Test der Alarme von Pulsewall')
  })

  it('reads the language of the account in its own organisation, where an email has several', async () => {
    const email = 'noc@works.test'
    const accounts = [await seedUser(test.database, {email, organisationId: other})]
    accounts.push(await seedUser(test.database, {email, organisationId: works}))
    for (const [at, {id}] of accounts.entries()) {
      const insert = 'insert into preferences (user_id, language, created_at) values ($1, $2, 0)'
      await test.database.pool.query(insert, [id, ['en', 'de'][at]])
    }
    await testRoute('ada@works.test', works)

    expect((await smtp.next()).mail.subject).toBe('Test der Alarme von Pulsewall')
  })
})

describe('the list of notifications', () => {
  it('comes in pages, newest first', async () => {
    for (let turn = 0; turn < 3; turn++) await testRoute('ada@works.test', works)

    const ids: string[] = []
    let cursor = ''
    do {
      const {body} = await ask('ada@works.test', 'GET', `${URL}?organisation_id=${works}&limit=4${cursor}`)
      ids.push(...body.items.map(({_id}: {_id: string}) => _id))
      cursor = body.next === null ? '' : `&cursor=${body.next}`
    } while (cursor !== '')

    expect(ids).toEqual([...new Set(ids)].sort().reverse())
    expect(ids).toHaveLength(6)
  })

  it('is of the own organisation alone', async () => {
    expect(await ask('ada@works.test', 'GET', `${URL}?organisation_id=${other}`)).toMatchObject({status: 404})
  })
})

describe('the routes of an organisation', () => {
  it('can not be read by its customers', async () => {
    const path = `/api/v0/attribute/organisation/${works}`

    for (const url of [path, `${path}/1/alarmRoutes`]) {
      const {status, text} = await ask('cleo@works.test', 'GET', url)
      expect(status).toBe(404)
      expect(text).not.toContain(SECRET)
    }
    expect((await ask('cleo@works.test', 'GET', `${URL}?organisation_id=${works}`)).status).toBe(403)
  })
})
