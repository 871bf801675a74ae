import {DrizzleQueryError} from 'drizzle-orm'
import {expect, it, onTestFinished} from 'vitest'
import {databaseFailure} from '../../../server/http/failures/databaseFailure'
import {createReadiness, type Readiness} from '../../../server/http/readiness'
import {realTime} from '../../../server/scheduler'
import {createTestApp} from '../../support/app'
import {createTestDatabase} from '../../support/database'

const NOT_READY = 'The server is not ready.'

/** A server whose route `/fail` fails by an error of PostgreSQL with the code that is asked for. */
async function start() {
  let elapsed = 0
  const {app, database, close} = await createTestApp({
    scheduler: {elapsed: () => elapsed},
    furtherAccess: {'GET /fail/:code': {who: 'everyone'}},
  })
  onTestFinished(close)
  app.get<{Params: {code: string}}>('/fail/:code', async ({params: {code}}) => {
    throw new DrizzleQueryError('select', [], Object.assign(new Error('told by PostgreSQL'), {code}))
  })
  return {
    database,
    get: (url: string) => app.inject({url}),
    pass: (milliseconds: number) => {
      elapsed += milliseconds
    },
  }
}

it('is alive and ready while the database stores', async () => {
  const {get} = await start()

  expect((await get('/livez')).json()).toEqual({status: 'alive'})
  expect((await get('/readyz')).json()).toEqual({status: 'ready', warnings: []})
})

it('is alive, and not ready, without a database', async () => {
  const {app, database} = await createTestApp()
  await database.close()

  const answer = await app.inject({url: '/readyz'})

  expect(answer.statusCode).toBe(503)
  expect(answer.json()).toEqual({
    message: NOT_READY,
    reasons: ['The database does not answer.'],
    warnings: expect.any(Array),
  })
  expect((await app.inject({url: '/livez'})).statusCode).toBe(200)
  await app.close()
})

it('is not ready while the database refuses to store', async () => {
  const {get, database} = await start()
  const {rows} = await database.pool.query<{name: string}>('select current_database() as name')
  await database.pool.query(`alter database "${rows[0]?.name}" set default_transaction_read_only = on`)

  const answer = await get('/readyz')

  expect(answer.statusCode).toBe(503)
  expect(answer.json()).toEqual({
    message: NOT_READY,
    reasons: ['The database stores nothing: it is read-only, or its disk is almost full.'],
    warnings: [],
  })
})

it('is not ready for a while after calls have failed by a full disk', async () => {
  const reason = 'The disk of the database is full.'
  const {get, pass} = await start()

  await get('/fail/53100')
  const answer = await get('/readyz')
  pass(10_000)

  expect(answer.statusCode).toBe(503)
  expect(answer.json()).toEqual({message: NOT_READY, reasons: [reason], warnings: []})
  expect((await get('/readyz')).statusCode).toBe(200)
})

it.each(['XX001', 'XX002', '58030'])(
  'is ready, and warns, while some of what is stored is damaged (%s)',
  async code => {
    const {get, pass} = await start()
    const warnings = ['The database can not read some of what it has stored; the log names the call.']

    const failed = await get(`/fail/${code}`)

    expect([failed.statusCode, failed.json().message]).toEqual([503, expect.not.stringContaining('available')])
    const answer = await get('/readyz')
    expect([answer.statusCode, answer.json()]).toEqual([200, {status: 'ready', warnings}])
    expect((await get('/metrics')).body).toContain('pulsewall_database_fault{fault="damaged"} 1')
    pass(600_000)
    expect((await get('/readyz')).json()).toEqual({status: 'ready', warnings: []})
    expect((await get('/metrics')).body).toContain('pulsewall_database_fault{fault="damaged"} 0')
  },
)

it('tells a device whose value meets damage what the matter is', async () => {
  const error = Object.assign(new Error('invalid page in block 7'), {code: 'XX001'})
  expect(databaseFailure(error)).toMatchObject({
    statusCode: 503,
    message: 'The database can not read some of what it has stored.',
  })
})

it('looks once, however many ask, and again after half a second', async () => {
  let elapsed = 0
  const looks: ((reason: string) => void)[] = []
  const check = async () => ({
    reasons: [await new Promise<string>(resolve => void looks.push(resolve))],
    warnings: ['nearly'],
  })
  const look = createReadiness([check], () => elapsed)

  const answers: Promise<Readiness>[] = [look(), look()]
  looks[0]?.('away')
  expect(await Promise.all(answers)).toEqual([
    {reasons: ['away'], warnings: ['nearly']},
    {reasons: ['away'], warnings: ['nearly']},
  ])
  elapsed = 499
  await look()
  expect(looks).toHaveLength(1)
  elapsed = 500
  void look()
  expect(looks).toHaveLength(2)
})

it('is not ready while work in the background meets a full disk', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.close())
  await database.pool.query(`
    create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'no room' using errcode = '53100'; end $$;
    create trigger refuse before insert on rollup_pass for each row execute function refuse();
  `)
  const {app, close} = await createTestApp({database, scheduler: {elapsed: realTime.elapsed}})
  onTestFinished(close)

  await app.listen({host: '127.0.0.1', port: 0})

  await expect
    .poll(async () => (await app.inject({url: '/readyz'})).json().reasons)
    .toEqual(['The disk of the database is full.'])
})
