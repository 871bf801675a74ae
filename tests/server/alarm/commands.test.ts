import {afterAll, beforeAll, beforeEach, describe, expect, it} from 'vitest'
import {ALARM_SHELF_MAX} from '../../../contract/limits'
import {alarm} from '../../../server/database/schema/alarm'
import {seedAlarm} from '../../support/alarm'
import {
  type Cookies,
  createTestApp,
  seedDevice,
  seedOrganisation,
  seedUser,
  signIn,
  type TestApp,
} from '../../support/app'

const HOUR = 3_600_000

let test: TestApp
let pump: Awaited<ReturnType<typeof seedDevice>>
let ada: Cookies
let bob: Cookies
let id: string
let at: string

beforeAll(async () => {
  test = await createTestApp()
  const {app, database, clock} = test
  clock.now = Math.floor(clock.now / 1000) * 1000
  at = `${new Date(clock.now).toISOString().slice(0, 19).replace('T', ' ')} UTC`
  const organisationId = await seedOrganisation(database)
  pump = await seedDevice(database, {name: 'pump', organisationId})
  for (const email of ['ada@t.test', 'bob@t.test']) {
    await seedUser(database, {email, authority: 'ORGANISATION_ADMIN', organisationId})
  }
  ada = await signIn(app, 'ada@t.test')
  bob = await signIn(app, 'bob@t.test')
})
beforeEach(async () => {
  await test.database.db.delete(alarm)
  await test.database.pool.query('delete from audit')
  id = await seedAlarm(test.database, {device: pump})
})
afterAll(() => test.close())

async function post(what: string, body: object = {}, cookies = ada) {
  const response = await test.app.inject({method: 'POST', url: `/api/v0/alarm/${id}/${what}`, body, cookies})
  return {status: response.statusCode, body: response.json()}
}

async function journal() {
  const response = await test.app.inject({url: `/api/v0/alarm/${id}/journal`, cookies: ada})
  const entries: {kind: string; by: string | null; note: string | null; until: number | null}[] =
    response.json().entries
  return entries.map(({kind, by, note, until}) => [kind, by, note, until])
}

const RAISED = ['raised', null, null, null]

describe('an acknowledgement', () => {
  it('is told in the alarm, its journal and the audit trail', async () => {
    const {status, body} = await post('acknowledge', {note: 'On my way.', version: 1})

    expect(status).toBe(200)
    expect(body).toMatchObject({
      _id: id,
      standing: 'acknowledged',
      severity: 'warning',
      version: 2,
      changed_at: test.clock.now,
      occurrence: {acknowledged_by: 'ada@t.test', acknowledged_at: test.clock.now, ended_at: null},
    })
    expect(await journal()).toEqual([['acknowledged', 'ada@t.test', 'On my way.', null], RAISED])
    const {rows} = await test.database.pool.query('select action, email, entity_id, entity_name, detail from audit')
    expect(rows).toEqual([
      {
        action: 'alarm.acknowledged',
        email: 'ada@t.test',
        entity_id: pump.id,
        entity_name: 'pump',
        detail: {key: 'load', kind: 'value'},
      },
    ])
  })

  it('is the first one’s: the next is told who and when, and changes nothing', async () => {
    await post('acknowledge', {note: 'Mine.'})

    expect(await post('acknowledge', {note: 'Mine, too.', version: 1}, bob)).toEqual({
      status: 409,
      body: {message: `This alarm was acknowledged by ada@t.test at ${at}.`},
    })
    expect(await journal()).toEqual([['acknowledged', 'ada@t.test', 'Mine.', null], RAISED])
  })

  it('of many at once is one', async () => {
    const answers = await Promise.all(
      [ada, bob, ada, bob, ada, bob, ada, bob].map(cookies => post('acknowledge', {}, cookies)),
    )

    const [first, ...others] = answers.sort((one, other) => one.status - other.status)
    expect(first?.status).toBe(200)
    const by = first?.body.occurrence.acknowledged_by
    expect(others.map(({status, body}) => [status, body.message])).toEqual(
      others.map(() => [409, `This alarm was acknowledged by ${by} at ${at}.`]),
    )
    expect(await journal()).toHaveLength(2)
  })

  it('makes no sense of what was raised once more since it was seen', async () => {
    await test.database.pool.query(
      `with changed as (update alarm set version = 4 where id = $1 returning id, occurrence_id)
       insert into alarm_journal (id, alarm_id, occurrence_id, at, kind, version)
       select gen_random_uuid(), id, occurrence_id, $2, 'raised', 3 from changed`,
      [id, test.clock.now],
    )

    expect(await post('acknowledge', {version: 2})).toEqual({
      status: 409,
      body: {message: `This alarm was raised once more at ${at}.`},
    })
    expect((await post('acknowledge', {version: 3})).status).toBe(200)
  })
})

describe('a shelf', () => {
  it('hides the alarm until its end, with a reason', async () => {
    const until = test.clock.now + HOUR

    const {body} = await post('shelve', {until, reason: 'Repair'})

    expect(body).toMatchObject({standing: 'shelved', shelf: {until, by: 'ada@t.test', reason: 'Repair'}})
    expect(await journal()).toEqual([['shelved', 'ada@t.test', 'Repair', until], RAISED])
    expect((await post('unshelve')).body).toMatchObject({standing: 'unacknowledged', shelf: null})
    expect(await post('unshelve', {}, bob)).toEqual({
      status: 409,
      body: {message: `This alarm was unshelved by ada@t.test at ${at}.`},
    })
  })

  it('lasts seven days at most', async () => {
    const until = test.clock.now + ALARM_SHELF_MAX

    expect((await post('shelve', {until, reason: 'Long'})).status).toBe(200)
    for (const wrong of [until + 1, test.clock.now, test.clock.now - HOUR]) {
      const answer = {status: 400, body: {message: 'until: must be within the next seven days'}}
      expect(await post('shelve', {until: wrong, reason: 'Long'})).toEqual(answer)
    }
  })
})

it('leaves service and returns to it', async () => {
  expect((await post('out-of-service', {reason: 'Rebuilt'})).body.standing).toBe('outOfService')
  expect(await post('out-of-service', {reason: 'Rebuilt'}, bob)).toEqual({
    status: 409,
    body: {message: `This alarm was taken out of service by ada@t.test at ${at}.`},
  })
  expect((await post('return-to-service')).body.standing).toBe('unacknowledged')
  expect((await post('return-to-service', {}, bob)).body.message).toBe(
    `This alarm was put back into service by ada@t.test at ${at}.`,
  )
})

it('keeps comments in order, and changes nothing by them', async () => {
  await post('comment', {note: 'Seen.'})
  const {body} = await post('comment', {note: 'Still there.'}, bob)

  expect(body).toMatchObject({standing: 'unacknowledged', severity: 'warning'})
  expect(await journal()).toEqual([
    ['commented', 'bob@t.test', 'Still there.', null],
    ['commented', 'ada@t.test', 'Seen.', null],
    RAISED,
  ])
})

it.each([
  ['reset', 'There is nothing to reset.'],
  ['unshelve', 'This alarm is not shelved.'],
  ['return-to-service', 'This alarm is in service already.'],
])('has nothing to %s where nothing was done before', async (what, message) => {
  expect(await post(what)).toEqual({status: 409, body: {message}})
})

it.each([
  ['acknowledge', {note: 7}, 'note: '],
  ['acknowledge', {note: '\0'}, 'note: '],
  ['acknowledge', {note: 'x'.repeat(2001)}, 'note: '],
  ['acknowledge', {version: 'new'}, 'version: '],
  ['shelve', {reason: 'No end'}, 'until: '],
  ['shelve', {until: 1.5, reason: 'Half'}, 'until: '],
  ['shelve', {until: 4_000_000_000_000}, 'reason: '],
  ['shelve', {until: 4_000_000_000_000, reason: ''}, 'reason: '],
  ['out-of-service', {}, 'reason: '],
  ['comment', {}, 'note: '],
  ['comment', {note: ''}, 'note: '],
  ['comment', [], 'The request must be an object'],
])('refuses to %s with %j, and says why', async (what, body, message) => {
  const answer = await post(what, body)

  expect([answer.status, answer.body.message.slice(0, message.length)]).toEqual([400, message])
  expect(await journal()).toEqual([RAISED])
})

it('does nothing to an alarm whose device is gone', async () => {
  await test.app.inject({method: 'DELETE', url: `/api/v0/device/${pump.id}`, cookies: ada})

  expect(await post('acknowledge')).toEqual({status: 404, body: {message: 'Alarm not found.'}})
})
