import {afterEach, beforeEach, describe, expect, it} from 'vitest'
import type {Json} from '../../../contract/wire/common'
import {createTestApp, PASSWORD, seedOrganisation, seedUser, signIn, type TestApp} from '../../support/app'

const URL = 'https://hooks.slack.com/services/T0/B0/the-secret-of-the-hook'
const TOKEN = '123:the-secret-of-the-bot'
const SLACK = {kind: 'slack', url: URL}
const TELEGRAM = {kind: 'telegram', token: TOKEN, chat: '-1', url: 'https://telegram.test'}
const HTTP = {
  kind: 'http',
  method: 'POST',
  url: 'https://sms.test/?key=the-secret-of-sms',
  contentType: 'application/json',
  headers: 'authorization: the-secret-of-headers',
  body: '{"text": {{ text | json }}}',
}
const FORMER = {webhook: {url: 'https://hook.test/', secret: 'the-secret-of-a-former-one'}}

let test: TestApp
let path: string
let cookies: Record<string, string>

beforeEach(async () => {
  test = await createTestApp()
  const works = await seedOrganisation(test.database, 'Works')
  await seedUser(test.database, {email: 'ada@works.test', authority: 'ORGANISATION_ADMIN', organisationId: works})
  path = `/api/v0/attribute/organisation/${works}`
  cookies = await signIn(test.app, 'ada@works.test', PASSWORD)
})
afterEach(() => test.close())

async function write(targets: Json, to?: Json) {
  const route = {name: 'Noc', targets, ...(to !== undefined && {to})}
  const response = await test.app.inject({
    method: 'PUT',
    url: `${path}/1/alarmRoutes`,
    cookies,
    body: {json_v: [route]},
  })
  return {status: response.statusCode, text: response.body, json: response.json()}
}

const read = async (url = `${path}/1/alarmRoutes`) => test.app.inject({method: 'GET', url, cookies})

/** As a former version of the server may have stored it. */
const store = (targets: Json, to: Json = null) =>
  test.database.pool.query("update attribute set json_v = $1 where key = 'alarmRoutes'", [
    JSON.stringify([{name: 'Noc', targets, to}]),
  ])

async function stored(): Promise<Json> {
  const {rows} = await test.database.pool.query("select json_v from attribute where key = 'alarmRoutes'")
  return rows[0].json_v[0]
}

const targetsRead = async () => (await read()).json().json_v[0].targets

describe('the secrets of routes', () => {
  it('are shown to nobody, by no call', async () => {
    const {status, text} = await write([SLACK, TELEGRAM, HTTP], FORMER)
    expect(status).toBe(201)
    await store([SLACK, TELEGRAM, HTTP, {kind: 'pigeon', token: 'the-secret-of-a-bird'}], FORMER)
    for (const answer of [text, (await read()).body, (await read(path)).body]) {
      expect(answer).not.toContain('the-secret')
      expect(answer).toMatch(/kept:[0-9a-f]{16}/)
    }
    expect(await stored()).toMatchObject({targets: [SLACK, TELEGRAM, HTTP, {}], to: FORMER})
    const {rows} = await test.database.pool.query('select detail::text as detail from audit')
    expect(JSON.stringify(rows)).not.toContain('the-secret')
  })

  it('stay as they are when they are written as they were read, in whatever order', async () => {
    await write([SLACK, TELEGRAM, HTTP])
    const [slack, telegram, http] = await targetsRead()
    expect(await write([http, {...telegram, chat: '-2'}, slack])).toMatchObject({status: 200})
    expect(await stored()).toMatchObject({targets: [HTTP, {...TELEGRAM, chat: '-2'}, SLACK]})
    expect(await targetsRead()).toEqual([http, {...telegram, chat: '-2'}, slack])
  })

  it('are replaced by what is typed', async () => {
    await write([SLACK, TELEGRAM])
    const [slack] = await targetsRead()
    await write([slack, {...TELEGRAM, token: '456:another'}])
    expect(await stored()).toMatchObject({targets: [SLACK, {...TELEGRAM, token: '456:another'}]})
  })

  it.each<[string, (read: Record<string, Json>[]) => Json]>([
    ['to another address', ([, telegram]) => ({...telegram, url: 'https://evil.test'})],
    ['to the server that is there without any', ([, {url: _, ...telegram} = {}]) => telegram],
    [
      'to another channel',
      ([, telegram]) => ({kind: 'gotify', url: 'https://telegram.test', token: telegram?.token ?? ''}),
    ],
    ['of headers to another address', ([, , http]) => ({...http, url: 'https://evil.test'})],
    ['that are not there', () => ({kind: 'slack', url: 'kept:0123456789abcdef'})],
  ])('can not be sent %s', async (_, changed) => {
    await write([SLACK, TELEGRAM, HTTP])
    const before = await stored()
    const {status, json} = await write([changed(await targetsRead())])
    expect([status, json]).toMatchObject([400, {message: expect.stringContaining('Type it again.')}])
    expect(await stored()).toEqual(before)
  })
})

describe('a target that can’t be used', () => {
  it.each<[string, Json, string]>([
    ['of no known kind', {kind: 'pigeon'}, '(pigeon): there is no such kind of target'],
    ...['Host: evil', 'Content-Length: 1', 'Keep-Alive: 5', 'TE: trailers', 'no header'].map(
      (headers): [string, Json, string] => [
        `with the headers ${headers}`,
        {...HTTP, headers},
        '(http): headers: each line is “Name: value”, without the headers that the call sets itself, such as Host and Content-Length',
      ],
    ),
    [
      'with a password in its address',
      {...HTTP, url: 'https://user:pass@sms.test/'},
      '(http): url: it needs an address with http or https, without user and password',
    ],
    ['without an email', {kind: 'email'}, '(email): address: it is missing, or has another form than it needs'],
    ...['http://localhost:8080/', 'https://api.localhost/', 'http://10.0.0.1/', 'http://[::1]/'].map(
      (url): [string, Json, string] => [
        `at ${url}`,
        {kind: 'ntfy', url, topic: 'alarms'},
        '(ntfy): url: a private address is not called, see WEBHOOK_ALLOW_PRIVATE',
      ],
    ),
  ])('%s is refused with its place and the reason', async (_, target, message) => {
    const {status, json} = await write([SLACK, target])
    expect([status, json.message]).toEqual([400, `Route “Noc”, target 2 ${message}`])
  })

  it('is refused in an escalation, too', async () => {
    const route = {name: 'Noc', targets: [SLACK], escalations: [{after: 5, targets: [{kind: 'pigeon'}]}]}
    const response = await test.app.inject({
      method: 'PUT',
      url: `${path}/1/alarmRoutes`,
      cookies,
      body: {json_v: [route]},
    })
    expect(response.statusCode).toBe(400)
  })

  it('that is stored already is still read, and keeps nobody from changing the others', async () => {
    await write([SLACK])
    const former = {...HTTP, headers: 'Host: former'}
    await store([SLACK, former])
    const [slack, http] = await targetsRead()
    expect(http).toMatchObject({kind: 'http', method: 'POST'})
    expect(await write([slack, http, {kind: 'email', address: 'ada@works.test'}])).toMatchObject({status: 200})
    expect(await stored()).toMatchObject({targets: [SLACK, former, {kind: 'email'}]})
  })
})
