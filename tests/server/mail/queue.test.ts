import {afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi} from 'vitest'
import type {Milliseconds} from '../../../contract/wire/common'
import type {Database} from '../../../server/database/connect'
import {mail} from '../../../server/database/schema/mail'
import {createDelivery, createMailQueue, type MailQueue, type MailQueueOptions} from '../../../server/mail/queue'
import {createMailRepository, type EmailText, type QueuedMail} from '../../../server/mail/repository'
import {EmailRefused, type MailTransport} from '../../../server/mail/transport'
import {createTestDatabase} from '../../support/database'
import {createInbox} from '../../support/inbox'
import {keepFailures, MUST_NOT_FAIL} from '../../support/jobs'
import {collectLetters} from '../../support/letters'
import {handMoved} from '../../support/virtualTime'

const SECOND = 1000
const MINUTE = 60 * SECOND
const DAY = 24 * 60 * MINUTE
const SECRET = 'https://pulsewall.test/verification?token=secret'

let database: Database
const clock = {now: 0}

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.db.delete(mail)
  clock.now = Date.now()
})

const mails = () => createMailRepository(database, () => clock.now)
const enqueue = (email: string) => mails().enqueue(database.db, {kind: 'verification', email})
const rows = (): Promise<QueuedMail[]> => database.db.select().from(mail)

const text: EmailText = {subject: 'Hello', before: [], link: {label: 'Link', url: SECRET}, after: []}

interface Queue extends MailQueue {
  warnings: string[]
  discarded: string[]
}

function createQueue(transport: MailTransport, overrides: Partial<MailQueueOptions> = {}): Queue {
  const warnings: string[] = []
  const discarded: string[] = []
  const queue = createMailQueue({
    mails: mails(),
    scheduler: handMoved(clock),
    transport,
    compose: async ({email}) => ({to: email, text, discard: async () => void discarded.push(email)}),
    jobs: {queue: MUST_NOT_FAIL, delivery: keepFailures(warnings)},
    log: {warn: message => void warnings.push(message)},
    ...overrides,
  })
  onTestFinished(() => queue.close())
  return {...queue, warnings, discarded}
}

/** Sends all that is due. */
async function sendOnce(transport: MailTransport, overrides?: Partial<MailQueueOptions>) {
  const queue = createQueue(transport, overrides)
  queue.wake()
  await queue.close()
  return {warnings: queue.warnings, discarded: queue.discarded}
}

/** And not a millisecond before. */
async function expectSentAfter(pause: Milliseconds) {
  const box = collectLetters()
  clock.now += pause - 1
  await sendOnce(box.transport)
  expect(box.letters).toEqual([])

  clock.now += 1
  await sendOnce(box.transport)
  expect(box.letters).toHaveLength(1)
}

/** Takes a letter when what came out of `deliveries` is called. */
function slow() {
  const deliveries = createInbox<() => void>()
  return {
    deliveries,
    transport: {deliver: () => new Promise<void>(resolve => deliveries.put(resolve)), async close() {}},
  }
}

function failing(error: Error): MailTransport {
  return {deliver: () => Promise.reject(error), async close() {}}
}

const busy = () => Object.assign(new Error('451 <ada@works.test> is busy'), {code: 'EENVELOPE', responseCode: 451})

describe('the queue of mails', () => {
  it('sends what is queued, and forgets it', async () => {
    const box = collectLetters()
    const queue = createQueue(box.transport)
    await enqueue('ada@works.test')

    queue.wake()

    expect((await box.next()).to).toBe('ada@works.test')
    await queue.close()
    expect(await rows()).toEqual([])
  })

  it('sends more than it sends at a time', async () => {
    const box = collectLetters()
    const emails = Array.from({length: 20}, (_, index) => `ada${index}@works.test`)
    for (const email of emails) await enqueue(email)

    createQueue(box.transport).wake()

    await vi.waitFor(async () => expect(await rows()).toEqual([]))
    expect(box.letters.map(({to}) => to).sort()).toEqual([...emails].sort())
  })

  it('sends a few at a time', async () => {
    const {transport, deliveries} = slow()
    for (let mail = 0; mail < 6; mail++) await enqueue(`ada${mail}@works.test`)

    createQueue(transport).wake()

    const started = await Promise.all([deliveries.next(), deliveries.next(), deliveries.next(), deliveries.next()])
    await vi.waitFor(async () =>
      expect((await rows()).map(({attempts}) => attempts).sort()).toEqual([0, 0, 1, 1, 1, 1]),
    )
    expect(deliveries.items).toHaveLength(4)
    for (const finish of started) finish()
    const others = await Promise.all([deliveries.next(), deliveries.next()])
    expect(deliveries.items).toHaveLength(6)
    for (const finish of others) finish()
  })

  it('forgets a mail that nobody is to get', async () => {
    const box = collectLetters()
    await enqueue('gone@works.test')

    await sendOnce(box.transport, {compose: async () => undefined})

    expect([box.letters, await rows()]).toEqual([[], []])
  })

  it('keeps mail while there is nowhere to send it', async () => {
    await enqueue('ada@works.test')
    const queue = createMailQueue({
      mails: mails(),
      scheduler: handMoved(clock),
      transport: undefined,
      compose: async () => undefined,
      jobs: {queue: MUST_NOT_FAIL, delivery: MUST_NOT_FAIL},
      log: console,
    })

    queue.wake()
    await queue.close()

    expect(await rows()).toHaveLength(1)
  })
})

describe('a mail that could not be sent', () => {
  it('waits, says why in codes, and leaves no link behind', async () => {
    await enqueue('ada@works.test')

    const {warnings, discarded} = await sendOnce(failing(busy()))

    expect(await rows()).toEqual([
      expect.objectContaining({attempts: 1, nextTryAt: clock.now + 10 * SECOND, lastError: 'EENVELOPE 451'}),
    ])
    expect(discarded).toEqual(['ada@works.test'])
    expect(warnings).toEqual(['EENVELOPE 451'])
  })

  it('is not sent before its time, and then it is', async () => {
    await enqueue('ada@works.test')
    await sendOnce(failing(busy()))

    await expectSentAfter(10 * SECOND)
    expect(await rows()).toEqual([])
  })

  it('is a failure of the job until one is sent', async () => {
    const ends: string[] = []
    let error: Error | undefined = busy()
    const deliver = createDelivery({
      mails: mails(),
      now: () => clock.now,
      transport: {deliver: async () => error && Promise.reject(error), async close() {}},
      compose: async ({email}) => ({to: email, text, async discard() {}}),
      job: {succeeded: () => void ends.push('sent'), failed: () => void ends.push('failed')},
      log: console,
    })
    const sendTo = async (email: string) => {
      await enqueue(email)
      const request = await mails().claimDue(MINUTE)
      if (request !== undefined) await deliver(request)
    }

    await sendTo('ada@works.test')
    await sendTo('bob@works.test')
    error = undefined
    await sendTo('eve@works.test')
    error = busy()
    await sendTo('joe@works.test')

    expect(ends).toEqual(['failed', 'failed', 'sent', 'failed'])
  })

  it('is given up at once when it is refused for good', async () => {
    await enqueue('ada@works.test')
    const [row] = await rows()
    const error = new EmailRefused('No', {cause: Object.assign(new Error(`<ada> ${SECRET}`), {responseCode: 550})})

    const {warnings, discarded} = await sendOnce(failing(error))

    expect(await rows()).toEqual([])
    expect(discarded).toEqual(['ada@works.test'])
    expect(warnings).toEqual([`Mail ${row?.id} (verification) was given up after attempt 1: 550`])
  })

  it('is given up after two days', async () => {
    await enqueue('ada@works.test')
    await database.db.update(mail).set({attempts: 150})
    clock.now += 2 * DAY - 20 * MINUTE
    await sendOnce(failing(busy()))
    expect(await rows()).toHaveLength(1)

    clock.now += 20 * MINUTE
    await sendOnce(failing(busy()))

    expect(await rows()).toEqual([])
  })

  it('is not given up after a few attempts, also when the clock was set ahead by days', async () => {
    await enqueue('ada@works.test')
    clock.now += 5 * DAY
    await sendOnce(failing(busy()))

    expect(await rows()).toHaveLength(1)
  })

  it('does not keep the others from being sent', async () => {
    const box = collectLetters()
    const picky: MailTransport = {
      ...box.transport,
      deliver: email => (email.to === 'ada@works.test' ? Promise.reject(busy()) : box.transport.deliver(email)),
    }
    await enqueue('ada@works.test')
    await enqueue('bob@works.test')

    createQueue(picky).wake()

    expect((await box.next()).to).toBe('bob@works.test')
  })

  it('is tried again although it could not even be written', async () => {
    await enqueue('ada@works.test')

    await sendOnce(collectLetters().transport, {compose: () => Promise.reject(new TypeError(SECRET))})

    expect(await rows()).toEqual([expect.objectContaining({attempts: 1, lastError: 'TypeError'})])
  })
})

describe('several servers on one database', () => {
  it('send each mail once', async () => {
    const box = collectLetters()
    const emails = Array.from({length: 40}, (_, index) => `ada${index}@works.test`)
    for (const email of emails) await enqueue(email)
    const queues = [createQueue(box.transport), createQueue(box.transport), createQueue(box.transport)]

    for (const queue of queues) queue.wake()

    await vi.waitFor(async () => expect(await rows()).toEqual([]))
    expect(box.letters.map(({to}) => to).sort()).toEqual([...emails].sort())
  })

  it('send what one of them was killed over, after its lease', async () => {
    await enqueue('ada@works.test')
    await mails().claimDue(2 * MINUTE)

    await expectSentAfter(2 * MINUTE)
  })
})

describe('closing', () => {
  it('waits for what is being sent', async () => {
    const {transport, deliveries} = slow()
    await enqueue('ada@works.test')
    const queue = createQueue(transport)
    queue.wake()
    const finish = await deliveries.next()

    const closed = queue.close()
    finish()
    await closed

    expect(await rows()).toEqual([])
  })
})
