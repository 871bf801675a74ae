import {afterEach, beforeEach, describe, expect, it} from 'vitest'
import {audit} from '../../../server/database/schema/audit'
import {PASSWORD, seedUser} from '../../support/app'
import {type AccountWorld, createAccountWorld} from './world'

const SECOND = 1000
const WAIT = {status: 429, message: 'Too many requests. Try again later.'}

let world: AccountWorld

beforeEach(async () => {
  world = await createAccountWorld({
    rateLimits: {mailAddress: '8:600', linkAddress: '8:600'},
  })
  await seedUser(world.database, {email: 'ann@works.test'})
})
afterEach(() => world.close())

/** The statuses of as many calls, each from an address of its own. */
async function fromManyAddresses(times: number, call: (round: number) => Promise<{status: number}>) {
  const statuses = []
  for (let round = 0; round < times; round++) {
    world.address.now = `10.1.0.${round}`
    statuses.push((await call(round)).status)
  }
  world.address.now = '10.0.0.1'
  return statuses
}

/** The statuses of as many calls from one address. */
async function inARow(times: number, call: (round: number) => Promise<{status: number}>) {
  const statuses = []
  for (let round = 0; round < times; round++) statuses.push((await call(round)).status)
  return statuses
}

const all = (times: number, status: number) => Array.from({length: times}, () => status)

describe.each([
  ['known', 'ann@works.test'],
  ['unknown', 'nobody@works.test'],
])('for an email that is %s', (_what, email) => {
  it('registrations wait after the sixth, from whichever addresses they come', async () => {
    expect(await fromManyAddresses(8, () => world.register(email, PASSWORD))).toEqual([...all(6, 200), 429, 429])

    await world.pass(SECOND)
    expect((await world.register(email, PASSWORD)).status).toBe(200)
    expect(await world.register(email, PASSWORD)).toEqual(WAIT)
  })

  it('requests for a new password wait after the sixth, and queue no mail in the meantime', async () => {
    expect(await fromManyAddresses(8, () => world.requestReset(email))).toEqual([...all(6, 200), 429, 429])

    expect(await world.database.db.select().from(audit)).toHaveLength(6)
  })
})

it('counts the mails to an inbox as one, whatever stands after a plus in its name', async () => {
  const names = ['ann', 'ann+1', 'ann+2', 'ann+3', 'ann+4', 'ann+5', 'ann+6', 'ann+7']
  const statuses = await fromManyAddresses(8, round => world.register(`${names[round]}@works.test`, PASSWORD))

  expect(statuses).toEqual([...all(6, 200), 429, 429])
})

it.each([
  '<ann@works.test',
  'ann@works.test>',
  '<ann@works.test>',
  '(x)ann@works.test',
  'ann,bob@works.test',
  'a\u200bnn@works.test',
  'ann@[10.0.0.1]',
  'ann@works.test:25',
])('takes %s for no email', async email => {
  expect((await world.register(email, PASSWORD)).status).toBe(400)
  expect((await world.requestReset(email)).status).toBe(400)
})

describe('an address', () => {
  it('that registers one email after the other has to wait, and nobody else', async () => {
    expect(await inARow(11, round => world.register(`user${round}@works.test`, PASSWORD))).toEqual([
      ...all(9, 200),
      429,
      429,
    ])

    world.address.now = '10.0.0.2'
    expect((await world.register('new@works.test', PASSWORD)).status).toBe(200)
  })

  it('that asks for one account after the other has to wait, and nobody else', async () => {
    expect(await inARow(10, round => world.requestReset(`user${round}@works.test`))).toEqual([...all(9, 200), 429])

    world.address.now = '10.0.0.2'
    expect((await world.requestReset('ann@works.test')).status).toBe(200)
  })

  it('that guesses at links has to wait for all kinds of them, and nobody else', async () => {
    const guess = (round: number) =>
      [
        () => world.verify(`guess${round}`),
        () => world.confirmReset(`guess${round}`, PASSWORD),
        () => world.verify(''),
      ][round % 3]?.() ?? world.verify('')
    expect(await inARow(9, guess)).toEqual(all(9, 400))

    expect(await world.verify('guess')).toEqual(WAIT)
    expect(await world.confirmReset('guess', PASSWORD)).toEqual(WAIT)
    expect(await world.ask('/api/v0/setup', {token: 'guess', email: 'eve@works.test', password: PASSWORD})).toEqual(
      WAIT,
    )
    world.address.now = '10.0.0.2'
    expect((await world.verify('guess')).status).toBe(400)
  })

  it('that follows good links has not to wait', async () => {
    for (let round = 0; round < 12; round++) {
      world.address.now = `10.1.0.${round}`
      await world.register(`user${round}@works.test`, PASSWORD)
      world.address.now = '10.0.0.1'
      expect((await world.verify(await world.nextToken())).status).toBe(200)
    }
  })
})

describe('somebody whose account strangers try to close', () => {
  it('gets in by mail, although the strangers go on', async () => {
    await fromManyAddresses(12, () => world.login('ann@works.test', 'wrong'))
    expect(await world.login('ann@works.test', PASSWORD)).toEqual(WAIT)
    await world.requestReset('ann@works.test')
    await world.confirmReset(await world.nextToken(), 'a new password')
    await fromManyAddresses(12, () => world.login('ann@works.test', 'wrong'))

    expect((await world.login('ann@works.test', 'a new password')).status).toBe(200)
  })

  it('has a link that works, where strangers have used up the requests for one', async () => {
    await fromManyAddresses(12, () => world.requestReset('ann@works.test'))
    expect(await world.requestReset('ann@works.test')).toEqual(WAIT)

    expect((await world.confirmReset(await world.nextToken(), 'a new password')).status).toBe(200)
    expect((await world.login('ann@works.test', 'a new password')).status).toBe(200)
  })
})
