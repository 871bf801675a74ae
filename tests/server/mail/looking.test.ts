import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest'
import {createMailQueue, type MailQueue} from '../../../server/mail/queue'
import type {MailRepository, QueuedMail} from '../../../server/mail/repository'
import type {MailTransport} from '../../../server/mail/transport'
import {realTime} from '../../../server/scheduler'
import {keepFailures} from '../../support/jobs'
import {collectLetters, type LetterBox} from '../../support/letters'

const SECOND = 1000
const MINUTE = 60 * SECOND
const SECRET = 'https://pulsewall.test/verification?token=secret'

let rows: QueuedMail[]
let box: LetterBox
let failure: Error | undefined
let databaseFailure: Error | undefined
let warnings: string[]
let looks: number
let queue: MailQueue

beforeEach(() => {
  vi.useFakeTimers()
  rows = []
  box = collectLetters()
  failure = undefined
  databaseFailure = undefined
  warnings = []
  looks = 0
  queue = createQueue({
    deliver: email => (failure ? Promise.reject(failure) : box.transport.deliver(email)),
    async close() {},
  })
})
afterEach(async () => {
  await queue.close()
  vi.useRealTimers()
})

const fail = (code: string) => Object.assign(new Error(`${code} ${SECRET}`), {code})

function createQueue(transport: MailTransport): MailQueue {
  return createMailQueue({
    mails: inMemory(),
    scheduler: realTime,
    transport,
    compose: async ({email}) => ({
      to: email,
      text: {subject: 'Hello', before: [SECRET], link: {label: 'Link', url: SECRET}, after: []},
      async discard() {},
    }),
    jobs: {queue: keepFailures(warnings), delivery: keepFailures([])},
    log: console,
  })
}

/** PostgreSQL needs real timers. */
function inMemory(): MailRepository {
  return {
    async enqueue() {},
    async claimDue(lease) {
      looks++
      if (databaseFailure) throw databaseFailure
      const due = rows.find(({nextTryAt}) => nextTryAt <= Date.now())
      if (due === undefined) return undefined
      due.nextTryAt = Date.now() + lease
      due.attempts++
      return {...due}
    },
    async delete(id) {
      rows = rows.filter(row => row.id !== id)
    },
    async postpone(id, nextTryAt, lastError) {
      rows = rows.map(row => (row.id === id ? {...row, nextTryAt, lastError} : row))
    },
    async followClock() {},
    async nextDueAt() {
      return rows.length > 0 ? Math.min(...rows.map(({nextTryAt}) => nextTryAt)) : undefined
    },
    async waiting() {
      return {count: rows.length, oldestAt: null}
    },
  }
}

function leave(email: string) {
  const row: QueuedMail = {
    id: email,
    kind: 'verification',
    email,
    userId: null,
    createdAt: Date.now(),
    nextTryAt: Date.now(),
    passwordHash: null,
    deliveryId: null,
    rotaId: null,
    lastError: null,
    attempts: 0,
  }
  rows.push(row)
}

describe('the queue by itself', () => {
  it('tries again when it is time, and not before', async () => {
    failure = fail('ECONNECTION')
    leave('ada@works.test')
    queue.wake()
    await vi.advanceTimersByTimeAsync(10 * SECOND - 1)
    expect(rows).toEqual([expect.objectContaining({attempts: 1})])
    failure = undefined

    await vi.advanceTimersByTimeAsync(1)

    expect(box.letters).toHaveLength(1)
    expect(rows).toEqual([])
  })

  it('finds within a minute what a server left that died before it sent it', async () => {
    queue.wake()
    await vi.advanceTimersByTimeAsync(0)
    leave('ada@works.test')

    await vi.advanceTimersByTimeAsync(MINUTE)

    expect(box.letters).toHaveLength(1)
  })

  it('goes on when the database is back', async () => {
    databaseFailure = fail('ECONNREFUSED')
    leave('ada@works.test')
    queue.wake()
    await vi.advanceTimersByTimeAsync(0)
    expect(warnings).toEqual(['ECONNREFUSED'])
    databaseFailure = undefined

    await vi.advanceTimersByTimeAsync(10 * SECOND)

    expect(box.letters).toHaveLength(1)
  })

  it('asks the database once a minute while there is nothing to do', async () => {
    queue.wake()

    await vi.advanceTimersByTimeAsync(10 * MINUTE)

    expect(looks).toBe(11)
  })

  it('looks no more when it is closed', async () => {
    queue.wake()
    await vi.advanceTimersByTimeAsync(0)
    await queue.close()
    const looksBefore = looks

    queue.wake()
    await vi.advanceTimersByTimeAsync(10 * MINUTE)

    expect(looks).toBe(looksBefore)
  })

  it('ends in time although a delivery hangs, whose mail stays for the next start', async () => {
    let giveUp: (error: Error) => void = () => {}
    queue = createQueue({
      deliver: () =>
        new Promise((_, reject) => {
          giveUp = reject
        }),
      close: async () => giveUp(fail('EABORT')),
    })
    leave('ada@works.test')
    queue.wake()
    await vi.advanceTimersByTimeAsync(0)

    const closed = queue.close()
    await vi.advanceTimersByTimeAsync(8 * SECOND)
    await closed

    expect(rows).toEqual([expect.objectContaining({lastError: 'EABORT'})])
  })
})
