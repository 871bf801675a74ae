import {afterEach, beforeEach, describe, expect, it} from 'vitest'
import {offerFirstAdmin} from '../../../server/account/firstAdmin'
import {linkToken} from '../../../server/database/schema/account'
import {audit} from '../../../server/database/schema/audit'
import {user} from '../../../server/database/schema/user'
import {PASSWORD, seedUser} from '../../support/app'
import {type AccountWorld, createAccountWorld, WORTHLESS} from './world'

const HOUR = 60 * 60 * 1000
const MADE = {status: 200, message: 'The first admin is made. Sign in.'}
const NOT_NEEDED = {status: 404, message: 'This server has its first admin already.'}

let world: AccountWorld

beforeEach(async () => {
  world = await createAccountWorld()
})
afterEach(() => world.close())

async function offer(): Promise<string> {
  const token = await offerFirstAdmin(world.database, world.clock.now)
  if (token === undefined) throw new Error('There is an admin already')
  return token
}

const setUp = (token: string, change: object = {}) =>
  world.ask('/api/v0/setup', {token, email: 'Root@works.test', password: PASSWORD, ...change})

const users = () => world.database.db.select().from(user)

describe('the first admin', () => {
  it('is made by the link, and signs in', async () => {
    expect(await setUp(await offer())).toEqual(MADE)

    expect(await users()).toMatchObject([
      {email: 'root@works.test', authority: 'SYS_ADMIN', isVerified: true, organisationId: null, customerId: null},
    ])
    expect((await world.login('root@works.test', PASSWORD)).status).toBe(200)
  })

  it('is one, even when many ask at once by several links', async () => {
    const tokens = [await offer(), await offer()]

    const answers = await Promise.all(
      Array.from({length: 8}, (_, index) => setUp(tokens[index % 2] ?? '', {email: `root${index}@works.test`})),
    )

    expect(answers.filter(({status}) => status === 200)).toEqual([MADE])
    expect(answers.filter(({status}) => status === 404)).toHaveLength(7)
    expect(await users()).toHaveLength(1)
  })

  it('makes the way in vanish, with all links to it', async () => {
    const tokens = [await offer(), await offer()]
    await setUp(tokens[0] ?? '')

    expect(await setUp(tokens[0] ?? '')).toEqual(NOT_NEEDED)
    expect(await setUp(tokens[1] ?? '')).toEqual(NOT_NEEDED)
    expect(await setUp('guess')).toEqual(NOT_NEEDED)
    expect(await world.database.db.select().from(linkToken)).toEqual([])
    expect(await offerFirstAdmin(world.database, world.clock.now)).toBeUndefined()
  })

  it.each([
    ['a guess', 'x'.repeat(43)],
    ['nothing', ''],
    ['a long text', 'x'.repeat(5000)],
  ])('is not made by %s', async (_what, token) => {
    await offer()

    expect(await setUp(token)).toEqual(WORTHLESS)
    expect(await users()).toEqual([])
  })

  it('is not made by a link that is older than a day', async () => {
    const token = await offer()
    await world.pass(24 * HOUR)

    expect(await setUp(token)).toEqual(WORTHLESS)
  })

  it('is not made by a link of another kind', async () => {
    await world.register('ann@works.test', PASSWORD)

    expect(await setUp(await world.nextToken())).toEqual(WORTHLESS)
  })

  it('is not offered by a link that verifies or resets', async () => {
    const token = await offer()

    expect(await world.verify(token)).toEqual(WORTHLESS)
    expect(await world.confirmReset(token, PASSWORD)).toEqual(WORTHLESS)
  })

  it('has a password of some strength, and a refused one leaves the link good', async () => {
    const token = await offer()

    expect((await setUp(token, {password: 'password1'})).status).toBe(400)
    expect((await setUp(token, {password: 'short'})).status).toBe(400)
    expect(await setUp(token)).toEqual(MADE)
  })

  it('can not have the email of another user, and the link stays good', async () => {
    await seedUser(world.database, {email: 'ann@works.test', authority: 'CUSTOMER_USER'})
    const token = await offer()

    expect((await setUp(token, {email: 'ann@works.test'})).status).toBe(409)
    expect(await setUp(token)).toEqual(MADE)
  })

  it('is needed again when the only one is deleted', async () => {
    await seedUser(world.database, {email: 'gone@works.test', userDeleted: true})

    expect(await setUp(await offer())).toEqual(MADE)
  })

  it('is written to the audit trail', async () => {
    await setUp(await offer())
    const [admin] = await users()

    expect(await world.database.db.select().from(audit)).toMatchObject([
      {action: 'user.created', userId: null, address: '10.0.0.1', entityId: admin?.id, entityName: 'root@works.test'},
    ])
  })

  it('keeps its link as a hash', async () => {
    const token = await offer()
    const kept = await world.database.db.select().from(linkToken)

    expect(kept).toMatchObject([{kind: 'firstAdmin', userId: null, expiresAt: world.clock.now + 24 * HOUR}])
    expect(JSON.stringify(kept)).not.toContain(token)
  })
})
