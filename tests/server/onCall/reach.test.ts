import {afterAll, beforeAll, beforeEach, describe, expect, it} from 'vitest'
import type {WrittenMessage} from '../../../contract/wire/notification'
import {onCallReach} from '../../../server/database/schema/onCall'
import {user} from '../../../server/database/schema/user'
import {seedUser} from '../../support/app'
import {createWorld, type World} from '../../support/world'
import {startPeer} from '../notification/channels/peer'
import {createToldWorld, MINUTE, SECOND} from '../notification/world'

const ANN = 'ann@works.test'

describe('a person on call', () => {
  let world: Awaited<ReturnType<typeof createToldWorld>>
  let userId: string

  beforeEach(async () => {
    world = await createToldWorld()
    const {database, organisationId} = world
    const ann = await seedUser(database, {email: ANN, name: 'Ann', authority: 'ORGANISATION_ADMIN', organisationId})
    userId = ann.id
    await world.route({name: 'Noc', targets: [{kind: 'rota', rota: await world.rota([userId])}]})
  })

  const choose = (reach: Omit<typeof onCallReach.$inferInsert, 'userId'>) =>
    world.database.db.insert(onCallReach).values({userId, ...reach})

  it('is called in the chosen chat and not by mail, and is shown as reached', async () => {
    const peer = await startPeer({status: 200, body: 'ok'})
    await choose({email: false, push: false, chat: {kind: 'slack', url: `${peer.url}/hook`}})
    const pump = await world.alarmOf('Pump')
    const occurrence = await world.raise(pump)
    await world.pass(SECOND)
    expect(peer.calls.map(({path}) => path)).toEqual(['/hook'])
    expect(world.smtp.mails).toEqual([])
    const address = `${ANN} · ${new URL(peer.url).host}`
    expect(await world.server.whom(pump)).toMatchObject({
      steps: [{recipients: [{kind: 'slack', address}]}],
      notified: [{kind: 'slack', address, name: 'Ann', state: 'delivered'}],
    })
    await world.end(pump, occurrence)
    await world.pass(MINUTE)
    expect(peer.calls).toHaveLength(2)
  })

  it('is handed a shift over in the chosen chat and not by mail', async () => {
    const peer = await startPeer({status: 200, body: 'ok'})
    await choose({email: false, push: false, chat: {kind: 'slack', url: `${peer.url}/hook`}})
    const written: WrittenMessage = {
      language: 'en',
      subject: 'Bob handed the shift over to you',
      before: ['Pump 1 leaks.'],
      list: [],
      link: {label: 'Open the shift', path: '/alarms/shift'},
      why: 'You take over.',
    }
    const {database, organisationId, server} = world
    const message = {organisationId, id: 'hand-over', to: {id: userId, email: ANN}, written}
    await database.db.transaction(transaction => server.write(transaction, message))
    await world.pass(SECOND)
    expect(peer.calls.map(({body}) => body)).toEqual([expect.stringContaining('Pump 1 leaks.')])
    expect(world.smtp.mails).toEqual([])
  })

  it('who chose browsers alone, and has none, is called by mail', async () => {
    await choose({email: false, push: true, chat: null})
    const pump = await world.alarmOf('Pump')
    await world.raise(pump)
    await world.pass(SECOND)
    expect(world.subjects(ANN)).toEqual(['Critical · Pump, temperature'])
    expect(await world.server.whom(pump)).toMatchObject({
      steps: [{recipients: [{kind: 'push', address: ANN}]}],
      notified: [{kind: 'email', address: ANN, name: 'Ann'}],
    })
  })

  it('who chose no channel at all is called by mail', async () => {
    await choose({email: false, push: false, chat: null})
    await world.raise(await world.alarmOf('Pump'))
    await world.pass(SECOND)
    expect(world.subjects(ANN)).toHaveLength(1)
  })

  it('is not told in the chat how an alarm went on after leaving', async () => {
    const peer = await startPeer({status: 200, body: 'ok'})
    await choose({email: false, push: false, chat: {kind: 'teams', url: peer.url}})
    const pump = await world.alarmOf('Pump')
    const occurrence = await world.raise(pump)
    await world.pass(SECOND)
    expect(peer.calls).toHaveLength(1)
    await world.database.db.update(user).set({userDeleted: true})
    await world.end(pump, occurrence)
    await world.pass(MINUTE)
    expect(peer.calls).toHaveLength(1)
  })
})

describe('the channels that a user chooses', () => {
  let world: World

  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.close())

  const url = '/api/v0/users/reach'
  const read = async () => (await world.call('plant', 'GET', url)).json()
  const write = async (body: object) => {
    const answer = await world.call('plant', 'PUT', url, body)
    return [answer.statusCode, answer.json()]
  }

  it('are mail and browsers at first, and hold an address that nobody can read again', async () => {
    expect(await read()).toEqual({email: true, push: true, chat: null})
    const chosen = {email: false, push: true, chat: {kind: 'slack'}}
    const url = 'https://hooks.slack.com/services/T000/B000/XXXX'
    expect(await write({...chosen, chat: {kind: 'slack', url}})).toEqual([200, chosen])
    expect(await write(chosen)).toEqual([200, chosen])
    expect(await read()).toEqual(chosen)
    expect(await world.database.db.select().from(onCallReach)).toMatchObject([{chat: {kind: 'slack', url}}])
    expect(await write({...chosen, chat: {kind: 'teams'}})).toEqual([400, {message: 'chat.url: it is missing'}])
  })

  it('are refused with a private address, by the words of the channels of a route', async () => {
    const chat = {kind: 'slack', url: 'http://192.168.0.7/hook'}
    expect(await write({email: true, push: true, chat})).toEqual([
      400,
      {message: 'url: a private address is not called, see WEBHOOK_ALLOW_PRIVATE'},
    ])
  })
})
