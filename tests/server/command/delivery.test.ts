import {afterAll, beforeAll, beforeEach, describe, expect, it, vi} from 'vitest'
import {createAuditTrail} from '../../../server/audit/repository'
import {CommandDelivery} from '../../../server/command/delivery'
import {type CommandRef, CommandRepository, type Deliver} from '../../../server/command/repository'
import type {Database} from '../../../server/database/connect'
import {command, device} from '../../../server/database/schema/device'
import {createDeviceRepository} from '../../../server/device/repository'
import {createWaiting} from '../../../server/http/failures/waiting'
import {realTime} from '../../../server/scheduler'
import {lastSeenOf, removeTelemetry} from '../../../server/telemetry/repository'
import {seedDevice, seedOrganisation} from '../../support/app'
import {createTestDatabase} from '../../support/database'
import {MUST_NOT_FAIL} from '../../support/jobs'

const MINUTE = 60_000

let database: Database
let pump: string

beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  await database.db.delete(device)
  const organisationId = await seedOrganisation(database)
  pump = (await seedDevice(database, {name: 'pump', organisationId})).id
})
afterAll(() => database.close())

const now = () => Date.now()

/** A server whose notifications go to all. */
function createServer(...others: {notify(news: CommandRef): void}[]) {
  const audit = createAuditTrail(database, now)
  const devices = createDeviceRepository({database, now, audit, removeTelemetry, lastSeenOf})
  const delivery = new CommandDelivery({
    commands: new CommandRepository({database, now, audit, devices}),
    scheduler: realTime,
    onChanged(changed) {
      for (const server of [delivery, ...others]) server.notify(changed)
    },
    waiting: createWaiting<true>(realTime),
    job: MUST_NOT_FAIL,
  })
  return delivery
}

async function queue(number: number, values: Partial<typeof command.$inferInsert> = {}) {
  const row = {deviceId: pump, number, method: `m${number}`, params: 'null', isOneWay: false, sentBy: 'ada@t.test'}
  await database.db.insert(command).values({...row, expiresAt: now() + MINUTE, ...values})
}

const states = async () =>
  (await database.db.select().from(command).orderBy(command.number)).map(({state, reason}) =>
    reason === null ? state : `${state}: ${reason}`,
  )

describe('a transport', () => {
  it('gets the commands of its device one by one, in order, and those of others never', async () => {
    const server = createServer()
    const other = await seedDevice(database, {name: 'crane', organisationId: await seedOrganisation(database)})
    for (const number of [1, 2, 3]) await queue(number)
    await queue(1, {deviceId: other.id})
    const got: string[] = []
    let busy = 0
    server.attach(pump, async ({method}) => {
      expect(++busy).toBe(1)
      await new Promise(resolve => setImmediate(resolve))
      got.push(method)
      busy--
      return true
    })

    await vi.waitFor(async () => expect((await states()).filter(state => state === 'sent')).toHaveLength(3))
    expect(got).toEqual(['m1', 'm2', 'm3'])
    expect((await states()).filter(state => state === 'queued')).toHaveLength(1)
    server.close()
  })

  it('that can’t reach the device leaves the command to another one, of whatever server', async () => {
    const [server, other] = [createServer(), createServer()]
    await queue(1)
    const refuse = vi.fn<Deliver>(() => false)
    server.attach(pump, refuse)
    await vi.waitFor(() => expect(refuse).toHaveBeenCalled())
    await vi.waitFor(async () => expect(await states()).toEqual(['queued']))

    other.attach(pump, () => true)

    await vi.waitFor(async () => expect(await states()).toEqual(['sent']))
    for (const each of [server, other]) each.close()
  })

  it('that refuses the command for good has it failed, for its reason', async () => {
    const server = createServer()
    await queue(1)
    server.attach(pump, async () => {
      throw new Error('The device takes no message of this length.')
    })
    await vi.waitFor(async () =>
      expect(await states()).toEqual(['failed: The device takes no message of this length.']),
    )
    server.close()
  })

  it('that never says anything holds up the next command no longer than its own has time', async () => {
    const server = createServer()
    await queue(1, {expiresAt: now() + 300})
    await queue(2)
    const got: number[] = []
    server.attach(pump, ({number}) => {
      got.push(number)
      return number === 1 ? new Promise(() => {}) : true
    })
    await vi.waitFor(() => expect(got).toEqual([1, 2]))
    expect(await server.answer(pump, 1, 'late')).toBe(false)
    expect(await server.answer(pump, 2, 'in time')).toBe(true)
    server.close()
  })

  it('shares no command with the transports of other servers that ask at the same moment', async () => {
    const servers = [createServer(), createServer(), createServer()]
    const numbers = Array.from({length: 20}, (_, index) => index + 1)
    for (const number of numbers) await queue(number)
    const got: number[] = []
    for (const server of servers) {
      server.attach(pump, ({number}) => {
        got.push(number)
        return true
      })
    }
    await vi.waitFor(async () => expect(new Set(await states())).toEqual(new Set(['sent'])), 10_000)
    expect(got.sort((one, other) => one - other)).toEqual(numbers)
    for (const server of servers) server.close()
  })

  it('gets nothing once it is detached', async () => {
    const server = createServer()
    const deliver = vi.fn<Deliver>(() => true)
    const detach = server.attach(pump, deliver)
    detach()
    await queue(1)
    server.notify({deviceId: pump, number: 1})
    const other = vi.fn<Deliver>(() => true)
    server.attach(pump, other)
    await vi.waitFor(() => expect(other).toHaveBeenCalled())
    expect(deliver).not.toHaveBeenCalled()
    server.close()
  })
})

describe('an answer', () => {
  it('counts once, and even before the transport has said that the command was delivered', async () => {
    const server = createServer()
    await queue(1)
    server.attach(pump, async ({number}) => {
      expect(await server.answer(pump, number, {quick: true})).toBe(true)
      return true
    })
    await vi.waitFor(async () => expect(await states()).toEqual(['answered']))
    expect(await server.answer(pump, 1, 'again')).toBe(false)
    server.close()
  })

  it('is not taken for a command that the device has not got, has to leave unanswered, or that is over', async () => {
    const server = createServer()
    await queue(1)
    await queue(2, {state: 'sent', isOneWay: true})
    await queue(3, {state: 'sent', expiresAt: now() - 1})
    for (const number of [1, 2, 3, 4]) expect(await server.answer(pump, number, 1)).toBe(false)
    server.close()
  })
})
