import {expect, it} from 'vitest'
import {readLearned} from '../../../server/usual/repository'
import {runScript} from '../../support/command'
import {createDataDir} from '../../support/dataDir'
import {createDevices, inDatabase} from '../../support/preparedData'
import {HOUR} from './seed'

const HOURS = 30
const SERIES = {deviceNumber: 1, keyId: 1}

it('learns imported hours that no server has rolled up yet', async () => {
  const dataDir = await createDataDir()
  await inDatabase(dataDir, async database => {
    await createDevices(database, 1)
    // Uses the clock of the database, which decides which hours are over.
    const ts = `(extract(epoch from date_trunc('hour', now())) * 1000)::int8 - (5 + hour) * ${HOUR}`
    await database.pool.query(
      `with point as (
         insert into telemetry (device_number, key_id, ts, value)
         select $1, $2, ${ts}, hour from generate_series(1, $3::int4) as hour
         returning *
       )
       insert into latest (device_number, key_id, ts, received_at, value, kind)
       select device_number, key_id, ts, ts, value, 0 from point order by ts desc limit 1`,
      [SERIES.deviceNumber, SERIES.keyId, HOURS],
    )
    expect((await database.pool.query('select from telemetry_rollup')).rowCount).toBe(0)
  })
  expect(await runScript('learn-usual', [], dataDir)).toEqual({
    code: 0,
    said: `Learned ${HOURS} hours of series anew.\n`,
  })
  expect(await inDatabase(dataDir, ({pool}) => readLearned(pool, [SERIES]))).toMatchObject([SERIES])
})

it('takes no parameters', async () => {
  const {code, said} = await runScript('learn-usual', ['all'], await createDataDir())
  expect({code, said}).toMatchObject({code: 1, said: expect.stringContaining('It takes nothing: npm run learn-usual')})
})
