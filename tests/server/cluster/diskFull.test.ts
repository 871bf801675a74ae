import {describe, expect, it, onTestFinished, vi} from 'vitest'
import {startEmbeddedDatabase} from '../../../server/cluster/start'
import {connectDatabase} from '../../../server/database/connect'
import {migrateDatabase} from '../../../server/database/migrate'
import {emptyDisk, fillDisk} from '../../support/disk'
import {DATABASE_PATIENCE} from '../../support/limits'
import {mountSmallDisk} from '../../support/smallDisk'

const MEGABYTE = 1024 * 1024

describe('on a full disk', () => {
  it('refuses writes, reads on, and writes again when there is room', async context => {
    const disk = await mountSmallDisk(400)
    if (!disk) return context.skip('no small disk can be mounted here')
    const {database, log, restart} = await open(disk)
    await database().pool.query(INSERT, ['before'])

    fillDisk(disk, 40 * MEGABYTE)
    await vi.waitFor(() => expect(log.at(-1)).toMatch(/is almost full: nothing is stored until there is room again$/))
    await expect(database().pool.query(INSERT, ['refused'])).rejects.toMatchObject({code: '25006'})
    expect(await titles(database())).toEqual(['before'])

    await restart()
    expect(await titles(database())).toEqual(['before'])
    fillDisk(disk, 0)
    expect(await titles(database())).toEqual(['before'])

    emptyDisk(disk)
    await vi.waitFor(() => database().pool.query(INSERT, ['after']))
    expect(await titles(database())).toEqual(['after', 'before'])
  })

  it('loses nothing when the last byte goes while it writes', async context => {
    const disk = await mountSmallDisk(400)
    if (!disk) return context.skip('no small disk can be mounted here')
    const {database} = await open(disk)
    const acknowledged: number[] = []
    let isFull = false
    const codes = new Set<string>()
    for (let n = 0; n < 4_000 && !(isFull && codes.size > 0); n++) {
      if (n === 20) {
        fillDisk(disk, 0)
        isFull = true
      }
      await database()
        .pool.query(INSERT_LARGE, [n])
        .then(
          () => acknowledged.push(n),
          error => codes.add(error.code),
        )
    }
    expect([...codes].filter(code => code !== '53100' && code !== '25006')).toEqual([])

    await vi.waitFor(async () => expect(await keys(database())).toEqual(acknowledged))
    emptyDisk(disk)
    await vi.waitFor(() => database().pool.query(INSERT, ['after']))
    expect(await keys(database())).toEqual(acknowledged)
  })
})

const INSERT = 'insert into organisation (id, title, created_at) values (gen_random_uuid(), $1, 0)'
const INSERT_LARGE = `insert into telemetry (device_number, key_id, ts, value, kind, text)
  select 1, $1, n, 0, 3, (select string_agg(md5(random()::text), '') from generate_series(1, 60)) from generate_series(1, 300) n`

type Open = Awaited<ReturnType<typeof connectDatabase>>

async function titles({pool}: Open): Promise<string[]> {
  return (await pool.query('select title from organisation order by title')).rows.map(({title}) => title)
}

async function keys({pool}: Open): Promise<number[]> {
  return (await pool.query('select distinct key_id from telemetry order by 1')).rows.map(row => row.key_id)
}

async function open(dataDir: string) {
  const log: string[] = []
  const start = async () => {
    const embedded = await startEmbeddedDatabase({dataDir, patience: DATABASE_PATIENCE, log: line => log.push(line)})
    const database = await connectDatabase(embedded.url, {patience: DATABASE_PATIENCE})
    await migrateDatabase(database)
    return {embedded, database}
  }
  let running = await start()
  const stop = async () => {
    await running.database.close()
    await running.embedded.stop()
  }
  onTestFinished(stop)
  return {
    log,
    database: () => running.database,
    restart: async () => {
      await stop()
      running = await start()
    },
  }
}
