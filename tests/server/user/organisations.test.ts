import {afterEach, beforeEach, describe, expect, it} from 'vitest'
import {PASSWORD, seedOrganisation, seedUser, signIn} from '../../support/app'
import {type AccountWorld, createAccountWorld} from '../account/world'

const EMAIL = 'ann@works.test'
const OF_NOC = 'quite another horse 7'

let world: AccountWorld
let works: string
let noc: string

beforeEach(async () => {
  world = await createAccountWorld()
  works = await seedOrganisation(world.database, 'Harbour Works')
  noc = await seedOrganisation(world.database, 'Northgate NOC')
  await seedUser(world.database, {email: EMAIL, authority: 'CUSTOMER_USER', organisationId: works})
  await seedUser(world.database, {email: 'noc@noc.test', authority: 'ORGANISATION_ADMIN', organisationId: noc})
})
afterEach(() => world.close())

async function createAt(email: string, password: string) {
  const cookies = await signIn(world.app, 'noc@noc.test')
  return world.app.inject({method: 'POST', url: '/api/v0/user/register', cookies, body: {email, password}})
}

const organisationOf = async (password: string, email = EMAIL) => {
  const answer = await world.app.inject({
    method: 'POST',
    url: '/api/v0/auth/login',
    body: {email, password},
  })
  return answer.json().organisation_id ?? answer.statusCode
}

describe('an email that someone of another organisation has', () => {
  it('is answered like one that nobody has', async () => {
    const known = await createAt(EMAIL, OF_NOC)
    const unknown = await createAt('bob@works.test', OF_NOC)

    const answerOf = ({statusCode, body}: {statusCode: number; body: string}) => [
      statusCode,
      {...JSON.parse(body), _id: '', email: ''},
    ]
    expect(answerOf(known)).toEqual(answerOf(unknown))
    expect(known.statusCode).toBe(201)
  })

  it('is refused where the own organisation has it', async () => {
    await createAt(EMAIL, OF_NOC)

    const again = await createAt(EMAIL, OF_NOC)

    expect([again.statusCode, again.json()]).toEqual([409, {message: 'A user with this email exists already.'}])
  })

  it('keeps its owner in: the password says which account is meant', async () => {
    await createAt(EMAIL, OF_NOC)

    expect(await organisationOf(PASSWORD)).toBe(works)
    expect(await organisationOf(OF_NOC)).toBe(noc)
    expect(await organisationOf('wrong')).toBe(401)
  })

  it('leads to the account that was used last where both have the same password', async () => {
    await createAt(EMAIL, OF_NOC)
    await world.requestReset(EMAIL)
    const {text} = await world.letters.next()
    for (const [, token] of text.matchAll(/token=([\w-]+)/g)) {
      await world.confirmReset(token ?? '', 'the same for both')
    }
    const [first] = [await organisationOf('the same for both')]
    await world.pass(1000)

    expect([works, noc]).toContain(first)
    expect(await organisationOf('the same for both')).toBe(first)
  })

  it('signs in with the account that may, where a deleted one has the same password', async () => {
    await seedUser(world.database, {email: EMAIL, organisationId: noc, userDeleted: true, lastLogin: 5})

    expect(await organisationOf(PASSWORD)).toBe(works)
  })

  it('can be registered by its owner, who then has an account without an organisation', async () => {
    await world.register(EMAIL, OF_NOC)
    await world.verify(await world.nextToken())

    const answer = await world.app.inject({
      method: 'POST',
      url: '/api/v0/auth/login',
      body: {email: EMAIL, password: OF_NOC},
    })
    expect([answer.statusCode, answer.json().organisation_id]).toEqual([200, null])
    expect(await organisationOf(PASSWORD)).toBe(works)
  })
})

describe('the mail to reset the password of several accounts', () => {
  it('has a link for each, which names its organisation', async () => {
    await createAt(EMAIL, OF_NOC)
    await world.requestReset(EMAIL)

    const {text} = await world.letters.next()

    expect(text.match(/Set a new password for .*:/g)?.sort()).toEqual([
      'Set a new password for Harbour Works:',
      'Set a new password for Northgate NOC:',
    ])
  })

  it('sets the password of one, and leaves the other as it is', async () => {
    await createAt(EMAIL, OF_NOC)
    await world.requestReset(EMAIL)
    const {text} = await world.letters.next()
    const [, token] = /Harbour Works:\n.*token=([\w-]+)/.exec(text) ?? []

    await world.confirmReset(token ?? '', 'a third password')

    expect(await organisationOf('a third password')).toBe(works)
    expect(await organisationOf(OF_NOC)).toBe(noc)
    expect(await organisationOf(PASSWORD)).toBe(401)
  })
})
