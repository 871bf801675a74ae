import {eq} from 'drizzle-orm'
import {afterEach, beforeEach, describe, expect, it} from 'vitest'
import {user} from '../../../server/database/schema/user'
import {PASSWORD, seedUser, signIn} from '../../support/app'
import {type AccountWorld, createAccountWorld} from '../account/world'

const MINUTE = 60_000
const HOME = '10.0.0.1'
const ELSEWHERE = '10.0.0.2'
let world: AccountWorld

beforeEach(async () => {
  world = await createAccountWorld()
  await seedUser(world.database, {email: 'ann@works.test', authority: 'CUSTOMER_USER'})
})
afterEach(() => world.close())

/** Each as soon as it may come. */
async function failInARow(times: number) {
  for (let round = 0; round < times; round++) {
    expect((await world.login('ann@works.test', 'wrong')).status).toBe(401)
    await world.pass(MINUTE)
  }
}

const signInFrom = async (address: string, password = PASSWORD) => {
  world.address.now = address
  return (await world.login('ann@works.test', password)).status
}

const failuresInARow = async () =>
  (await world.database.db.select().from(user).where(eq(user.email, 'ann@works.test')))[0]?.failedSignIns

describe('failing to sign in again and again', () => {
  beforeEach(() => {
    world.address.now = ELSEWHERE
  })

  it('is told to the owner, once, after the twentieth time', async () => {
    await failInARow(19)
    expect(world.letters.letters).toEqual([])
    await failInARow(2)

    const letter = await world.letters.next()
    expect([letter.to, letter.subject]).toEqual([
      'ann@works.test',
      "Somebody can't sign in to your account at Pulsewall",
    ])
    expect(world.letters.letters).toHaveLength(1)
  })

  it('is counted again after a sign-in', async () => {
    await failInARow(19)
    expect(await signInFrom(ELSEWHERE)).toBe(200)
    expect(await failuresInARow()).toBe(0)
  })

  it('closes the account after a hundred times, to which a new password opens it again', async () => {
    await failInARow(100)
    await world.letters.next()
    expect((await world.letters.next()).subject).toBe(
      'Your account at Pulsewall is closed until you set a new password',
    )
    expect(await world.login('ann@works.test', PASSWORD)).toEqual(await world.login('ann@works.test', 'wrong'))

    await world.pass(MINUTE)
    await world.requestReset('ann@works.test')
    await world.confirmReset(await world.nextToken(), 'another fine password')

    expect(await signInFrom('10.0.0.9', 'another fine password')).toBe(200)
  })

  it('closes nothing to the owner on a network from which the owner has signed in', async () => {
    expect(await signInFrom(HOME)).toBe(200)
    world.address.now = ELSEWHERE
    await failInARow(100)

    expect(await signInFrom('10.0.0.3')).toBe(401)
    expect(await signInFrom(HOME)).toBe(200)
  })

  it('leaves those who are signed in alone', async () => {
    const cookies = await signIn(world.app, 'ann@works.test')
    await world.database.db.update(user).set({failedSignIns: 99})
    await failInARow(1)

    expect(await signInFrom('10.0.0.3')).toBe(401)
    expect((await world.app.inject({url: '/api/v0/user', cookies})).statusCode).toBe(200)
  })

  it('is counted where many servers are told of it, and after a restart', async () => {
    await failInARow(3)
    const other = await createAccountWorld({database: world.database})
    await other.login('ann@works.test', 'wrong')

    expect(await failuresInARow()).toBe(4)
    await other.close()
  })
})
