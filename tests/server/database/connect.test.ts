import pg from 'pg'
import {afterAll, beforeAll, describe, expect, it, vi} from 'vitest'
import {connectDatabase, type Database} from '../../../server/database/connect'
import {organisation} from '../../../server/database/schema/organisation'
import {createLog} from '../../../server/log/log'
import {createTestDatabase} from '../../support/database'

describe('connectDatabase', () => {
  let database: Database
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.close())

  it('reads what it stored, by the names of the schema', async () => {
    await database.db.insert(organisation).values({title: 'Harbour Works'})
    const rows = await database.db.select({title: organisation.title, email: organisation.email}).from(organisation)
    expect(rows).toEqual([{title: 'Harbour Works', email: ''}])
  })

  it('gives every test its own database', async () => {
    const other = await createTestDatabase()
    expect(await other.db.$count(organisation)).toBe(0)
    await other.close()
  })

  it('ends a runaway statement within five seconds and goes on', async () => {
    const usual = await createTestDatabase({patience: 1, max: 1})
    expect((await usual.pool.query('show statement_timeout')).rows).toEqual([{statement_timeout: '5s'}])
    await usual.pool.query("set statement_timeout = '50ms'")
    await expect(usual.pool.query('select count(*) from generate_series(1, 1e15::bigint)')).rejects.toMatchObject({
      code: '57014',
    })
    await usual.pool.query('reset statement_timeout')
    expect((await usual.pool.query('select 1 as one')).rows).toEqual([{one: 1}])
    await usual.close()
  })

  it('waits as many times as long as it is told to', async () => {
    const patient = await createTestDatabase({patience: 3})
    expect(patient.pool.options).toMatchObject({
      statement_timeout: 15_000,
      query_timeout: 30_000,
      connectionTimeoutMillis: 15_000,
      idle_in_transaction_session_timeout: 90_000,
    })
    await patient.close()
  })

  it('says why it can not connect', async () => {
    await expect(connectDatabase('postgres://nobody@127.0.0.1:1/none')).rejects.toThrow('ECONNREFUSED')
  })

  it('survives the end of its connections', async () => {
    const victim = await createTestDatabase()
    await victim.pool.query('select 1')
    await victim.pool.query('select pg_terminate_backend(pg_backend_pid())').catch(() => {})
    expect((await victim.pool.query('select 1 as one')).rows).toEqual([{one: 1}])
    await victim.close()
  })

  it('warns of a connection that is lost, and not of those that are cut while it closes', async () => {
    const warnings: string[] = []
    const log = createLog({level: 'warn', stream: {write: line => warnings.push(line)}})
    const closing = await createTestDatabase({log})
    closing.pool.emit('error', new Error('cut'), new pg.Client())
    const closed = closing.close()
    closing.pool.emit('error', new Error('ended'), new pg.Client())
    await closed

    await vi.waitFor(() => expect(warnings).toHaveLength(1))
    expect(warnings[0]).toContain('A database connection was lost: cut')
  })
})
