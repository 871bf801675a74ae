import type {MqttClient} from 'mqtt'
import {afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi} from 'vitest'
import {ConnectionNotes} from '../../../server/connection/notes'
import {createConnectionRepository} from '../../../server/connection/repository'
import {createTestApp, seedDevice} from '../../support/app'
import {createMqttWorld, type MqttWorld} from '../../support/bareMqtt'
import {keepFailures} from '../../support/jobs'
import {connectMqtt, onAnyPort, untilClosed} from '../../support/mqtt'
import {handMoved} from '../../support/virtualTime'

const MINUTE = 60_000

let test: MqttWorld
let count = 0
let device: string
let name: string

beforeAll(async () => {
  test = await createMqttWorld()
})
afterAll(() => test.close())
beforeEach(async () => {
  name = `fan${count++}`
  device = (await seedDevice(test.database, {name, organisationId: test.works})).id
})

const connect = (clientId = 'one', port = test.port) =>
  connectMqtt(port, {username: `${name}-token`, clientId, keepalive: 0})
const connection = async () => (await test.call('plant', 'GET', `/api/v0/device/${device}/connection`)).json()
const told = (state: string, since: number | null) => ({state, since, by: 'mqtt'})
const untilTold = (state: string, since: number | null) =>
  vi.waitFor(async () => expect(await connection()).toEqual(told(state, since)))
const rows = async () =>
  (await test.database.pool.query('select from device_connection where device_id = $1', [device])).rowCount

/** Moves the time, and returns it. */
function later(by = MINUTE): number {
  test.clock.now += by
  return test.clock.now
}

async function leave(client: MqttClient) {
  const closed = untilClosed(client)
  client.end()
  await closed
}

/** Another server on the same database. */
async function startAnother() {
  const {mqtt, port} = onAnyPort()
  const other = await createTestApp({
    database: test.database,
    scheduler: handMoved(test.clock),
    mqtt,
  })
  const close = vi.fn(other.close)
  onTestFinished(() => (close.mock.calls.length > 0 ? undefined : other.close()))
  await other.app.listen({host: '127.0.0.1', port: 0})
  return {port: await port, close}
}

describe('a device', () => {
  it('has never been connected at first', async () => {
    expect(await connection()).toEqual(told('never', null))
  })

  it('is connected while it has a session, and disconnected since that has ended', async () => {
    const connected = later()
    const client = await connect()
    await untilTold('connected', connected)
    const left = later()
    await leave(client)
    await untilTold('disconnected', left)
  })

  it('is disconnected when its connection is lost', async () => {
    const client = await connect()
    await untilTold('connected', test.clock.now)
    const lost = later()
    client.stream.destroy()
    await untilTold('disconnected', lost)
  })

  it('is connected as long as one of its sessions is open', async () => {
    const connected = later()
    const one = await connect('one')
    await untilTold('connected', connected)
    later()
    const two = await connect('two')
    later()
    await leave(one)
    const left = later(1000)
    await leave(two)
    await untilTold('disconnected', left)
  })

  it('stays connected when a client takes over from its older session', async () => {
    const connected = later()
    const older = await connect('one')
    await untilTold('connected', connected)
    later()
    const closed = untilClosed(older)
    const newer = await connect('one')
    await closed
    expect(await connection()).toEqual(told('connected', connected))
    const left = later(1000)
    await leave(newer)
    await untilTold('disconnected', left)
  })

  it('leaves nothing behind when it is deleted', async () => {
    const client = await connect()
    await untilTold('connected', test.clock.now)
    const closed = untilClosed(client)
    expect((await test.call('plant', 'DELETE', `/api/v0/device/${device}`)).statusCode).toBe(204)
    await closed
    // The note about the next device comes after that one.
    device = (await seedDevice(test.database, {name: `${name}b`, organisationId: test.works})).id
    name = `${name}b`
    await connect()
    await untilTold('connected', test.clock.now)
    const {rows: left} = await test.database.pool.query(
      'select from device_connection where device_id not in (select id from device)',
    )
    expect(left).toEqual([])
  })

  it('is told of to those alone who see it', async () => {
    expect((await test.call('noc', 'GET', `/api/v0/device/${device}/connection`)).statusCode).toBe(404)
  })
})

describe('a device with two servers', () => {
  it('is not declared disconnected by the server that it has left', async () => {
    const other = await startAnother()
    const here = await connect()
    await untilTold('connected', test.clock.now)
    const moved = later(1000)
    await connect('two', other.port)
    await untilTold('connected', moved)
    const left = later(1000)
    await leave(here)
    await vi.waitFor(async () => {
      const {rowCount} = await test.database.pool.query(
        'select from device_connection where device_id = $1 and disconnected_at = $2',
        [device, left],
      )
      expect(rowCount).toBe(1)
    })
    expect(await connection()).toEqual(told('connected', moved))
  })

  it('is disconnected when its server stops', async () => {
    const other = await startAnother()
    await connect('one', other.port)
    await untilTold('connected', test.clock.now)
    const stopped = later(1000)
    await other.close()
    expect(await connection()).toEqual(told('disconnected', stopped))
  })

  it('keeps no row of a server that it has left once it connects again', async () => {
    const other = await startAnother()
    await leave(await connect('one', other.port))
    await untilTold('disconnected', test.clock.now)
    const connected = later()
    await connect()
    await untilTold('connected', connected)
    expect(await rows()).toBe(1)
  })
})

describe('the notes of a server', () => {
  /** As a server has them that says nothing by itself. */
  function createNotes(database = test.database) {
    const warnings: string[] = []
    const notes = new ConnectionNotes({
      connections: createConnectionRepository(database),
      scheduler: handMoved(test.clock),
      job: keepFailures(warnings),
    })
    return Object.assign(notes, {warnings})
  }

  it('are not known any more when it is silent, and are told again when it speaks', async () => {
    const notes = createNotes()
    const seen = later()
    notes.entered(device)
    await untilTold('connected', seen)
    later(90_000)
    expect(await connection()).toEqual(told('unknown', seen))
    notes.start()
    await untilTold('connected', seen)
    await notes.close()
  })

  it('come back when another server has removed them', async () => {
    const notes = createNotes()
    const entered = later()
    notes.entered(device)
    await untilTold('connected', entered)
    await test.database.pool.query('delete from device_connection')
    expect(await connection()).toEqual(told('never', null))
    notes.start()
    await untilTold('connected', entered)
    await notes.close()
  })

  it('end what another server has noted and no longer speaks of', async () => {
    const dead = createNotes()
    dead.entered(device)
    await untilTold('connected', test.clock.now)
    const connected = later(90_000)
    await connect()
    await untilTold('connected', connected)
    expect(await rows()).toBe(1)
  })

  it('share a statement, and are written when the database is back', async () => {
    const asked: number[] = []
    let isAway = true
    const repository = createConnectionRepository(test.database)
    const failures: string[] = []
    const notes = new ConnectionNotes({
      scheduler: handMoved(test.clock),
      job: keepFailures(failures),
      connections: {
        ...repository,
        async note(noted) {
          asked.push(noted.notes.length)
          if (isAway) throw new Error('The database is away')
          return repository.note(noted)
        },
      },
    })
    const second = (await seedDevice(test.database, {name: `${name}b`, organisationId: test.works})).id
    notes.entered(device)
    notes.entered(second)
    await vi.waitFor(() => expect(failures.length).toBeGreaterThan(1))
    expect(failures).toHaveLength(asked.length)
    isAway = false
    await untilTold('connected', test.clock.now)
    const closed = later(1000)
    await notes.close()
    expect(await connection()).toEqual(told('disconnected', closed))
    expect(new Set(asked)).toEqual(new Set([2]))
  })
})
