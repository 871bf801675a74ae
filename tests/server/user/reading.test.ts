import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {type AdminName, createMembers, type Members, UNKNOWN} from './members'

let members: Members

beforeAll(async () => {
  members = await createMembers()
  const {someone, works, noc, other, foreign} = members
  await someone({email: 'uma@t.test', name: 'Uma'})
  await someone({email: 'gone@t.test', userDeleted: true})
  await someone({email: 'neighbour@t.test', customerId: other})
  await someone({email: 'root@t.test', authority: 'SYS_ADMIN', organisationId: works, customerId: null})
  await someone({email: 'noor@t.test', organisationId: noc, customerId: foreign})
  await someone({email: 'stray@t.test', organisationId: null, customerId: null})
})
afterAll(() => members.close())

describe('the users of an organisation', () => {
  it.each([
    ['system', ['customer', 'gone', 'neighbour', 'plant', 'root', 'uma']],
    ['plant', ['customer', 'gone', 'neighbour', 'plant', 'root', 'uma']],
    ['customer', ['customer', 'gone', 'uma']],
  ] as const)('are to %s those within reach, by email and deleted ones included', async (admin, names) => {
    const response = await members.ask(admin, 'GET', `by-org/${members.works}`)

    expect(response.statusCode).toBe(200)
    expect(response.json().map(({email}: {email: string}) => email)).toEqual(names.map(name => `${name}@t.test`))
  })

  it('have the names of the wire, and nothing of their passwords', async () => {
    const [uma] = (await members.ask('customer', 'GET', `by-org/${members.works}`)).json().toReversed()

    expect(uma).toEqual({
      _id: expect.any(String),
      email: 'uma@t.test',
      name: 'Uma',
      authority: 'CUSTOMER_USER',
      organisation_id: members.works,
      customer_id: members.own,
      userDeleted: false,
      lastLogin: null,
      createdAt: expect.any(Number),
      isVerified: true,
      version: 1,
    })
  })

  it.each(['plant', 'customer'] as const)('are to %s unknown where the organisation is not its own', async admin => {
    const foreign = await members.ask(admin, 'GET', `by-org/${members.noc}`)
    const unknown = await members.ask(admin, 'GET', `by-org/${UNKNOWN}`)

    expect([foreign.statusCode, foreign.json()]).toEqual([404, {message: 'Organisation not found.'}])
    expect(unknown.json()).toEqual(foreign.json())
  })

  it('are unknown to a SYS_ADMIN where the organisation does not exist', async () => {
    expect((await members.ask('system', 'GET', `by-org/${UNKNOWN}`)).statusCode).toBe(404)
  })
})

describe('one user', () => {
  it.each([
    ['system', 'stray', 200],
    ['system', 'noor', 200],
    ['plant', 'neighbour', 200],
    ['plant', 'gone', 200],
    ['plant', 'noor', 404],
    ['plant', 'stray', 404],
    ['customer', 'uma', 200],
    ['customer', 'customer', 200],
    ['customer', 'neighbour', 404],
    ['customer', 'plant', 404],
  ] as const)('is to %s, who asks for %s, answered %i', async (admin: AdminName, name, status) => {
    const id = await idOf(`${name}@t.test`)

    const response = await members.ask(admin, 'GET', id)

    expect(response.statusCode).toBe(status)
    if (status === 200) expect(response.json()).toMatchObject({_id: id, email: `${name}@t.test`})
    else expect(response.json()).toEqual({message: 'User not found.'})
  })

  it.each(['7', 'null', "' or 1=1", '\0', 'register'])('is not found by the id %j', async id => {
    const response = await members.ask('system', 'GET', encodeURIComponent(id))

    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual({message: expect.any(String)})
  })
})

async function idOf(email: string): Promise<string> {
  const {rows} = await members.database.pool.query<{id: string}>('select id from "user" where email = $1', [email])
  const [{id} = {id: UNKNOWN}] = rows
  return id
}
