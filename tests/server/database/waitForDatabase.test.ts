import {afterAll, beforeAll, expect, it} from 'vitest'
import type {Database} from '../../../server/database/connect'
import {StartRefused} from '../../../server/database/startRefused'
import {waitForDatabase} from '../../../server/database/waitForDatabase'
import {createLog} from '../../../server/log/log'
import {realTime} from '../../../server/scheduler'
import {createTestDatabase} from '../../support/database'
import {type Link, linkTo} from '../../support/databaseLink'

let near: Database
let link: Link

beforeAll(async () => {
  near = await createTestDatabase()
  link = await linkTo(near)
})
afterAll(async () => {
  await link.cut()
  await near.close()
})

function createWait(url = link.url) {
  const lines: string[] = []
  let heard = () => {}
  const firstLine = new Promise<void>(resolve => {
    heard = resolve
  })
  const log = createLog({
    level: 'info',
    stream: {
      write: line => {
        lines.push(JSON.parse(line).msg)
        heard()
      },
    },
  })
  const stopping = new AbortController()
  return {
    lines,
    firstLine,
    stopping,
    database: waitForDatabase(url, {log, scheduler: realTime, signal: stopping.signal}),
  }
}

it('waits for a database that is away, and says so once', async () => {
  await link.cut()
  const {lines, firstLine, database} = createWait()
  await firstLine
  await link.mend()

  const found = await database
  expect((await found.pool.query('select 1 as one')).rows).toEqual([{one: 1}])
  expect(lines).toEqual([
    expect.stringMatching(/^Waiting for the database, which can't be reached: connect ECONNREFUSED 127\.0\.0\.1:\d+$/),
    'The database answers',
  ])
  await found.close()
})

it('waits no longer when the server is stopped', async () => {
  const {firstLine, stopping, database} = createWait('postgres://nobody:secret@127.0.0.1:1/none')
  await firstLine
  stopping.abort()
  await expect(database).rejects.toBe(stopping.signal.reason)
})

it('does not wait for a database that is not there', async () => {
  const address = new URL(link.url)
  address.pathname = '/elsewhere'
  await expect(createWait(address.href).database).rejects.toEqual(
    new StartRefused(`The database can't be used: database "elsewhere" does not exist. Check DATABASE_URL.`),
  )
})
